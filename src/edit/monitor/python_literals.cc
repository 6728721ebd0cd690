// Numbers and strings that have the shape of a literal but are none.
#include <algorithm>

#include "monitor/python_rules.h"

namespace grit::edit {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

std::string_view number_problem(std::string_view text) {
  const char last = text.back();
  if (last == 'L' || last == 'l') return "a number with the ending L";
  if (last == '_' || text.find("__") != std::string_view::npos) return "a misplaced underscore in a number";
  const bool decimal = std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || c == '_'; });
  if (decimal && text[0] == '0' && text.find_first_not_of("0_") != std::string_view::npos) {
    return "a number with a leading zero";
  }
  return {};
}

struct StringParts {
  std::string prefix;  // lower case
  std::string_view content;
};

StringParts split(std::string_view text) {
  StringParts out;
  const std::size_t quote = text.find_first_of("\"'");
  for (const char c : text.substr(0, quote)) out.prefix += static_cast<char>(c | 0x20);
  const std::size_t width = text.substr(quote, 3) == std::string(3, text[quote]) && text.size() >= quote + 6 ? 3 : 1;
  out.content = text.substr(quote + width, text.size() - quote - 2 * width);
  return out;
}

bool has(const std::string& prefix, char c) { return prefix.find(c) != std::string::npos; }

std::string_view escape_problem(std::string_view content, bool bytes) {
  for (std::size_t i = 0; i + 1 < content.size(); ++i) {
    if (content[i] != '\\') continue;
    const char kind = content[++i];
    const std::size_t digits = kind == 'x' ? 2 : bytes ? 0 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    const std::string_view code = content.substr(i + 1, digits);
    if (code.size() < digits || !std::all_of(code.begin(), code.end(), is_hex)) return "a cut escape in a string";
  }
  return {};
}

std::string_view string_problem(const StringParts& parts) {
  const bool bytes = has(parts.prefix, 'b');
  const bool ascii = std::all_of(parts.content.begin(), parts.content.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (bytes && !ascii) return "bytes with characters beyond ASCII";
  if (parts.prefix.size() > 1 && has(parts.prefix, 'u')) return "a string prefix that does not exist";
  return has(parts.prefix, 'r') ? std::string_view() : escape_problem(parts.content, bytes);
}

}  // namespace

void check_literals(const DefinitionParts& parts, std::vector<RuleProblem>& out) {
  const Token* before = nullptr;
  for (const Token& token : parts.tokens.list) {
    if (token.kind == TokenKind::comment) continue;
    std::string_view rule;
    if (token.kind == TokenKind::number) rule = number_problem(token.text);
    if (token.kind == TokenKind::string) {
      const StringParts now = split(token.text);
      rule = string_problem(now);
      const bool joined = before != nullptr && before->kind == TokenKind::string;
      if (joined && has(split(before->text).prefix, 'b') != has(now.prefix, 'b')) rule = "bytes beside a string";
    }
    if (!rule.empty()) out.push_back({"invalid_code", std::string(rule), token.begin});
    before = &token;
  }
}

}  // namespace grit::edit
