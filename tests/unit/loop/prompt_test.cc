#include <doctest/doctest.h>

#include "line_grammar.h"
#include "prompt.h"

using namespace grit::loop;

TEST_CASE("the first complete failing call is taken out of a check's output") {
  const std::string output =
      "ok   delivery_cost(0)\n"
      "FAIL delivery_cost(5000)\n  got:      499\n  expected: 0\n"
      "FAIL delivery_cost(-1)\n  got:      1\n  expected: raises ValueError\n";
  CHECK(failing_call(output) == "delivery_cost(5000)\n  got:      499\n  expected: 0");
}

TEST_CASE("output of another shape is given by its end") {
  CHECK(failing_call("AssertionError: 1 != 2\n") == "AssertionError: 1 != 2");
  CHECK(failing_call("FAIL without values\n") == "FAIL without values");
  CHECK(failing_call(std::string(5000, 'x') + "\nlast", 10) == "xxxxx\nlast");
  CHECK(failing_call("").empty());
}

TEST_CASE("the failing expression is the call alone") {
  CHECK(failing_expression("FAIL f(1)\n  got: 2\n  expected: 3\n") == "f(1)");
  CHECK(failing_expression("AssertionError\n").empty());
}

TEST_CASE("a method is dedented to column 0, or left alone") {
  CHECK(dedented("def a(self):\n        return 1\n\n        # x\n", 4) == "def a(self):\n    return 1\n\n    # x\n");
  CHECK(dedented("def a(self):\n        s = \"\"\"\n  text\n\"\"\"\n", 4) ==
        "def a(self):\n        s = \"\"\"\n  text\n\"\"\"\n");
  CHECK(dedented("def a():\n    pass\n", 0) == "def a():\n    pass\n");
}

TEST_CASE("the worked examples repair what they say") {
  for (const WorkedExample& example : worked_examples()) {
    std::string repaired(example.function);
    const auto at = repaired.find(example.wrong_line);
    REQUIRE(at != std::string::npos);
    repaired.replace(at, example.wrong_line.size(), example.right_line);
    CHECK(repaired == example.repaired);
  }
}

TEST_CASE("the turn has its parts in order, the ticket last") {
  const std::string turn = task_turn("f(1)\n  got: 2", "a.py", "def f(x):\n    return x\n", " Ticket text \n", "Rules");
  CHECK(turn ==
        "Rules of this project:\nRules\n\nFailing call:\nf(1)\n  got: 2\n\nFunction, from a.py:\n```python\n"
        "def f(x):\n    return x\n```\n\nTicket:\nTicket text");
  CHECK(task_turn("", "a.py", "x", "t", "") == "Function, from a.py:\n```python\nx\n```\n\nTicket:\nt");
}

TEST_CASE("lines to offer leave out the docstring, comments and lone words") {
  const std::string function =
      "def f(a):\n    \"\"\"Doc.\"\"\"\n    # why\n    if a > 2:\n        return 0\n    else:\n        return a\n";
  const LineChoices choices = line_choices(function, function.find("    # why"));
  CHECK(choices.offered == std::vector<std::string>{"if a > 2:", "return 0", "return a"});
  CHECK(choices.forbidden == std::vector<std::string>{"if a > 2:", "return 0", "else:", "return a"});
}

TEST_CASE("the grammar of a two-line body, rule by rule") {
  const std::string any = "[\\x21-\\x22\\x24-\\x39\\x3B-\\x7E]";
  const std::string grammar = line_grammar({{"x=1"}, {"x=1"}});
  CHECK(grammar ==
        "root ::= \"Wrong: x=1\\nRight: x\" p0\n"
        "p0 ::= \"=\" p1 | [\\x21-\\x22\\x24-\\x39\\x3B-\\x3C\\x3E-\\x7E] t? | \":\" t | \" \" s | \"\"\n"
        "p1 ::= \"1\" p2 | [\\x21-\\x22\\x24-\\x30\\x32-\\x39\\x3B-\\x7E] t? | \":\" t | \" \" s | \"\"\n"
        "p2 ::= " +
            any +
            " t? | \":\" t | \" \" s\n"
            "t ::= " +
            any +
            " t? | \":\" t | \" \" s\n"
            "s ::= " +
            any +
            " t? | \":\" t\n"
            "tc ::= " +
            any +
            " tc | \":\" tc? | \" \" sc\n"
            "sc ::= " +
            any + " tc | \":\" tc?\n");
  CHECK(line_grammar({}).empty());
}
