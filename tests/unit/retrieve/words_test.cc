#include "words.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace grit::retrieve {
namespace {

using List = std::vector<std::string>;

List tokens_of(std::string_view text) {
  List list;
  for_each_token(text, [&](std::string_view token) { list.push_back(folded(token)); });
  return list;
}

List words_of(std::string_view text) {
  List list;
  for_each_word(text, [&](std::string_view word) { list.emplace_back(word); });
  return list;
}

TEST_CASE("tokens are cut at underscores, capitals, dots and slashes") {
  CHECK(tokens_of("resolve_redirects") == List{"resolve", "redirects"});
  CHECK(tokens_of("resolveRedirects") == List{"resolve", "redirects"});
  CHECK(tokens_of("Session.resolve_redirects") == List{"session", "resolve", "redirects"});
  CHECK(tokens_of("src/flask/blueprints.py") == List{"src", "flask", "blueprints", "py"});
  CHECK(tokens_of("__init__") == List{"init"});
  CHECK(tokens_of("HTTPServer") == List{"http", "server"});
  CHECK(tokens_of("parseURLs and IDs") == List{"parse", "urls", "and", "ids"});
  CHECK(tokens_of("A_B") == List{"a", "b"});
  CHECK(tokens_of("___") == List{});
  CHECK(tokens_of("") == List{});
}

TEST_CASE("digits stay with the letters before them") {
  CHECK(tokens_of("utf8 sha256Sum base64_encode 5000 2fa") ==
        List{"utf8", "sha256", "sum", "base64", "encode", "5000", "2fa"});
  CHECK(tokens_of("HTTP2Server") == List{"http2", "server"});
}

TEST_CASE("other scripts are words; text without blanks is cut where the script changes") {
  CHECK(tokens_of("修复Blueprint注册错误") == List{"修复", "blueprint", "注册错误"});
  CHECK(tokens_of("Blueprintのクラスを修正") == List{"blueprint", "の", "クラス", "を", "修正"});
  CHECK(tokens_of("Ошибка Проверки возраста") == List{"ошибка", "проверки", "возраста"});
  CHECK(tokens_of("Größenänderung schlägt fehl") == List{"größenänderung", "schlägt", "fehl"});
  CHECK(words_of("修复Blueprint") == List{"修复Blueprint"});
}

TEST_CASE("punctuation of any script ends a word") {
  CHECK(words_of("a—b “c” d…e。f、g（h）") == List{"a", "b", "c", "d", "e", "f", "g", "h"});
  CHECK(words_of("x\xC2\xA0y z\xE2\x80\xA8w") == List{"x", "y", "z", "w"});
  CHECK(words_of("ª²x×y") == List{"ª", "x", "y"});
}

TEST_CASE("invalid bytes end a word and are no characters of one") {
  CHECK(words_of("ab\xFF"
                 "cd\xC3") == List{"ab", "cd"});
  CHECK(words_of("\xE4\xB8") == List{});
  CHECK(words_of(std::string("a\0b", 3)) == List{"a", "b"});
  CHECK(count_characters("a\xFF") == 2);
  CHECK(count_characters("年齢") == 2);
}

TEST_CASE("long lists of words say that they go on") {
  CHECK(join_words({"a", "b"}) == "a, b");
  CHECK(join_words({"a", "b", "c"}, 2) == "a, b, …");
  CHECK(join_words({}) == "");
}

}  // namespace
}  // namespace grit::retrieve
