#include "tokens.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "python_lines.h"

using namespace grit::edit;

namespace {

std::string kinds(std::string_view text) {
  std::string out;
  for (const Token& token : python_tokens(text).list) out += "wnsc.N!"[static_cast<std::size_t>(token.kind)];
  return out;
}

std::string first_text(std::string_view text) { return std::string(python_tokens(text).list.at(0).text); }

std::vector<PythonLine> lines_of(std::string_view text) { return python_lines(text, python_tokens(text)); }

std::string levels(std::string_view text) {
  std::string out;
  const Layout layout = layout_of(lines_of(text));
  for (const std::size_t level : layout.levels) out += static_cast<char>('0' + level);
  return layout.problem ? out + " " + layout.problem->code + " " + std::to_string(layout.problem->line) : out;
}

}  // namespace

TEST_CASE("tokens: kinds") {
  CHECK_EQ(kinds("x = 1.5e-3 # c\n"), "w.ncN");
  CHECK_EQ(kinds("a(\n1)\nb"), "w.n.Nw");
  CHECK_EQ(kinds("a = \\\n  2\r\nb\r"), "w.nNwN");
  CHECK_EQ(kinds("é = ünï"), "w.w");
  CHECK_EQ(kinds("0x1F 1_000 .5 1j"), "nnnn");
}

TEST_CASE("tokens: one string is one token") {
  for (const char* text : {"'a'", "\"it's\"", "r'\\'", "b\"\\\"\"", "rb'x'", "'''a\n'b'\n'''", "\"\"\"a\\\"\"\"\"",
                           "''", "f'{a}'", "f\"{d[\"k\"]}\"", "f'{x:{w}}'", "f\"{x:'>9}\"", "f'{{'", "f'''{\na\n}'''",
                           "F\"{f'{1}'}\"", "u'x'", "'a\\\nb'", "t'{x}'"}) {
    CAPTURE(text);
    if (std::string_view(text).starts_with("r'\\'")) continue;  // a raw string cannot end in a backslash
    CHECK_EQ(kinds(text), "s");
    CHECK_EQ(first_text(text), text);
  }
}

TEST_CASE("tokens: trouble is named with its place") {
  const auto trouble = [](std::string_view text) {
    const Tokens tokens = python_tokens(text);
    return tokens.trouble.empty() ? std::string() : std::to_string(tokens.trouble_at) + " " + tokens.trouble;
  };
  CHECK_EQ(trouble("x = (1 + [2])"), "");
  CHECK_EQ(trouble("x = 'a\ny = 1"), "4 an unterminated string");
  CHECK_EQ(trouble("x = \"\"\"a\n"), "4 an unterminated string");
  CHECK_EQ(trouble("x = f'{a'"), "");  // read as a plain string: the grammar says more about it
  CHECK_EQ(trouble("a = (1,\n"), "4 unclosed (");
  CHECK_EQ(trouble("a)"), "1 an unopened )");
  CHECK_EQ(trouble("(a]"), "2 an unexpected ]");
  CHECK_EQ(trouble("a ? b"), "2 a character that does not belong in code");
  CHECK_EQ(trouble("a\\n b"), "1 a backslash inside a line");
  CHECK_EQ(trouble(std::string_view("a\0b", 3)), "1 a character that does not belong in code");
}

TEST_CASE("tokens: any bytes end, and offsets cover them in order") {
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes += static_cast<char>((i * 7919 + i / 13) % 256);
  std::size_t last = 0;
  for (const Token& token : python_tokens(bytes).list) {
    CHECK(token.begin >= last);
    CHECK_FALSE(token.text.empty());
    last = token.end();
  }
  CHECK(last <= bytes.size());
  std::string nested;
  for (int i = 0; i < 2000; ++i) nested += "f'{";
  CHECK_FALSE(python_tokens(nested).list.empty());
}

TEST_CASE("tokens: canonical form unifies the quotes of plain strings only") {
  const auto canon = [](std::string_view text) { return canonical(python_tokens(text).list.at(0)); };
  CHECK_EQ(canon("'a'"), "\"a\"");
  CHECK_EQ(canon("b'a'"), "b\"a\"");
  CHECK_EQ(canon("'a\"b'"), "'a\"b'");
  CHECK_EQ(canon("'a\\n'"), "'a\\n'");
  CHECK_EQ(canon("'''a'''"), "'''a'''");
  CHECK_EQ(canon("''"), "\"\"");
}

TEST_CASE("lines: one statement is one line, with its column") {
  const auto lines = lines_of("if a:\n\tb = (1,\n2)\n  # comment\n\n    c\n");
  REQUIRE_EQ(lines.size(), 3);
  CHECK_EQ(lines[0].column, 0);
  CHECK(lines[0].opens());
  CHECK_EQ(lines[1].column, 8);
  CHECK_EQ(lines[1].indent, "\t");
  CHECK_EQ(lines[2].column, 4);
  CHECK_EQ(lines[2].start, 31);
}

TEST_CASE("lines: levels and what is wrong with them") {
  CHECK_EQ(levels("def f():\n  a\n  if b:\n    c\n  d\n"), "01121");
  CHECK_EQ(levels("def f():\n"), "0 empty_body 0");
  CHECK_EQ(levels("def f():\n  if a:\n  b\n"), "011 empty_body 2");
  CHECK_EQ(levels("def f():\n    a\n  b\n"), "010 bad_indentation 2");
  CHECK_EQ(levels("def f():\n  a\n    b\n"), "012 bad_indentation 2");
  CHECK_EQ(levels("  def f():\n    a\nb\n"), "010");
  CHECK_EQ(levels(""), "");
}

TEST_CASE("lines: a word outside of brackets and lambdas") {
  const auto find = [](std::string_view text, std::string_view word) {
    const auto lines = lines_of(text);
    return find_outside(lines.at(0).tokens, word);
  };
  CHECK_EQ(find("if a[1:2]:", ":"), 7);
  CHECK_EQ(find("if (lambda: 1)():", ":"), 8);
  CHECK_EQ(find("while lambda: 1:", ":"), 4);
  CHECK_EQ(find("if x := 1:", ":"), 5);
  CHECK_EQ(find("a = b", ","), 3);
}

TEST_CASE("lines: a statement ends with its block") {
  const auto lines = lines_of("@d\ndef f():\n  a\n  b\nc\nclass D:\n  e\n");
  CHECK_EQ(statement_end(lines, 0), 4);
  CHECK_EQ(statement_end(lines, 4), 5);
  CHECK_EQ(statement_end(lines, 5), 7);
}
