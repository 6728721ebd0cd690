// Parameter lists and arguments.
#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "monitor/python_rules.h"

namespace grit::edit {
namespace {

using TokenSpan = std::span<const Token>;

bool is_open(const Token& t) { return t.is("(") || t.is("[") || t.is("{"); }
bool is_close(const Token& t) { return t.is(")") || t.is("]") || t.is("}"); }

// Index of the bracket that closes the one at `open`; the number of tokens where none does.
std::size_t closing(TokenSpan tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (is_open(tokens[i])) ++depth;
    if (is_close(tokens[i]) && --depth == 0) return i;
  }
  return tokens.size();
}

void problem(std::vector<RuleProblem>& out, std::string_view code, std::string rule, const Token& at) {
  out.push_back({code, std::move(rule), at.begin});
}

// The rules of one parameter list, by its entries; `at` is where problems are reported.
void check_list(const std::vector<Parameter>& list, const Token& at, std::vector<RuleProblem>& out) {
  std::set<std::string> names;
  bool star = false;
  bool bare_star = false;
  bool double_star = false;
  bool slash = false;
  bool default_seen = false;
  for (const Parameter& one : list) {
    if (double_star) problem(out, "invalid_code", "a parameter after '**'", at);
    if (!one.name.empty() && !names.insert(one.name).second) {
      problem(out, "duplicate_parameter", "two parameters have one name", at);
    }
    if (one.kind == "/") {
      if (slash || star || names.empty()) problem(out, "invalid_code", "'/' at a wrong place among parameters", at);
      slash = true;
    } else if (one.kind == "*") {
      if (star) problem(out, "invalid_code", "'*' twice among parameters", at);
      star = true;
      bare_star = one.name.empty();
    } else if (one.kind == "**") {
      if (bare_star) problem(out, "invalid_code", "no parameter after a bare '*'", at);
      double_star = true;
    } else {
      bare_star = false;
      if (!star && default_seen && one.default_value.empty()) {
        problem(out, "invalid_code", "a parameter without default after one with a default", at);
      }
      default_seen = default_seen || !one.default_value.empty();
    }
  }
  if (bare_star && !double_star) problem(out, "invalid_code", "no parameter after a bare '*'", at);
}

void check_lambdas(TokenSpan tokens, std::vector<RuleProblem>& out) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].is("lambda")) continue;
    const TokenSpan rest = tokens.subspan(i + 1);
    check_list(parse_parameters(rest.first(find_outside(rest, ":"))), tokens[i], out);
  }
}

}  // namespace

bool is_call(TokenSpan tokens, std::size_t open) {
  static constexpr std::array<std::string_view, 26> kKeywords = {
      "in",     "not",    "and",    "or",   "is",    "if",     "else",  "elif",   "while",
      "return", "yield",  "lambda", "for",  "await", "from",   "with",  "assert", "raise",
      "del",    "import", "as",     "case", "match", "except", "print", "exec"};
  if (open == 0 || !tokens[open].is("(")) return false;
  const Token& before = tokens[open - 1];
  if (is_close(before)) return true;
  return before.kind == TokenKind::word &&
         std::find(kKeywords.begin(), kKeywords.end(), before.text) == kKeywords.end();
}

namespace {

struct Arguments {
  std::set<std::string_view> keywords;
  bool keyword = false;  // "name=" was seen
  bool double_star = false;
  bool generator = false;
  std::size_t count = 0;
};

// "for" of a comprehension without brackets of its own.
bool is_generator(TokenSpan argument) {
  const std::size_t at = find_outside(argument, "for");
  return at > 0 && at < argument.size();
}

void check_argument(TokenSpan argument, Arguments& seen, std::vector<RuleProblem>& out) {
  const Token& first = argument[0];
  const bool named = argument.size() > 1 && first.kind == TokenKind::word && argument[1].is("=") &&
                     !(argument.size() > 2 && argument[2].is("=") && argument[2].begin == argument[1].end());
  ++seen.count;
  if (first.is("*") && argument.size() > 1 && argument[1].is("*")) {
    seen.double_star = true;
  } else if (first.is("*")) {
    if (seen.double_star) problem(out, "invalid_code", "'*' argument after '**'", first);
  } else if (named) {
    seen.keyword = true;
    if (!seen.keywords.insert(first.text).second) problem(out, "invalid_code", "a keyword argument twice", first);
  } else {
    if (seen.keyword || seen.double_star) {
      problem(out, "invalid_code", "a positional argument after a keyword argument", first);
    }
    seen.generator = seen.generator || is_generator(argument);
  }
}

// Where an argument ends: at a comma that is not one between the targets of a comprehension ("for a, b in").
std::size_t argument_end(TokenSpan tokens) {
  std::size_t end = find_outside(tokens, ",");
  while (end < tokens.size()) {
    std::size_t loop = end;  // the last "for"
    for (std::size_t at = find_outside(tokens.first(end), "for"); at < end;) {
      loop = at;
      at = find_outside(tokens.first(end), "for", at + 1);
    }
    if (loop == end || find_outside(tokens.first(end), "in", loop) < end) break;
    end = find_outside(tokens, ",", end + 1);
  }
  return end;
}

void check_call(TokenSpan inside, const Token& at, std::vector<RuleProblem>& out) {
  Arguments seen;
  while (!inside.empty()) {
    const std::size_t end = argument_end(inside);
    if (end == 0) {
      problem(out, "invalid_code", "a comma without an argument", inside[0]);
      return;
    }
    check_argument(inside.first(end), seen, out);
    inside = inside.subspan(std::min(end + 1, inside.size()));
  }
  if (seen.generator && seen.count > 1) {
    problem(out, "invalid_code", "a generator beside other arguments needs parentheses", at);
  }
}

// Index of the parenthesis that opens the parameters of a "def" header; the number of tokens for anything else.
std::size_t parameters_of(const Statement& statement) {
  const TokenSpan tokens = statement.tokens;
  const std::size_t def = tokens[0].is("async") ? 1 : 0;
  if (!statement.is_header || def >= tokens.size() || !tokens[def].is("def")) return tokens.size();
  return find_outside(tokens, "(");
}

}  // namespace

void check_parameters(const std::vector<Statement>& statements, std::vector<RuleProblem>& out) {
  for (const Statement& statement : statements) {
    const TokenSpan tokens = statement.tokens;
    check_lambdas(tokens, out);
    const std::size_t open = parameters_of(statement);
    if (open >= tokens.size()) continue;
    const std::size_t end = closing(tokens, open);
    if (end < tokens.size()) check_list(parse_parameters(tokens.subspan(open + 1, end - open - 1)), tokens[0], out);
  }
}

void check_calls(const std::vector<Statement>& statements, std::vector<RuleProblem>& out) {
  for (const Statement& statement : statements) {
    const TokenSpan tokens = statement.tokens;
    const std::size_t parameters = parameters_of(statement);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (i == parameters || !is_call(tokens, i)) continue;
      const std::size_t end = closing(tokens, i);
      if (end < tokens.size()) check_call(tokens.subspan(i + 1, end - i - 1), tokens[i], out);
    }
  }
}

}  // namespace grit::edit
