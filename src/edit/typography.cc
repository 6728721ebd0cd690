#include "typography.h"

namespace grit::edit {

CodePoint code_point_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(at);
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
  if (length == 1 || at + length > text.size()) return {lead, 1};
  std::uint32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0U) != 0x80U) return {lead, 1};
    value = value << 6U | (byte(at + i) & 0x3FU);
  }
  return {value, length};
}

bool is_typographic_quote(std::uint32_t c) {
  return (c >= 0x2018 && c <= 0x201F) || c == 0x2032 || c == 0x2033 || c == 0x2039 || c == 0x203A || c == 0xAB ||
         c == 0xBB || c == 0xFF02 || c == 0xFF07 || c == 0xB4;
}

bool is_joiner(std::uint32_t c) { return c == 0x200C || c == 0x200D; }

bool is_invisible(std::uint32_t c) {
  return (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         c == 0xAD || c == 0x61C || c == 0x180E || c == 0x34F || c == 0x115F || c == 0x1160 || c == 0x3164 ||
         c == 0xFFA0 || (c >= 0xE0000 && c <= 0xE007F);
}

bool is_control(std::uint32_t c) {
  if (c == '\t' || c == '\n' || c == '\f' || c == '\r') return false;
  return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

bool is_odd_blank(std::uint32_t c) {
  return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
         c == 0x205F || c == 0x3000 || c == 0x85;
}

std::string straightened(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    if (c.value == 0x2018 || c.value == 0x2019 || c.value == 0x201B || c.value == 0x2032)
      out += '\'';
    else if (c.value >= 0x201C && c.value <= 0x201F)
      out += '"';
    else if (c.value >= 0x2010 && c.value <= 0x2015)
      out += '-';
    else if (c.value == 0x2026)
      out += "...";
    else if (is_odd_blank(c.value))
      out += ' ';
    else
      out += text.substr(at, c.bytes);
    at += c.bytes;
  }
  return out;
}

}  // namespace grit::edit
