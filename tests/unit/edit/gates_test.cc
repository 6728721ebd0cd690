// Each gate by itself: what it lets pass, and what it refuses under which code.
#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include <grit/edit.h>

#include "monitor/gates.h"

namespace grit::test {
namespace {

using Gate = std::unique_ptr<edit::EditGate>;

struct Row {
  std::string answer;
  std::string wanted;  // the codes; empty: it passes
};

// What one gate says of a definition that is replaced by `now`, nothing else of the file being touched.
std::vector<edit::Finding> findings_of(const edit::EditGate& gate, const std::string& file, const std::string& symbol,
                                       const std::string& now) {
  const auto target = edit::locate(file, "x.py", symbol);
  REQUIRE(target.has_value());
  const auto begin = static_cast<std::size_t>(target->range.begin);
  const auto end = static_cast<std::size_t>(target->range.end);
  const std::string after = file.substr(0, begin) + now + file.substr(end);
  const edit::GateInput input{file, after, *target, target->range, {begin, begin + now.size()}, now};
  return gate.check(input);
}

void check_rows(const Gate& gate, const std::string& file, const std::string& symbol, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    CAPTURE(row.answer);
    std::string codes;
    for (const edit::Finding& one : findings_of(*gate, file, symbol, row.answer)) {
      codes += (codes.empty() ? "" : " ") + one.code;
      CHECK_FALSE(one.message.empty());
      CHECK_FALSE(one.for_model.empty());
    }
    CHECK_EQ(codes, row.wanted);
  }
}

const std::string kFile =
    "import os\n\ndef f(a, b=1):\n    \"\"\"Adds.\"\"\"\n    # first\n    c = a + b\n    return c\n\n"
    "def g():\n    return 2\n";

}  // namespace

TEST_CASE("gate no_change") {
  check_rows(edit::no_change_gate(), kFile, "f",
             {{"def f(a, b=1):\n    \"\"\"Adds.\"\"\"\n    c = a - b\n    return c", ""},
              {"def f(a, b=1):\n    \"\"\"Adds.\"\"\"\n    c = a + b\n    if c:\n        return c", ""},
              {"def f(a, b=1):\n    \"\"\"Adds.\"\"\"\n    # first\n    c = a + b\n    return c", "no_change"},
              {"def f(a,  b = 1):\n  \"\"\"Adds.\"\"\"\n  c = a+b  # other\n\n  return c", "no_change"}});
}

TEST_CASE("gate characters") {
  check_rows(edit::characters_gate(), kFile, "f",
             {{"def f(a, b=1):\n    größe = '„x“ — y'\n    return größe & b", ""},
              {"def f(a, b=1):\n    return '\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB'", ""},  // a joined emoji
              {"def f(a, b=1):\n    return '&gt;'", ""},
              {"def f(a, b=1):\n    return a\xE2\x80\x8B + b", "invisible_character"},
              {"def f(a, b=1):\n    return '\xE2\x80\xAE'", "invisible_character"},  // right-to-left override
              {"def f(a, b=1):\n    return a\xC2\xA0+ b", "invisible_character"},
              {"def f(a, b=1):\n    return 'a\x07'", "control_character"},
              {"def f(a, b=1):\n    return “a”", "typographic_quote"},
              {"def f(a, b=1):\n    return a &gt; b", "html_entity"}});
}

TEST_CASE("gate wrong_function") {
  check_rows(edit::wrong_function_gate(), kFile, "f",
             {{"def f():\n    pass", ""},
              {"async def f():\n    pass", ""},
              {"def g():\n    pass", "wrong_function"},
              {"class f:\n    pass", "wrong_function"},
              {"return 1", "wrong_function"}});
}

TEST_CASE("gate signature_changed") {
  check_rows(edit::signature_gate(), kFile, "f",
             {{"def f(a, b=1):\n    pass", ""},
              {"def f(\n    a,\n    b = 1,\n):\n    pass", ""},
              {"def f(a):\n    pass", "signature_changed"},
              {"def f(a, b=2):\n    pass", "signature_changed"},
              {"def f(a, b=1, c=2):\n    pass", "signature_changed"},
              {"def f(a, b=1) -> int:\n    pass", "signature_changed"},
              {"async def f(a, b=1):\n    pass", "signature_changed"},
              {"@cache\ndef f(a, b=1):\n    pass", "signature_changed"},
              {"def f(b=1, a):\n    pass", "signature_changed"},
              {"def f(x, b=1):\n    pass", "signature_changed signature_changed"}});
}

TEST_CASE("gate elided") {
  check_rows(edit::elided_gate(), kFile, "f",
             {{"def f(a, b=1):\n    # first\n    # the code of a country\n    return a", ""},
              {"def f(a, b=1):\n    ...", ""},  // the next gate's
              {"def f(a, b=1):\n    # ... rest of the code ...\n    return a", "elided"},
              {"def f(a, b=1):\n    # existing code\n    return a", "elided"},
              {"def f(a, b=1):\n    # ...\n    return a", "elided"},
              {"def f(a, b=1):\n    ...\n    return a", "elided"}});
}

TEST_CASE("gate stub") {
  check_rows(edit::stub_gate(), kFile, "f",
             {{"def f(a, b=1):\n    return 1", ""},
              {"def f(a, b=1):\n    raise ValueError(a)", ""},
              {"def f(a, b=1):\n    pass", "stub"},
              {"def f(a, b=1):\n    ...", "stub"},
              {"def f(a, b=1):\n    \"\"\"Adds.\"\"\"", "stub"},
              {"def f(a, b=1):\n    raise NotImplementedError", "stub"}});
  // One statement that goes can be the repair.
  check_rows(edit::stub_gate(), kFile, "g", {{"def g():\n    pass", ""}, {"def g():\n    ...", "stub"}});
}

TEST_CASE("gate docstring_lost") {
  check_rows(edit::docstring_gate(), kFile, "f",
             {{"def f(a, b=1):\n    'Other words.'\n    return a", ""},
              {"def f(a, b=1):\n    return a", "docstring_lost"},
              {"def f(a, b=1):\n    x = 1\n    'Too late.'", "docstring_lost"}});
  check_rows(edit::docstring_gate(), kFile, "g", {{"def g():\n    return 3", ""}});
}

TEST_CASE("gate language_rules") {
  check_rows(edit::language_rules_gate(), kFile, "f",
             {{"def f(a, b=1):\n    for x in a:\n        break\n    return x", ""},
              {"def f(a, b=1):", "empty_body"},
              {"def f(a, b=1):\n    x = 1\n      y = 2", "bad_indentation"},
              {"def f(a, a):\n    pass", "duplicate_parameter"},
              {"def f(a, b=1):\n    break", "misplaced_statement"},
              {"def f(a, b=1):\n    await a", "misplaced_statement"},
              {"def f(a, b=1):\n    *c = a", "invalid_code"}});
  // A mistake of the old version is not held against the new one.
  check_rows(edit::language_rules_gate(), "def f():\n    break\n", "f", {{"def f():\n    x = 1\n    break", ""}});
}

TEST_CASE("gate syntax_error") {
  check_rows(edit::syntax_gate(), kFile, "f",
             {{"def f(a, b=1):\n    return (a)", ""},
              {"def f(a, b=1):\n    1 = a", "syntax_error"},
              {"def f(a, b=1):\n    a() = b", "syntax_error"},
              {"def f(a, b=1):\n    return '''", "syntax_error"},
              {"def f(a, b=1):\n    return a b", "syntax_error"},
              {"def f(a, b=1):\n    return a +", "syntax_error"}});
  const std::string broken = "x = = 1\n\n" + kFile;
  check_rows(edit::syntax_gate(), broken, "f", {{"def f(a, b=1):\n    return a", ""}});
}

TEST_CASE("gate shrunk") {
  check_rows(edit::shrunk_gate(), kFile, "f",
             {{"def f(a, b=1):\n    \"\"\"Adds.\"\"\"\n    return a + b", ""},
              {"def f(a, b=1):\n    \"\"\"Adds.\"\"\"\n    c = a + b", "shrunk"}});
  const std::string longer = "def h(a):\n    b(a)\n    c(a)\n    d(a)\n    e(a)\n    f(a)\n    last()\n";
  check_rows(edit::shrunk_gate(), longer, "h",
             {{"def h(a):\n    b(a)\n    last()", ""}, {"def h(a):\n    b(a)\n    c(a)", "shrunk"}});
}

TEST_CASE("gate siblings_changed") {
  check_rows(edit::siblings_gate(), kFile, "f",
             {{"def f(a, b=1):\n    def inner():\n        pass\n    return inner", ""},
              {"def g(a, b=1):\n    return 1", "siblings_changed"}});
  // The method behind it would belong to another class, or to none.
  const std::string methods = "class A:\n    def m(self):\n        pass\n\n    def n(self):\n        pass\n";
  check_rows(edit::siblings_gate(), methods, "A.m",
             {{"def m(self):\n        return 1", ""},
              {"def m(self):\n        pass\nclass B:\n    x = 1", "siblings_changed"}});
  // A change outside of the range, whatever it is.
  const auto target = edit::locate(kFile, "x.py", "f");
  REQUIRE(target.has_value());
  const std::string after = kFile + "# more\n";
  const edit::GateInput input{kFile, after, *target, target->range, target->range, ""};
  CHECK_EQ(edit::siblings_gate()->check(input).size(), 1);
}

}  // namespace grit::test
