// Reading the case files of tests/cases/data, and applying their edits to a project on disk.
#ifndef GRIT_TESTS_CASES_CASE_DATA_H_
#define GRIT_TESTS_CASES_CASE_DATA_H_

#include <string>
#include <string_view>

#include <grit/edit.h>

#include "base/json.h"

namespace grit::test {

// The parsed file tests/cases/data/NAME; the test fails where it cannot be read.
[[nodiscard]] Json read_cases(const std::string& name);

// The bytes that a case describes: {"text"}, {"hex"}, or {"head", "repeat", "times", "tail"}.
[[nodiscard]] std::string bytes_of(const Json& description);

// What a refusal must leave as it was.
struct FileState {
  std::string bytes;
  unsigned mode = 0;
  std::int64_t mtime_ns = 0;
  unsigned long inode = 0;
  bool operator==(const FileState&) const = default;
};
[[nodiscard]] FileState state_of(const std::string& path);

// Commits a proposal into the project `root` the way every edit reaches the disk.
[[nodiscard]] Status commit_to(const std::string& root, const edit::Proposal& proposal);

}  // namespace grit::test

#endif  // GRIT_TESTS_CASES_CASE_DATA_H_
