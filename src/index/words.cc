#include "words.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/utf8.h"

namespace grit::index {
namespace {

struct Run {
  std::uint32_t first;
  std::uint32_t last;
};

#include "word_table.inc"

constexpr std::array<bool, 128> make_ascii() {
  std::array<bool, 128> table{};
  for (char c = '0'; c <= '9'; ++c) table[static_cast<std::size_t>(c)] = true;
  for (char c = 'a'; c <= 'z'; ++c) table[static_cast<std::size_t>(c)] = true;
  for (char c = 'A'; c <= 'Z'; ++c) table[static_cast<std::size_t>(c)] = true;
  table['_'] = true;
  return table;
}
constexpr std::array<bool, 128> ascii = make_ascii();

bool is_word_code_point(std::uint32_t code) {
  const auto* run = std::upper_bound(std::begin(word_runs), std::end(word_runs), code,
                                     [](std::uint32_t value, const Run& each) { return value < each.first; });
  return run != std::begin(word_runs) && code <= std::prev(run)->last;
}

}  // namespace

std::size_t WordReader::word_character(std::size_t at) const {
  const auto byte = static_cast<unsigned char>(bytes_[at]);
  if (byte < 128) return ascii[byte] ? 1 : 0;
  const CodePoint point = decode_utf8(bytes_, at);
  return point.valid && is_word_code_point(point.value) ? point.length : 0;
}

std::string_view WordReader::next() {
  while (at_ < bytes_.size() && word_character(at_) == 0) ++at_;
  begin_ = at_;
  while (at_ < bytes_.size()) {
    const std::size_t length = word_character(at_);
    if (length == 0) break;
    at_ += length;
  }
  return bytes_.substr(begin_, at_ - begin_);
}

}  // namespace grit::index
