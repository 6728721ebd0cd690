// Tokens of source text, found without a grammar: what the answer of a model is judged by before it is known to parse.
#ifndef GRIT_EDIT_TOKENS_H_
#define GRIT_EDIT_TOKENS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grit::edit {

enum class TokenKind : std::uint8_t {
  word,  // names and keywords; every byte above ASCII counts as a letter
  number,
  string,       // a whole literal with prefix and quotes, also one over several lines
  comment,      // without its line end
  punctuation,  // one character
  newline,      // a line end that ends a statement: not in brackets, not after a backslash
  bad,          // an unterminated string or a character that the language does not have
};

// `text` is a view into the text that was read.
struct Token {
  TokenKind kind = TokenKind::bad;
  std::size_t begin = 0;
  std::string_view text;

  [[nodiscard]] std::size_t end() const { return begin + text.size(); }
  [[nodiscard]] bool is(std::string_view word) const {
    return text == word && (kind == TokenKind::word || kind == TokenKind::punctuation);
  }
};

struct Tokens {
  std::vector<Token> list;
  // The first place where the text is not whole, and why ("unterminated string"); nothing where it is.
  std::string trouble;
  std::size_t trouble_at = 0;
};

// The tokens of Python source. Any bytes are fine; linear in their number.
[[nodiscard]] Tokens python_tokens(std::string_view text);

// A token's text in the form in which two that mean the same are equal: a plain string's quotes are unified.
[[nodiscard]] std::string canonical(const Token& token);

}  // namespace grit::edit

#endif  // GRIT_EDIT_TOKENS_H_
