// Statements and words that are only allowed in some places.
#include <algorithm>
#include <set>

#include "monitor/python_rules.h"

namespace grit::edit {
namespace {

using TokenSpan = std::span<const Token>;

struct Scope {
  bool in_function = false;
  bool in_async = false;
  bool in_loop = false;
  std::size_t function_line = 0;  // index of the innermost function's header
  std::size_t functions = 0;      // around the statement, in this definition
};

Scope scope_of(const Statement& statement) {
  Scope out;
  for (const Block& block : statement.blocks) {
    if (block.keyword == "def") {
      out = {true, block.is_async, false, block.line, out.functions + 1};
    } else if (block.keyword == "class") {
      out = {false, false, false, 0, out.functions};
    } else if (block.keyword == "for" || block.keyword == "while") {
      out.in_loop = true;
    }
  }
  return out;
}

class Checker {
 public:
  Checker(const std::vector<Statement>& statements, bool nested, std::vector<RuleProblem>& out)
      : statements_(statements), nested_(nested), out_(out) {}

  void run() {
    for (const Statement& statement : statements_) {
      const Scope scope = scope_of(statement);
      check_first(statement, scope);
      check_words(statement, scope);
    }
    check_async_generators();
  }

 private:
  void problem(std::string rule, const Token& at) {
    out_.push_back({"misplaced_statement", std::move(rule), at.begin});
  }

  void check_first(const Statement& statement, const Scope& scope) {
    const Token& first = statement.tokens[0];
    if (first.is("return") && !scope.in_function) problem("'return' outside of a function", first);
    if ((first.is("break") || first.is("continue")) && !scope.in_loop) {
      problem("'" + std::string(first.text) + "' outside of a loop", first);
    }
    if (first.is("async") && statement.is_header && statement.tokens.size() > 1 && !statement.tokens[1].is("def") &&
        !scope.in_async) {
      problem("'async' outside of an async function", first);
    }
    if (first.is("from")) check_import(statement, scope);
    if (first.is("global") || first.is("nonlocal")) check_declaration(statement, scope);
  }

  void check_import(const Statement& statement, const Scope& scope) {
    const bool inside = scope.in_function || !statement.blocks.empty();
    if (statement.tokens.size() > 1 && statement.tokens[1].is("__future__") && inside) {
      problem("a __future__ import that is not at the top of the file", statement.tokens[0]);
    }
    if (statement.tokens.back().is("*") && inside) problem("'import *' inside of a definition", statement.tokens[0]);
  }

  void check_words(const Statement& statement, const Scope& scope) {
    const bool definition = statement.is_header && scope.functions == 0 && statement.blocks.empty();
    if (definition) return;
    for (std::size_t i = 0; i < statement.tokens.size(); ++i) {
      const Token& token = statement.tokens[i];
      const bool attribute = i > 0 && statement.tokens[i - 1].is(".");
      if (attribute) continue;
      if (token.is("await") && !scope.in_async && !in_generator(statement.tokens, i))
        problem("'await' outside of an async function", token);
      if (token.is("yield") && !scope.in_function && !in_lambda(statement.tokens, i)) {
        problem("'yield' outside of a function", token);
      }
      if (token.is("async") && i > 0 && !scope.in_async && in_display(statement.tokens, i)) {
        problem("an async comprehension outside of an async function", token);
      }
    }
  }

  // A generator expression that awaits is an asynchronous one, and those may stand anywhere.
  static bool in_generator(TokenSpan tokens, std::size_t at) {
    const std::size_t open = innermost_bracket(tokens, at);
    if (open == tokens.size() || !tokens[open].is("(")) return false;
    const TokenSpan inside = inside_brackets(tokens, open);
    return find_outside(inside, "for") < inside.size();
  }

  // The bracket that tokens[at] stands in; the number of tokens where there is none.
  static std::size_t innermost_bracket(TokenSpan tokens, std::size_t at) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < at; ++i) {
      if (tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{")) open.push_back(i);
      if ((tokens[i].is(")") || tokens[i].is("]") || tokens[i].is("}")) && !open.empty()) open.pop_back();
    }
    return open.empty() ? tokens.size() : open.back();
  }

  static bool in_lambda(TokenSpan tokens, std::size_t at) {
    return std::any_of(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(at),
                       [](const Token& t) { return t.is("lambda"); });
  }

  // Whether the innermost bracket around tokens[at] is "[" or "{": a generator may be asynchronous anywhere.
  static bool in_display(TokenSpan tokens, std::size_t at) {
    const std::size_t open = innermost_bracket(tokens, at);
    return open < tokens.size() && !tokens[open].is("(");
  }

  void check_declaration(const Statement& statement, const Scope& scope) {
    const std::string word(statement.tokens[0].text);
    const std::size_t around = scope.functions - (scope.in_function ? 1 : 0) + (nested_ ? 1 : 0);
    const bool own_class = statement.tokens.size() > 1 && statement.tokens[1].is("__class__");
    if (word == "nonlocal" && around == 0 && !own_class) {
      problem("'nonlocal' without a function around", statement.tokens[0]);
    }
    for (const Token& name : statement.tokens.subspan(1)) {
      if (name.is(",")) continue;
      if (name.kind != TokenKind::word) {
        problem("'" + word + "' of something that is no name", name);
      } else if (scope.in_function && is_parameter(name, scope)) {
        problem("'" + word + "' of a parameter", name);
      } else if (scope.in_function && used_before(name, statement, scope)) {
        problem("a name is used before its '" + word + "'", name);
      }
    }
  }

  bool is_parameter(const Token& name, const Scope& scope) const {
    const auto header = std::find_if(statements_.begin(), statements_.end(),
                                     [&](const Statement& s) { return s.is_header && s.line == scope.function_line; });
    if (header == statements_.end()) return false;
    const std::size_t open = find_outside(header->tokens, "(");
    if (open >= header->tokens.size()) return false;
    const std::vector<Parameter> parameters = parse_parameters(inside_brackets(header->tokens, open));
    return std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& p) { return p.name == name.text; });
  }

  static TokenSpan inside_brackets(TokenSpan tokens, std::size_t open) {
    int depth = 0;
    std::size_t end = open;
    for (; end < tokens.size(); ++end) {
      if (tokens[end].is("(") || tokens[end].is("[") || tokens[end].is("{")) ++depth;
      if ((tokens[end].is(")") || tokens[end].is("]") || tokens[end].is("}")) && --depth == 0) break;
    }
    return tokens.subspan(open + 1, end - open - 1);
  }

  // Occurrences in the same function, before the declaration.
  bool used_before(const Token& name, const Statement& declaration, const Scope& scope) const {
    for (const Statement& other : statements_) {
      if (other.tokens[0].begin >= declaration.tokens[0].begin) return false;
      const Scope at = scope_of(other);
      if (!at.in_function || at.function_line != scope.function_line) continue;
      if (other.tokens[0].is("global") || other.tokens[0].is("nonlocal")) continue;
      for (std::size_t i = 0; i < other.tokens.size(); ++i) {
        const bool attribute = i > 0 && other.tokens[i - 1].is(".");
        const bool keyword = i > 0 && i + 1 < other.tokens.size() && other.tokens[i + 1].is("=") &&
                             (other.tokens[i - 1].is("(") || other.tokens[i - 1].is(","));
        if (other.tokens[i].is(name.text) && !attribute && !keyword) return true;
      }
    }
    return false;
  }

  void check_async_generators() {
    std::set<std::size_t> yielding;  // async functions by their header's line
    for (const Statement& statement : statements_) {
      const Scope scope = scope_of(statement);
      if (!scope.in_async) continue;
      const auto yield =
          std::find_if(statement.tokens.begin(), statement.tokens.end(), [](const Token& t) { return t.is("yield"); });
      if (yield == statement.tokens.end()) continue;
      yielding.insert(scope.function_line);
      const auto next = std::next(yield);
      if (next != statement.tokens.end() && next->is("from")) problem("'yield from' in an async function", *yield);
    }
    for (const Statement& statement : statements_) {
      const Scope scope = scope_of(statement);
      const bool value = statement.tokens[0].is("return") && statement.tokens.size() > 1;
      if (value && scope.in_async && yielding.contains(scope.function_line)) {
        problem("'return' with a value in an async generator", statement.tokens[0]);
      }
    }
  }

  const std::vector<Statement>& statements_;
  bool nested_;
  std::vector<RuleProblem>& out_;
};

}  // namespace

void check_scopes(const std::vector<Statement>& statements, bool nested, std::vector<RuleProblem>& out) {
  Checker(statements, nested, out).run();
}

}  // namespace grit::edit
