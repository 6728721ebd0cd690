#include "findings.h"

#include <utility>

#include "base/text.h"

namespace grit::edit {

Finding finding(std::string_view code, std::uint32_t line, std::string message, std::string for_model) {
  return {std::string(code), line, std::move(message), std::move(for_model)};
}

std::uint32_t line_at(std::string_view text, std::size_t offset) {
  std::uint32_t line = 1;
  for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
    const bool lone_cr = text[i] == '\r' && text.substr(i + 1, 1) != "\n";
    if (text[i] == '\n' || lone_cr) ++line;
  }
  return line;
}

std::string quoted(std::string_view text, std::size_t max_bytes) {
  const std::string_view cut = truncate_utf8(text, max_bytes);
  std::string out = "\"";
  for (const char c : to_valid_utf8(cut)) {
    if (c == '\t')
      out += "\\t";
    else if (c == '\n')
      out += "\\n";
    else if (c == '\r')
      out += "\\r";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += '?';
    else
      out += c;
  }
  return out + (cut.size() < text.size() ? "…\"" : "\"");
}

std::string with_lf(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && text.substr(i + 1, 1) == "\n") continue;
    out += text[i];
  }
  return out;
}

}  // namespace grit::edit
