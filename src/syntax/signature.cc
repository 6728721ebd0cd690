// The header of a definition as one line of text.
#include <algorithm>
#include <string>

#include "language.h"

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

// The end of the comment that begins at `at`; `at` where none does.
std::size_t end_of_comment(std::string_view text, std::size_t at, const Language& language) {
  for (const BlockComment& comment : language.block_comments) {
    if (!text.substr(at).starts_with(comment.begin)) continue;
    const std::size_t end = text.find(comment.end, at + comment.begin.size());
    return end == std::string_view::npos ? text.size() : end + comment.end.size();
  }
  for (const std::string_view begin : language.line_comments) {
    if (text.substr(at).starts_with(begin)) return std::min(text.find_first_of("\r\n", at), text.size());
  }
  return at;
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

std::string signature_of(const Definition& definition, std::string_view bytes, std::string_view language) {
  const std::string_view text = definition.header.of(bytes);
  const Language* known = find_language(language);
  if (known == nullptr) return std::string(text);
  std::string out;
  bool gap = false;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const std::size_t comment_end = end_of_comment(text, at, *known);
    if (is_blank(c) || (c == '\\' && at + 1 < text.size() && is_blank(text[at + 1]))) {
      gap = true;
      ++at;
    } else if (comment_end > at) {
      gap = true;
      at = comment_end;
    } else {
      if (gap && c == ')' && out.ends_with(',')) out.pop_back();  // a list broken into lines ends with a comma
      if (gap && !out.empty() && !joins(out.back(), c)) out += ' ';
      gap = false;
      const bool quote = known->quotes.find(c) != std::string_view::npos;
      const std::size_t end = quote ? end_of_string(text, at) : at + 1;
      append_escaped(out, text.substr(at, end - at));
      at = end;
    }
  }
  return out;
}

}  // namespace grit::syntax
