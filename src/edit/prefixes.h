// What models copy from the way code was shown to them: line numbers and diff signs before every line.
#ifndef GRIT_EDIT_PREFIXES_H_
#define GRIT_EDIT_PREFIXES_H_

#include <string>
#include <string_view>
#include <vector>

#include <grit/edit.h>

namespace grit::edit {

struct Unprefixed {
  std::string text;
  std::vector<Finding> notes;
};

// Takes off "12 | ", "12: ", "12→", "12<tab>" when every line has one and the numbers count up by one, and '+' when
// every line that is not empty has one. Else `text` as it is. `text` has LF line ends.
[[nodiscard]] Unprefixed without_prefixes(std::string_view text);

// Most lines start with a number and a separator.
[[nodiscard]] bool looks_numbered(std::string_view text);

}  // namespace grit::edit

#endif  // GRIT_EDIT_PREFIXES_H_
