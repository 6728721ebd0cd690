#include "encoding.h"

#include <algorithm>

#include "base/text.h"
#include "findings.h"

namespace grit::edit {
namespace {

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

std::string coding_in(std::string_view line) {
  const std::string_view text = line.substr(std::min(line.find_first_not_of(" \t\f"), line.size()));
  const std::size_t at = text.find("coding");
  if (!text.starts_with("#") || at == std::string_view::npos) return {};
  std::string_view rest = text.substr(at + 6);
  if (!rest.starts_with(":") && !rest.starts_with("=")) return {};
  rest.remove_prefix(1);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  const auto end = std::find_if_not(rest.begin(), rest.end(), is_name_byte);
  return to_lower_ascii(rest.substr(0, static_cast<std::size_t>(end - rest.begin())));
}

bool is_wide(std::string_view file) {
  return file.starts_with("\xFF\xFE") || file.starts_with("\xFE\xFF") ||
         file.starts_with(std::string_view("\0\0\xFE\xFF", 4));
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

Finding problem(std::string message, std::string for_model) {
  return finding("unsupported_encoding", 0, std::move(message), std::move(for_model));
}

}  // namespace

std::string declared_encoding(std::string_view file) {
  if (file.starts_with("\xEF\xBB\xBF")) file.remove_prefix(3);
  for (int i = 0; i < 2 && !file.empty(); ++i) {
    const std::size_t end = std::min(file.find_first_of("\r\n"), file.size());
    if (std::string name = coding_in(file.substr(0, end)); !name.empty()) return name;
    file.remove_prefix(end);
    file.remove_prefix(file.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, file.size()));
  }
  return {};
}

std::optional<Finding> encoding_problem(std::string_view file, std::string_view text) {
  if (is_wide(file)) {
    return problem("the file is in UTF-16 or UTF-32, which cannot be edited as bytes", "This file cannot be edited.");
  }
  if (!is_valid_utf8(text)) return problem("the new text is no valid UTF-8", "Write plain UTF-8 text.");
  if (is_ascii(text)) return std::nullopt;
  const std::string declared = declared_encoding(file);
  const bool says_other = !declared.empty() && declared != "utf-8" && declared != "utf8" && declared != "utf-8-sig";
  if (says_other || !is_valid_utf8(file)) {
    const std::string name = declared.empty() ? "an encoding that is not UTF-8" : declared;
    return problem("the file is in " + name + ", and the new text has characters beyond ASCII",
                   "Use ASCII characters only in this file.");
  }
  return std::nullopt;
}

}  // namespace grit::edit
