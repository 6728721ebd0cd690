// Indentation, and clauses without the statement they belong to.
#include <algorithm>

#include "monitor/python_rules.h"

namespace grit::edit {
namespace {

// Columns as the language counts them a second time, with a tab as one: both counts must order lines the same way.
std::size_t narrow_column(std::string_view blanks) {
  return blanks.size() - std::min(blanks.rfind('\f') + 1, blanks.size());
}

int sign(std::size_t a, std::size_t b) { return a < b ? -1 : a > b ? 1 : 0; }

void check_tabs(std::span<const PythonLine> lines, std::vector<RuleProblem>& out) {
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const PythonLine& a = lines[i - 1];
    const PythonLine& b = lines[i];
    if (sign(a.column, b.column) == sign(narrow_column(a.indent), narrow_column(b.indent))) continue;
    out.push_back({"bad_indentation", "tabs and spaces are mixed", b.begin()});
    return;
  }
}

}  // namespace

void check_layout(const DefinitionParts& parts, std::vector<RuleProblem>& out) {
  const std::span<const PythonLine> lines = std::span(parts.lines).subspan(parts.header);
  const Layout layout = layout_of(lines);
  if (layout.problem) {
    const bool empty = layout.problem->code == "empty_body";
    out.push_back({empty ? std::string_view("empty_body") : std::string_view("bad_indentation"),
                   empty ? "a block has no statements" : "the indentation fits no block",
                   lines[layout.problem->line].begin()});
  }
  check_tabs(parts.body(), out);
}

void check_clauses(const std::vector<Statement>& statements, std::vector<RuleProblem>& out) {
  const auto problem = [&](std::string rule, const Statement& statement) {
    out.push_back({"misplaced_statement", std::move(rule), statement.tokens[0].begin});
  };
  const auto same_block = [](const Statement& a, const Statement& b) { return a.blocks.size() == b.blocks.size(); };
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const Statement& one = statements[i];
    if (!one.is_header || !one.tokens[0].is("try")) continue;
    bool handled = false;
    bool bare = false;
    bool starred = false;
    bool plain = false;
    for (std::size_t j = i + 1; j < statements.size() && statements[j].blocks.size() >= one.blocks.size(); ++j) {
      const Statement& next = statements[j];
      if (!same_block(next, one)) continue;
      const bool except = next.is_header && next.tokens[0].is("except");
      const bool finally = next.is_header && next.tokens[0].is("finally");
      if (!except && !finally && !(next.is_header && next.tokens[0].is("else"))) break;
      handled = handled || except || finally;
      if (!except) continue;
      if (bare) problem("'except:' is not the last handler", next);
      bare = bare || next.tokens.size() == 1;
      (next.tokens.size() > 1 && next.tokens[1].is("*") ? starred : plain) = true;
      if (starred && plain) problem("'except' and 'except*' are mixed", next);
      const bool listed = find_outside(next.tokens, ",") < next.tokens.size();
      if (listed) problem("several exceptions of a handler need parentheses", next);
      if (finally) break;
    }
    if (!handled) problem("'try' without 'except' or 'finally'", one);
  }
}

}  // namespace grit::edit
