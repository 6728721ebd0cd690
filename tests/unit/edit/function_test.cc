// Answers with a whole function: what is taken, mended and refused.
#include "try_edit.h"

using grit::edit::FinishReason;
using grit::test::edited;
using grit::test::notes_of;
using grit::test::outcome_of;

namespace {

const std::string kFile = R"(import os


def area(width, height=1):
    """Multiply."""
    result = width + height
    return result


class Shape:
    def name(self):
        label = "shape"
        return label
)";

std::string with(std::string_view old_text, std::string_view new_text) {
  std::string out = kFile;
  out.replace(out.find(old_text), old_text.size(), new_text);
  return out;
}

const std::string kGood = with("width + height", "width * height");
constexpr std::string_view kAnswer =
    "def area(width, height=1):\n    \"\"\"Multiply.\"\"\"\n    result = width * height\n    return result";

std::string of(std::string_view before, std::string_view after) {
  return std::string(before) + std::string(kAnswer) + std::string(after);
}

}  // namespace

TEST_CASE("fences: one around the answer, of any length and kind") {
  CHECK_EQ(edited(kFile, "area", kAnswer), kGood);
  CHECK_EQ(edited(kFile, "area", of("```python\n", "\n```")), kGood);
  CHECK_EQ(edited(kFile, "area", of("```\n", "\n```\n\n")), kGood);
  CHECK_EQ(edited(kFile, "area", of("~~~~py\n", "\n~~~~")), kGood);
  CHECK_EQ(edited(kFile, "area", of("`````\n", "\n`````")), kGood);
  CHECK_EQ(edited(kFile, "area", of("Here:\n  ```python\n", "\n  ```")), kGood);
}

TEST_CASE("fences: one in a docstring does not close the one around") {
  const std::string file = "def f(n):\n    \"\"\"Do.\n\n```\nf(1)\n```\n    \"\"\"\n    return n\n";
  const std::string answer = "def f(n):\n    \"\"\"Do.\n\n```\nf(1)\n```\n    \"\"\"\n    return n + 1";
  const std::string good = answer + "\n";
  CHECK_EQ(edited(file, "f", answer), good);
  CHECK_EQ(edited(file, "f", "```python\n" + answer + "\n```"), good);
  CHECK_EQ(edited(file, "f", "Sure!\n```python\n" + answer + "\n```\nDone.\n"), good);
}

TEST_CASE("fences: the one that defines the function, also when it is not the first") {
  CHECK_EQ(edited(kFile, "area", of("Call it so:\n```python\narea(1, 2)\n```\nand so:\n```python\n", "\n```")), kGood);
  CHECK_EQ(edited(kFile, "area", of("```python\n", "\n```\nOutput:\n```\n2\n```")), kGood);
}

TEST_CASE("fences: two versions of the function are refused when both are good, else the good one is taken") {
  const std::string other = "def area(width, height=1):\n    \"\"\"Multiply.\"\"\"\n    return width * height\n";
  CHECK_EQ(edited(kFile, "area", of("```python\n", "\n```\nor\n```python\n") + other + "```"),
           "refused: ambiguous_answer");
  const std::string old_one =
      "def area(width, height=1):\n    \"\"\"Multiply.\"\"\"\n    result = width + height\n    return result\n";
  CHECK_EQ(edited(kFile, "area", "Before:\n```python\n" + old_one + of("```\nAfter:\n```python\n", "\n```")), kGood);
  CHECK_EQ(edited(kFile, "area", of("```python\n", "\n```\nagain:\n```python\n") + std::string(kAnswer) + "\n```"),
           kGood);
}

TEST_CASE("fences: one that is never closed counts only when the model stopped by itself") {
  CHECK_EQ(edited(kFile, "area", of("```python\n", ""), FinishReason::stop), kGood);
  CHECK_EQ(edited(kFile, "area", of("```python\n", ""), FinishReason::other), "refused: truncated");
  CHECK_EQ(edited(kFile, "area", of("```python\n", ""), FinishReason::length), "refused: truncated");
}

TEST_CASE("a length stop is never applied, whatever the answer looks like and whoever chose the gates") {
  CHECK_EQ(edited(kFile, "area", kAnswer, FinishReason::length), "refused: truncated");
  const auto target = grit::edit::locate(kFile, "x.py", "area");
  const auto outcome = grit::edit::propose_function(kFile, *target, kAnswer, FinishReason::length, {});
  CHECK_FALSE(outcome->proposal.has_value());
}

TEST_CASE("prose: outside of a fence it is left out, inside it is not") {
  CHECK_EQ(edited(kFile, "area", of("Sure! Here's the function (it's short):\n\n", "\n\nI've changed + to *.")), kGood);
  CHECK_EQ(notes_of(kFile, "area", of("Here it is:\n", "")), "prose_dropped");
  CHECK_EQ(edited(kFile, "area", of("```python\nHere is the function:\n", "\n```")), "refused: extra_code");
  CHECK_EQ(edited(kFile, "area", of("```python\n", "\nNow it multiplies.\n```")), "refused: extra_code");
}

TEST_CASE("reasoning: cut at the last closing tag; a tag that code talks about stays") {
  CHECK_EQ(edited(kFile, "area", of("<think>\nhm\n</think>\n", "")), kGood);
  CHECK_EQ(edited(kFile, "area", of("still thinking\n</think>\n\n```python\n", "\n```")), kGood);
  CHECK_EQ(edited(kFile, "area", of("<thought>a</thought>\nb\n<thought>c</thought>\n", "")), kGood);
  CHECK_EQ(edited(kFile, "area", of("<think>\ndef area(width, height=1):\n    return 0\n</think>\n", "")), kGood);
  CHECK_EQ(edited(kFile, "area", of("<think>\n", "")), "refused: no_code");
  CHECK_EQ(edited(kFile, "area", of("", "\n</think>\nI cannot say.")), "refused: no_code");
  const std::string tagged = "def f(s):\n    return s\n";
  CHECK_EQ(edited(tagged, "f", "def f(s):\n    return s.split('</think>')[0]\n"),
           "def f(s):\n    return s.split('</think>')[0]\n");
}

TEST_CASE("line numbers: taken off when every line has one and they count up") {
  CHECK_EQ(edited("def f(n):\n    return n\n", "f", "1 | def f(n):\n2 |     return n + 1"),
           "def f(n):\n    return n + 1\n");
  CHECK_EQ(edited("def f(n):\n    return n\n", "f", "7: def f(n):\n8:     return n + 1"),
           "def f(n):\n    return n + 1\n");
  CHECK_EQ(edited("def f(n):\n    return n\n", "f", "```\n9→def f(n):\n10→    return n + 1\n```"),
           "def f(n):\n    return n + 1\n");
  CHECK_EQ(edited("def f(n):\n    return n\n", "f", "     1\tdef f(n):\n     2\t    return n + 1"),
           "def f(n):\n    return n + 1\n");
  CHECK_EQ(edited("def f(n):\n    return n\n", "f", "1 | def f(n):\n3 |     return n + 1"), "refused: line_numbers");
}

TEST_CASE("diffs: signs on every line are taken off, a diff is refused") {
  CHECK_EQ(edited("def f(n):\n    return n\n", "f", "+def f(n):\n+    return n + 1"), "def f(n):\n    return n + 1\n");
  CHECK_EQ(edited("def f(n):\n    return n\n", "f",
                  "```diff\n@@ -1,2 +1,2 @@\n def f(n):\n-    return n\n+    return n + 1\n```"),
           "refused: diff_answer");
  CHECK_EQ(edited("def f(n):\n    return n\n", "f",
                  "<<<<<<< SEARCH\n    return n\n=======\n    return n + 1\n>>>>>>> REPLACE"),
           "refused: conflict_markers");
  CHECK_EQ(edited("def f(n):\n    return n\n", "f", "def f(n):\n    return n + 1\n<<<<<<< HEAD\n"),
           "refused: conflict_markers");
}

TEST_CASE("HTML entities in code are refused, in text they are text") {
  CHECK_EQ(edited("def f(a, b):\n    return a > b\n", "f", "def f(a, b):\n    return a &gt; b\n"),
           "refused: html_entity");
  CHECK_EQ(edited("def f(a):\n    return a\n", "f", "def f(a):\n    return a + '&gt;'\n"),
           "def f(a):\n    return a + '&gt;'\n");
  CHECK_EQ(edited("def f(a, gt):\n    return a & gt\n", "f", "def f(a, gt):\n    return a & gt | 1\n"),
           "def f(a, gt):\n    return a & gt | 1\n");
}

TEST_CASE("decorators: kept when the answer starts at def, never doubled, never lost") {
  const std::string file = "@one\n@two(1)\ndef f(n):\n    return n\n";
  const std::string good = "@one\n@two(1)\ndef f(n):\n    return n + 1\n";
  CHECK_EQ(edited(file, "f", "def f(n):\n    return n + 1"), good);
  CHECK_EQ(notes_of(file, "f", "def f(n):\n    return n + 1"), "decorators_kept");
  CHECK_EQ(edited(file, "f", "@one\n@two(1)\ndef f(n):\n    return n + 1"), good);
  CHECK_EQ(edited(file, "f", "@one\ndef f(n):\n    return n + 1"), "refused: signature_changed");
  CHECK_EQ(edited(file, "f", "@two(1)\n@one\ndef f(n):\n    return n + 1"), "refused: signature_changed");
  CHECK_EQ(edited("def f(n):\n    return n\n", "f", "@cache\ndef f(n):\n    return n + 1"),
           "refused: signature_changed");
}

TEST_CASE("annotations: put back when nothing else of the header differs") {
  const std::string file = "def f(a: int, *, b: str = 'x') -> int:\n    return a\n";
  const std::string good = "def f(a: int, *, b: str = 'x') -> int:\n    return a + 1\n";
  CHECK_EQ(edited(file, "f", "def f(a, *, b = 'x'):\n    return a + 1"), good);
  CHECK_EQ(edited(file, "f", "def f(a: int, *, b = 'x') -> int:\n    return a + 1"), good);
  CHECK_EQ(edited(file, "f", "def f(a: float, *, b: str = 'x') -> int:\n    return a + 1"),
           "refused: signature_changed");
  CHECK_EQ(edited(file, "f", "def f(a, *, b = 'y'):\n    return a + 1"),
           "refused: signature_changed signature_changed signature_changed");
}

TEST_CASE("the docstring: put back with the blank line behind it") {
  const std::string file = "def f(n):\n    \"\"\"Doc.\n\n    More.\n    \"\"\"\n\n    return n\n";
  CHECK_EQ(edited(file, "f", "def f(n):\n    return n + 1"),
           "def f(n):\n    \"\"\"Doc.\n\n    More.\n    \"\"\"\n\n    return n + 1\n");
  CHECK_EQ(edited(file, "f", "def f(n): return n + 1"), "refused: docstring_lost");
  CHECK_EQ(edited(file, "f", "def f(n):\n    \"\"\"New.\"\"\"\n    return n + 1"),
           "def f(n):\n    \"\"\"New.\"\"\"\n    return n + 1\n");
}

TEST_CASE("a finding behind a docstring that was put back names the line of the answer") {
  const std::string file = "def f(n):\n    \"\"\"Doc.\n\n    More.\n    \"\"\"\n    n = n\n    return n\n";
  const auto outcome = outcome_of(file, "f", "def f(n):\n    m = n\n    # ... existing code ...\n    return m");
  REQUIRE_EQ(outcome.findings.size(), 1);
  CHECK_EQ(outcome.findings[0].code, "elided");
  CHECK_EQ(outcome.findings[0].line, 3);
}

TEST_CASE("quotes and dashes in text that the answer straightened are kept") {
  const std::string file = "def f(n):\n    \"\"\"d’hôte — x\"\"\"\n    # “see”\n    return n\n";
  CHECK_EQ(edited(file, "f", "def f(n):\n    \"\"\"d'hôte - x\"\"\"\n    # \"see\"\n    return n + 1"),
           "def f(n):\n    \"\"\"d’hôte — x\"\"\"\n    # “see”\n    return n + 1\n");
  CHECK_EQ(notes_of(file, "f", "def f(n):\n    \"\"\"d'hôte - x\"\"\"\n    # “see”\n    return n + 1"),
           "typography_restored");
}

TEST_CASE("the right function of several with its name") {
  const std::string file =
      "class A:\n    def m(self):\n        return 1\n\nclass B:\n    def m(self):\n        return 1\n";
  CHECK_EQ(edited(file, "B.m", "class B:\n    def m(self):\n        return 2\n"),
           "class A:\n    def m(self):\n        return 1\n\nclass B:\n    def m(self):\n        return 2\n");
  CHECK_EQ(edited(file, "B.m", "class A:\n    def m(self):\n        return 2\n"), "refused: wrong_function");
  CHECK_EQ(edited(file, "B.m", "def m(self):\n    return 2\n"),
           "class A:\n    def m(self):\n        return 1\n\nclass B:\n    def m(self):\n        return 2\n");
}

TEST_CASE("property: getter and setter in one answer") {
  const std::string file =
      "class B:\n    @property\n    def v(self):\n        return self._v\n\n    @v.setter\n    def v(self, new):\n     "
      "   self._v = new\n";
  const std::string setter = "    @v.setter\n    def v(self, new):\n        self._v = new\n";
  CHECK_EQ(edited(file, "B.v#1", "    @property\n    def v(self):\n        return self._v + 1\n\n" + setter),
           "class B:\n    @property\n    def v(self):\n        return self._v + 1\n\n" + setter);
  CHECK_EQ(edited(file, "B.v#2", "def v(self, new):\n    self._v = new - 1\n"),
           "class B:\n    @property\n    def v(self):\n        return self._v\n\n    @v.setter\n    def v(self, "
           "new):\n        self._v = new - 1\n");
}

TEST_CASE("a nested function is edited where it stands") {
  const std::string file = "def f():\n    def g(n):\n        return n\n    return g(1)\n\ndef g(n):\n    return n\n";
  CHECK_EQ(edited(file, "f.<locals>.g", "def g(n):\n    return n + 1"),
           "def f():\n    def g(n):\n        return n + 1\n    return g(1)\n\ndef g(n):\n    return n\n");
  CHECK_EQ(edited(file, "g#1", "def g(n):\n    return n + 1"),
           "def f():\n    def g(n):\n        return n\n    return g(1)\n\ndef g(n):\n    return n + 1\n");
}

TEST_CASE("the whole file or class as answer: the one function is taken when the rest is the file's") {
  CHECK_EQ(edited(kFile, "area", kGood), kGood);
  CHECK_EQ(edited(kFile, "Shape.name",
                  "class Shape:\n    def name(self):\n        label = \"form\"\n        return label\n"),
           with("\"shape\"", "\"form\""));
  std::string both = kGood;
  both.replace(both.find("\"shape\""), 7, "\"form\"");
  CHECK_EQ(edited(kFile, "area", both), "refused: extra_code");
}

TEST_CASE("code beside the function") {
  CHECK_EQ(edited(kFile, "area", of("", "\n\ndef helper():\n    return 1\n")), "refused: extra_code");
  CHECK_EQ(edited(kFile, "area", of("", "\n\nif __name__ == \"__main__\":\n    print(area(1))\n")),
           "refused: extra_code");
  CHECK_EQ(edited(kFile, "area", of("", "\n\nassert area(2, 3) == 6\n")), "refused: extra_code");
  CHECK_EQ(edited(kFile, "area", of("import os\n\n", "")), kGood);    // the file has it
  CHECK_EQ(edited(kFile, "area", of("import math\n\n", "")), kGood);  // nothing uses it
  CHECK_EQ(edited("def f(n):\n    return n\n", "f", "import math\n\ndef f(n):\n    return math.floor(n)\n"),
           "refused: extra_code");
  CHECK_EQ(edited(kFile, "area", of("# Fixed version\n", "\n# end")), kGood);
}

TEST_CASE("a comment in the function's block belongs to it: kept once, and gone when the answer drops it") {
  const std::string file = "def f(n):\n    return n  # as is\n    # the end\n\nx = 1\n";
  CHECK_EQ(edited(file, "f", "def f(n):\n    return n + 1  # as is\n    # the end\n"),
           "def f(n):\n    return n + 1  # as is\n    # the end\n\nx = 1\n");
  CHECK_EQ(edited(file, "f", "def f(n):\n    return n + 1  # as is\n"),
           "def f(n):\n    return n + 1  # as is\n\nx = 1\n");
  CHECK_EQ(edited(file, "f", "def f(n):\n    return n + 1\n"), "def f(n):\n    return n + 1\n\nx = 1\n");
}

TEST_CASE("broken code elsewhere does not block a good edit, nor excuse a bad one") {
  const std::string file = "x = = 1\n\ndef f(n):\n    return n\n\ny = (\n";
  CHECK_EQ(edited(file, "f", "def f(n):\n    return n + 1"), "x = = 1\n\ndef f(n):\n    return n + 1\n\ny = (\n");
  CHECK_EQ(edited(file, "f", "def f(n):\n    return n + + * 1"), "refused: syntax_error");
}

TEST_CASE("a changed file is an error, not a finding") {
  const auto target = grit::edit::locate("def f():\n    return 1\n", "x.py", "f");
  const auto outcome =
      grit::edit::propose_function("def f():\n    return 2\n", *target, "def f(): return 3", FinishReason::stop, {});
  REQUIRE_FALSE(outcome.has_value());
  CHECK_EQ(outcome.error().code(), grit::Code::changed);
}

TEST_CASE("an answer beyond its limit is an error; a target in another language is unsupported") {
  auto target = grit::edit::locate(kFile, "x.py", "area");
  CHECK_EQ(
      grit::edit::propose_function(kFile, *target, std::string(5 << 20, 'x'), FinishReason::stop, {}).error().code(),
      grit::Code::limit);
  target->language = "cobol";
  CHECK_EQ(grit::edit::propose_function(kFile, *target, "x", FinishReason::stop, {}).error().code(),
           grit::Code::unsupported);
}

TEST_CASE("a class as target") {
  CHECK_EQ(edited(kFile, "Shape", "class Shape:\n    def name(self):\n        return \"form\"\n"),
           with("        label = \"shape\"\n        return label\n", "        return \"form\"\n"));
  CHECK_EQ(edited(kFile, "Shape", "class Shape(Base):\n    def name(self):\n        return \"form\"\n"),
           "refused: signature_changed");
}
