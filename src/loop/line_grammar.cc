#include "line_grammar.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include "base/text.h"

namespace grit::loop {
namespace {

// Beyond this a server spends longer on the grammar than on the answer.
constexpr std::size_t kMaxNodes = 6000;

bool is_word(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }

std::string_view first_word(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && is_word(line[end])) ++end;
  return line.substr(0, end);
}

// "else:", "return", ")": nothing in it that another line could do better.
bool lone_word(std::string_view line) {
  const std::string_view rest = line.substr(first_word(line).size());
  return std::none_of(rest.begin(), rest.end(), is_word);
}

bool printable_ascii(std::string_view line) {
  return std::all_of(line.begin(), line.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

std::string_view stripped(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t\f\r\n");
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\f\r\n") - begin + 1);
}

void add_once(std::vector<std::string>& lines, std::string_view line) {
  if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.emplace_back(line);
}

std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

// The class of printable ASCII without blank, '#', ':' and `also`; ranges in hexadecimal need no escapes.
std::string class_without(std::string_view also) {
  std::string out = "[";
  int begin = -1;
  for (int c = 0x20; c <= 0x7F; ++c) {
    const char character = static_cast<char>(c);
    const bool in = c < 0x7F && c != ' ' && c != '#' && c != ':' && also.find(character) == std::string_view::npos;
    if (in && begin < 0) begin = c;
    if (in || begin < 0) continue;
    char range[16];
    std::snprintf(range, sizeof(range), c - 1 > begin ? "\\x%02X-\\x%02X" : "\\x%02X", static_cast<unsigned>(begin),
                  static_cast<unsigned>(c - 1));
    out += range;
    begin = -1;
  }
  return out + "]";
}

// Writes the rules. A node is a prefix of some forbidden line: from there a text may leave every forbidden line (into
// the free rules t, s, or tc, sc when it has to end with a colon) or stay on one, whose end it must not reach.
class Writer {
 public:
  explicit Writer(const std::vector<std::string>& forbidden) : forbidden_(forbidden) {}

  std::string write(const std::vector<std::string>& offered) {
    std::string rules = "root ::= ";
    for (std::size_t i = 0; i < offered.size(); ++i) {
      const std::string& line = offered[i];
      const std::string word(first_word(line));
      rules +=
          (i == 0 ? "" : " | ") + literal("Wrong: " + line + "\nRight: " + word) + " " + node(line.back() == ':', word);
    }
    rules += "\n";
    for (std::size_t next = 0; next < order_.size(); ++next) {
      if (order_.size() > kMaxNodes) return {};
      const auto [colon, prefix] = order_[next];  // a copy, for rule() adds to order_
      rules += rule(colon, prefix);
    }
    return rules + tail();
  }

 private:
  const std::string& node(bool colon, const std::string& prefix) {
    auto [at, fresh] = names_.try_emplace({colon, prefix}, (colon ? "c" : "p") + std::to_string(names_.size()));
    if (fresh) order_.emplace_back(colon, prefix);
    return at->second;
  }

  std::string rule(bool colon, const std::string& prefix) {
    std::string next;  // the characters that stay on a forbidden line
    bool complete = false;
    for (const std::string& line : forbidden_) {
      if (!line.starts_with(prefix)) continue;
      if (line.size() == prefix.size()) {
        complete = true;
      } else if (next.find(line[prefix.size()]) == std::string::npos) {
        next += line[prefix.size()];
      }
    }
    const std::string name = node(colon, prefix);
    std::string out = name + " ::= ";
    for (const char c : next) out += literal(std::string(1, c)) + " " + node(colon, prefix + c) + " | ";
    out += class_without(next) + (colon ? " tc" : " t?");
    if (next.find(':') == std::string::npos) out += colon ? " | \":\" tc?" : " | \":\" t";
    const bool after_blank = prefix.empty() || prefix.back() == ' ';
    if (!after_blank && next.find(' ') == std::string::npos) out += colon ? " | \" \" sc" : " | \" \" s";
    if (!complete && !after_blank && (prefix.back() == ':') == colon) out += " | \"\"";
    return out + "\n";
  }

  static std::string tail() {
    const std::string any = class_without("");
    return "t ::= " + any + " t? | \":\" t | \" \" s\n" +      //
           "s ::= " + any + " t? | \":\" t\n" +                //
           "tc ::= " + any + " tc | \":\" tc? | \" \" sc\n" +  //
           "sc ::= " + any + " tc | \":\" tc?\n";
  }

  const std::vector<std::string>& forbidden_;
  std::map<std::pair<bool, std::string>, std::string> names_;
  std::vector<std::pair<bool, std::string>> order_;
};

}  // namespace

LineChoices line_choices(std::string_view function, std::size_t body_offset) {
  LineChoices choices;
  for (const std::string_view raw : split_lines(function.substr(std::min(body_offset, function.size())))) {
    const std::string_view line = stripped(raw);
    if (line.empty() || line.front() == '#' || !printable_ascii(line)) continue;
    add_once(choices.forbidden, line);
    if (!lone_word(line)) add_once(choices.offered, line);
  }
  return choices;
}

std::string line_grammar(const LineChoices& choices) {
  if (choices.offered.empty()) return {};
  return Writer(choices.forbidden).write(choices.offered);
}

}  // namespace grit::loop
