#include <doctest/doctest.h>

#include <string>

#include <grit/edit.h>

using namespace grit;

namespace {

constexpr std::string_view kFile = R"(def g():
    return 0


def f():
    def g():
        return 1
    return g()


class Box:
    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, new):
        self._value = new

    def once(self): return 1


limit = 3
)";

std::string found(std::string_view symbol) {
  const auto target = edit::locate(kFile, "a/box.py", symbol);
  return target ? target->symbol + " " + std::to_string(target->lines.begin) : code_name(target.error().code());
}

}  // namespace

TEST_CASE("locate: a name that fits one definition") {
  CHECK_EQ(found("f"), "f 5");
  CHECK_EQ(found("once"), "Box.once 20");
  CHECK_EQ(found("Box.once"), "Box.once 20");
  CHECK_EQ(found("f.<locals>.g"), "f.<locals>.g 6");
  CHECK_EQ(found("Box"), "Box 11");
}

TEST_CASE("locate: a name that fits several is refused with their names") {
  CHECK_EQ(found("g"), "invalid_argument");
  CHECK_EQ(found("Box.value"), "invalid_argument");
  const auto target = edit::locate(kFile, "a/box.py", "Box.value");
  REQUIRE_FALSE(target.has_value());
  CHECK_EQ(target.error().message(),
           "Box.value fits 2 definitions in a/box.py: Box.value#1 (line 13), Box.value#2 (line 17); name one of them");
  CHECK_EQ(found("g#1"), "g 1");
  CHECK_EQ(found("Box.value#1"), "Box.value 12");
  CHECK_EQ(found("Box.value#2"), "Box.value#2 16");
}

TEST_CASE("locate: what is not there, and what cannot be") {
  CHECK_EQ(found("nothing"), "not_found");
  CHECK_EQ(found("Box.value#3"), "not_found");
  CHECK_EQ(found("limit"), "not_found");  // a variable is no definition to replace as a whole
  CHECK_EQ(found(""), "not_found");
  CHECK_EQ(edit::locate("x", "a.unknown", "x").error().code(), Code::unsupported);
}

TEST_CASE("locate_exact: names as an index has them are never ambiguous") {
  const auto getter = edit::locate_exact(kFile, "a/box.py", "Box.value");
  REQUIRE(getter.has_value());
  CHECK_EQ(getter->lines.begin, 12);
  CHECK_EQ(edit::locate_exact(kFile, "a/box.py", "g")->lines.begin, 1);
  CHECK_EQ(edit::locate_exact(kFile, "a/box.py", "once").error().code(), Code::not_found);
}

TEST_CASE("locate: every range of the target") {
  const auto target = edit::locate(kFile, "a/box.py", "Box.value#2");
  REQUIRE(target.has_value());
  CHECK_EQ(target->range.of(kFile), "@value.setter\n    def value(self, new):\n        self._value = new");
  CHECK_EQ(target->inner.of(kFile), "def value(self, new):\n        self._value = new");
  CHECK_EQ(target->name_range.of(kFile), "value");
  CHECK_EQ(target->body.of(kFile), "self._value = new");
  CHECK_EQ(target->signature, "def value(self, new)");
  CHECK_EQ(target->language, "python");
  CHECK_EQ(target->content, ContentHash::of(kFile));
}
