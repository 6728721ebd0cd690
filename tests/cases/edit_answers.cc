// Answers of models to one question, and what becomes of each.
#include <doctest/doctest.h>

#include <fstream>

#include "case_data.h"
#include "support/temporary_folder.h"

namespace grit::test {
namespace {

edit::FinishReason finish_of(std::string_view reason) {
  if (reason == "length") return edit::FinishReason::length;
  return reason == "stop" ? edit::FinishReason::stop : edit::FinishReason::other;
}

std::string codes_of(const std::vector<edit::Finding>& findings) {
  std::string out;
  for (const edit::Finding& one : findings) out += (out.empty() ? "" : " ") + one.code;
  return out;
}

void run_case(const Json& one, const std::string& path, const std::string& file, const std::string& root) {
  const std::string on_disk = root + "/" + path;
  std::ofstream(on_disk, std::ios::binary) << file;
  const FileState before = state_of(on_disk);
  const auto target = edit::locate(file, path, one["target"].as_string());
  REQUIRE(target.has_value());
  const auto gates = edit::default_gates();
  const auto outcome = edit::propose_function(file, *target, one["answer"].as_string(),
                                              finish_of(one["finish_reason"].as_string()), gates);
  REQUIRE(outcome.has_value());
  const std::string wanted = one["outcome"].as_string() == "apply" ? "apply" : std::string(one["code"].as_string());
  CHECK_EQ(outcome->proposal ? "apply" : codes_of(outcome->findings), wanted);
  for (const edit::Finding& finding : outcome->findings) CHECK_FALSE(finding.for_model.empty());
  if (!outcome->proposal) {
    CHECK(state_of(on_disk) == before);
    return;
  }
  CHECK_EQ(codes_of(outcome->proposal->notes), one["notes"].as_string());
  CHECK(commit_to(root, *outcome->proposal).ok());
  CHECK_EQ(state_of(on_disk).bytes, one["expected"].as_string());
}

}  // namespace

TEST_CASE("every answer has its outcome, to the byte") {
  const Json data = read_cases("answers.json");
  const std::string file(data["file"].as_string());
  const TemporaryFolder folder;
  std::size_t either = 0;
  std::size_t applied = 0;
  for (const Json& one : data["cases"].items()) {
    const std::string id(one["id"].as_string());
    CAPTURE(id);
    run_case(one, std::string(data["path"].as_string()), file, folder.path());
    either += one["either"].as_bool() ? 1 : 0;
    applied += one["either"].as_bool() && one["outcome"].as_string() == "apply" ? 1 : 0;
  }
  CHECK_EQ(data["cases"].items().size(), 57);
  CHECK_EQ(either, 13);
  CHECK_GE(applied, 9);
}

}  // namespace grit::test
