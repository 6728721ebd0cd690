// No range may be off by a byte, whatever the bytes before it are.
#include <string>
#include <utility>

#include "parse.h"

namespace grit::syntax {
namespace {

// Parses `before` followed by a decorated method and checks every range of it.
void check_ranges(const std::string& before, std::string_view line_end) {
  CAPTURE(before);
  const std::string le(line_end);
  const std::string method =
      "@deco(1)" + le + "    def get(self, a=1):" + le + "        '''doc'''" + le + "        return self.other(a)";
  const std::string source = before + "class Klass:" + le + "    x = 1" + le + "    " + method + le + le +
                             "def last():" + le + "    pass" + le;
  const FileSyntax syntax = parse(source);
  const Definition& get = definition(syntax, "Klass.get");
  CHECK(get.range.of(source) == method);
  CHECK(get.inner.of(source) == method.substr(method.find("def")));
  CHECK(get.name_range.of(source) == "get");
  CHECK(get.parameters.of(source) == "(self, a=1)");
  CHECK(get.body.of(source) == method.substr(method.find("'''")));
  REQUIRE(get.docstring);
  CHECK(get.docstring->of(source) == "'''doc'''");
  CHECK(definition(syntax, "last").range.of(source) == "def last():" + le + "    pass");
  CHECK(definition(syntax, "Klass").range.of(source).starts_with("class Klass:"));
  for (const Use& use : syntax.uses) CHECK(use.range.of(source) == use.name);
  CHECK(uses_of(syntax, "other") == Names{"call of self self"});
}

TEST_CASE("bytes before a definition never move it") {
  const std::pair<const char*, std::string> kBefore[] = {
      {"nothing", ""},
      {"byte order mark", "\xEF\xBB\xBF"},
      {"byte order mark and comment", "\xEF\xBB\xBF# x\n"},
      {"em dash in a comment", "# a \xE2\x80\x94 b\n"},
      {"em dash in a string", "'''a \xE2\x80\x94 b'''\n"},
      {"coding cookie and Latin-1 comment", "# -*- coding: latin-1 -*-\n# caf\xE9\n"},
      {"Latin-1 string", "# coding: latin-1\ns = 'caf\xE9'\n"},
      {"Latin-1 identifier", "# coding: latin-1\ncaf\xE9 = 1\n"},
      {"Shift-JIS comment", "# \x83\x65\x83\x58\x83\x67\n"},
      {"GBK string", "s = '\xB2\xE2\xCA\xD4'\n"},
      {"cut UTF-8 at the end of a string", "s = '\xE2\x80'\n"},
      {"lone continuation bytes", "# \x80\x80\xBF\xFF\xFE\n"},
      {"surrogate and overlong", "s = '\xED\xA0\x80\xC0\xAF'\n"},
      {"NUL in a comment", std::string("# a\0b\n", 6)},
      {"NUL in a string", std::string("s = 'a\0b'\n", 10)},
      {"NUL in a docstring", std::string("'''a\0b'''\n", 10)},
      {"form feed", "x = 1\n\f\n"},
      {"form feed before a statement", "x = 1\n\fy = 1\n"},
      {"U+2028 in a string",
       "s = 'a\xE2\x80\xA8"
       "b'\n"},
      {"U+0085 in a comment", "# a\xC2\x85 b\n"},
      {"vertical tab in a string", "s = 'a\vb'\n"},
      {"CRLF", "x = 1\r\ny = 2\r\n"},
      {"lone CR", "x = 1\ry = 2\r"},
      {"lone CR in a comment", "# x\r"},
      {"lone CR in a docstring", "'''a\rb'''\n"},
      {"all line ends", "a = 1\rb = 2\r\nc = 3\n\r"},
      {"non-ASCII identifiers", "\xCF\x80 = 3\n\xE5\x90\x8D\xE5\x89\x8D = \xCF\x80\n"},
      {"identifier beyond the basic plane", "\xF0\x9D\x94\x98 = 1\n"},
      {"emoji", "s = '\xF0\x9F\x90\x8D'  # \xF0\x9F\x90\x8D\n"},
      {"combining mark", "e\xCC\x81t\xC3\xA9 = 1\n"},
      {"continued line", "x = 1 + \\\n    2\n"},
      {"Windows end of file", "x = 1\n# \x1A\n"},
  };
  for (const auto& [what, before] : kBefore) {
    CAPTURE(what);
    for (const std::string_view line_end : {"\n", "\r\n", "\r"}) check_ranges(before, line_end);
  }
}

TEST_CASE("names keep the bytes of the file") {
  const std::string source = "def caf\xE9(): pass\ndef \xCF\x80(): pass\n";
  CHECK(qualified_names(parse(source)) == Names{"caf\xE9", "\xCF\x80"});
}

TEST_CASE("NUL is reported, because Python refuses it") {
  const std::string source("x = 1\n# \0\n", 10);
  const FileSyntax syntax = parse(source);
  REQUIRE(syntax.errors.size() == 1);
  CHECK(syntax.errors[0].kind == "nul");
  CHECK(syntax.errors[0].range == ByteRange{8, 9});
}

TEST_CASE("the end of the bytes is the end of the file") {
  for (const char* source : {"", "\n", "\\", "x\\", "#", "'''", "def", "class A:", "\xEF\xBB\xBF", "\r", "\xC3"}) {
    CAPTURE(source);
    const std::string_view bytes(source);
    for (const Definition& d : parse(bytes).definitions) CHECK(d.range.end <= bytes.size());
  }
}

}  // namespace
}  // namespace grit::syntax
