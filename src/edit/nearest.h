// Where a text that does not occur in a file nearly does.
#ifndef GRIT_EDIT_NEAREST_H_
#define GRIT_EDIT_NEAREST_H_

#include <string_view>

#include <grit/edit.h>

namespace grit::edit {

// "not_found" with the lines of `file` that are nearest to `old_text` and the first difference between them. Nearest
// is where the most lines are equal, then where the most are equal but for blanks, then the one whose first different
// line has the longest common beginning; the first of equals. Looks at a bounded number of pairs of lines.
[[nodiscard]] Finding nearest_lines(std::string_view file, std::string_view old_text);

}  // namespace grit::edit

#endif  // GRIT_EDIT_NEAREST_H_
