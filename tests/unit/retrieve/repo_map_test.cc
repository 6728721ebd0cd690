#include <doctest/doctest.h>

#include "sample_project.h"

namespace grit::retrieve {
namespace {

// everybody uses core, two files use side, nobody uses the top.
RepoMap map_of(SampleProject& project, const RepoMapOptions& options) {
  auto result = repo_map(project.store, options, {});
  REQUIRE(result);
  return *result;
}

struct Layered : SampleProject {
  Layered() {
    add("core.py", "def core_function():\n    pass\n\n\ndef forgotten():\n    pass\n")
        .add("side.py",
             "from core import core_function\n\n\nclass Side:\n    def turn_around(self):\n"
             "        core_function()\n")
        .add("top_a.py",
             "from core import core_function\nfrom side import Side\n\n\ndef top_a():\n"
             "    core_function()\n    Side().turn_around()\n")
        .add("top_b.py",
             "from core import core_function\nfrom side import Side\n\n\ndef top_b():\n"
             "    core_function()\n    Side()\n");
  }
  RepoMap map(const RepoMapOptions& options) { return map_of(*this, options); }
};

}  // namespace

TEST_CASE("repo_map: what fits is what the project leans on most") {
  Layered project;
  const RepoMap map = project.map({.max_tokens = 12});  // 36 bytes
  CHECK(map.text == "core.py:\n1 def core_function()\n");
  CHECK(map.cut);
  CHECK(map.symbols == 1);
  CHECK(map.files == 1);
}

TEST_CASE("repo_map: with room for all, every definition is there once, in the order of files and lines") {
  Layered project;
  const RepoMap map = project.map({});
  CHECK_FALSE(map.cut);
  CHECK(map.text ==
        "core.py:\n1 def core_function()\n5 def forgotten()\n"
        "side.py:\n4 class Side\n5   def turn_around(self)\n"
        "top_a.py:\n5 def top_a()\n"
        "top_b.py:\n5 def top_b()\n");
  CHECK(map.tokens == (map.text.size() + 2) / 3);
}

TEST_CASE("repo_map: never more than the budget, whatever it is") {
  Layered project;
  for (std::uint32_t tokens = 0; tokens < 60; ++tokens) {
    CAPTURE(tokens);
    CHECK(project.map({.max_tokens = tokens}).text.size() <= 3 * tokens);
  }
}

TEST_CASE("repo_map: files at hand are left out, and what they lean on comes first") {
  Layered project;
  project.add("apart.py", "def apart_function():\n    pass\n")
      .add("user.py", "from apart import apart_function\n\n\ndef user():\n    apart_function()\n");
  CHECK(project.map({.max_tokens = 14}).text == "core.py:\n1 def core_function()\n");
  const RepoMap map = project.map({.max_tokens = 14, .focus = {"user.py"}});
  CHECK(map.text == "apart.py:\n1 def apart_function()\n");
  CHECK(project.map({.focus = {"user.py"}}).text.find("user.py") == std::string::npos);
}

TEST_CASE("repo_map: a project without a definition has an empty map") {
  SampleProject project;
  project.add("notes.md", "words only\n");
  const RepoMap map = map_of(project, {});
  CHECK(map.text.empty());
  CHECK_FALSE(map.cut);
}

}  // namespace grit::retrieve
