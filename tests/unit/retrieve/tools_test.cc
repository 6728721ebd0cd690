#include <doctest/doctest.h>

#include <algorithm>

#include "sample_project.h"

namespace grit::retrieve {
namespace {

const char* const kBox =
    "\"\"\"Boxes.\"\"\"\n"                  // 1
    "from __future__ import annotations\n"  // 2
    "\n"                                    // 3
    "import os, sys\n"                      // 4
    "from typing import (\n"                // 5
    "    Any,  # all\n"                     // 6
    "    Dict,\n"                           // 7
    ")\n"                                   // 8
    "if True:\n"                            // 9
    "    import json\n"                     // 10
    "\n"                                    // 11
    "LIMIT = 3\n"                           // 12
    "\n"                                    // 13
    "class Box:\n"                          // 14
    "    @property\n"                       // 15
    "    def value(self):\n"                // 16
    "        import re\n"                   // 17
    "        return self._value\n"          // 18
    "\n"                                    // 19
    "    @value.setter\n"                   // 20
    "    def value(self, new):\n"           // 21
    "        self._value = new\n";          // 22

struct Boxes : SampleProject {
  Boxes() {
    add("box.py", kBox).add("other.py", "from box import Box\n\ndef use():\n    box = Box()\n    return box.value\n");
    add("third.py", "class Box:\n    pass\n").add("notes.md", "Boxes.\n");
  }
};

std::vector<std::string> names(const std::vector<index::Symbol>& symbols) {
  std::vector<std::string> list;
  for (const auto& symbol : symbols) list.push_back(symbol.path + "::" + symbol.qualified);
  return list;
}

TEST_CASE("find_defs: by name, by qualified name") {
  Boxes project;
  const auto by_name = find_defs(project.store, "Box");
  REQUIRE(by_name.has_value());
  CHECK(names(by_name->symbols) == std::vector<std::string>{"box.py::Box", "third.py::Box"});
  CHECK_FALSE(by_name->cut);
  CHECK(names(find_defs(project.store, "value")->symbols) ==
        std::vector<std::string>{"box.py::Box.value", "box.py::Box.value#2"});
  CHECK(names(find_defs(project.store, "Box.value")->symbols) == std::vector<std::string>{"box.py::Box.value"});
  CHECK(names(find_defs(project.store, "Box.value#2")->symbols) == std::vector<std::string>{"box.py::Box.value#2"});
  CHECK(find_defs(project.store, "Nobody")->symbols.empty());
  CHECK(find_defs(project.store, "box")->symbols.empty());  // letters count
  CHECK(find_defs(project.store, "").error().code() == Code::invalid_argument);
}

TEST_CASE("find_defs and find_refs are bounded and say when they cut") {
  Boxes project;
  const auto one = find_defs(project.store, "Box", {.max_results = 1});
  CHECK(one->symbols.size() == 1);
  CHECK(one->cut);
  const auto exact = find_defs(project.store, "Box", {.max_results = 2});
  CHECK(exact->symbols.size() == 2);
  CHECK_FALSE(exact->cut);
  const auto bytes = find_defs(project.store, "Box", {.max_bytes = 20});
  CHECK(bytes->symbols.size() == 1);
  CHECK(bytes->cut);
  const auto none = find_refs(project.store, "Box", {.max_results = 0});
  CHECK(none->references.empty());
  CHECK(none->cut);
}

TEST_CASE("find_refs: by the last component") {
  Boxes project;
  const auto refs = find_refs(project.store, "Box.value#2");
  REQUIRE(refs.has_value());
  const auto use = std::ranges::find_if(refs->references, [](const auto& ref) { return ref.path == "other.py"; });
  REQUIRE(use != refs->references.end());
  CHECK(use->line == 5);
  CHECK(use->scope == "use");
  CHECK(find_refs(project.store, "").error().code() == Code::invalid_argument);
  CHECK(find_refs(project.store, "x.").error().code() == Code::invalid_argument);
}

TEST_CASE("file_outline: the imports of the module first, then its definitions") {
  Boxes project;
  const auto outline = file_outline(project.store, project.files, "box.py");
  REQUIRE(outline.has_value());
  CHECK(outline->imports == std::vector<std::string>{"from __future__ import annotations", "import os, sys",
                                                     "from typing import (", "    Any,  # all", "    Dict,", ")",
                                                     "    import json"});
  CHECK(names(outline->symbols) ==
        std::vector<std::string>{"box.py::LIMIT", "box.py::Box", "box.py::Box.value", "box.py::Box.value#2"});
  CHECK_FALSE(outline->cut);
}

TEST_CASE("file_outline is bounded, also in its imports") {
  Boxes project;
  const auto few = file_outline(project.store, project.files, "box.py", {.max_results = 3});
  CHECK(few->imports.size() == 3);
  CHECK(few->symbols.empty());
  CHECK(few->cut);
  const auto more = file_outline(project.store, project.files, "box.py", {.max_results = 9});
  CHECK(more->symbols.size() == 2);
  CHECK(more->cut);
}

TEST_CASE("file_outline of a file with words only, of one that is not there, of one that changed") {
  Boxes project;
  const auto words = file_outline(project.store, project.files, "notes.md");
  REQUIRE(words.has_value());
  CHECK(words->imports.empty());
  CHECK(words->symbols.empty());
  CHECK(file_outline(project.store, project.files, "none.py").error().code() == Code::not_found);
  project.files.put("box.py", "changed\n");
  CHECK(file_outline(project.store, project.files, "box.py").error().code() == Code::changed);
}

TEST_CASE("read_symbol: decorators included") {
  Boxes project;
  const auto text = read_symbol(project.store, project.files, "box.py::Box.value#2");
  REQUIRE(text.has_value());
  CHECK(text->text == "@value.setter\n    def value(self, new):\n        self._value = new");
  CHECK(text->symbol.lines == LineRange{20, 22});
  CHECK_FALSE(text->cut);
  CHECK(read_symbol(project.store, project.files, "LIMIT")->text == "LIMIT = 3");
}

TEST_CASE("read_symbol is cut at a line end") {
  Boxes project;
  const auto text = read_symbol(project.store, project.files, "box.py::Box.value#2", {.max_bytes = 40});
  CHECK(text->text == "@value.setter\n    def value(self, new):\n");
  CHECK(text->cut);
}

TEST_CASE("read_symbol: what cannot be one definition") {
  Boxes project;
  const auto error = [&](std::string_view where) { return read_symbol(project.store, project.files, where).error(); };
  CHECK(error("Box").code() == Code::invalid_argument);
  CHECK(error("Box").message() == "Box has several definitions, name one of them: box.py::Box, third.py::Box");
  CHECK(error("Nobody").code() == Code::not_found);
  CHECK(error("box.py::Nobody").code() == Code::not_found);
  CHECK(error("").code() == Code::invalid_argument);
  CHECK(error("box.py::").code() == Code::invalid_argument);
  project.files.put("box.py", "changed\n");
  CHECK(error("box.py::Box").code() == Code::changed);
  REQUIRE(project.files.remove("box.py", ContentHash::of("changed\n")).ok());
  CHECK(error("box.py::Box").code() == Code::changed);
}

}  // namespace
}  // namespace grit::retrieve
