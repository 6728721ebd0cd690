#include "feedback.h"

#include <doctest/doctest.h>

namespace grit::verify {
namespace {

HiddenLines hidden_of(std::string_view file) {
  HiddenLines hidden;
  hidden.add_file(file);
  return hidden;
}

constexpr const char* kJudge =
    "from shipping import cost\n"
    "\n"
    "def test_free():\n"
    "    assert cost(5000) == 0\n"
    "    )\n";

}  // namespace

TEST_CASE("a traceback keeps its frames and its message, and loses the lines of the check") {
  const std::string output =
      "Traceback (most recent call last):\n"
      "  File \"/project/checks/check.py\", line 4, in test_free\n"
      "    assert cost(5000) == 0\n"
      "           ^^^^^^^^^^^^^^^\n"
      "  File \"/project/shipping.py\", line 2, in cost\n"
      "    return rates[weight]\n"
      "           ~~~~~^^^^^^^^\n"
      "KeyError: 5000\n";
  CHECK(make_feedback(output, hidden_of(kJudge), {"/project"}, 2000) ==
        "Traceback (most recent call last):\n"
        "  File \"checks/check.py\", line 4, in test_free\n"
        "  File \"shipping.py\", line 2, in cost\n"
        "    return rates[weight]\n"
        "           ~~~~~^^^^^^^^\n"
        "KeyError: 5000\n");
}

TEST_CASE("what pytest prints of a failing test keeps got and expected only") {
  const std::string output =
      "    def test_free():\n"
      ">       assert cost(5000) == 0\n"
      "E       assert 499 == 0\n"
      "E        +  where 499 = cost(5000)\n";
  CHECK(make_feedback(output, hidden_of(kJudge), {}, 2000) ==
        "E       assert 499 == 0\n"
        "E        +  where 499 = cost(5000)\n");
}

TEST_CASE("a candidate that prints the check gives nothing away") {
  const std::string output = std::string(kJudge) + "done\r\n\tassert cost(5000) == 0  \r\n";
  CHECK(make_feedback(output, hidden_of(kJudge), {}, 2000) == "\n    )\ndone\r\n");
}

TEST_CASE("calls, got and expected that a check prints stay") {
  const std::string output = "FAIL cost(5000)\n  got:      499\n  expected: 0\n";
  CHECK(make_feedback(output, hidden_of(kJudge), {"/project"}, 2000) == output);
}

TEST_CASE("the end is kept, in whole lines, within the bound") {
  std::string output;
  for (int i = 0; i < 1000; ++i) output += "line " + std::to_string(i) + "\n";
  const std::string kept = make_feedback(output, {}, {}, 100);
  CHECK(kept.size() <= 100);
  CHECK(kept.size() > 80);
  CHECK(kept.substr(0, 5) == "line ");
  CHECK(kept.substr(kept.size() - 9) == "line 999\n");
  CHECK(make_feedback(std::string(5000, 'x'), {}, {}, 100) == std::string(100, 'x'));
  CHECK(make_feedback("abc", {}, {}, 0).empty());
}

TEST_CASE("terminal escapes and bytes that are no text are taken out") {
  CHECK(make_feedback("\x1b[31mred\x1b[0m \x1b]x\x1b[", {}, {}, 100) == "red x");
  const std::string feedback = make_feedback(
      "a\xff\xfe"
      "b",
      {}, {}, 100);
  CHECK(feedback.front() == 'a');
  CHECK(feedback.back() == 'b');
  CHECK(feedback.find('\xff') == std::string::npos);
}

TEST_CASE("an escaped line of the check is still a line of the check") {
  CHECK(make_feedback("\x1b[1m    assert cost(5000) == 0\x1b[0m\n", hidden_of(kJudge), {}, 100).empty());
}

TEST_CASE("folders are cut where a path begins, and only there") {
  CHECK(make_feedback("/project/a.py /home/project/b.py (/project/c) x=/project/d /project", {}, {"/project"}, 200) ==
        "a.py /home/project/b.py (c) x=d /project");
  CHECK(make_feedback("/tmp/s/project/a /home/u/a", {}, {"/project", "/tmp/s/project", "/home/u"}, 200) == "a a");
}

}  // namespace grit::verify
