// Python's statements as the lines they stand on, with their indentation: the structure that the language itself goes
// by, found also in text that does not parse.
#ifndef GRIT_EDIT_PYTHON_LINES_H_
#define GRIT_EDIT_PYTHON_LINES_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tokens.h"

namespace grit::edit {

// One statement line: from its first token to the newline that ends it, over brackets and backslashes. Comments and
// blank lines are none.
struct PythonLine {
  std::size_t start = 0;      // of the physical line
  std::string_view indent;    // the blanks before the first token
  std::size_t column = 0;     // of the first token; a tab goes to the next multiple of 8, as in the language
  std::vector<Token> tokens;  // without comments and line ends; never empty

  [[nodiscard]] std::size_t begin() const { return tokens.front().begin; }
  [[nodiscard]] std::size_t end() const { return tokens.back().end(); }
  [[nodiscard]] bool starts(std::string_view word) const { return tokens.front().is(word); }
  // Whether a block must follow: the line ends with a colon.
  [[nodiscard]] bool opens() const { return tokens.back().is(":"); }
};

[[nodiscard]] std::vector<PythonLine> python_lines(std::string_view text, const Tokens& tokens);

// The column after some blanks.
[[nodiscard]] std::size_t column_after(std::string_view blanks);

// Where `token` stands in `line` outside of brackets and lambdas: the colon that ends the header of a compound
// statement, for example. The number of tokens where it does not occur. A walrus is no colon.
[[nodiscard]] std::size_t find_outside(std::span<const Token> tokens, std::string_view token, std::size_t from = 0);

// Whether the line starts a definition, and the index of its name: "def NAME", "async def NAME", "class NAME".
[[nodiscard]] std::optional<std::size_t> definition_name(const PythonLine& line);

// One past the last line of the statement that starts at lines[first]: its block, and for a decorator the definition.
// Clauses that follow (else, except) are statements of their own here.
[[nodiscard]] std::size_t statement_end(std::span<const PythonLine> lines, std::size_t first);

// Whether two lines hold the same tokens, comments and blanks aside.
[[nodiscard]] bool same_tokens(const PythonLine& a, const PythonLine& b);

// Where the indentation of lines[1…] makes no sense: "empty_body", "bad_indentation".
struct LayoutProblem {
  std::string code;
  std::size_t line = 0;  // index
};

// The nesting level of every line, by the language's rules, the first line being level 0. A line that is indented less
// than the first is level 0 too.
struct Layout {
  std::vector<std::size_t> levels;
  std::optional<LayoutProblem> problem;
};
[[nodiscard]] Layout layout_of(std::span<const PythonLine> lines);

}  // namespace grit::edit

#endif  // GRIT_EDIT_PYTHON_LINES_H_
