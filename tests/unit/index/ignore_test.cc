#include "ignore.h"

#include <doctest/doctest.h>

namespace grit::index {
namespace {

bool ignores(std::string_view rules, std::string_view path, bool is_folder = false) {
  return IgnoreRules(rules).verdict(path, is_folder) == Verdict::ignored;
}

TEST_CASE("a name without a slash fits at any depth") {
  CHECK(ignores("a.py", "a.py"));
  CHECK(ignores("a.py", "b/c/a.py"));
  CHECK(!ignores("a.py", "ba.py"));
  CHECK(!ignores("a.py", "a.py/b"));
}

TEST_CASE("a slash at the begin or in the middle ties a pattern to its folder") {
  CHECK(ignores("/a", "a"));
  CHECK(!ignores("/a", "b/a"));
  CHECK(ignores("b/a", "b/a"));
  CHECK(!ignores("b/a", "c/b/a"));
}

TEST_CASE("a slash at the end fits folders only") {
  CHECK(ignores("a/", "a", true));
  CHECK(!ignores("a/", "a", false));
  CHECK(ignores("a/", "b/a", true));
  CHECK(ignores("b/a/", "b/a", true));
}

TEST_CASE("wildcards stay inside a component") {
  CHECK(ignores("*.py", "x/a.py"));
  CHECK(ignores("a*c", "abbc"));
  CHECK(ignores("a*c", "ac"));
  CHECK(!ignores("b/*", "b/c/d"));
  CHECK(ignores("b/*", "b/c"));
  CHECK(ignores("?.py", "a.py"));
  CHECK(!ignores("?.py", "ab.py"));
  CHECK(!ignores("a?b/c", "a/b/c"));
  CHECK(ignores("*a*b*c", "xaxbxaxc"));
}

TEST_CASE("two stars span components") {
  CHECK(ignores("**/a", "a"));
  CHECK(ignores("**/a", "x/y/a"));
  CHECK(ignores("a/**", "a/b/c"));
  CHECK(!ignores("a/**", "a", true));
  CHECK(ignores("a/**/b", "a/b"));
  CHECK(ignores("a/**/b", "a/x/y/b"));
  CHECK(!ignores("a/**/b", "xa/b"));
  CHECK(ignores("a/**/b/**/c", "a/b/b/x/c"));
  CHECK(ignores("a**b", "axxb"));
  CHECK(!ignores("a**b/c", "a/b/c"));
}

TEST_CASE("character classes") {
  CHECK(ignores("[abc].py", "b.py"));
  CHECK(!ignores("[!abc].py", "b.py"));
  CHECK(!ignores("[^abc].py", "b.py"));
  CHECK(ignores("[!abc].py", "d.py"));
  CHECK(ignores("[a-c].py", "b.py"));
  CHECK(ignores("[]-].py", "].py"));
  CHECK(ignores("[]-].py", "-.py"));
  CHECK(ignores("[[:digit:]x].py", "7.py"));
  CHECK(ignores("[[:digit:]x].py", "x.py"));
  CHECK(!ignores("[[:nonsense:]].py", "7.py"));
  CHECK(ignores("[\\]].py", "].py"));
  CHECK(!ignores("[a.py", "[a.py"));
  CHECK(ignores("[--0].py", "..py"));
}

TEST_CASE("escapes, comments and blanks") {
  CHECK(ignores("\\#a", "#a"));
  CHECK(!ignores("#a", "#a"));
  CHECK(ignores("\\!a", "!a"));
  CHECK(ignores("a\\*", "a*"));
  CHECK(!ignores("a\\*", "ab"));
  CHECK(ignores("a  ", "a"));
  CHECK(ignores("a\\ ", "a "));
  CHECK(!ignores("a\\", "a"));
  CHECK(ignores("a\r\nb\r\n", "b"));
  CHECK(
      ignores("\xEF\xBB\xBF"
              "a\n",
              "a"));
  CHECK(!ignores("\n\n/\n!\n", "a"));
}

TEST_CASE("the last rule that fits decides") {
  CHECK(IgnoreRules("*.py\n!a.py\n").verdict("a.py", false) == Verdict::wanted);
  CHECK(IgnoreRules("!a.py\n*.py\n").verdict("a.py", false) == Verdict::ignored);
  CHECK(IgnoreRules("*.py\n").verdict("a.c", false) == Verdict::none);
}

TEST_CASE("many stars take no exponential time") {
  std::string pattern, name;
  for (int i = 0; i < 60; ++i) pattern += "a*";
  name.assign(200, 'a');
  CHECK(!ignores(pattern + "b", name));
  std::string deep, path;
  for (int i = 0; i < 40; ++i) deep += "**/a*/";
  for (int i = 0; i < 200; ++i) path += "a/";
  CHECK(!ignores(deep + "b", path + "c"));
}

}  // namespace
}  // namespace grit::index
