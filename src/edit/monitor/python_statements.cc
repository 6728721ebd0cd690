#include <algorithm>
#include <array>

#include "monitor/python_rules.h"

namespace grit::edit {
namespace {

using TokenSpan = std::span<const Token>;

constexpr std::array<std::string_view, 13> kCompound = {"if",  "elif", "else",    "for",   "while", "try", "except",
                                                        "def", "with", "finally", "class", "match", "case"};

// The keyword of a compound statement and whether "async" stands before it; empty for a simple statement. "match" and
// "case" are names as well: they count when the line ends in a colon or has one outside of brackets.
std::string_view compound_keyword(TokenSpan tokens, bool& is_async) {
  is_async = tokens[0].is("async") && tokens.size() > 1;
  const Token& first = tokens[is_async ? 1 : 0];
  if (first.kind != TokenKind::word) return {};
  if (std::find(kCompound.begin(), kCompound.end(), first.text) == kCompound.end()) return {};
  const bool soft = first.is("match") || first.is("case");
  if (soft && (tokens.size() < 3 || !tokens.back().is(":") || tokens[1].is(":") || tokens[1].is("="))) {
    const bool case_with_body = first.is("case") && tokens.size() > 3 && find_outside(tokens, ":") < tokens.size() &&
                                find_outside(tokens, "=") > find_outside(tokens, ":");
    if (!case_with_body) return {};
  }
  return first.text;
}

class Splitter {
 public:
  explicit Splitter(const DefinitionParts& parts) : parts_(parts) {}

  std::vector<Statement> run() {
    const std::span<const PythonLine> lines = std::span(parts_.lines).subspan(parts_.header);
    const Layout layout = layout_of(lines);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::size_t level = std::min(layout.levels[i], blocks_.size());
      blocks_.resize(level);
      split(lines[i].tokens, parts_.header + i);
    }
    return std::move(out_);
  }

 private:
  void split(TokenSpan tokens, std::size_t line) {
    bool is_async = false;
    const std::string_view keyword = compound_keyword(tokens, is_async);
    if (keyword.empty()) return split_simple(tokens, line);
    const std::size_t colon = find_outside(tokens, ":");
    out_.push_back({tokens.first(colon), line, true, colon < tokens.size(), blocks_});
    blocks_.push_back({keyword, is_async, line});
    if (colon + 1 < tokens.size()) split_simple(tokens.subspan(colon + 1), line);
  }

  void split_simple(TokenSpan tokens, std::size_t line) {
    while (!tokens.empty()) {
      const std::size_t end = find_outside(tokens, ";");
      if (end > 0) out_.push_back({tokens.first(end), line, false, false, blocks_});
      tokens = tokens.subspan(std::min(end + 1, tokens.size()));
    }
  }

  const DefinitionParts& parts_;
  std::vector<Block> blocks_;
  std::vector<Statement> out_;
};

}  // namespace

std::vector<Statement> statements_of(const DefinitionParts& parts) { return Splitter(parts).run(); }

std::vector<RuleProblem> python_problems(const DefinitionParts& parts, bool nested) {
  std::vector<RuleProblem> out;
  check_layout(parts, out);
  const std::vector<Statement> statements = statements_of(parts);
  check_clauses(statements, out);
  check_scopes(statements, nested, out);
  check_parameters(statements, out);
  check_calls(statements, out);
  check_targets(statements, out);
  check_words(statements, out);
  check_literals(parts, out);
  return out;
}

}  // namespace grit::edit
