#include "case_data.h"

#include <sys/stat.h>

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

namespace grit::test {
namespace {

std::string read_all(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

Json read_cases(const std::string& name) {
  const std::string text = read_all(std::string(GRIT_SOURCE_DIR) + "/tests/cases/data/" + name);
  auto parsed = parse_json(text);
  REQUIRE_MESSAGE(parsed.has_value(), name);
  return std::move(*parsed);
}

std::string bytes_of(const Json& description) {
  if (description.contains("text")) return std::string(description["text"].as_string());
  std::string out(description["head"].as_string());
  for (std::int64_t i = 0; i < description["times"].as_int(); ++i) out += description["repeat"].as_string();
  out += description["tail"].as_string();
  const std::string_view hex = description["hex"].as_string();
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return out;
}

FileState state_of(const std::string& path) {
  struct stat status;
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return {read_all(path), status.st_mode, status.st_mtim.tv_sec * 1'000'000'000LL + status.st_mtim.tv_nsec,
          status.st_ino};
}

Status commit_to(const std::string& root, const edit::Proposal& proposal) {
  auto files = open_file_system(root);
  if (!files) return files.error();
  const edit::FileChange change{proposal.path, proposal.before, proposal.bytes};
  return edit::commit(**files, {&change, 1}, root + "/.grit/journal");
}

}  // namespace grit::test
