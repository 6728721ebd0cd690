#include "parse.h"

namespace grit::syntax {
namespace {

TEST_CASE("qualified names follow nesting") {
  const std::string source =
      "class Outer:\n"
      "    class Inner:\n"
      "        def method(self): pass\n"
      "    def maker(self):\n"
      "        def local():\n"
      "            class Deep: pass\n"
      "        return local\n"
      "def top(): pass\n";
  CHECK(qualified_names(parse(source)) == Names{"Outer", "Outer.Inner", "Outer.Inner.method", "Outer.maker",
                                                "Outer.maker.<locals>.local",
                                                "Outer.maker.<locals>.local.<locals>.Deep", "top"});
}

TEST_CASE("kinds and parents") {
  const std::string source = "class C:\n  def m(self):\n    def f(): pass\nx = 1\n";
  const FileSyntax syntax = parse(source);
  CHECK(definition(syntax, "C").kind == DefinitionKind::class_);
  CHECK(definition(syntax, "C.m").kind == DefinitionKind::method);
  CHECK(definition(syntax, "C.m.<locals>.f").kind == DefinitionKind::function);
  CHECK(definition(syntax, "x").kind == DefinitionKind::variable);
  CHECK(definition(syntax, "C").parent == kNone);
  CHECK(definition(syntax, "C.m").parent == 0);
  CHECK(definition(syntax, "C.m.<locals>.f").parent == 1);
}

TEST_CASE("a name defined again in its scope carries an ordinal") {
  const std::string source =
      "class Box:\n"
      "    @property\n"
      "    def value(self): return self._v\n"
      "    @value.setter\n"
      "    def value(self, v): self._v = v\n"
      "    def other(self): pass\n"
      "if True:\n"
      "    def pick(): return 1\n"
      "else:\n"
      "    def pick():\n"
      "        def inner(): pass\n"
      "try:\n"
      "    import json as dump\n"
      "except ImportError:\n"
      "    dump = None\n"
      "dump = 3\n";
  CHECK(qualified_names(parse(source)) == Names{"Box", "Box.value", "Box.value#2", "Box.other", "pick", "pick#2",
                                                "pick#2.<locals>.inner", "dump", "dump#2"});
}

TEST_CASE("ranges of a decorated definition") {
  const std::string source =
      "import a\n"
      "\n"
      "@a.first\n"
      "@second(1,\n"
      "        2)  # why\n"
      "# between\n"
      "async def job(x, *, y=2) -> int:\n"
      "    \"\"\"Says.\"\"\"\n"
      "    return x\n"
      "z = 1\n";
  const FileSyntax syntax = parse(source);
  const Definition& job = definition(syntax, "job");
  CHECK(job.range.of(source).starts_with("@a.first\n"));
  CHECK(job.range.of(source).ends_with("return x"));
  CHECK(job.inner.of(source).starts_with("async def job("));
  CHECK(job.inner.end == job.range.end);
  CHECK(job.name_range.of(source) == "job");
  CHECK(job.parameters.of(source) == "(x, *, y=2)");
  CHECK(job.header.of(source) == "async def job(x, *, y=2) -> int");
  CHECK(job.body.of(source) == "\"\"\"Says.\"\"\"\n    return x");
  REQUIRE(job.docstring);
  CHECK(job.docstring->of(source) == "\"\"\"Says.\"\"\"");
  REQUIRE(job.decorators.size() == 2);
  CHECK(job.decorators[0].of(source) == "@a.first");
  CHECK(job.decorators[1].of(source) == "@second(1,\n        2)");
  CHECK(job.is_async);
}

TEST_CASE("a comment indented like the body belongs to the definition") {
  const std::string source = "def f():\n    x = 1\n\n    # tail\n  # less\n# none\ny = 2\n";
  const FileSyntax syntax = parse(source);
  CHECK(definition(syntax, "f").range.of(source) == "def f():\n    x = 1\n\n    # tail");
}

TEST_CASE("the semicolon at the end of a one-line body belongs to the definition") {
  const std::string source = "class A: pass; b = 1;\nc = 2\n";
  const FileSyntax syntax = parse(source);
  CHECK(definition(syntax, "A").range.of(source) == "class A: pass; b = 1;");
}

TEST_CASE("docstrings") {
  const auto docstring = [](std::string_view body) -> std::string {
    const std::string source = "def f():\n    # note\n    " + std::string(body) + "\n";
    const FileSyntax syntax = parse(source);
    const auto& range = definition(syntax, "f").docstring;
    return range ? std::string(range->of(source)) : "none";
  };
  CHECK(docstring("'one'") == "'one'");
  CHECK(docstring("r'''raw'''") == "r'''raw'''");
  CHECK(docstring("'a' 'b'") == "'a' 'b'");
  CHECK(docstring("(('a'))") == "'a'");
  CHECK(docstring("f'{1}'") == "none");
  CHECK(docstring("b'bytes'") == "none");
  CHECK(docstring("'a'.upper()") == "none");
  CHECK(docstring("'a', 'b'") == "none");
  CHECK(docstring("pass; 'late'") == "none");
}

TEST_CASE("module-level assignments are variables") {
  const std::string source =
      "A = 1\n"
      "B: int = 2\n"
      "C: str\n"
      "D = E = 3\n"
      "F, (G, *H) = 1, (2, 3)\n"
      "[I, J] = 1, 2\n"
      "A.attr = 5\n"
      "A[0] = 5\n"
      "A += 1\n"
      "if A:\n"
      "    K = 1\n"
      "for L in []:\n"
      "    M = 1\n"
      "type N = int\n"
      "def f():\n"
      "    O = 1\n"
      "class Q:\n"
      "    R = 1\n";
  const FileSyntax syntax = parse(source);
  CHECK(qualified_names(syntax) == Names{"A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "M", "N", "f", "Q"});
  CHECK(definition(syntax, "B").range.of(source) == "B: int = 2");
  CHECK(definition(syntax, "B").header.of(source) == "B: int");
  CHECK(definition(syntax, "E").range.of(source) == "D = E = 3");
  CHECK(definition(syntax, "E").name_range.of(source) == "E");
  CHECK(definition(syntax, "H").range.of(source) == "F, (G, *H) = 1, (2, 3)");
  CHECK(definition(syntax, "N").range.of(source) == "type N = int");
  CHECK(definition(syntax, "A").body.empty());
}

TEST_CASE("signatures fit on one line") {
  const auto signature = [](const std::string& source) {
    const FileSyntax syntax = parse(source);
    return signature_of(syntax.definitions.front(), source, "python");
  };
  CHECK(signature("def resolve(self, resp, req):\n  pass\n") == "def resolve(self, resp, req)");
  CHECK(signature("async def f(\n    a: int,  # first\n    b='# no',\n) -> str:\n  pass\n") ==
        "async def f(a: int, b='# no') -> str");
  CHECK(signature("def f(a=(1,),\n      b=\"\"\"x\n  y\"\"\"): ...\n") == "def f(a=(1,), b=\"\"\"x\\n  y\"\"\")");
  CHECK(signature("class A(Base,\n        metaclass=M):\n  pass\n") == "class A(Base, metaclass=M)");
  CHECK(signature("def f[T](x: T) -> T: ...\n") == "def f[T](x: T) -> T");
  CHECK(signature("LIMIT: int = 5\n") == "LIMIT: int");
}

TEST_CASE("errors say what is missing and where") {
  const std::string source = "x = (1, 2\ny = 3\n";
  const FileSyntax syntax = parse(source);
  REQUIRE(!syntax.errors.empty());
  CHECK(parse("x = 1\n").errors.empty());
}

}  // namespace
}  // namespace grit::syntax
