// What may stand on the left of "=", after "del" and after a star; and words of Python 2 or of no place at all.
#include <algorithm>
#include <array>

#include "monitor/python_rules.h"

namespace grit::edit {
namespace {

using TokenSpan = std::span<const Token>;

bool adjacent(const Token& a, const Token& b) { return a.end() == b.begin; }

void problem(std::vector<RuleProblem>& out, std::string rule, const Token& at) {
  out.push_back({"invalid_code", std::move(rule), at.begin});
}

enum class Equals : std::uint8_t { none, assign, augmented, walrus };

// What the "=" at tokens[at] is; none for comparisons.
Equals equals_at(TokenSpan tokens, std::size_t at) {
  if (!tokens[at].is("=")) return Equals::none;
  if (at + 1 < tokens.size() && tokens[at + 1].is("=") && adjacent(tokens[at], tokens[at + 1])) return Equals::none;
  if (at == 0 || !adjacent(tokens[at - 1], tokens[at])) return Equals::assign;
  static constexpr std::string_view kComparing = "=!";
  static constexpr std::string_view kAugmenting = "+-*/%@&|^";
  const Token& before = tokens[at - 1];
  if (before.kind != TokenKind::punctuation) return Equals::assign;
  const char c = before.text[0];
  if (c == ':') return Equals::walrus;
  if (kComparing.find(c) != std::string_view::npos) return Equals::none;
  if (c == '<' || c == '>') {
    const bool shift = at > 1 && tokens[at - 2].text == before.text && adjacent(tokens[at - 2], before);
    return shift ? Equals::augmented : Equals::none;
  }
  return kAugmenting.find(c) != std::string_view::npos ? Equals::augmented : Equals::assign;
}

int depth_change(const Token& t) {
  if (t.is("(") || t.is("[") || t.is("{")) return 1;
  return t.is(")") || t.is("]") || t.is("}") ? -1 : 0;
}

// Stars at the beginning of the entries of a list without brackets.
std::size_t starred_entries(TokenSpan tokens, bool& listed) {
  std::size_t count = 0;
  listed = find_outside(tokens, ",") < tokens.size();
  while (!tokens.empty()) {
    const std::size_t end = find_outside(tokens, ",");
    if (end > 1 && tokens[0].is("*") && !tokens[1].is("*")) ++count;
    tokens = tokens.subspan(std::min(end + 1, tokens.size()));
  }
  return count;
}

void check_target(TokenSpan target, Equals kind, std::vector<RuleProblem>& out) {
  if (target.empty()) return;
  bool listed = false;
  const std::size_t stars = starred_entries(target, listed);
  if (kind == Equals::augmented) {
    const bool display =
        (target[0].is("(") && target.back().is(")") && find_outside(target.subspan(1), ",") + 1 < target.size()) ||
        (target[0].is("[") && target.back().is("]"));
    int depth = 0;
    bool one_bracket = true;
    for (std::size_t i = 0; i < target.size(); ++i) {
      depth += depth_change(target[i]);
      one_bracket = one_bracket && (depth > 0 || i + 1 == target.size());
    }
    if (listed || (display && one_bracket)) problem(out, "an augmented assignment to several targets", target[0]);
    return;
  }
  if (stars > 1) problem(out, "two starred targets in one assignment", target[0]);
  if (stars == 1 && !listed) problem(out, "a starred target that is not in a list", target[0]);
}

void check_assignments(const Statement& statement, std::vector<RuleProblem>& out) {
  const TokenSpan tokens = statement.tokens;
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    depth += depth_change(tokens[i]);
    if (depth != 0) continue;
    const Equals kind = equals_at(tokens, i);
    if (kind == Equals::walrus && !tokens[0].is("@")) problem(out, "':=' without parentheses", tokens[i]);
    if (kind != Equals::assign && kind != Equals::augmented) continue;
    if (find_outside(tokens.subspan(from, i - from), "lambda") < i - from) return;  // a default of a lambda
    std::size_t end = i;
    while (kind == Equals::augmented && end > from && tokens[end - 1].kind == TokenKind::punctuation &&
           depth_change(tokens[end - 1]) == 0 && adjacent(tokens[end - 1], tokens[end])) {
      --end;
    }
    check_target(tokens.subspan(from, end - from), kind, out);
    from = i + 1;
  }
}

void check_stars(const Statement& statement, std::vector<RuleProblem>& out) {
  if (statement.is_header) return;
  TokenSpan tokens = statement.tokens;
  if (tokens[0].is("return")) tokens = tokens.subspan(1);
  const bool alone = tokens.size() > 1 && tokens[0].is("*") && find_outside(tokens, ",") == tokens.size() &&
                     find_outside(tokens, "=") == tokens.size();
  if (alone) problem(out, "a starred expression alone", tokens[0]);
}

// The parenthesis that the last token closes; the number of tokens where it closes none.
std::size_t opening_of_last(TokenSpan tokens) {
  int depth = 0;
  for (std::size_t i = tokens.size(); i-- > 0;) {
    depth += depth_change(tokens[i]);
    if (depth == 0) return i;
  }
  return tokens.size();
}

void check_del(const Statement& statement, std::vector<RuleProblem>& out) {
  if (statement.is_header || !statement.tokens[0].is("del")) return;
  for (TokenSpan rest = statement.tokens.subspan(1); !rest.empty();) {
    const std::size_t end = find_outside(rest, ",");
    const TokenSpan target = rest.first(end);
    const std::size_t open = target.empty() || !target.back().is(")") ? target.size() : opening_of_last(target);
    if (open < target.size() && is_call(target, open)) problem(out, "'del' of a call", target[0]);
    rest = rest.subspan(std::min(end + 1, rest.size()));
  }
}

}  // namespace

void check_targets(const std::vector<Statement>& statements, std::vector<RuleProblem>& out) {
  for (const Statement& statement : statements) {
    if (!statement.is_header) check_assignments(statement, out);
    check_stars(statement, out);
    check_del(statement, out);
  }
}

void check_words(const std::vector<Statement>& statements, std::vector<RuleProblem>& out) {
  for (const Statement& statement : statements) {
    const TokenSpan tokens = statement.tokens;
    const Token& first = tokens[0];
    const bool more = tokens.size() > 1;
    if (!statement.is_header && more && (first.is("print") || first.is("exec"))) {
      const bool value = tokens[1].kind == TokenKind::word || tokens[1].kind == TokenKind::string ||
                         tokens[1].kind == TokenKind::number;
      if (value) problem(out, "'print' and 'exec' are functions", first);
    }
    if (first.is("raise") && more && tokens[1].is("from")) problem(out, "'raise from' without an exception", first);
    if (first.is("raise") && more && find_outside(tokens, ",") < tokens.size()) {
      problem(out, "'raise' takes one exception", first);
    }
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      const bool name = tokens[i].is("async") || tokens[i].is("await");
      if (name && equals_at(tokens, i + 1) == Equals::assign) problem(out, "a keyword as a name", tokens[i]);
      if (tokens[i].is("<") && tokens[i + 1].is(">") && adjacent(tokens[i], tokens[i + 1])) {
        problem(out, "'<>' is no operator", tokens[i]);
      }
    }
    if (!first.is("import")) continue;
    for (std::size_t i = 1; i + 2 < tokens.size(); ++i) {
      if (tokens[i].is("as") && tokens[i + 2].is(".")) problem(out, "'import … as' needs a plain name", tokens[i]);
    }
  }
}

}  // namespace grit::edit
