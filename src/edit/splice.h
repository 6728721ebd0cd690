// Puts a text in the place of a range of bytes, in the file's own line ends.
#ifndef GRIT_EDIT_SPLICE_H_
#define GRIT_EDIT_SPLICE_H_

#include <string>
#include <string_view>
#include <vector>

#include <grit/edit.h>

namespace grit::edit {

// The line end of a range: the one most of its lines have, the first of equals; where it has none that of its own
// line, or of the line before; LF in a file of one line.
[[nodiscard]] std::string_view line_end_of(std::string_view file, const ByteRange& range);

// `text` with every LF as `line_end`.
[[nodiscard]] std::string with_line_ends(std::string_view text, std::string_view line_end);

// `text` without the comments at its end that stand in the file behind the range already: a definition's range ends
// with its last statement, while models repeat the comment behind it.
[[nodiscard]] std::string without_repeated_comments(std::string text, std::string_view file, std::size_t range_end);

// A proposal that replaces `range` of `file` by `text`, which has the file's line ends.
[[nodiscard]] Proposal splice(std::string_view file, const std::string& path, const ByteRange& range,
                              std::string_view text);

// Whether `proposal` left every byte outside of the range it names alone.
[[nodiscard]] bool only_range_changed(std::string_view file, const Proposal& proposal);

}  // namespace grit::edit

#endif  // GRIT_EDIT_SPLICE_H_
