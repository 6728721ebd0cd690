#include "macros.h"

#include <algorithm>

namespace grit::syntax {
namespace {

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_identifier(char c) { return is_capital(c) || is_digit(c) || c == '_' || (c >= 'a' && c <= 'z'); }

// Reads on in some text.
//
// Thread rule: one thread at a time.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t at) : text_(text), at_(at) {}
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip(std::string_view characters) { at_ = std::min(text_.find_first_not_of(characters, at_), text_.size()); }

  // Goes behind an identifier that stands here, if any.
  std::string_view identifier() {
    const std::size_t begin = at_;
    while (is_identifier(peek())) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // Goes behind a macro and its arguments; false, and then it stays, where none stands.
  bool macro() {
    Scanner ahead = *this;
    const std::string_view name = ahead.identifier();
    const bool capitals =
        name.size() > 1 && !is_digit(name[0]) && std::any_of(name.begin(), name.end(), is_capital) &&
        std::all_of(name.begin(), name.end(), [](char c) { return is_capital(c) || is_digit(c) || c == '_'; });
    if (!capitals || !ahead.arguments()) return false;
    at_ = ahead.at_;
    return true;
  }

 private:
  // Goes behind brackets that stand here, if any; false where they do not close on their line.
  bool arguments() {
    if (peek() != '(') return true;
    int depth = 0;
    for (; peek() != '\0' && peek() != '\n'; ++at_) {
      if (peek() == '(') ++depth;
      if (peek() == ')' && --depth == 0) {
        ++at_;
        return true;
      }
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_;
};

constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kAllBlanks = " \t\r\n";

bool opens_definition(std::string_view rest) {
  return rest.starts_with('{') || (rest.starts_with(':') && !rest.starts_with("::")) || rest.starts_with("final");
}

// Adds the macros around the name of what a word that ends at `at` defines: the name is the first identifier that is no
// macro, the last one where all look like macros.
void find_after_word(std::string_view bytes, std::size_t at, std::vector<ByteRange>& out) {
  Scanner scanner(bytes, at);
  scanner.skip(kAllBlanks);
  const std::size_t before = out.size();
  bool named = false;
  while (!opens_definition(bytes.substr(scanner.at()))) {
    const std::size_t begin = scanner.at();
    if (scanner.macro()) {
      out.push_back({begin, scanner.at()});
    } else if (!named && !scanner.identifier().empty()) {
      named = true;
    } else {
      out.resize(before);  // it defines nothing
      return;
    }
    scanner.skip(kAllBlanks);
    while (bytes.substr(scanner.at()).starts_with("::")) {
      scanner = Scanner(bytes, scanner.at() + 2);
      scanner.identifier();
      scanner.skip(kAllBlanks);
    }
  }
  if (!named && out.size() > before) out.pop_back();
}

void find_after_words(std::string_view bytes, Texts words, std::vector<ByteRange>& out) {
  for (const std::string_view word : words) {
    for (std::size_t at = bytes.find(word); at != std::string_view::npos; at = bytes.find(word, at + word.size())) {
      const bool whole = (at == 0 || !is_identifier(bytes[at - 1])) && at + word.size() < bytes.size() &&
                         kAllBlanks.find(bytes[at + word.size()]) != std::string_view::npos;
      if (whole) find_after_word(bytes, at + word.size(), out);
    }
  }
}

// The last character of the code on a line, 0 where it has none; directives count as whole statements.
char last_of_code(std::string_view line) {
  const std::size_t first = std::min(line.find_first_not_of(kAllBlanks), line.size());
  const std::string_view code = line.substr(first, line.find("//") - std::min(first, line.find("//")));
  if (code.starts_with('#')) return ';';
  if (code.starts_with('*') || code.starts_with("/*")) return '\0';
  const std::size_t last = code.find_last_not_of(kAllBlanks);
  return last == std::string_view::npos ? '\0' : code[last];
}

// Whether the text goes on with something that can begin a statement or a member, or ends what is open.
bool statement_follows(std::string_view bytes, std::size_t at, bool arguments) {
  const std::size_t next = bytes.find_first_not_of(kAllBlanks, at);
  if (next == std::string_view::npos) return arguments;
  const char c = bytes[next];
  return (is_identifier(c) && !is_digit(c)) || c == '~' || c == '#' || c == '/' || (c == '}' && arguments);
}

// Whether a type and the name of a function follow: "EXPORT Config* config_new(".
bool function_follows(std::string_view bytes, std::size_t at) {
  Scanner scanner(bytes, at);
  int names = 0;
  for (;;) {
    scanner.skip(" \t\r\n*&:");
    if (scanner.peek() == '(') return names >= 2;
    if (scanner.identifier().empty()) return false;
    ++names;
  }
}

void find_lines(std::string_view bytes, std::vector<ByteRange>& out) {
  char before = ';';  // the last character of the code so far
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    Scanner scanner(bytes, at);
    scanner.skip(kBlanks);
    const std::size_t begin = scanner.at();
    const bool between = before == ';' || before == '{' || before == '}' || before == ':';
    if (between && scanner.macro()) {
      const std::size_t behind = scanner.at();
      scanner.skip(" \t\r");
      const bool alone = scanner.at() == end;
      if (!alone && behind < end && bytes[behind - 1] != ')' && function_follows(bytes, scanner.at()))
        out.push_back({begin, behind});
      if (alone && statement_follows(bytes, end, bytes[behind - 1] == ')')) out.push_back({begin, behind});
    }
    const char last = last_of_code(bytes.substr(at, end - at));
    if (last != '\0' && (out.empty() || out.back().begin != begin)) before = last;
    at = end + 1;
  }
}

}  // namespace

std::vector<ByteRange> find_macros(std::string_view bytes, Texts words) {
  std::vector<ByteRange> out;
  if (words.empty()) return out;
  find_lines(bytes, out);
  find_after_words(bytes, words, out);
  std::sort(out.begin(), out.end());
  return out;
}

std::string without_macros(std::string_view bytes, const std::vector<ByteRange>& macros) {
  std::string out(bytes);
  for (const ByteRange& macro : macros) {
    std::fill(out.begin() + static_cast<std::ptrdiff_t>(macro.begin),
              out.begin() + static_cast<std::ptrdiff_t>(macro.end), ' ');
  }
  return out;
}

}  // namespace grit::syntax
