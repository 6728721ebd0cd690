#include <algorithm>
#include <optional>

#include "tokens.h"

namespace grit::edit {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
constexpr int kMaxNesting = 16;               // strings inside the braces of a formatted string
constexpr std::size_t kMaxFieldBytes = 4096;  // of one such brace: keeps reading linear whatever is in the text

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_quote(char c) { return c == '"' || c == '\''; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }
bool is_open(char c) { return c == '(' || c == '[' || c == '{'; }
bool is_close(char c) { return c == ')' || c == ']' || c == '}'; }
char closer_of(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

// The length of the line end at `at`; 0 where there is none.
std::size_t line_end_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || !is_line_end(text[at])) return 0;
  return text.substr(at, 2) == "\r\n" ? 2 : 1;
}

// The length of a string prefix at `at` that a quote follows; nothing where no string starts. `format` says whether
// braces in it hold code.
std::optional<std::size_t> string_prefix(std::string_view text, std::size_t at, bool& format) {
  std::size_t length = 0;
  format = false;
  while (length < 3 && at + length < text.size() && !is_quote(text[at + length])) {
    const char c = static_cast<char>(text[at + length] | 0x20);
    if (c != 'r' && c != 'b' && c != 'u' && c != 'f' && c != 't') return std::nullopt;
    format = format || c == 'f' || c == 't';
    ++length;
  }
  if (length > 2 || at + length >= text.size() || !is_quote(text[at + length])) return std::nullopt;
  return length;
}

std::size_t string_end(std::string_view text, std::size_t quote_at, bool format, int nesting);

// The end of a replacement field of a formatted string, from its '{' on: an expression, then perhaps ':' and a format
// in which only braces count.
std::size_t field_end(std::string_view text, std::size_t at, bool triple, int nesting) {
  int depth = 0;
  bool in_format = false;
  const std::size_t limit = std::min(text.size(), at + kMaxFieldBytes);
  while (at < limit) {
    const char c = text[at];
    bool format = false;
    if (is_line_end(c) && in_format && !triple) return kNowhere;
    if (c == '{' || (!in_format && is_open(c))) {
      ++depth;
    } else if (c == '}' || (!in_format && is_close(c))) {
      if (--depth == 0) return at + 1;
    } else if (c == ':' && depth == 1) {
      in_format = true;
    } else if (const auto prefix = in_format ? std::nullopt : string_prefix(text, at, format)) {
      const std::size_t end = string_end(text, at + *prefix, format, nesting + 1);
      if (end == kNowhere) return kNowhere;
      at = end;
      continue;
    }
    ++at;
  }
  return kNowhere;
}

// The end of the string whose opening quote is at `quote_at`; kNowhere where it does not end.
std::size_t string_end(std::string_view text, std::size_t quote_at, bool format, int nesting) {
  if (nesting > kMaxNesting) return kNowhere;
  const char quote = text[quote_at];
  const bool triple = text.substr(quote_at, 3) == std::string(3, quote);
  const std::string closing(triple ? 3 : 1, quote);
  for (std::size_t at = quote_at + closing.size(); at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\\') {
      at += text.substr(at + 1, 2) == "\r\n" ? 2 : 1;
    } else if (is_line_end(c) && !triple) {
      return kNowhere;
    } else if (text.substr(at, closing.size()) == closing) {
      return at + closing.size();
    } else if (format && c == '{') {
      if (text.substr(at, 2) == "{{") {
        ++at;
      } else {
        const std::size_t end = field_end(text, at, triple, nesting);
        if (end == kNowhere) return kNowhere;
        at = end - 1;
      }
    }
  }
  return kNowhere;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Tokens run() {
    while (at_ < text_.size()) step();
    if (!open_.empty()) trouble(open_.back().second, std::string("unclosed ") + open_.back().first);
    return std::move(out_);
  }

 private:
  void step() {
    const char c = text_[at_];
    bool format = false;
    if (c == ' ' || c == '\t' || c == '\f') {
      ++at_;
    } else if (const std::size_t length = line_end_at(text_, at_)) {
      if (open_.empty())
        add(TokenKind::newline, at_ + length);
      else
        at_ += length;
    } else if (c == '\\') {
      backslash();
    } else if (c == '#') {
      add(TokenKind::comment, std::min(text_.find_first_of("\r\n", at_), text_.size()));
    } else if (const auto prefix = string_prefix(text_, at_, format)) {
      string(at_ + *prefix, format);
    } else if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
      add(TokenKind::number, number_end());
    } else if (is_letter(c)) {
      std::size_t end = at_;
      while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
      add(TokenKind::word, end);
    } else {
      punctuation(c);
    }
  }

  void backslash() {
    if (const std::size_t length = line_end_at(text_, at_ + 1)) {
      at_ += 1 + length;
    } else {
      trouble(at_, "a backslash inside a line");
      add(TokenKind::bad, at_ + 1);
    }
  }

  void string(std::size_t quote_at, bool format) {
    std::size_t end = string_end(text_, quote_at, format, 0);
    // A brace that does not close must not swallow the rest of the file: read it again as a plain string.
    if (end == kNowhere && format) end = string_end(text_, quote_at, false, 0);
    if (end != kNowhere) return add(TokenKind::string, end);
    trouble(at_, "an unterminated string");
    const bool triple = text_.substr(quote_at, 3) == std::string(3, text_[quote_at]);
    add(TokenKind::bad, triple ? text_.size() : std::min(text_.find_first_of("\r\n", at_), text_.size()));
  }

  std::size_t number_end() const {
    std::size_t end = at_;
    const bool hex = text_.substr(at_, 2) == "0x" || text_.substr(at_, 2) == "0X";
    while (end < text_.size()) {
      const char c = text_[end];
      const char before = end > at_ ? text_[end - 1] : '0';
      const bool exponent_sign = !hex && (c == '+' || c == '-') && (before == 'e' || before == 'E');
      if (!is_digit(c) && !is_letter(c) && c != '.' && !exponent_sign) break;
      ++end;
    }
    return end;
  }

  void punctuation(char c) {
    static constexpr std::string_view kKnown = "()[]{}.,:;=+-*/%@&|^~<>";
    const bool known =
        kKnown.find(c) != std::string_view::npos || (c == '!' && at_ + 1 < text_.size() && text_[at_ + 1] == '=');
    if (!known) trouble(at_, "a character that does not belong in code");
    if (is_open(c)) open_.emplace_back(c, at_);
    if (is_close(c)) {
      if (open_.empty())
        trouble(at_, std::string("an unopened ") + c);
      else if (closer_of(open_.back().first) != c)
        trouble(at_, std::string("an unexpected ") + c);
      if (!open_.empty()) open_.pop_back();
    }
    add(known ? TokenKind::punctuation : TokenKind::bad, at_ + 1);
  }

  void add(TokenKind kind, std::size_t end) {
    out_.list.push_back({kind, at_, text_.substr(at_, end - at_)});
    at_ = end;
  }

  void trouble(std::size_t at, std::string what) {
    if (!out_.trouble.empty()) return;
    out_.trouble = std::move(what);
    out_.trouble_at = at;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::pair<char, std::size_t>> open_;
  Tokens out_;
};

}  // namespace

Tokens python_tokens(std::string_view text) { return Lexer(text).run(); }

std::string canonical(const Token& token) {
  if (token.kind != TokenKind::string) return std::string(token.text);
  const std::size_t quote = token.text.find_first_of("\"'");
  const std::string_view content = token.text.substr(quote + 1, token.text.size() - quote - 2);
  // Only where changing the quotes cannot change the content; also leaves """ alone.
  if (content.find_first_of("\"'\\") != std::string_view::npos) return std::string(token.text);
  return std::string(token.text.substr(0, quote)) + '"' + std::string(content) + '"';
}

}  // namespace grit::edit
