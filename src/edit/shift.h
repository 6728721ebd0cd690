// Moves the code of an answer to the column of the file, in languages in which indentation means nothing.
#ifndef GRIT_EDIT_SHIFT_H_
#define GRIT_EDIT_SHIFT_H_

#include <string>
#include <string_view>
#include <vector>

#include <grit/edit.h>

namespace grit::edit {

struct Shifted {
  std::string text;  // without the blanks before its first line
  std::vector<Finding> notes;
};

// `code` is a definition as the model wrote it, whole lines with LF; `in_literal` says for each of its lines whether it
// begins inside of a literal: such lines stay. `range` of `file` is the definition that it takes the place of. Every
// line moves by the same blanks; where the old definition is indented by another unit (tabs, or another number of
// spaces), each level becomes one of the file's.
[[nodiscard]] Shifted shift(std::string_view code, const std::vector<bool>& in_literal, std::string_view file,
                            const ByteRange& range);

}  // namespace grit::edit

#endif  // GRIT_EDIT_SHIFT_H_
