// Exact replacement.
#include "try_edit.h"

#include <chrono>

using grit::edit::propose_replace;
using grit::test::replaced;

namespace {

std::string why(std::string_view file, std::string_view old_text) {
  const auto outcome = propose_replace(file, "x.txt", old_text, "new");
  REQUIRE_FALSE(outcome.proposal.has_value());
  return outcome.findings.at(0).message;
}

}  // namespace

TEST_CASE("replace: the new text is literal, whatever it holds") {
  for (const char* text :
       {"x$&y$$", "$1 $` $'", "\\1 \\g<0>", "=======\n>>>>>>> REPLACE\n*** End Patch", "%s {0}", "&gt;"}) {
    CHECK_EQ(replaced("a OLD b\n", "OLD", text), "a " + std::string(text) + " b\n");
  }
}

TEST_CASE("replace: twice is refused with the lines") {
  CHECK_EQ(replaced("x=1\ny\nx=1\n", "x=1", "x=2"), "refused: not_unique");
  CHECK_EQ(why("x=1\ny\nx=1\n", "x=1"), "the old text occurs 2 times, at lines 1, 3");
  CHECK_EQ(why("aaaaaaaaaa", "a"), "the old text occurs 10 times, at lines 1, 1, 1, 1, 1, …");
}

TEST_CASE("replace: overlapping hits count") {
  CHECK_EQ(why("ab\nab\nab", "ab\nab"), "the old text occurs 2 times, at lines 1, 2");
  CHECK_EQ(why("aaa", "aa"), "the old text occurs 2 times, at lines 1, 1");
}

TEST_CASE("replace: one hit with LF and one with CRLF are two") {
  CHECK_EQ(replaced("a\nb\na\r\nb\r\n", "a\nb", "x"), "refused: not_unique");
}

TEST_CASE("replace: empty or equal texts") {
  CHECK_EQ(replaced("a\n", "", "x"), "refused: empty_old");
  CHECK_EQ(replaced("", "", "x"), "refused: empty_old");
  CHECK_EQ(replaced("a\n", "a", "a"), "refused: no_change");
  CHECK_EQ(replaced("a\r\nb\n", "a\n", "a\r\n"), "refused: no_change");
}

TEST_CASE("replace: a part of a longer word is still one exact text") {
  CHECK_EQ(replaced("idx = 1\n", "id", "ID"), "IDx = 1\n");
  CHECK_EQ(replaced("id idx\n", "id", "ID"), "refused: not_unique");
}

TEST_CASE("replace: no line is trimmed to make it fit") {
  const std::string file = "class A:\n    def m(self):\n        return 1\n\ndef m(self):\n    return 2\n";
  CHECK_EQ(replaced(file, "def m(self):\n    return 1", "x"), "refused: not_found");
  CHECK_EQ(replaced(file, "def m(self):\n    return 2", "def m(self):\n    return 3"),
           "class A:\n    def m(self):\n        return 1\n\ndef m(self):\n    return 3\n");
}

TEST_CASE("replace: an ellipsis is text, not a wildcard") {
  CHECK_EQ(replaced("class A:\n    ...\nclass B:\n    x\n    y\n", "class B:\n    ...\n", "z"), "refused: not_found");
  CHECK_EQ(replaced("class A:\n    ...\n", "    ...\n", "    x = 1\n"), "class A:\n    x = 1\n");
}

TEST_CASE("replace: a miss names the nearest lines and the first difference") {
  CHECK_EQ(
      why("begin\n a\n b = 2\n c\nend\n", "begin\n a\n b = 99\n c\nend"),
      "the old text is not in the file; nearest are lines 1-5: line 3 is \" b = 2\", the old text has \" b = 99\"");
  CHECK_EQ(
      why("\tx()\n", "    x()"),
      "the old text is not in the file; nearest are lines 1-1: line 1 is \"\\tx()\", the old text has \"    x()\"; "
      "the file's line begins with a tab, the old text's with 4 spaces");
  CHECK_EQ(
      why("# low — high\n", "# low - high"),
      "the old text is not in the file; nearest are lines 1-1: line 1 is \"# low — high\", the old text has \"# low - "
      "high\"; the quotes or dashes differ");
  CHECK_EQ(why("a\nb", "a\nb\n"), "the old text is not in the file; nearest are lines 1-2: the line ends differ");
  CHECK_EQ(why("a\nb", "b\nc"), "the old text is not in the file; nearest are lines 2-2: the file ends at line 2");
  CHECK_EQ(why("abc\n", "xyz"), "the old text is not in the file");
}

TEST_CASE("replace: in a file with a grammar it must not add errors") {
  CHECK_EQ(replaced("x = (1)\n", "(1)", "(1", "a.py"), "refused: syntax_error");
  CHECK_EQ(replaced("x = (1)\n", "(1)", "(2)", "a.py"), "x = (2)\n");
  CHECK_EQ(replaced("x = (1)\n", "(1)", "(1", "a.txt"), "x = (1\n");
}

TEST_CASE("replace: an error that was there before does not block a good edit, nor excuse a bad one") {
  const std::string broken = "def a(:\n    pass\n\nx = 1\n";
  CHECK_EQ(replaced(broken, "x = 1", "x = 2", "a.py"), "def a(:\n    pass\n\nx = 2\n");
  CHECK_EQ(replaced(broken, "x = 1", "x = = 2", "a.py"), "refused: syntax_error");
}

TEST_CASE("replace: after a line of 200 kB, in bounded time") {
  const std::string line = "x = '" + std::string(200'000, 'q') + "'\n";
  CHECK_EQ(replaced(line + "y = 1\n", "y = 1", "y = 2", "a.py"), line + "y = 2\n");
  CHECK(why(line, "z" + line).size() < 1000);
  const auto begun = std::chrono::steady_clock::now();
  CHECK_EQ(replaced(std::string(2'000'000, 'a'), std::string(1'000'000, 'a') + "b", "x"), "refused: not_found");
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(10));
}
