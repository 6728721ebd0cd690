// Takes the code out of a model's answer: reasoning, fences, line numbers and diff signs around it.
#ifndef GRIT_EDIT_EXTRACT_H_
#define GRIT_EDIT_EXTRACT_H_

#include <string_view>
#include <vector>

#include <grit/edit.h>

#include "select.h"

namespace grit::edit {

// The ways to read an answer: every clean one when there are any (one, unless the answer holds several versions of
// the function), else the one that came nearest. Never empty.
//   - Reasoning ends at the last closing tag (think, thought, thinking, reasoning) after which there is code.
//   - A fence closes at the last line of as many or more of its characters, at its column or before it, that leaves
//     a whole function; fences in a docstring do not count then. One that never closes goes on to the end.
//   - Prose counts outside of fences only. Line numbers and '+' signs are taken off when every line has one.
[[nodiscard]] std::vector<Selection> read_answer(std::string_view answer, const Wanted& wanted, FinishReason finish);

}  // namespace grit::edit

#endif  // GRIT_EDIT_EXTRACT_H_
