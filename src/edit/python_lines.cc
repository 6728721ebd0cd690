#include "python_lines.h"

#include <algorithm>

namespace grit::edit {
namespace {

// The physical line of `offset`, and the blanks at its start.
std::size_t line_start(std::string_view text, std::size_t offset) {
  const std::size_t before = offset == 0 ? std::string_view::npos : text.find_last_of("\r\n", offset - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

PythonLine open_line(std::string_view text, const Token& first) {
  PythonLine line;
  line.start = line_start(text, first.begin);
  const std::string_view before = text.substr(line.start, first.begin - line.start);
  line.indent = before.substr(0, std::min(before.find_first_not_of(" \t\f"), before.size()));
  line.column = column_after(line.indent);
  return line;
}

}  // namespace

std::size_t column_after(std::string_view blanks) {
  std::size_t column = 0;
  for (const char c : blanks) {
    if (c == '\f')
      column = 0;
    else
      column = c == '\t' ? column / 8 * 8 + 8 : column + 1;
  }
  return column;
}

std::vector<PythonLine> python_lines(std::string_view text, const Tokens& tokens) {
  std::vector<PythonLine> lines;
  bool open = false;
  for (const Token& token : tokens.list) {
    if (token.kind == TokenKind::newline) open = false;
    if (token.kind == TokenKind::newline || token.kind == TokenKind::comment) continue;
    if (!open) lines.push_back(open_line(text, token));
    open = true;
    lines.back().tokens.push_back(token);
  }
  return lines;
}

std::size_t find_outside(std::span<const Token> tokens, std::string_view token, std::size_t from) {
  int depth = 0;
  int lambdas = 0;
  for (std::size_t i = from; i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    if (depth == 0 && lambdas == 0 && t.is(token)) {
      const bool walrus = t.is(":") && i + 1 < tokens.size() && tokens[i + 1].is("=") && tokens[i + 1].begin == t.end();
      if (!walrus) return i;
    }
    if (t.is("(") || t.is("[") || t.is("{")) ++depth;
    if (t.is(")") || t.is("]") || t.is("}")) --depth;
    if (depth == 0 && t.is("lambda"))
      ++lambdas;
    else if (depth == 0 && lambdas > 0 && t.is(":"))
      --lambdas;
  }
  return tokens.size();
}

std::optional<std::size_t> definition_name(const PythonLine& line) {
  std::size_t at = line.starts("async") ? 1 : 0;
  if (at >= line.tokens.size()) return std::nullopt;
  const bool is_def = line.tokens[at].is("def");
  if (!is_def && (at == 1 || !line.tokens[at].is("class"))) return std::nullopt;
  ++at;
  if (at >= line.tokens.size() || line.tokens[at].kind != TokenKind::word) return std::nullopt;
  return at;
}

std::size_t statement_end(std::span<const PythonLine> lines, std::size_t first) {
  const std::size_t column = lines[first].column;
  std::size_t end = first + 1;
  while (end < lines.size() && lines[end - 1].starts("@") && lines[end].column == column) ++end;
  while (end < lines.size() && lines[end].column > column) ++end;
  return end;
}

bool same_tokens(const PythonLine& a, const PythonLine& b) {
  return std::equal(a.tokens.begin(), a.tokens.end(), b.tokens.begin(), b.tokens.end(),
                    [](const Token& x, const Token& y) { return x.text == y.text; });
}

Layout layout_of(std::span<const PythonLine> lines) {
  Layout out;
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t column = lines[i].column;
    const bool must_open = i > 0 && lines[i - 1].opens();
    if (columns.empty()) columns.push_back(column);
    std::string problem;
    if (column > columns.back()) {
      if (!must_open) problem = "bad_indentation";
      columns.push_back(column);
    } else {
      if (must_open) problem = "empty_body";
      while (columns.size() > 1 && column < columns.back()) columns.pop_back();
      if (column != columns.back() && columns.size() > 1) problem = "bad_indentation";
      if (column > columns.back()) problem = "bad_indentation";
      if (columns.size() == 1) columns.back() = std::min(columns.back(), column);
    }
    if (!problem.empty() && !out.problem) out.problem = LayoutProblem{problem, i};
    out.levels.push_back(columns.size() - 1);
  }
  if (!lines.empty() && lines.back().opens() && !out.problem) {
    out.problem = LayoutProblem{"empty_body", lines.size() - 1};
  }
  return out;
}

}  // namespace grit::edit
