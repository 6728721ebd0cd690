#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

#include "base/glob.h"

using grit::glob_match;

namespace {

struct Case {
  const char* pattern;
  const char* path;
  bool fits;
};

// A second matcher, as plain as can be and exponential: what the real one must agree with on short input.
bool slow_match(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return path.empty();
  if (pattern.starts_with("**/")) {
    if (slow_match(pattern.substr(3), path)) return true;
    const std::size_t slash = path.find('/');
    return slash != std::string_view::npos && slow_match(pattern, path.substr(slash + 1));
  }
  if (pattern[0] == '*') {
    const bool spans = pattern.starts_with("**");
    const std::string_view rest = pattern.substr(spans ? 2 : 1);
    for (std::size_t taken = 0;; ++taken) {
      if (slow_match(rest, path.substr(taken))) return true;
      if (taken == path.size() || (!spans && path[taken] == '/')) return false;
    }
  }
  if (path.empty()) return false;
  const bool one = pattern[0] == '?' ? path[0] != '/' : pattern[0] == path[0];
  return one && slow_match(pattern.substr(1), path.substr(1));
}

}  // namespace

TEST_CASE("glob: the documented forms") {
  const std::vector<Case> cases = {
      {"a.py", "a.py", true},
      {"a.py", "a.pyc", false},
      {"a.py", "x/a.py", false},
      {"*.py", "a.py", true},
      {"*.py", ".py", true},
      {"*.py", "x/a.py", false},
      {"*", "", true},
      {"*", "a/b", false},
      {"?", "a", true},
      {"?", "/", false},
      {"?", "", false},
      {"**/x", "x", true},
      {"**/x", "a/x", true},
      {"**/x", "a/b/x", true},
      {"**/x", "ax", false},
      {"**/x", "a/bx", false},
      {"a/**", "a/b", true},
      {"a/**", "a/b/c", true},
      {"a/**", "a", false},
      {"a/**", "ab/c", false},
      {"a/**/b", "a/b", true},
      {"a/**/b", "a/x/b", true},
      {"a/**/b", "a/x/y/b", true},
      {"a/**/b", "ab", false},
      {"a/**/b", "a/xb", false},
      {"**", "", true},
      {"**", "a/b/c", true},
      {"a**b", "a/x/b", true},
      {"***", "a/b", true},
      {"**/*.py", "a.py", true},
      {"**/*.py", "x/y/a.py", true},
      {"**/**/x", "x", true},
      {"tests/**", "tests/unit/a.py", true},
      {"[abc]", "b", true},
      {"[abc]", "d", false},
      {"[a-c]x", "bx", true},
      {"[!a-c]", "d", true},
      {"[!a-c]", "b", false},
      {"[^a-c]", "d", true},
      {"[!a]", "/", false},
      {"[]x]", "]", true},
      {"[]x]", "x", true},
      {"[a-]", "-", true},
      {"[\\]]", "]", true},
      {"[\\-a]", "-", true},
      {"[abc", "[abc", true},
      {"[", "[", true},
      {"\\*", "*", true},
      {"\\*", "a", false},
      {"a\\", "a\\", true},
      {"[z-a]", "m", false},
      {"A.py", "a.py", false},
      {"\xC3\xA9*", "\xC3\xA9t\xC3\xA9", true},
      {"", "", true},
      {"", "a", false},
      {"a*b*c", "aXbXbXc", true},
      {"a*b*c", "aXbXbX", false},
  };
  for (const Case& each : cases) {
    CAPTURE(each.pattern);
    CAPTURE(each.path);
    CHECK(glob_match(each.pattern, each.path) == each.fits);
  }
}

TEST_CASE("glob: agrees with a plain matcher on every short pattern") {
  const std::string alphabet = "a*?/b";
  std::vector<std::string> words = {""};
  for (std::size_t begin = 0, length = 0; length < 5; ++length) {
    const std::size_t end = words.size();
    for (; begin < end; ++begin) {
      for (char letter : alphabet) words.push_back(words[begin] + letter);
    }
  }
  const std::vector<std::string> paths = {"",   "a",  "b",  "/",     "ab",    "a/b", "b/a",
                                          "a/", "/a", "aa", "a/a/b", "ab/ba", "aab", "a//b"};
  std::size_t wrong = 0;
  for (const std::string& pattern : words) {
    // "**/" that does not begin a component, and longer runs of stars, are defined by the cases above.
    if (pattern.find("***") != std::string::npos) continue;
    const std::size_t folders = pattern.find("**/");
    if (folders != std::string::npos && folders > 0 && pattern[folders - 1] != '/') continue;
    for (const std::string& path : paths) wrong += glob_match(pattern, path) != slow_match(pattern, path) ? 1 : 0;
  }
  CHECK(wrong == 0);
}

TEST_CASE("glob: time grows with the product of pattern and path") {
  const std::string pattern = []() {
    std::string stars;
    for (int i = 0; i < 60; ++i) stars += "*a";
    return stars + "b";
  }();
  const auto begin = std::chrono::steady_clock::now();
  CHECK_FALSE(glob_match(pattern, std::string(2000, 'a') + "cb"));
  CHECK_FALSE(glob_match("**/**/**/**/**/**/**/**/x?b", std::string(4000, '/') + "b"));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

TEST_CASE("glob: any of several") {
  const std::vector<std::string> patterns = {"*.py", "docs/**"};
  CHECK(grit::glob_match_any(patterns, "a.py"));
  CHECK(grit::glob_match_any(patterns, "docs/a/b.md"));
  CHECK_FALSE(grit::glob_match_any(patterns, "src/a.py"));
  CHECK_FALSE(grit::glob_match_any({}, "a.py"));
}
