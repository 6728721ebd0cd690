// The header of a definition as one line of text.
#include <algorithm>
#include <string>

#include "syntax/syntax.h"

namespace grit::syntax {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

// The end of the string literal that begins at `at` with its quote.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const bool triple = text.size() - at >= 3 && text[at + 1] == quote && text[at + 2] == quote;
  const std::size_t width = triple ? 3 : 1;
  const std::string delimiter(width, quote);
  for (std::size_t i = at + width; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text.compare(i, width, delimiter) == 0) {
      return i + width;
    }
  }
  return text.size();
}

// Blanks before these and after the opening brackets come from breaking lines, so the folded line goes without.
bool joins(char before, char after) {
  return before == '(' || before == '[' || before == '{' || after == ')' || after == ']' || after == '}' ||
         after == ',';
}

// Line ends inside string literals are shown as escapes.
void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else if (c != '\r') {
      out += c;
    }
  }
}

}  // namespace

std::string signature_of(const Definition& definition, std::string_view bytes) {
  const std::string_view text = definition.header.of(bytes);
  std::string out;
  bool gap = false;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (is_blank(c) || (c == '\\' && at + 1 < text.size() && is_blank(text[at + 1]))) {
      gap = true;
      ++at;
    } else if (c == '#') {
      at = std::min(text.find_first_of("\r\n", at), text.size());
    } else {
      if (gap && c == ')' && out.ends_with(',')) out.pop_back();  // a list broken into lines ends with a comma
      if (gap && !out.empty() && !joins(out.back(), c)) out += ' ';
      gap = false;
      const std::size_t end = c == '"' || c == '\'' ? end_of_string(text, at) : at + 1;
      append_escaped(out, text.substr(at, end - at));
      at = end;
    }
  }
  return out;
}

}  // namespace grit::syntax
