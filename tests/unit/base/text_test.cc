#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "base/text.h"

using grit::ByteRange;
using grit::LineIndex;
using grit::LineRange;

TEST_CASE("text: lines end at LF, CRLF and a lone CR, and at nothing else") {
  const std::string text = "a\nb\r\nc\rd\r\r\ne\ff\x0bg\xE2\x80\xA8h\xC2\x85i";
  const std::vector<std::string_view> lines = grit::split_lines(text);
  REQUIRE(lines.size() == 6);
  CHECK(lines[0] == "a\n");
  CHECK(lines[1] == "b\r\n");
  CHECK(lines[2] == "c\r");
  CHECK(lines[3] == "d\r");
  CHECK(lines[4] == "\r\n");
  CHECK(lines[5] == "e\ff\x0bg\xE2\x80\xA8h\xC2\x85i");
  CHECK(grit::split_lines("").empty());
  CHECK(grit::split_lines("\n\n").size() == 2);
}

TEST_CASE("text: the line index agrees with split_lines on every byte") {
  for (const std::string& text : {std::string("a\nb\r\nc\rd"), std::string("\n\r\n\r"), std::string("\r\r\n\n"),
                                  std::string("no end"), std::string("x\n"), std::string("nul\0x\ny", 7)}) {
    CAPTURE(text);
    const LineIndex index(text);
    const std::vector<std::string_view> lines = grit::split_lines(text);
    REQUIRE(index.line_count() == lines.size());
    std::uint64_t at = 0;
    for (std::uint32_t line = 1; line <= lines.size(); ++line) {
      const auto range = index.range_of(line);
      REQUIRE(range.has_value());
      CHECK(range->of(text) == lines[line - 1]);
      for (; at < range->end; ++at) CHECK(index.line_of(at) == line);
    }
    CHECK(at == text.size());
    CHECK(index.line_of(at) == lines.size());
    CHECK_FALSE(index.range_of(0).has_value());
    CHECK_FALSE(index.range_of(index.line_count() + 1).has_value());
  }
}

TEST_CASE("text: no bytes are one empty line") {
  const LineIndex index("");
  CHECK(index.line_count() == 1);
  CHECK(index.line_of(0) == 1);
  CHECK(index.range_of(1) == ByteRange{0, 0});
}

TEST_CASE("text: a range touches the lines of its bytes") {
  const LineIndex index("ab\ncd\nef\n");
  CHECK(index.lines_of({0, 2}) == LineRange{1, 1});
  CHECK(index.lines_of({0, 3}) == LineRange{1, 1});  // the line end belongs to its line
  CHECK(index.lines_of({0, 4}) == LineRange{1, 2});
  CHECK(index.lines_of({3, 3}) == LineRange{2, 2});
  CHECK(index.lines_of({9, 9}) == LineRange{3, 3});
  CHECK(index.lines_of({0, 9}) == LineRange{1, 3});
}

TEST_CASE("text: line ends are stripped once") {
  CHECK(grit::strip_line_end("a\n") == "a");
  CHECK(grit::strip_line_end("a\r\n") == "a");
  CHECK(grit::strip_line_end("a\r") == "a");
  CHECK(grit::strip_line_end("a\n\n") == "a\n");
  CHECK(grit::strip_line_end("a\r\r\n") == "a\r");
  CHECK(grit::strip_line_end("a") == "a");
  CHECK(grit::strip_line_end("").empty());
}

TEST_CASE("text: UTF-8 is judged as the Unicode standard does") {
  for (const char* good : {"", "abc", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                           "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "\xEF\xBB\xBF"}) {
    CAPTURE(good);
    CHECK(grit::is_valid_utf8(good));
    CHECK(grit::to_valid_utf8(good) == good);
  }
  for (const char* bad : {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2x", "\xE0\x80\x80", "\xE0\x9F\xBF",
                          "\xED\xA0\x80", "\xED\xBF\xBF", "\xE2\x82", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
                          "\xF5\x80\x80\x80", "\xFF", "\xFE", "\xF0\x9F\x98"}) {
    CAPTURE(bad);
    CHECK_FALSE(grit::is_valid_utf8(bad));
    CHECK(grit::is_valid_utf8(grit::to_valid_utf8(bad)));
    CHECK(grit::to_valid_utf8(bad).find("\xEF\xBF\xBD") != std::string::npos);
  }
  CHECK(grit::is_valid_utf8(std::string("a\0b", 3)));
}

TEST_CASE("text: one replacement for each part that could have begun a character") {
  const std::string mark = "\xEF\xBF\xBD";
  CHECK(grit::to_valid_utf8("a\xE2\x82z") == "a" + mark + "z");
  CHECK(grit::to_valid_utf8("\xF0\x9F\x98\xC3\xA9") == mark + "\xC3\xA9");
  CHECK(grit::to_valid_utf8("\xFF\xFF") == mark + mark);
  CHECK(grit::to_valid_utf8("\xED\xA0\x80") == mark + mark + mark);
}

TEST_CASE("text: cutting never splits a character") {
  const std::string text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z";  // 1 + 2 + 3 + 4 + 1 bytes
  const std::vector<std::size_t> heads = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
  const std::vector<std::size_t> tails = {0, 1, 1, 1, 1, 5, 5, 5, 8, 8, 10, 11, 11};
  for (std::size_t limit = 0; limit < heads.size(); ++limit) {
    CAPTURE(limit);
    CHECK(grit::truncate_utf8(text, limit).size() == heads[limit]);
    CHECK(grit::tail_utf8(text, limit).size() == tails[limit]);
    CHECK(text.ends_with(grit::tail_utf8(text, limit)));
  }
  const std::string junk(10, '\x80');  // no UTF-8: any cut will do, but within the limit
  CHECK(grit::truncate_utf8(junk, 5).size() == 5);
  CHECK(grit::tail_utf8(junk, 5).size() == 5);
}

TEST_CASE("text: columns are converted in the line they belong to") {
  const std::string line = "a\xC3\xA9\xF0\x9F\x98\x80z\xFFq";
  const std::vector<std::uint64_t> by_code_point = {0, 1, 3, 7, 8, 9, 10};
  for (std::size_t column = 0; column < by_code_point.size(); ++column) {
    CHECK(grit::byte_of_code_point(line, column) == by_code_point[column]);
  }
  CHECK_FALSE(grit::byte_of_code_point(line, 7).has_value());
  CHECK(grit::byte_of_utf16(line, 2) == 3);
  CHECK_FALSE(grit::byte_of_utf16(line, 3).has_value());  // between the halves of a surrogate pair
  CHECK(grit::byte_of_utf16(line, 4) == 7);
  CHECK(grit::byte_of_utf16(line, 7) == 10);
  CHECK_FALSE(grit::byte_of_utf16(line, 8).has_value());
  CHECK(grit::byte_of_utf16("", 0) == 0);
}

TEST_CASE("text: case is folded by Unicode and by no locale") {
  CHECK(grit::to_lower_ascii("AbZ_\xC3\x89@[") == "abz_\xC3\x89@[");
  CHECK(grit::fold_case("HELLO_World9") == "hello_world9");
  CHECK(grit::fold_case("\u00C9\u00D6\u0178\u1E9E") == "\u00E9\u00F6\u00FF\u00DF");
  CHECK(grit::fold_case("\u00D7") == "\u00D7");  // the sign between two letters' blocks
  CHECK(grit::fold_case("\u0391\u03A3\u03C2\u038F") == "\u03B1\u03C3\u03C3\u03CE");
  CHECK(grit::fold_case("\u0410\u042F\u0401\u040F") == "\u0430\u044F\u0451\u045F");
  CHECK(grit::fold_case("\u017F\u212A\u212B") == "sk\u00E5");
  CHECK(grit::fold_case("\U00010400") == "\U00010428");
  CHECK(grit::fold_case("\u0130") == "\u0130");  // folds to two characters, so not simply
  CHECK(grit::fold_case("A\xFF\xC3") == "a\xFF\xC3");
  CHECK(grit::fold_case("\u4E2D\u6587") == "\u4E2D\u6587");
}

TEST_CASE("text: folded names are alike where some file system takes them for the same") {
  const auto alike = [](std::string_view a, std::string_view b) {
    CAPTURE(a);
    CAPTURE(b);
    CHECK(grit::fold_name(a) == grit::fold_name(b));
  };
  alike("a\u200Bb\u200Dc\u2060d\uFEFFe\u00ADf\uFE0Fg\U000E0041", "abcdefg");  // what shows nothing
  alike("Caf\u00E9", "cafe\u0301");                                           // one character or two
  alike("\u1EA4", "a\u0302\u0301");                                           // decomposed twice
  alike("\u1ED9", "o\u0302\u0323");                                           // marks in another order
  alike("\u0344", "\u0308\u0301");
  alike("\uAC01\uAC00", "\u1100\u1161\u11A8\u1100\u1161");  // Korean syllables and their letters
  alike("\u212B", "A\u030A");
  alike("\u2126", "\u03C9");
  alike("\uFF27\uFF49\uFF54", "git");          // full width
  alike("\U0001D420\U0001D422\u24E3", "git");  // mathematical, encircled
  alike("di\uFB06", "DIST");
  alike("di\u017Ft", "dist");
  alike("g\u0131t g\u0130t", "git git");
  alike("\u2025\u3000", ".. ");
  alike("\u0391\u03A3", "\u03B1\u03C2");
  CHECK(grit::fold_name("a b_\u4E2D\u6587-9") == "a b_\u4E2D\u6587-9");
  CHECK(grit::fold_name("A\xFF\xC3") == "a\xFF\xC3");
  CHECK(grit::fold_name("\u00E9") != grit::fold_name("e"));
  CHECK(grit::fold_name("\u0440") != grit::fold_name("p"));  // Cyrillic and Latin only look alike
  CHECK(grit::fold_name("").empty());
}
