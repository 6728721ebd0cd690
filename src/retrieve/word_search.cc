#include "word_search.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "base/text.h"
#include "words.h"

namespace grit::retrieve {
namespace {

unsigned char lower(char c) { return static_cast<unsigned char>(absl::ascii_tolower(static_cast<unsigned char>(c))); }

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
}

bool is_word_char_at(std::string_view text, std::size_t pos) {
  return pos < text.size() && char_class_at(text, pos).first != CharClass::none;
}

// Whether the character that ends before `pos` is a word character.
bool is_word_char_before(std::string_view text, std::size_t pos) {
  for (std::size_t length = 1; length <= std::min<std::size_t>(4, pos); ++length) {
    const bool inside = (static_cast<unsigned char>(text[pos - length]) & 0xC0U) == 0x80U;
    if (inside) continue;  // not the first byte of its character
    const auto [value, size] = char_class_at(text, pos - length);
    return size == length && value != CharClass::none;
  }
  return false;
}

// The number of line ends (LF, CRLF, lone CR) that begin in [from, to) of `text`.
std::uint32_t count_line_ends(std::string_view text, std::size_t from, std::size_t to) {
  std::uint32_t count = 0;
  for (std::size_t i = from; i < to; ++i) {
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) ++count;
    if (text[i] == '\r') ++count;
  }
  return count;
}

}  // namespace

WordSearch::WordSearch(std::string word) : word_(std::move(word)), ascii_(is_ascii(word_)) {
  skip_.fill(word_.size());
  for (std::size_t i = 0; i + 1 < word_.size(); ++i) skip_[lower(word_[i])] = word_.size() - 1 - i;
}

bool WordSearch::matches_at(std::string_view text, std::size_t pos) const {
  for (std::size_t i = 0; i < word_.size(); ++i) {
    if (lower(text[pos + i]) != static_cast<unsigned char>(word_[i])) return false;
  }
  return !is_word_char_before(text, pos) && !is_word_char_at(text, pos + word_.size());
}

std::vector<std::uint32_t> WordSearch::lines_in_folded(std::string_view text) const {
  std::vector<std::uint32_t> lines;
  std::uint32_t line = 1;
  std::size_t counted = 0;  // line ends before here are in `line`
  for (std::size_t pos = 0; pos + word_.size() <= text.size();) {
    const std::size_t last = pos + word_.size() - 1;
    if (lower(text[last]) == static_cast<unsigned char>(word_.back()) && matches_at(text, pos)) {
      line += count_line_ends(text, counted, pos);
      counted = pos;
      if (lines.empty() || lines.back() != line) lines.push_back(line);
    }
    pos += skip_[lower(text[last])];
  }
  return lines;
}

std::vector<std::uint32_t> WordSearch::lines_in(std::string_view text) const {
  // Folding other scripts may change lengths, never line ends, and lines are all that is asked for.
  return ascii_ ? lines_in_folded(text) : lines_in_folded(fold_case(text));
}

}  // namespace grit::retrieve
