// Words and tokens: how text, names and paths are taken apart. Queries and code go through the same functions, so that
// equal things compare equal.
//
// A word is a maximal run of word characters: letters, digits and '_' of any script, as `\w` is in ripgrep. A token is
// a part of a word: words are cut at '_', where the capitals say so ("resolveRedirects", "HTTPServer" → "HTTP",
// "Server"), and where one script ends and another begins in text without blanks ("修复Blueprint" → "修复",
// "Blueprint"). Digits stay with the letters before them: "utf8", "sha256".
#ifndef GRIT_RETRIEVE_WORDS_H_
#define GRIT_RETRIEVE_WORDS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"

namespace grit::retrieve {

// What a character is for finding words. Scripts that are written without blanks have their own value each.
enum class CharClass : std::uint8_t { none, letter, han, hiragana, katakana, hangul };

// The class and the length in bytes of the character at `pos`; an invalid byte is `none` and of length 1.
std::pair<CharClass, std::size_t> char_class_at(std::string_view text, std::size_t pos);

using PieceSink = absl::FunctionRef<void(std::string_view piece)>;

// Calls `sink` with every word of `text` in order, as written.
void for_each_word(std::string_view text, PieceSink sink);
// The same, also cut where the script changes: what a person would call the words of the text.
void for_each_script_word(std::string_view text, PieceSink sink);
// Calls `sink` with every token of `text` in order, as written.
void for_each_token(std::string_view text, PieceSink sink);

// `text` folded to lower case for comparing.
std::string folded(std::string_view text);
// The number of characters in `text`; an invalid byte counts as one.
std::size_t count_characters(std::string_view text);

// The characters of names in programs, ASCII only.
bool is_name_start(char c);
bool is_name_char(char c);
// The dotted name that begins at `pos` of `text`, where a name may begin: "a.b" of "a.b.".
std::string_view dotted_name_at(std::string_view text, std::size_t pos);
// "isValid", "HttpError"; not "HTTP", not "Hello".
bool has_inner_capital(std::string_view name);

// "redirect, request, …": at most `max_shown` of `words`.
std::string join_words(const std::vector<std::string_view>& words, std::size_t max_shown = 8);

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_WORDS_H_
