// Tokens in names, and words in text.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "token_matcher.h"
#include "word_search.h"

namespace grit::retrieve {
namespace {

using Views = std::vector<std::string_view>;
using Lines = std::vector<std::uint32_t>;

TEST_CASE("tokens of three or more characters are found as substrings, letters folded") {
  const std::vector<std::string> tokens = {"direct", "is", "redirect", "the", "возраст", "年齢", "年齢確"};
  const TokenMatcher matcher(tokens);
  CHECK(matcher.find_in("resolve_Redirects") == Views{"direct", "redirect"});
  CHECK(matcher.find_in("is_other") == Views{"the"});  // "is" is too short
  CHECK(matcher.find_in("ПроверкаВозраста") == Views{"возраст"});
  CHECK(matcher.find_in("年齢確認") == Views{"年齢確"});  // two characters are too few, also of many bytes
  CHECK(matcher.find_in("theRedirectTheRedirect") == Views{"direct", "redirect", "the"});
  CHECK(matcher.find_in("").empty());
  CHECK(matcher.find_in("th").empty());
}

TEST_CASE("tokens with the same beginning are told apart") {
  const std::vector<std::string> tokens = {"valid", "validation", "val"};
  const TokenMatcher matcher(tokens);
  CHECK(matcher.find_in("is_valid_age") == Views{"valid", "val"});
  CHECK(matcher.find_in("validations") == Views{"valid", "validation", "val"});
}

TEST_CASE("no tokens find nothing") { CHECK(TokenMatcher({}).find_in("anything").empty()); }

TEST_CASE("whole words, letters folded, by line") {
  const WordSearch search("age");
  CHECK(search.lines_in("age\nAGE = 1\nmanage\nage_limit\n(age)\nx.age, age\npage age") == Lines{1, 2, 5, 6, 7});
  CHECK(search.lines_in("").empty());
  CHECK(search.lines_in("ag").empty());
}

TEST_CASE("lines end at LF, CRLF and lone CR") {
  const WordSearch search("x");
  CHECK(search.lines_in("x\r\n\r\nx\rx\n\nx") == Lines{1, 3, 4, 6});
}

TEST_CASE("letters of other scripts belong to words, their punctuation does not") {
  CHECK(WordSearch("age").lines_in("éage\nage—x\n“age”\nageя\n年age") == Lines{2, 3});
  CHECK(WordSearch("größe").lines_in("GRÖSSE\nGröße = 1\ngrößen\n x.größe") == Lines{2, 4});
  CHECK(WordSearch("возраст").lines_in("# Возраст\nвозраста\nВОЗРАСТ") == Lines{1, 3});
  CHECK(WordSearch("age").lines_in("\xFF"
                                   "age\xFE") == Lines{1});
}

TEST_CASE("a word right after part of itself is found") {
  CHECK(WordSearch("aab").lines_in("aa aab") == Lines{1});
  CHECK(WordSearch("a").lines_in("b a") == Lines{1});
}

}  // namespace
}  // namespace grit::retrieve
