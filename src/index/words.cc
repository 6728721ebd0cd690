#include "words.h"

#include <algorithm>
#include <iterator>

#include "base/utf8.h"

namespace grit::index {
namespace {

struct Run {
  std::uint32_t first;
  std::uint32_t last;
};

#include "word_table.inc"

bool is_word_code_point(std::uint32_t code) {
  const auto* run = std::upper_bound(std::begin(word_runs), std::end(word_runs), code,
                                     [](std::uint32_t value, const Run& each) { return value < each.first; });
  return run != std::begin(word_runs) && code <= std::prev(run)->last;
}

}  // namespace

std::size_t WordReader::long_word_character(std::size_t at) const {
  const CodePoint point = decode_utf8(bytes_, at);
  return point.valid && is_word_code_point(point.value) ? point.length : 0;
}

}  // namespace grit::index
