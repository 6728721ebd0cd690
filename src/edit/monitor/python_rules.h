// What Python refuses though its grammar in tree-sitter accepts it.
#ifndef GRIT_EDIT_MONITOR_PYTHON_RULES_H_
#define GRIT_EDIT_MONITOR_PYTHON_RULES_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "contract.h"

namespace grit::edit {

// One thing that the language refuses. `rule` is the same for every instance of one mistake, so that one which the old
// version made as well (code for Python 2, for example) is not held against the new one.
struct RuleProblem {
  std::string_view code;  // of the finding
  std::string rule;       // what is wrong, without names: "'return' outside of a function"
  std::size_t at = 0;     // offset in the definition's text
};

// A block that a statement is in.
struct Block {
  std::string_view keyword;  // "def", "class", "for", "if", "try", …
  bool is_async = false;
  std::size_t line = 0;  // index of its header's line
};

// A simple statement, or the header of a compound one without its colon. Never empty. Borrows the definition.
struct Statement {
  std::span<const Token> tokens;
  std::size_t line = 0;  // index in DefinitionParts::lines
  bool is_header = false;
  bool colon = false;         // a header: whether it has its colon
  std::vector<Block> blocks;  // around it, outermost first; the definition itself is the first
};

// All statements of a definition in their order, the header itself included.
[[nodiscard]] std::vector<Statement> statements_of(const DefinitionParts& parts);

// Whether the parenthesis at tokens[open] opens the arguments of a call: it stands after a name or a bracket. Keywords
// are no names.
[[nodiscard]] bool is_call(std::span<const Token> tokens, std::size_t open);

// `nested` says whether the definition stands inside of a function.
[[nodiscard]] std::vector<RuleProblem> python_problems(const DefinitionParts& parts, bool nested);

// The single groups of rules; each adds to `out`.
void check_layout(const DefinitionParts& parts, std::vector<RuleProblem>& out);
void check_clauses(const std::vector<Statement>& statements, std::vector<RuleProblem>& out);
void check_scopes(const std::vector<Statement>& statements, bool nested, std::vector<RuleProblem>& out);
void check_parameters(const std::vector<Statement>& statements, std::vector<RuleProblem>& out);
void check_calls(const std::vector<Statement>& statements, std::vector<RuleProblem>& out);
void check_targets(const std::vector<Statement>& statements, std::vector<RuleProblem>& out);
void check_words(const std::vector<Statement>& statements, std::vector<RuleProblem>& out);
void check_literals(const DefinitionParts& parts, std::vector<RuleProblem>& out);

}  // namespace grit::edit

#endif  // GRIT_EDIT_MONITOR_PYTHON_RULES_H_
