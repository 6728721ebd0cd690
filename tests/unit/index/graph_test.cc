// What references mean: one case of Python's rules after the other, each with its kind, its targets and their number.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "project.h"

namespace grit::index {
namespace {

using Sources = std::map<std::string, std::string>;

// The uses of a name in a file, without imports, each as "resolution target target of candidates".
Lines meanings(const Sources& sources, const std::string& path, const std::string& name) {
  Project project;
  for (const auto& [file, text] : sources) project.files.put(file, text);
  Lines out;
  const auto store = project.indexed_store();
  const Status status = store->references({.path = path, .name = name}, [&](const Reference& reference) {
    if (reference.kind == ReferenceKind::import) return true;
    std::string line = resolution_name(reference.resolution);
    for (const ReferenceTarget& target : reference.targets) {
      line += " " + target.path + "::" + target.qualified + (target.implied ? " implied" : "");
    }
    out.push_back(line + " of " + std::to_string(reference.candidates));
    CHECK(reference.target == (reference.targets.empty() ? "" : reference.targets.front().path));
    CHECK(is_certain(reference.resolution) == !reference.targets.empty());
    return true;
  });
  REQUIRE_MESSAGE(status.ok(), status.message());
  return out;
}

TEST_CASE("graph: imports of every form") {
  Sources sources = {{"pkg/__init__.py", "from .base import run as go\nfrom .stars import *\n"},
                     {"pkg/base.py", "def run(): pass\n"},
                     {"pkg/stars.py", "from .deep import *\ndef shine(): pass\n"},
                     {"pkg/deep.py", "class Star:\n    def twinkle(self): pass\n"},
                     {"pkg/sub/__init__.py", ""},
                     {"pkg/sub/leaf.py", "from ..base import run\nfrom .. import base\nrun()\nbase.run()\n"}};
  CHECK(meanings(sources, "pkg/sub/leaf.py", "run") ==
        Lines{"import pkg/base.py::run of 1", "import pkg/base.py::run of 1"});
  sources["a.py"] =
      "import pkg.sub.leaf\nimport pkg.base as b\nfrom pkg import go, shine, Star\nfrom pkg.base import run as r\n"
      "pkg.sub.leaf.run()\nb.run()\ngo()\nshine()\nStar().twinkle()\nr()\npkg.go()\npkg.Star.twinkle(1)\n";
  CHECK(meanings(sources, "a.py", "run") ==
        Lines{"import pkg/base.py::run of 1", "import pkg/base.py::run of 1", "import pkg/base.py::run of 1"});
  CHECK(meanings(sources, "a.py", "go") == Lines{"import pkg/base.py::run of 1", "import pkg/base.py::run of 1"});
  CHECK(meanings(sources, "a.py", "shine") == Lines{"import pkg/stars.py::shine of 1"});
  CHECK(meanings(sources, "a.py", "twinkle") ==
        Lines{"inferred pkg/deep.py::Star.twinkle of 1", "import pkg/deep.py::Star.twinkle of 1"});
  sources["b.py"] = "from pkg import *\nshine()\nnowhere()\n";
  CHECK(meanings(sources, "b.py", "shine") == Lines{"import pkg/stars.py::shine of 1"});
  CHECK(meanings(sources, "b.py", "nowhere") == Lines{"unresolved of 0"});
}

TEST_CASE("graph: what comes from elsewhere is nothing of the project") {
  const Sources sources = {
      {"own.py", "def join(x): pass\ndef get(x): pass\ndef strip(x): pass\n"},
      {"a.py",
       "import os, requests\nos.path.join('a')\n''.join([])\nrequests.Session().get('u')\n"
       "def f(text, **options):\n    options.get('x')\n    str(text).strip()\n    text.strip()\n"}};
  CHECK(meanings(sources, "a.py", "join") == Lines{"unresolved of 0", "unresolved of 0"});
  CHECK(meanings(sources, "a.py", "get") == Lines{"unresolved of 0", "unresolved of 0"});
  CHECK(meanings(sources, "a.py", "strip") == Lines{"unresolved of 0", "name_only of 1"});
}

TEST_CASE("graph: self, cls, super and bases in other files") {
  const Sources sources = {
      {"base.py",
       "class Root:\n    def save(self): pass\n    def load(self): pass\n"
       "class Left(Root):\n    def save(self): super().save()\n"
       "class Right(Root):\n    def save(self): pass\n"},
      {"a.py",
       "import base\nfrom base import Left as L\n"
       "class Both(L, base.Right):\n"
       "    def go(self):\n        self.save()\n        self.load()\n        self.own()\n        super().save()\n"
       "    def own(self): pass\n"
       "    @classmethod\n    def make(cls): cls.own(1); return cls()\n"
       "Both.load(1)\nBoth.make().own()\n"}};
  CHECK(meanings(sources, "a.py", "save") ==
        Lines{"inherited base.py::Left.save of 1", "inherited base.py::Left.save of 1"});
  CHECK(meanings(sources, "a.py", "load") ==
        Lines{"inherited base.py::Root.load of 1", "inherited base.py::Root.load of 1"});
  CHECK(meanings(sources, "a.py", "own") ==
        Lines{"same_class a.py::Both.own of 1", "same_class a.py::Both.own of 1", "inferred a.py::Both.own of 1"});
  CHECK(meanings(sources, "base.py", "save") == Lines{"inherited base.py::Root.save of 1"});
}

TEST_CASE("graph: super follows the order of classes, and classes that are their own bases end") {
  const Sources sources = {{"a.py",
                            "class A:\n    def f(self): pass\n"
                            "class B(A): pass\n"
                            "class C(A):\n    def f(self): pass\n"
                            "class D(B, C):\n    def g(self): super().f()\n"},
                           {"loop.py", "class X(Y):\n    def g(self): self.h()\nclass Y(X): pass\n"}};
  CHECK(meanings(sources, "a.py", "f") == Lines{"inherited a.py::C.f of 1"});
  CHECK(meanings(sources, "loop.py", "h") == Lines{"unresolved of 0"});
}

TEST_CASE("graph: objects whose class the source says") {
  const Sources sources = {{"db.py",
                            "class Row:\n    def drop(self): pass\n"
                            "class Db:\n"
                            "    def __enter__(self): return self\n"
                            "    def row(self) -> 'Row': pass\n"
                            "    @property\n    def first(self) -> Row: pass\n"
                            "    def drop(self): pass\n"
                            "def connect(): return Db()\n"
                            "main = connect()\n"},
                           {"a.py",
                            "import db, typing as t\nfrom db import Db, main\n"
                            "def f(a: Db, b: t.Optional[Db], c: 'db.Row', d: Db | None, e):\n"
                            "    a.drop(); b.drop(); c.drop(); d.drop(); e.drop()\n"
                            "    x = Db()\n    x.drop()\n    x.row().drop()\n    x.first.drop()\n"
                            "    with db.connect() as y: y.drop()\n    main.drop()\n"
                            "    x = e\n    x.drop()\n"
                            "class Holder:\n"
                            "    kept = Db()\n"
                            "    def __init__(self, given):\n        self.row = db.Row()\n        self.given = given\n"
                            "    def g(self):\n        self.row.drop(); self.kept.drop(); self.given.drop()\n"}};
  const std::string row = "inferred db.py::Row.drop of 1";
  const std::string database = "inferred db.py::Db.drop of 1";
  const std::string open = "name_only of 2";
  CHECK(meanings(sources, "a.py", "drop") == Lines{database, database, row, database, open, database, row, row,
                                                   database, database, open, row, database, open});
}

TEST_CASE("graph: all alternatives are targets, what is overwritten is none") {
  const Sources sources = {
      {"fast.py", "def loads(): pass\n"},
      {"a.py",
       "try:\n    from fast import loads\nexcept ImportError:\n    def loads(): pass\n"
       "loads()\n"
       "if loads:\n    def run(): pass\nelse:\n    def run(): pass\n"
       "run()\n"
       "def f(flag):\n"
       "    if flag: x = A()\n    else: x = B()\n    x.go()\n    x = B()\n    x.go()\n"
       "class A:\n    def go(self): pass\n"
       "class B:\n    def go(self): pass\n"},
      {"b.py", "from fast import loads\ndef loads(): pass\nloads()\n"},
      {"c.py", "from b import loads\nfrom a import run\nloads()\nrun()\n"},
      {"d.py",
       "from typing import overload\n@overload\ndef g(a: int): pass\n@overload\ndef g(a: str): pass\n"
       "def g(a): pass\ng(1)\n"}};
  CHECK(meanings(sources, "a.py", "loads") ==
        Lines{"import fast.py::loads a.py::loads of 2", "import fast.py::loads a.py::loads of 2"});
  CHECK(meanings(sources, "a.py", "run") == Lines{"same_file a.py::run a.py::run#2 of 2"});
  CHECK(meanings(sources, "a.py", "go") == Lines{"inferred a.py::B.go a.py::A.go of 2", "inferred a.py::B.go of 1"});
  CHECK(meanings(sources, "b.py", "loads") == Lines{"same_file b.py::loads of 1"});
  CHECK(meanings(sources, "c.py", "loads") == Lines{"import b.py::loads of 1"});
  CHECK(meanings(sources, "c.py", "run") == Lines{"import a.py::run a.py::run#2 of 2"});
  CHECK(meanings(sources, "d.py", "g") == Lines{"same_file d.py::g#3 of 1"});
}

TEST_CASE("graph: scopes, decorators and nested definitions") {
  const Sources sources = {{"a.py",
                            "def deco(f): return f\n"
                            "class C:\n"
                            "    def deco(f): return f\n"
                            "    @deco\n    def m(self): return deco\n"
                            "    class Inner:\n        def m(self): pass\n"
                            "    def make(self) -> Inner: return C.Inner().m()\n"
                            "def outer():\n"
                            "    def deco(f): pass\n"
                            "    @deco\n    def inner(): deco(1)\n"}};
  CHECK(meanings(sources, "a.py", "deco") == Lines{"same_file a.py::C.deco of 1", "same_file a.py::deco of 1",
                                                   "same_file a.py::outer.<locals>.deco of 1",
                                                   "same_file a.py::outer.<locals>.deco of 1"});
  CHECK(meanings(sources, "a.py", "Inner") == Lines{"same_file a.py::C.Inner of 1", "same_file a.py::C.Inner of 1"});
  CHECK(meanings(sources, "a.py", "m") == Lines{"inferred a.py::C.Inner.m of 1"});
}

TEST_CASE("graph: calling a class runs its own or inherited __init__") {
  const Sources sources = {
      {"base.py", "class Base:\n    def __init__(self): pass\n"},
      {"a.py", "from base import Base\nclass Child(Base): pass\nclass Bare: pass\nBase()\nChild()\nBare()\nBase\n"}};
  CHECK(meanings(sources, "a.py", "Base") == Lines{"import base.py::Base of 1",
                                                   "import base.py::Base base.py::Base.__init__ implied of 1",
                                                   "import base.py::Base of 1"});
  CHECK(meanings(sources, "a.py", "Child") == Lines{"same_file a.py::Child base.py::Base.__init__ implied of 1"});
  CHECK(meanings(sources, "a.py", "Bare") == Lines{"same_file a.py::Bare of 1"});
}

TEST_CASE("graph: members that a class gets elsewhere are not made up") {
  const Sources sources = {{"own.py", "class Other:\n    def start(self): pass\n    def hook(self): pass\n"},
                           {"a.py",
                            "import threading\n"
                            "class T(threading.Thread):\n    def go(self): self.start()\n"
                            "class Mixin:\n    def go(self): self.start()\n"
                            "class Holder:\n    def __init__(self, hook): self.hook = hook\n"
                            "    def go(self): self.hook()\n"}};
  CHECK(meanings(sources, "a.py", "start") == Lines{"unresolved of 0", "name_only of 1"});
  CHECK(meanings(sources, "a.py", "hook") == Lines{"unresolved of 0", "unresolved of 0"});
}

TEST_CASE("graph: an ambiguous call says how many definitions it can mean") {
  Sources sources;
  for (int i = 0; i < 10; ++i) {
    const std::string number = std::to_string(i);
    sources["m" + number + ".py"] = "class C" + number + ":\n    def save(self): pass\n";
  }
  sources["use.py"] = "from m3 import C3\ndef f(x):\n    x.save()\n    C3().save()\n";
  CHECK(meanings(sources, "use.py", "save") == Lines{"name_only of 10", "inferred m3.py::C3.save of 1"});
  Project project;
  for (const auto& [file, text] : sources) project.files.put(file, text);
  const auto store = project.indexed_store();
  std::vector<Edge> edges;
  REQUIRE(store
              ->edges({.from = "use.py"},
                      [&](const Edge& edge) {
                        if (edge.name == "save") edges.push_back(edge);
                        return true;
                      })
              .ok());
  REQUIRE(edges.size() == 10);
  for (const Edge& edge : edges) {
    CAPTURE(edge.to);
    const bool known = edge.to == "m3.py";
    CHECK(edge.resolution == (known ? Resolution::inferred : Resolution::name_only));
    CHECK(edge.candidates == (known ? 1 : 10));
    CHECK(edge.references == (known ? 2 : 1));
    CHECK(edge.definitions == 10);
    CHECK(edge.weight == doctest::Approx(0.1));  // defined in more than 5 files
  }
}

TEST_CASE("graph: an edge has the name that its target gives it") {
  Project project;
  project.files.put("db.py", "def save_everything(): pass\n");
  project.files.put("a.py", "from db import save_everything as s\ns()\ns()\n");
  const Lines expected = {"a.py -> db.py save_everything x3 w10 of 1 import"};
  CHECK(edge_lines(*project.indexed_store()) == expected);
  CHECK(reference_lines(*project.store(), {.name = "save_everything"}).size() == 3);
}

TEST_CASE("graph: long chains and circles of imports and values end") {
  Project project;
  std::string chain;
  for (int i = 0; i < 300; ++i) {
    const std::string number = std::to_string(i);
    project.files.put("m" + number + ".py", "from m" + std::to_string(i + 1) + " import *\nfrom m0 import *\n");
    chain += "v" + number + " = v" + std::to_string(i + 1) + ".x()\n";
  }
  project.files.put("m300.py", "def deep(): pass\n");
  project.files.put("use.py", "from m0 import deep\ndeep()\n" + chain + "v0.deep()\nself.a = self.a.b()\n");
  project.files.put("circle.py",
                    "class A:\n    def f(self): return self.g()\n    def g(self): return self.f()\n"
                    "    def h(self): self.f().deep()\n");
  const auto store = project.indexed_store();
  CHECK_FALSE(reference_lines(*store).empty());
  CHECK_FALSE(edge_lines(*store).empty());
}

}  // namespace
}  // namespace grit::index
