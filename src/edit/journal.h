// What a commit over several files writes down before it touches the first one.
#ifndef GRIT_EDIT_JOURNAL_H_
#define GRIT_EDIT_JOURNAL_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <grit/status.h>
#include <grit/types.h>

namespace grit::edit {

// One file of a commit under way: how it was, and which content it is to have.
struct JournalEntry {
  std::string path;
  std::optional<std::string> before;  // its old bytes; nothing where it did not exist
  ContentHash after;
  bool operator==(const JournalEntry&) const = default;
};

// The bytes of a journal: a first line with its version, the fields with their lengths, and a SHA-256 over all of it.
[[nodiscard]] std::string write_journal(const std::vector<JournalEntry>& entries);
// Code::corrupt where any byte is not as it was written; Code::newer_format.
[[nodiscard]] Result<std::vector<JournalEntry>> read_journal(std::string_view bytes);

}  // namespace grit::edit

#endif  // GRIT_EDIT_JOURNAL_H_
