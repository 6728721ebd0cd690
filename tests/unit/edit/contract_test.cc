#include "contract.h"

#include <doctest/doctest.h>

#include <string>

using namespace grit::edit;

namespace {

Contract contract_of(std::string_view text) {
  const auto parts = definition_parts(text);
  REQUIRE(parts.has_value());
  return parts->contract;
}

std::string shown(std::string_view text) {
  std::string out;
  for (const Parameter& p : contract_of(text).parameters) {
    out += "[" + p.kind + p.name + "|" + p.annotation + "|" + p.default_value + "]";
  }
  return out;
}

std::string docstring_of(std::string_view text) {
  const auto parts = definition_parts(text);
  REQUIRE(parts.has_value());
  return parts->docstring ? std::string(parts->docstring->text) : "none";
}

std::size_t working(std::string_view text) { return working_statements(*definition_parts(text)); }

}  // namespace

TEST_CASE("contract: parameters") {
  CHECK_EQ(shown("def f(): pass"), "");
  CHECK_EQ(shown("def f(a, b=1,): pass"), "[a||][b||1]");
  CHECK_EQ(shown("def f(a: int, /, *, b: dict[str, int] = {1: 2}, **k): pass"),
           "[a|int|][/||][*||][b|dict [ str , int ]|{ 1 : 2 }][**k||]");
  CHECK_EQ(shown("def f(*args: int, c=lambda x, y=2: (x, y)): pass"), "[*args|int|][c||lambda x , y = 2 : ( x , y )]");
  CHECK_EQ(shown("def f(\n    a,  # first\n    b,\n): pass"), "[a||][b||]");
}

TEST_CASE("contract: everything beside the parameters") {
  const Contract c = contract_of("@a.b(1)\n@c\nasync def f[T](x) -> list[T]:\n  return x\n");
  CHECK_EQ(c.decorators, std::vector<std::string>{"a . b ( 1 )", "c"});
  CHECK(c.is_async);
  CHECK_EQ(c.name, "f");
  CHECK_EQ(c.type_parameters, "[ T ]");
  CHECK_EQ(c.returns, "list [ T ]");
  const Contract d = contract_of("class A(B, metaclass=M):\n  pass\n");
  CHECK(d.is_class);
  CHECK_EQ(d.bases, "B , metaclass = M");
}

TEST_CASE("contract: quotes of a default do not count") {
  CHECK_EQ(shown("def f(a='x'): pass"), shown("def f(a=\"x\"): pass"));
}

TEST_CASE("contract: the docstring") {
  CHECK_EQ(docstring_of("def f():\n  '''a\n  b'''\n  return 1\n"), "'''a\n  b'''");
  CHECK_EQ(docstring_of("def f():\n  # c\n  'a' \"b\"\n"), "'a' \"b\"");
  CHECK_EQ(docstring_of("def f(): 'a'; return 1\n"), "'a'");
  CHECK_EQ(docstring_of("def f():\n  f'a'\n"), "none");
  CHECK_EQ(docstring_of("def f():\n  b'a'\n"), "none");
  CHECK_EQ(docstring_of("def f():\n  'a'.upper()\n"), "none");
  CHECK_EQ(docstring_of("def f():\n  x = 'a'\n"), "none");
}

TEST_CASE("contract: what is no definition") {
  for (const char* text : {"", "x = 1", "def", "def f", "def f(", "def f(:", "@d\nx = 1", "# only a comment", "class",
                           "async x", "def 1(): pass"}) {
    CAPTURE(text);
    CHECK_FALSE(definition_parts(text).has_value());
  }
}

TEST_CASE("contract: statements that work") {
  CHECK_EQ(working("def f():\n  '''doc'''\n  pass\n  ...\n  raise NotImplementedError('x')\n"), 0);
  CHECK_EQ(working("def f():\n  a = 1; b = 2\n  if a:\n    pass\n"), 3);
  CHECK_EQ(working("def f(): return 1\n"), 1);
  CHECK_EQ(working("def f(): ...\n"), 0);
}
