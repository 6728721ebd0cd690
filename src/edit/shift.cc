#include "shift.h"

#include <algorithm>

#include "base/text.h"
#include "findings.h"

namespace grit::edit {
namespace {

std::string_view blanks_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

bool is_empty(std::string_view line) { return line.find_first_not_of(" \t\r\n") == std::string_view::npos; }

// A line of the preprocessor, which stands at the margin whatever is around it.
bool is_directive(std::string_view line) { return line.starts_with('#'); }

// One level: what the first line of a block is indented beyond the line that opens it; where no line ends with a
// bracket, the least indentation beyond `base`. Empty where no line is indented.
std::string unit_of(std::string_view first, const std::vector<std::string_view>& lines, std::string_view base) {
  std::string least;
  std::string_view before = first;
  std::string_view before_blanks = base;
  for (const std::string_view line : lines) {
    const std::string_view blanks = blanks_of(line);
    const std::string_view end = before.substr(0, before.find_last_not_of(" \t\r\n") + 1);  // npos + 1 is 0
    const bool deeper = blanks.starts_with(before_blanks) && blanks.size() > before_blanks.size();
    if (end.ends_with('{') && deeper) return std::string(blanks.substr(before_blanks.size()));
    const bool indented = blanks.starts_with(base) && blanks.size() > base.size();
    if (indented && (least.empty() || blanks.size() - base.size() < least.size())) least = blanks.substr(base.size());
    before = line;
    before_blanks = blanks;
  }
  return least.starts_with('\t') ? "\t" : least;
}

// `blanks` in levels of `from`, written in levels of `to`; what is less than a level stays.
std::string in_units(std::string_view blanks, std::string_view from, std::string_view to) {
  std::string out;
  while (!from.empty() && blanks.starts_with(from)) {
    out += to;
    blanks.remove_prefix(from.size());
  }
  return out + std::string(blanks);
}

// The lines of a definition behind its first one. Those inside of literals are none of them.
std::vector<std::string_view> lines_behind(std::string_view text, const std::vector<bool>& in_literal) {
  std::vector<std::string_view> lines = split_lines(text);
  std::vector<std::string_view> out;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const bool fixed = i < in_literal.size() && in_literal[i];
    if (!fixed && !is_empty(lines[i]) && !is_directive(lines[i])) out.push_back(lines[i]);
  }
  return out;
}

// The blanks that every line of the answer has. Where only the first line lacks them, it was cut off in front: the
// others tell.
std::string_view base_of(std::string_view code, const std::vector<std::string_view>& behind) {
  const std::string_view first = blanks_of(code);
  if (!first.empty() || behind.empty()) return first;
  return blanks_of(behind.back());  // the bracket that closes stands where the definition begins
}

}  // namespace

Shifted shift(std::string_view code, const std::vector<bool>& in_literal, std::string_view file,
              const ByteRange& range) {
  const auto begin = static_cast<std::size_t>(range.begin);
  const std::size_t line_begin = begin == 0 ? 0 : file.find_last_of("\r\n", begin - 1) + 1;  // npos + 1 is 0
  const std::string_view target = blanks_of(file.substr(line_begin, begin - line_begin));
  const std::vector<std::string_view> behind = lines_behind(code, in_literal);
  const std::string_view base = base_of(code, behind);
  const std::string_view old = range.of(file);
  const std::string old_unit = unit_of(old.substr(0, old.find('\n')), lines_behind(old, {}), target);
  const std::string unit = unit_of(code.substr(0, code.find('\n')), behind, base);
  const bool other_unit = !old_unit.empty() && !unit.empty() && unit != old_unit;
  Shifted out;
  const std::vector<std::string_view> lines = split_lines(code);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const std::string_view blanks = blanks_of(line);
    if (i == 0) {
      out.text += line.substr(blanks.size());
    } else if (in_literal[i] || (is_directive(line) && blanks.empty())) {
      out.text += line;
    } else if (is_empty(line)) {
      out.text += line.substr(blanks.size());
    } else {
      const std::string_view beyond = blanks.starts_with(base) ? blanks.substr(base.size()) : std::string_view();
      out.text += target;
      out.text += other_unit ? in_units(beyond, unit, old_unit) : std::string(beyond);
      out.text += line.substr(blanks.size());
    }
  }
  if (other_unit) {
    out.notes.push_back(finding("indentation_normalised", 0, "the indentation was changed to the file's", ""));
  }
  return out;
}

}  // namespace grit::edit
