// Exact replacements in a file without a grammar.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "case_data.h"
#include "support/temporary_folder.h"

namespace grit::test {
namespace {

void run_case(const Json& one, const std::string& path) {
  const TemporaryFolder folder;
  const std::string kind(one["filesystem"].as_string());
  const std::string file = bytes_of(one["file"]);
  const std::string on_disk = folder.path() + "/" + path;
  const std::string real = kind == "symlink" ? folder.path() + "/real.txt" : on_disk;
  std::ofstream(real, std::ios::binary) << file;
  if (kind == "symlink") std::filesystem::create_symlink("real.txt", on_disk);
  if (kind == "mode") REQUIRE(::chmod(real.c_str(), 0755) == 0);
  const FileState before = state_of(real);
  const auto outcome = edit::propose_replace(file, path, one["old"].as_string(), one["new"].as_string());
  if (one["outcome"].as_string() == "refuse") {
    REQUIRE_FALSE(outcome.proposal.has_value());
    REQUIRE_EQ(outcome.findings.size(), 1);
    CHECK_EQ(outcome.findings[0].code, one["code"].as_string());
    CHECK_FALSE(outcome.findings[0].for_model.empty());
    CHECK(state_of(real) == before);
    return;
  }
  REQUIRE(outcome.proposal.has_value());
  CHECK(commit_to(folder.path(), *outcome.proposal).ok());
  const FileState after = state_of(real);
  CHECK(after.bytes == bytes_of(one["expected"]));
  CHECK_EQ(after.mode, before.mode);
  CHECK_EQ(std::filesystem::is_symlink(on_disk), kind == "symlink");
}

}  // namespace

TEST_CASE("every replacement has its outcome, to the byte") {
  const Json data = read_cases("replacements.json");
  for (const Json& one : data["cases"].items()) {
    const std::string id(one["id"].as_string());
    CAPTURE(id);
    run_case(one, std::string(data["path"].as_string()));
  }
  CHECK_EQ(data["cases"].items().size(), 24);
}

}  // namespace grit::test
