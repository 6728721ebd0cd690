// The conditions of the gates for definitions that are read by their grammar: every language but Python.
#ifndef GRIT_EDIT_MONITOR_BY_GRAMMAR_H_
#define GRIT_EDIT_MONITOR_BY_GRAMMAR_H_

#include <vector>

#include <grit/edit.h>

#include "monitor/analysis.h"

namespace grit::edit {

// The same leaves but for comments.
[[nodiscard]] std::vector<Finding> no_change_by_grammar(Analysis& analysis);
// Another header, or other decorators, attributes or "export" before it.
[[nodiscard]] std::vector<Finding> signature_by_grammar(const GateInput& input, Analysis& analysis);
// A new comment that stands for code that was left out.
[[nodiscard]] std::vector<Finding> elided_by_grammar(Analysis& analysis);
// A body that did something and is empty now, or only says that it is not written.
[[nodiscard]] std::vector<Finding> stub_by_grammar(const GateInput& input, Analysis& analysis);
// Much shorter, and what its end was about is gone.
[[nodiscard]] std::vector<Finding> shrunk_by_grammar(const GateInput& input, Analysis& analysis);

// Whether a comment says that code was left out.
[[nodiscard]] bool stands_for_code(std::string_view comment);

}  // namespace grit::edit

#endif  // GRIT_EDIT_MONITOR_BY_GRAMMAR_H_
