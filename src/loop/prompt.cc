#include "prompt.h"

#include <algorithm>

#include "base/text.h"

namespace grit::loop {
namespace {

constexpr std::size_t kMaxExpressionBytes = 400;

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

bool starts_with_blanks(std::string_view line, std::string_view word) {
  const auto begin = line.find_first_not_of(" \t");
  return begin != std::string_view::npos && line.substr(begin).starts_with(word);
}

// The lines of the block that starts at `first`: a FAIL line and the indented got and expected lines under it.
std::string block_from(const std::vector<std::string_view>& lines, std::size_t first, std::size_t max_bytes) {
  std::string block(strip_line_end(lines[first]).substr(5));
  bool complete = false;
  for (std::size_t i = first + 1; i < lines.size() && !complete; ++i) {
    if (!lines[i].starts_with(" ")) break;
    block += "\n" + std::string(strip_line_end(lines[i]));
    complete = starts_with_blanks(lines[i], "expected:");
  }
  return complete ? std::string(truncate_utf8(block, max_bytes)) : std::string();
}

std::string first_block(std::string_view output, std::size_t max_bytes) {
  const std::vector<std::string_view> lines = split_lines(output);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("FAIL ")) continue;
    if (std::string block = block_from(lines, i, max_bytes); !block.empty()) return block;
  }
  return {};
}

}  // namespace

std::string failing_call(std::string_view output, std::size_t max_bytes) {
  if (std::string block = first_block(output, max_bytes); !block.empty()) return block;
  return std::string(trimmed(tail_utf8(output, max_bytes)));
}

std::string failing_expression(std::string_view output) {
  const std::string block = first_block(output, kMaxExpressionBytes);
  return block.substr(0, block.find('\n'));
}

std::string dedented(std::string_view text, std::uint32_t column) {
  std::string out;
  bool first = true;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view content = strip_line_end(line);
    const std::size_t blanks = std::min(content.find_first_not_of(" \t"), content.size());
    const bool empty = blanks == content.size();
    if (!first && !empty && blanks < column) return std::string(text);
    out += first ? line : line.substr(std::min<std::size_t>(column, blanks));
    first = false;
  }
  return out;
}

std::string task_turn(std::string_view failing, std::string_view path, std::string_view function,
                      std::string_view ticket, std::string_view instructions) {
  std::string turn;
  if (!instructions.empty()) turn += "Rules of this project:\n" + std::string(trimmed(instructions)) + "\n\n";
  if (!failing.empty()) turn += "Failing call:\n" + std::string(failing) + "\n\n";
  turn += "Function, from " + std::string(path) + ":\n```python\n" + std::string(function);
  if (!function.ends_with('\n')) turn += "\n";
  return turn + "```\n\nTicket:\n" + std::string(trimmed(ticket));
}

const std::vector<WorkedExample>& worked_examples() {
  static const std::vector<WorkedExample> examples = {
      {.failing_call = "full_name({'first': 'Ada', 'last': 'King', 'title': 'Lady'})\n"
                       "  got:      'Ada King Lady'\n"
                       "  expected: 'Lady Ada King'",
       .path = "people/names.py",
       .function = R"(def full_name(person):
    """Return first and last name, after the title when there is one."""
    parts = [person["first"], person["last"]]
    if person.get("title"):
        parts.append(person["title"])
    return " ".join(parts)
)",
       .ticket = "Titles are printed at the end\n\n"
                 "On our badges it says \"Ada King Lady\". The title belongs before the name.",
       .repaired = R"(def full_name(person):
    """Return first and last name, after the title when there is one."""
    parts = [person["first"], person["last"]]
    if person.get("title"):
        parts.insert(0, person["title"])
    return " ".join(parts)
)",
       .wrong_line = "parts.append(person[\"title\"])",
       .right_line = "parts.insert(0, person[\"title\"])"},
      {.failing_call = "parse_settings(['colour=red', 'filter=size=3'])\n"
                       "  got:      raises ValueError\n"
                       "  expected: {'colour': 'red', 'filter': 'size=3'}",
       .path = "app/settings.py",
       .function = R"(def parse_settings(lines):
    """Return the settings of a file as a dictionary; empty lines and comments are skipped."""
    settings = {}
    for line in lines:
        if not line or line.startswith("#"):
            continue
        key, value = line.split("=")
        settings[key] = value
    return settings
)",
       .ticket = "Settings file is refused\n\n"
                 "Since I added `filter=size=3` to the settings the program does not start any more. Only the\n"
                 "first equals sign separates the key from the value.",
       .repaired = R"(def parse_settings(lines):
    """Return the settings of a file as a dictionary; empty lines and comments are skipped."""
    settings = {}
    for line in lines:
        if not line or line.startswith("#"):
            continue
        key, value = line.split("=", 1)
        settings[key] = value
    return settings
)",
       .wrong_line = "key, value = line.split(\"=\")",
       .right_line = "key, value = line.split(\"=\", 1)"},
  };
  return examples;
}

}  // namespace grit::loop
