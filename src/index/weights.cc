#include "weights.h"

#include <algorithm>

#include "base/utf8.h"

namespace grit::index {
namespace {

// Names that people made up for one purpose are longer than this.
constexpr std::ptrdiff_t kCommonNameCharacters = 8;
// A name that more files define says little about which of them is meant.
constexpr std::uint64_t kCommonNameFiles = 5;
constexpr double kMadeUp = 10;
constexpr double kPrivate = 0.1;
constexpr double kCommon = 0.1;

// Words joined by '_': "resolve_redirects", also "_parse_line" and "MAX_RETRIES", but not "__init__".
bool is_snake_case(std::string_view name) {
  const std::size_t first = std::min(name.find_first_not_of('_'), name.size());
  name.remove_prefix(first);
  while (name.ends_with('_')) name.remove_suffix(1);
  return name.find('_') != std::string_view::npos;
}

std::ptrdiff_t characters(std::string_view name) {
  return std::count_if(name.begin(), name.end(), [](char byte) { return !is_utf8_continuation(byte); });
}

}  // namespace

double python_weight(std::string_view name, std::uint64_t files) {
  double weight = 1;
  if (characters(name) > kCommonNameCharacters && is_snake_case(name)) weight *= kMadeUp;
  if (name.starts_with('_')) weight *= kPrivate;
  if (files > kCommonNameFiles) weight *= kCommon;
  return weight;
}

}  // namespace grit::index
