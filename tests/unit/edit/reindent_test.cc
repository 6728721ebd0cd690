// Moving an answer to the file's columns.
#include "try_edit.h"

using grit::test::edited;
using grit::test::notes_of;

namespace {

const std::string kMethod = "class A:\n    def m(self, n):\n        if n:\n            return n\n        return 0\n";
const std::string kGood = "class A:\n    def m(self, n):\n        if n > 1:\n            return n\n        return 0\n";

}  // namespace

TEST_CASE("columns: as the file has them, from column zero, and with the first line cut off") {
  CHECK_EQ(edited(kMethod, "A.m", "    def m(self, n):\n        if n > 1:\n            return n\n        return 0"),
           kGood);
  CHECK_EQ(edited(kMethod, "A.m", "def m(self, n):\n    if n > 1:\n        return n\n    return 0"), kGood);
  CHECK_EQ(edited(kMethod, "A.m", "def m(self, n):\n        if n > 1:\n            return n\n        return 0"), kGood);
  CHECK_EQ(notes_of(kMethod, "A.m", "def m(self, n):\n        if n > 1:\n            return n\n        return 0"), "");
  CHECK_EQ(edited(kMethod, "A.m",
                  "        def m(self, n):\n            if n > 1:\n                return n\n            return 0"),
           kGood);
}

TEST_CASE("units: another width is mapped to the file's and noted") {
  const std::string two = "def m(self, n):\n  if n > 1:\n    return n\n  return 0";
  CHECK_EQ(edited(kMethod, "A.m", two), kGood);
  CHECK_EQ(notes_of(kMethod, "A.m", two), "indentation_normalised");
  const std::string eight = "def m(self, n):\n        if n > 1:\n                return n\n        return 0";
  CHECK_EQ(edited("def m(self, n):\n    return n\n", "m", eight),
           "def m(self, n):\n    if n > 1:\n        return n\n    return 0\n");
}

TEST_CASE("units: one level too deep is mapped and noted") {
  const std::string deep = "    def m(self, n):\n            if n > 1:\n                return n\n            return 0";
  CHECK_EQ(edited(kMethod, "A.m", deep), kGood);
  CHECK_EQ(notes_of(kMethod, "A.m", deep), "indentation_normalised");
}

TEST_CASE("units: different widths for one level are refused, unless the old function has them") {
  const std::string mixed =
      "def m(self, n):\n    if n > 1:\n      return n\n    for i in n:\n        return i\n    return 0";
  CHECK_EQ(edited(kMethod, "A.m", mixed), "refused: bad_indentation");
  CHECK_EQ(edited("def f(n):\n    if n:\n      return n\n    return 0\n", "f",
                  "def f(n):\n    if n > 1:\n      return n\n    return 0\n"),
           "def f(n):\n    if n > 1:\n      return n\n    return 0\n");
}

TEST_CASE("tabs: never into a file with spaces, and spaces become tabs one to one") {
  CHECK_EQ(edited(kMethod, "A.m", "def m(self, n):\n\tif n > 1:\n\t\treturn n\n\treturn 0"),
           "refused: bad_indentation");
  const std::string tabbed = "class A:\n\tdef m(self, n):\n\t\tif n:\n\t\t\treturn n\n\t\treturn 0\n";
  const std::string good = "class A:\n\tdef m(self, n):\n\t\tif n > 1:\n\t\t\treturn n\n\t\treturn 0\n";
  CHECK_EQ(edited(tabbed, "A.m", "def m(self, n):\n\tif n > 1:\n\t\treturn n\n\treturn 0"), good);
  CHECK_EQ(edited(tabbed, "A.m", "def m(self, n):\n    if n > 1:\n        return n\n    return 0"), good);
  CHECK_EQ(notes_of(tabbed, "A.m", "def m(self, n):\n    if n > 1:\n        return n\n    return 0"),
           "indentation_normalised");
  CHECK_EQ(edited(tabbed, "A.m", "def m(self, n):\n\tif n > 1:\n\t    return n\n\treturn 0"),
           "refused: bad_indentation");
  CHECK_EQ(edited(tabbed, "A.m", "def m(self, n):\n    if n > 1:\n      return n\n    return 0"),
           "refused: bad_indentation");
}

TEST_CASE("layout: what fits no block is refused") {
  CHECK_EQ(edited(kMethod, "A.m", "def m(self, n):\nreturn 0"), "refused: empty_body");
  CHECK_EQ(edited(kMethod, "A.m", "    def m(self, n):\n        if n:\n            n = 1\n          return 0"),
           "refused: bad_indentation");
  CHECK_EQ(edited(kMethod, "A.m", "    def m(self, n):\n        x = 1\n            return 0"),
           "refused: bad_indentation");
  CHECK_EQ(edited(kMethod, "A.m", "    def m(self, n):\n        if n:\n        return 0"), "refused: empty_body");
  CHECK_EQ(edited(kMethod, "A.m", "def m(self, n):\n"), "refused: empty_body");
}

TEST_CASE("literals: the lines of a string do not move") {
  const std::string file = "class A:\n    def q(self):\n        sql = \"\"\"\n  select 1\n\"\"\"\n        return sql\n";
  const std::string good =
      "class A:\n    def q(self):\n        sql = \"\"\"\n  select 1\n\"\"\"\n        return sql + 1\n";
  CHECK_EQ(edited(file, "A.q", "def q(self):\n    sql = \"\"\"\n  select 1\n\"\"\"\n    return sql + 1\n"), good);
  // Moved along with the code around it: it stands for the old one.
  const std::string indented =
      "class A:\n    def q(self):\n        sql = \"\"\"\n            select 1\n        \"\"\"\n        return sql\n";
  CHECK_EQ(
      edited(indented, "A.q", "def q(self):\n    sql = \"\"\"\n        select 1\n    \"\"\"\n    return sql + 1\n"),
      "class A:\n    def q(self):\n        sql = \"\"\"\n            select 1\n        \"\"\"\n        return sql + "
      "1\n");
  // Changed and moved: nobody knows which of its blanks are meant.
  CHECK_EQ(edited(indented, "A.q", "def q(self):\n    sql = \"\"\"\n        select 2\n    \"\"\"\n    return sql\n"),
           "refused: ambiguous_literal");
  // Changed, but in the file's columns.
  CHECK_EQ(
      edited(indented, "A.q",
             "    def q(self):\n        sql = \"\"\"\n            select 2\n        \"\"\"\n        return sql\n"),
      "class A:\n    def q(self):\n        sql = \"\"\"\n            select 2\n        \"\"\"\n        return sql\n");
  // A new one is taken as it is written.
  CHECK_EQ(edited(kMethod, "A.m", "def m(self, n):\n    return \"\"\"\n  x\n\"\"\"\n"),
           "class A:\n    def m(self, n):\n        return \"\"\"\n  x\n\"\"\"\n");
}

TEST_CASE("literals: a docstring keeps its bytes, and moves with its function when it changed") {
  const std::string file =
      "class A:\n    def m(self):\n        \"\"\"One.\n\n        Two.  \n        \"\"\"\n        return 1\n";
  CHECK_EQ(edited(file, "A.m", "def m(self):\n    \"\"\"One.\n\n    Two.  \n    \"\"\"\n    return 2\n"),
           "class A:\n    def m(self):\n        \"\"\"One.\n\n        Two.  \n        \"\"\"\n        return 2\n");
  CHECK_EQ(edited(file, "A.m", "def m(self):\n    \"\"\"One.\n\n    Three.\n    \"\"\"\n    return 2\n"),
           "class A:\n    def m(self):\n        \"\"\"One.\n\n        Three.\n        \"\"\"\n        return 2\n");
}

TEST_CASE("lines of a statement keep their distance to its first one; comments go with their block") {
  const std::string answer =
      "def m(self, n):\n  # first\n  x = call(n,\n           2)\n  if n:\n    # inside\n    return (\n      x\n    )\n "
      " # last\n  return 0";
  CHECK_EQ(edited(kMethod, "A.m", answer),
           "class A:\n    def m(self, n):\n        # first\n        x = call(n,\n                 2)\n        if n:\n  "
           "          # inside\n"
           "            return (\n              x\n            )\n        # last\n        return 0\n");
}

TEST_CASE("one-line functions and blank lines") {
  CHECK_EQ(edited("class A:\n    def m(self): return 1\n", "A.m", "def m(self): return 2"),
           "class A:\n    def m(self): return 2\n");
  CHECK_EQ(edited("class A:\n    def m(self): return 1\n", "A.m", "def m(self):\n    x = 2\n\n    return x"),
           "class A:\n    def m(self):\n        x = 2\n\n        return x\n");
  CHECK_EQ(edited("def f(): return 1\n", "f", "def f():\n\treturn 2\n"), "def f():\n\treturn 2\n");
}
