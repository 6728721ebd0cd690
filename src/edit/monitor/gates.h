// The built-in gates, one function and one file each. Every one is const and holds nothing.
#ifndef GRIT_EDIT_MONITOR_GATES_H_
#define GRIT_EDIT_MONITOR_GATES_H_

#include <memory>

#include <grit/edit.h>

namespace grit::edit {

// Characters that nobody asked for: invisible ones, controls, typographic quotes in code, HTML entities in code.
// "invisible_character", "control_character", "typographic_quote", "html_entity".
[[nodiscard]] std::unique_ptr<EditGate> characters_gate();
// The same tokens on the same levels as before, comments and blanks aside. "no_change".
[[nodiscard]] std::unique_ptr<EditGate> no_change_gate();
// A comment or a bare "..." that stands for code. "elided".
[[nodiscard]] std::unique_ptr<EditGate> elided_gate();
// A body that does nothing in the place of one that did. "stub".
[[nodiscard]] std::unique_ptr<EditGate> stub_gate();
// Another name than the old definition's. "wrong_function".
[[nodiscard]] std::unique_ptr<EditGate> wrong_function_gate();
// Parameters, defaults, annotations, decorators, async, bases. "signature_changed".
[[nodiscard]] std::unique_ptr<EditGate> signature_gate();
// A docstring that is gone. "docstring_lost".
[[nodiscard]] std::unique_ptr<EditGate> docstring_gate();
// A body that breaks off or lost most of its statements. "shrunk".
[[nodiscard]] std::unique_ptr<EditGate> shrunk_gate();
// What the language refuses though the grammar accepts it. "empty_body", "bad_indentation", "duplicate_parameter",
// "misplaced_statement", "invalid_code".
[[nodiscard]] std::unique_ptr<EditGate> language_rules_gate();
// Errors that the file did not have before. "syntax_error".
[[nodiscard]] std::unique_ptr<EditGate> syntax_gate();
// Everything outside of the range is equal, and every other definition is still there. "siblings_changed".
[[nodiscard]] std::unique_ptr<EditGate> siblings_gate();

}  // namespace grit::edit

#endif  // GRIT_EDIT_MONITOR_GATES_H_
