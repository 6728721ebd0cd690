// Puts back what an answer lost and the file has, where there is only one way to do it.
#ifndef GRIT_EDIT_RESTORE_H_
#define GRIT_EDIT_RESTORE_H_

#include <cstdint>
#include <string>
#include <vector>

#include <grit/edit.h>

#include "contract.h"

namespace grit::edit {

struct Restored {
  std::string text;
  bool keeps_decorators = false;   // the answer starts at its header: the file's decorators stay where they are
  std::uint32_t docstring_at = 0;  // lines that were put in, and before which line of the answer's code
  std::uint32_t docstring_lines = 0;
  std::vector<Finding> notes;  // one for each thing that was put back
};

// `text` is a definition in the file's columns, with LF. Put back are:
//   - the decorators, when the answer has none;
//   - the old header, when the answer differs from it in missing annotations only;
//   - the docstring, when the answer has none;
//   - a comment or string whose quotes and dashes were straightened and nothing else.
[[nodiscard]] Restored restore(std::string text, const DefinitionParts& old, std::string_view old_text);

}  // namespace grit::edit

#endif  // GRIT_EDIT_RESTORE_H_
