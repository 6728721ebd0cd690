#include "weights.h"

#include <algorithm>

#include "base/utf8.h"
#include "syntax/syntax.h"

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

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// Words joined by capitals: "resolveRedirects", "HTTPServer", also "maxRetries2"; not "Server" and not "MAXIMUM".
bool is_camel_case(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of("_#~"), name.size()));
  bool lower = false;
  bool joined = false;  // a capital after the first letter
  for (std::size_t i = 0; i < name.size(); ++i) {
    lower = lower || is_lower(name[i]);
    joined = joined || (i > 0 && is_upper(name[i]));
  }
  return lower && joined;
}

// Whether words are joined in the way of a language. Constants are in snake_case everywhere.
bool joins_words(std::string_view name, const syntax::NamingRules& rules) {
  const bool constant = std::none_of(name.begin(), name.end(), is_lower);
  return ((rules.snake_case || constant) && is_snake_case(name)) || (rules.camel_case && is_camel_case(name));
}

bool is_private(std::string_view name) { return name.starts_with('_') || name.starts_with('#'); }

std::ptrdiff_t characters(std::string_view name) {
  return std::count_if(name.begin(), name.end(), [](char byte) { return !is_utf8_continuation(byte); });
}

}  // namespace

double name_weight(std::string_view name, std::uint64_t files, std::string_view language) {
  double weight = 1;
  if (characters(name) > kCommonNameCharacters && joins_words(name, syntax::naming_of(language))) weight *= kMadeUp;
  if (is_private(name)) weight *= kPrivate;
  if (files > kCommonNameFiles) weight *= kCommon;
  return weight;
}

}  // namespace grit::index
