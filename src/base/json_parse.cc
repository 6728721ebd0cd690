#include <simdjson.h>

#include <charconv>
#include <optional>

#include "base/json.h"
#include "base/try.h"

namespace grit {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr int max_levels = 128;

Status malformed(std::string_view reason) {
  std::string message = "not valid JSON: ";
  message += reason;
  return Status(Code::malformed, std::move(message));
}

Status too_deep() { return Status(Code::limit, "the JSON text is nested deeper than 128 levels"); }

Status from_simdjson(simdjson::error_code error) {
  if (error == simdjson::DEPTH_ERROR) return too_deep();
  if (error == simdjson::MEMALLOC) return Status(Code::limit, "no memory to parse the JSON text");
  return malformed(simdjson::error_message(error));
}

std::string_view without_blanks(std::string_view token) {
  const std::size_t last = token.find_last_not_of(" \t\r\n");
  return token.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

// The digits from `at` on; moves `at` behind them.
bool take_digits(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at > begin;
}

// Whether `text` follows JSON's grammar for numbers; `integer` tells whether it has neither fraction nor
// exponent.
bool is_number(std::string_view text, bool& integer) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const bool zero = at < text.size() && text[at] == '0';
  const std::size_t begin = at;
  if (!take_digits(text, at) || (zero && at > begin + 1)) return false;
  integer = at == text.size();
  if (at < text.size() && text[at] == '.' && !take_digits(text, ++at)) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (!take_digits(text, at)) return false;
  }
  return at == text.size();
}

Result<Json> parse_number(std::string_view text) {
  bool integer = false;
  if (!is_number(text, integer)) return malformed("a value that is neither a literal nor a number");
  const char* end = text.data() + text.size();
  std::int64_t whole = 0;
  if (integer && std::from_chars(text.data(), end, whole).ec == std::errc{}) return Json(whole);
  double value = 0;
  if (std::from_chars(text.data(), end, value).ec != std::errc{}) return malformed("a number that no double can hold");
  return Json(value);
}

Result<Json> parse_scalar(std::string_view token) {
  if (token == "null") return Json();
  if (token == "true") return Json(true);
  if (token == "false") return Json(false);
  return parse_number(token);
}

// The four digits of a \u escape; nothing where they are no digits.
std::optional<unsigned> escape_value(std::string_view text, std::size_t at) {
  if (at + 4 > text.size()) return std::nullopt;
  unsigned value = 0;
  const char* begin = text.data() + at;
  const auto [end, error] = std::from_chars(begin, begin + 4, value, 16);
  if (error != std::errc{} || end != begin + 4) return std::nullopt;
  return value;
}

// Whether every escaped surrogate in the text is half of a pair. Checked on the raw text because versions of
// simdjson differ in what they make of a lone one. A backslash outside of a string is an error that simdjson
// finds.
bool surrogates_paired(std::string_view text) {
  for (std::size_t at = text.find('\\'); at < text.size(); at = text.find('\\', at)) {
    const std::optional<unsigned> value = text.substr(at, 2) == "\\u" ? escape_value(text, at + 2) : std::nullopt;
    at += 2;
    if (!value || *value < 0xD800 || *value > 0xDFFF) continue;
    if (*value >= 0xDC00 || text.substr(at + 4, 2) != "\\u") return false;
    const std::optional<unsigned> low = escape_value(text, at + 6);
    if (!low || *low < 0xDC00 || *low > 0xDFFF) return false;
    at += 6;
  }
  return true;
}

Result<Json> parse_value(ondemand::value value, int levels_left);

Result<Json> parse_array(ondemand::value value, int levels_left) {
  ondemand::array array;
  if (const auto error = value.get_array().get(array)) return from_simdjson(error);
  Json::Array items;
  for (auto item : array) {
    ondemand::value inner;
    if (const auto error = item.get(inner)) return from_simdjson(error);
    GRIT_ASSIGN_OR_RETURN(Json parsed, parse_value(inner, levels_left));
    items.push_back(std::move(parsed));
  }
  return Json(std::move(items));
}

Result<Json> parse_object(ondemand::value value, int levels_left) {
  ondemand::object object;
  if (const auto error = value.get_object().get(object)) return from_simdjson(error);
  Json::Object members;
  for (auto field : object) {
    std::string_view key;
    if (const auto error = field.unescaped_key().get(key)) return from_simdjson(error);
    std::string name(key);
    ondemand::value inner;
    if (const auto error = field.value().get(inner)) return from_simdjson(error);
    GRIT_ASSIGN_OR_RETURN(Json parsed, parse_value(inner, levels_left));
    members.emplace_back(std::move(name), std::move(parsed));
  }
  return Json::object_of(std::move(members));
}

Result<Json> parse_value(ondemand::value value, int levels_left) {
  const std::string_view token = value.raw_json_token();
  switch (token.empty() ? '\0' : token.front()) {
    case '{':
      return levels_left > 0 ? parse_object(value, levels_left - 1) : Result<Json>(too_deep());
    case '[':
      return levels_left > 0 ? parse_array(value, levels_left - 1) : Result<Json>(too_deep());
    case '"': {
      std::string_view text;
      if (const auto error = value.get_string().get(text)) return from_simdjson(error);
      return Json(text);
    }
    default:
      return parse_scalar(without_blanks(token));
  }
}

}  // namespace

Result<Json> parse_json(std::string_view text, std::size_t max_bytes) {
  if (text.size() > max_bytes) {
    return Status(Code::limit, "the JSON text has " + std::to_string(text.size()) + " bytes, more than the limit of " +
                                   std::to_string(max_bytes));
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (!surrogates_paired(text)) return malformed("a \\u escape for half of a surrogate pair");
  // Inside brackets every text, also a lone number, is parsed the same way; simdjson wants the copy anyhow,
  // because it reads beyond the end.
  std::string wrapped;
  wrapped.reserve(text.size() + 2 + simdjson::SIMDJSON_PADDING);
  wrapped += '[';
  wrapped += text;
  wrapped += ']';
  ondemand::parser parser;
  ondemand::document document;
  const simdjson::padded_string_view padded(wrapped.data(), wrapped.size(), wrapped.capacity());
  if (const auto error = parser.iterate(padded).get(document)) return from_simdjson(error);
  ondemand::value outer;
  if (const auto error = document.get_value().get(outer)) return from_simdjson(error);
  GRIT_ASSIGN_OR_RETURN(Json list, parse_array(outer, max_levels));
  if (list.items().empty()) return malformed("no value");
  const bool at_end = document.current_location().error() == simdjson::OUT_OF_BOUNDS;
  if (list.items().size() > 1 || !at_end) return malformed("something behind the value");
  return list.items().front();
}

}  // namespace grit
