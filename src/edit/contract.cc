#include "contract.h"

#include <algorithm>

namespace grit::edit {
namespace {

using TokenSpan = std::span<const Token>;

// Index after the bracket that closes the one at `open`; the number of tokens where it does not close.
std::size_t after_bracket(TokenSpan tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    if (t.is("(") || t.is("[") || t.is("{")) ++depth;
    if ((t.is(")") || t.is("]") || t.is("}")) && --depth == 0) return i + 1;
  }
  return tokens.size();
}

Parameter parse_parameter(TokenSpan tokens) {
  Parameter out;
  std::size_t at = 0;
  while (at < tokens.size() && (tokens[at].is("*") || tokens[at].is("/"))) out.kind += tokens[at++].text;
  if (at < tokens.size() && tokens[at].kind == TokenKind::word) out.name = tokens[at++].text;
  const std::size_t equals = find_outside(tokens, "=", at);
  if (at < equals && tokens[at].is(":")) out.annotation = joined(tokens.subspan(at + 1, equals - at - 1));
  if (equals < tokens.size()) out.default_value = joined(tokens.subspan(equals + 1));
  return out;
}

// What stands between the name and the colon.
void parse_signature(TokenSpan tokens, Contract& out) {
  std::size_t at = 0;
  if (at < tokens.size() && tokens[at].is("[")) {
    const std::size_t end = after_bracket(tokens, at);
    out.type_parameters = joined(tokens.subspan(at, end - at));
    at = end;
  }
  if (at < tokens.size() && tokens[at].is("(")) {
    const std::size_t end = after_bracket(tokens, at);
    const TokenSpan inside = tokens.subspan(at + 1, end - at - 2);
    if (out.is_class)
      out.bases = joined(inside);
    else
      out.parameters = parse_parameters(inside);
    at = end;
  }
  if (at + 1 < tokens.size() && tokens[at].is("-") && tokens[at + 1].is(">")) {
    out.returns = joined(tokens.subspan(at + 2));
  }
}

bool is_not_implemented(TokenSpan tokens) {
  return tokens.size() > 1 && tokens[0].is("raise") && tokens[1].is("NotImplementedError");
}

bool is_idle(TokenSpan tokens) {
  if (tokens.size() == 1) return tokens[0].is("pass") || tokens[0].kind == TokenKind::string;
  const bool ellipsis = tokens.size() == 3 && tokens[0].is(".") && tokens[1].is(".") && tokens[2].is(".");
  return ellipsis || is_not_implemented(tokens);
}

// A string that can be a docstring: not bytes and not formatted.
bool is_plain_string(const Token& token) {
  if (token.kind != TokenKind::string) return false;
  const std::string_view prefix = token.text.substr(0, token.text.find_first_of("\"'"));
  return prefix.find_first_of("bBfFtT") == std::string_view::npos;
}

// The single statements of a line, split at semicolons; `tokens` may start after a header's colon.
std::size_t working_in(TokenSpan tokens) {
  std::size_t count = 0;
  while (!tokens.empty()) {
    const std::size_t end = find_outside(tokens, ";");
    const TokenSpan statement = tokens.first(end);
    if (!statement.empty() && !is_idle(statement)) ++count;
    tokens = tokens.subspan(std::min(end + 1, tokens.size()));
  }
  return count;
}

}  // namespace

std::string joined(std::span<const Token> tokens) {
  std::string out;
  for (const Token& token : tokens) {
    if (!out.empty()) out += ' ';
    out += canonical(token);
  }
  return out;
}

std::vector<Parameter> parse_parameters(std::span<const Token> tokens) {
  std::vector<Parameter> out;
  while (!tokens.empty()) {
    const std::size_t end = find_outside(tokens, ",");
    if (end > 0) out.push_back(parse_parameter(tokens.first(end)));
    tokens = tokens.subspan(std::min(end + 1, tokens.size()));
  }
  return out;
}

std::optional<DefinitionParts> definition_parts(std::string_view text) {
  DefinitionParts out;
  out.tokens = python_tokens(text);
  out.lines = python_lines(text, out.tokens);
  while (out.header < out.lines.size() && out.lines[out.header].starts("@")) {
    out.contract.decorators.push_back(joined(std::span(out.lines[out.header].tokens).subspan(1)));
    ++out.header;
  }
  if (out.header == out.lines.size()) return std::nullopt;
  const PythonLine& line = out.header_line();
  const auto name = definition_name(line);
  if (!name) return std::nullopt;
  out.contract.is_async = line.starts("async");
  out.contract.is_class = line.starts("class");
  out.contract.name = line.tokens[*name].text;
  out.colon = find_outside(line.tokens, ":", *name + 1);
  if (out.colon == line.tokens.size()) return std::nullopt;
  parse_signature(TokenSpan(line.tokens).subspan(*name + 1, out.colon - *name - 1), out.contract);
  out.inline_body = out.colon + 1 < line.tokens.size();
  const TokenSpan first = out.inline_body      ? TokenSpan(line.tokens).subspan(out.colon + 1)
                          : out.body().empty() ? TokenSpan()
                                               : TokenSpan(out.body().front().tokens);
  const TokenSpan statement = first.first(find_outside(first, ";"));
  if (!statement.empty() && std::all_of(statement.begin(), statement.end(), is_plain_string)) {
    const std::size_t begin = statement.front().begin;
    out.docstring = Token{TokenKind::string, begin, text.substr(begin, statement.back().end() - begin)};
  }
  return out;
}

std::size_t working_statements(const DefinitionParts& parts) {
  std::size_t count = working_in(TokenSpan(parts.header_line().tokens).subspan(parts.colon + 1));
  for (const PythonLine& line : parts.body()) count += working_in(line.tokens);
  return count;
}

}  // namespace grit::edit
