#include "word_search.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "base/text.h"
#include "base/utf8.h"
#include "words.h"

namespace grit::retrieve {
namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
}

bool is_word_char_at(std::string_view text, std::size_t pos) {
  return pos < text.size() && char_class_at(text, pos).first != CharClass::none;
}

// Whether the character that ends before `pos` is a word character.
bool is_word_char_before(std::string_view text, std::size_t pos) {
  for (std::size_t length = 1; length <= std::min<std::size_t>(4, pos); ++length) {
    if (is_utf8_continuation(text[pos - length])) continue;  // not the first byte of its character
    const auto [value, size] = char_class_at(text, pos - length);
    return size == length && value != CharClass::none;
  }
  return false;
}

// The number of line ends (LF, CRLF, lone CR) that begin in `text` from `from` to `to`.
std::uint32_t count_line_ends(std::string_view text, std::size_t from, std::size_t to) {
  const std::string_view part = text.substr(from, to - from);
  auto count = std::count(part.begin(), part.end(), '\n');
  for (std::size_t cr = part.find('\r'); cr != std::string_view::npos; cr = part.find('\r', cr + 1)) {
    const std::size_t next = from + cr + 1;
    if (next == text.size() || text[next] != '\n') ++count;  // the LF of a CRLF is counted already
  }
  return static_cast<std::uint32_t>(count);
}

// How common a byte is in source text: letters by their frequency in English, everything else in between.
std::size_t commonness(char byte) {
  constexpr std::string_view kRarestFirst = "zqjxkvbywgpfmuchdlrsinoate";
  const std::size_t rank = kRarestFirst.find(byte);
  return rank == std::string_view::npos ? kRarestFirst.size() / 2 : rank;
}

std::size_t rarest_position(std::string_view word) {
  const auto rarer = [](char a, char b) { return commonness(a) < commonness(b); };
  return static_cast<std::size_t>(std::min_element(word.begin(), word.end(), rarer) - word.begin());
}

// Where one byte occurs in a text, step by step.
class ByteStream {
 public:
  ByteStream(std::string_view text, char byte, std::size_t from)
      : text_(text), byte_(byte), at_(text.find(byte, from)) {}
  std::size_t at() const { return at_; }  // npos behind the last
  void advance() { at_ = text_.find(byte_, at_ + 1); }

 private:
  std::string_view text_;
  char byte_;
  std::size_t at_;
};

}  // namespace

WordSearch::WordSearch(std::string word)
    : word_(std::move(word)), ascii_(is_ascii(word_)), anchor_(rarest_position(word_)) {}

bool WordSearch::matches_at(std::string_view text, std::size_t pos) const {
  if (text.size() - pos < word_.size()) return false;
  for (std::size_t i = 0; i < word_.size(); ++i) {
    if (absl::ascii_tolower(static_cast<unsigned char>(text[pos + i])) != word_[i]) return false;
  }
  return !is_word_char_before(text, pos) && !is_word_char_at(text, pos + word_.size());
}

std::vector<std::uint32_t> WordSearch::lines_in_folded(std::string_view text) const {
  std::vector<std::uint32_t> lines;
  std::uint32_t line = 1;
  std::size_t counted = 0;  // line ends before here are in `line`
  const char lower = word_[anchor_];
  const char upper = absl::ascii_toupper(static_cast<unsigned char>(lower));
  ByteStream small(text, lower, anchor_);
  ByteStream large(text, upper, upper == lower ? text.size() : anchor_);
  while (small.at() != std::string_view::npos || large.at() != std::string_view::npos) {
    ByteStream& next = small.at() < large.at() ? small : large;
    const std::size_t pos = next.at() - anchor_;
    if (matches_at(text, pos)) {
      line += count_line_ends(text, counted, pos);
      counted = pos;
      if (lines.empty() || lines.back() != line) lines.push_back(line);
    }
    next.advance();
  }
  return lines;
}

std::vector<std::uint32_t> WordSearch::lines_in(std::string_view text) const {
  // Folding other scripts may change lengths, never line ends, and lines are all that is asked for.
  return ascii_ ? lines_in_folded(text) : lines_in_folded(fold_case(text));
}

}  // namespace grit::retrieve
