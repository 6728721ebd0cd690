#include "base/utf8.h"

#include <optional>

#include "base/text.h"

namespace grit {
namespace {

// What the first byte of a sequence allows: the Unicode standard's table of well-formed sequences. Only the
// second byte has bounds of its own.
struct Lead {
  std::size_t length;
  unsigned char second_low;
  unsigned char second_high;
};

Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte < 0xC2) return {0, 0, 0};
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

// The byte offset of the `column`-th unit of a line, with `units` telling how many a code point takes. An
// invalid byte counts as one unit.
template <class Units>
std::optional<std::uint64_t> byte_of(std::string_view line, std::uint64_t column, Units units) {
  std::size_t at = 0;
  while (column > 0) {
    if (at >= line.size()) return std::nullopt;
    const CodePoint point = decode_utf8(line, at);
    const std::uint64_t taken = point.valid ? units(point.value) : 1;
    if (taken > column) return std::nullopt;  // inside a surrogate pair
    column -= taken;
    at += point.valid ? point.length : 1;
  }
  return at;
}

}  // namespace

CodePoint decode_utf8(std::string_view bytes, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned char first = byte(at);
  const Lead lead = lead_of(first);
  if (lead.length == 0) return {};
  if (lead.length == 1) return {first, 1, true};
  std::uint32_t value = first & (0x7Fu >> lead.length);
  for (std::size_t i = 1; i < lead.length; ++i) {
    const bool there = at + i < bytes.size();
    const unsigned char low = i == 1 ? lead.second_low : 0x80;
    const unsigned char high = i == 1 ? lead.second_high : 0xBF;
    if (!there || byte(at + i) < low || byte(at + i) > high) return {0, i, false};
    value = value << 6 | (byte(at + i) & 0x3Fu);
  }
  return {value, lead.length, true};
}

void append_utf8(std::string& text, std::uint32_t code_point) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code_point < 0x80) {
    add(code_point);
  } else if (code_point < 0x800) {
    add(0xC0 | code_point >> 6);
    add(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    add(0xE0 | code_point >> 12);
    add(0x80 | (code_point >> 6 & 0x3F));
    add(0x80 | (code_point & 0x3F));
  } else {
    add(0xF0 | code_point >> 18);
    add(0x80 | (code_point >> 12 & 0x3F));
    add(0x80 | (code_point >> 6 & 0x3F));
    add(0x80 | (code_point & 0x3F));
  }
}

bool is_valid_utf8(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const CodePoint point = decode_utf8(bytes, at);
    if (!point.valid) return false;
    at += point.length;
  }
  return true;
}

std::string to_valid_utf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const CodePoint point = decode_utf8(bytes, at);
    text += point.valid ? bytes.substr(at, point.length) : kReplacement;
    at += point.length;
  }
  return text;
}

std::string_view truncate_utf8(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  std::size_t end = max_bytes;
  // A code point has at most three continuation bytes; where there are more the bytes are no UTF-8 and any
  // cut will do.
  for (int i = 0; i < 3 && end > 0 && is_utf8_continuation(text[end]); ++i) --end;
  if (is_utf8_continuation(text[end])) end = max_bytes;
  return text.substr(0, end);
}

std::string_view tail_utf8(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  const std::size_t earliest = text.size() - max_bytes;
  std::size_t begin = earliest;
  for (int i = 0; i < 3 && begin < text.size() && is_utf8_continuation(text[begin]); ++i) ++begin;
  if (begin < text.size() && is_utf8_continuation(text[begin])) begin = earliest;
  return text.substr(begin);
}

std::optional<std::uint64_t> byte_of_code_point(std::string_view line, std::uint64_t column) {
  return byte_of(line, column, [](std::uint32_t) { return 1u; });
}

std::optional<std::uint64_t> byte_of_utf16(std::string_view line, std::uint64_t column) {
  return byte_of(line, column, [](std::uint32_t code_point) { return code_point >= 0x10000 ? 2u : 1u; });
}

}  // namespace grit
