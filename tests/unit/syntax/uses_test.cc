#include "parse.h"

namespace grit::syntax {
namespace {

TEST_CASE("calls, attributes and names") {
  const std::string source =
      "import os\n"
      "def save(): pass\n"
      "os.path.join(save(), save, os.sep)\n"
      "make().save()\n"
      "print(f'{save.x}')\n";
  const FileSyntax syntax = parse(source);
  CHECK(uses_of(syntax, "save") == Names{"call = save", "name = save", "call", "name = save"});
  CHECK(uses_of(syntax, "join") == Names{"call of os.path from os"});
  CHECK(uses_of(syntax, "path") == Names{"attribute of os from os"});
  CHECK(uses_of(syntax, "sep") == Names{"attribute of os from os"});
  CHECK(uses_of(syntax, "x") == Names{"attribute of save"});
  CHECK(uses_of(syntax, "make") == Names{"call"});
}

TEST_CASE("names of parameters, keywords and targets are no uses") {
  const std::string source =
      "def f(a, b: int = 1, *args, c=2, **kw):\n"
      "    d = e = 1\n"
      "    for g, h in []: pass\n"
      "    with x as (i, j): pass\n"
      "    try: pass\n"
      "    except E as k: pass\n"
      "    (l := 1)\n"
      "    call(m=1)\n"
      "    global n\n"
      "    lambda o: 1\n";
  const FileSyntax syntax = parse(source);
  for (const char* name : {"a", "b", "args", "c", "kw", "d", "e", "g", "h", "i", "j", "k", "l", "m", "n", "o", "f"}) {
    CAPTURE(name);
    CHECK(uses_of(syntax, name).empty());
  }
  CHECK(uses_of(syntax, "int") == Names{"name"});
  CHECK(uses_of(syntax, "x") == Names{"name"});
  CHECK(uses_of(syntax, "E") == Names{"name"});
}

TEST_CASE("parameters and variables of functions are local") {
  const std::string source =
      "def data(): pass\n"
      "def f(data):\n"
      "    other = data\n"
      "    def g(): return data, other\n"
      "    return [item for item in other if item]\n"
      "def h(): return data\n"
      "def k():\n"
      "    global data\n"
      "    data = data\n"
      "total = 0\n"
      "def l():\n"
      "    global total\n"
      "    total += 1\n"
      "f2 = lambda q: q\n";
  const FileSyntax syntax = parse(source);
  CHECK(uses_of(syntax, "data") == Names{"name local", "name local", "name = data", "name = data"});
  CHECK(uses_of(syntax, "other") == Names{"name local", "name local"});
  CHECK(uses_of(syntax, "item") == Names{"name local", "name local"});
  CHECK(uses_of(syntax, "total") == Names{"name = total"});
  CHECK(uses_of(syntax, "q") == Names{"name local"});
}

TEST_CASE("a class's own names are seen in its body but not in its methods") {
  const std::string source =
      "class C:\n"
      "    def build(self): return build\n"
      "    made = build\n";
  const FileSyntax syntax = parse(source);
  CHECK(uses_of(syntax, "build") == Names{"name", "name = C.build"});
}

TEST_CASE("attributes of self mean the class around the method") {
  const std::string source =
      "class C:\n"
      "    def save(self):\n"
      "        self.save(); self.db.save(); other.save(); C.save(1)\n"
      "        def inner(): self.save()\n"
      "    @classmethod\n"
      "    def make(cls): cls.save()\n"
      "    @staticmethod\n"
      "    def plain(self): self.save()\n";
  const FileSyntax syntax = parse(source);
  CHECK(uses_of(syntax, "save") == Names{"call of self self = C.save", "call of self.db", "call of other",
                                         "call of C = C.save", "call of self self = C.save",
                                         "call of cls self = C.save", "call of self"});
  CHECK(uses_of(syntax, "db") == Names{"attribute of self self"});
}

TEST_CASE("scope of a use is the definition around it, decorators and defaults included") {
  const std::string source =
      "@deco\n"
      "def f(a=default):\n"
      "    return body\n"
      "after\n";
  const FileSyntax syntax = parse(source);
  for (const Use& use : syntax.uses) {
    CAPTURE(use.name);
    CHECK(use.scope == (use.name == "after" ? kNone : 0));
  }
  CHECK(syntax.uses.size() == 4);
}

TEST_CASE("imports") {
  const std::string source =
      "import a\n"
      "import a.b.c\n"
      "import a.b as d, e\n"
      "from . import f\n"
      "from ..g . h import (i, j as k,)\n"
      "from l import *\n"
      "from __future__ import annotations\n";
  const FileSyntax syntax = parse(source);
  Names seen;
  for (const Import& import : syntax.imports) {
    seen.push_back(import.module + "|" + std::string(import.name) + "|" + std::string(import.alias));
  }
  CHECK(seen == Names{"a||a", "a.b.c||a", "a.b||d", "e||e", ".|f|f", "..g.h|i|i", "..g.h|j|k", "l|*|",
                      "__future__|annotations|annotations"});
  CHECK(uses_of(syntax, "c") == Names{"import from a.b.c"});
  CHECK(uses_of(syntax, "j") == Names{"import from ..g.h"});
  CHECK(syntax.imports[4].range.of(source) == "from . import f");
}

TEST_CASE("a name that is imported or else assigned has both") {
  const std::string source =
      "try:\n    from fast import loads\nexcept ImportError:\n    loads = None\nloads()\n"
      "def f():\n    import inside\n    inside.go()\ninside\n";
  const FileSyntax syntax = parse(source);
  CHECK(uses_of(syntax, "loads") == Names{"import from fast", "call = loads from fast"});
  CHECK(uses_of(syntax, "go") == Names{"call of inside from inside"});
  CHECK(uses_of(syntax, "inside") == Names{"import from inside", "name from inside", "name"});
}

TEST_CASE("patterns of match bind single names and look up the others") {
  const std::string source =
      "match command:\n"
      "    case Point(x=0) if guard: pass\n"
      "    case Color.RED | [first, *rest]: pass\n"
      "    case {'k': value, **kw} as whole: pass\n"
      "    case mod.Kind(): pass\n";
  const FileSyntax syntax = parse(source);
  CHECK(uses_of(syntax, "command") == Names{"name"});
  CHECK(uses_of(syntax, "Point") == Names{"name"});
  CHECK(uses_of(syntax, "guard") == Names{"name"});
  CHECK(uses_of(syntax, "RED") == Names{"attribute of Color"});
  CHECK(uses_of(syntax, "Kind") == Names{"attribute of mod"});
  for (const char* name : {"x", "first", "rest", "value", "kw", "whole"}) {
    CAPTURE(name);
    CHECK(uses_of(syntax, name).empty());
  }
}

TEST_CASE("uses and imports are left out where nobody asks for them") {
  const std::string source = "import a\nx = a.b()\ndef f(): pass\n";
  Parser parser;
  const auto parsed = parser.parse(source, "python", {}, {.uses = false}, {});
  REQUIRE(parsed.has_value());
  CHECK(parsed->uses.empty());
  CHECK(parsed->imports.empty());
  CHECK(qualified_names(*parsed) == Names{"x", "f"});
}

TEST_CASE("every use is its name's bytes and in order") {
  const std::string source = "a.b(c)[d](e=f).g\n@h\ndef i(j=k): return l\n";
  const FileSyntax syntax = parse(source);
  std::uint64_t last = 0;
  for (const Use& use : syntax.uses) {
    CHECK(use.range.of(source) == use.name);
    CHECK(use.range.begin >= last);
    last = use.range.begin;
  }
  CHECK(syntax.uses.size() == 9);
}

}  // namespace
}  // namespace grit::syntax
