#include "nearest.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "base/text.h"
#include "findings.h"
#include "typography.h"

namespace grit::edit {
namespace {

constexpr std::size_t kMaxPairs = 2'000'000;
constexpr std::size_t kMaxCompared = 4096;  // bytes of one line

std::string_view trimmed(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r\n\f");
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r\n\f") - begin + 1);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (const std::string_view line : split_lines(text)) lines.push_back(strip_line_end(line).substr(0, kMaxCompared));
  return lines;
}

std::size_t common_beginning(std::string_view a, std::string_view b) {
  std::size_t n = 0;
  while (n < a.size() && n < b.size() && a[n] == b[n]) ++n;
  return n;
}

// How alike the old lines and those of the file from `at` on are.
std::tuple<std::size_t, std::size_t, std::size_t> likeness(const std::vector<std::string_view>& file, std::size_t at,
                                                           const std::vector<std::string_view>& old_lines) {
  std::size_t equal = 0;
  std::size_t alike = 0;
  std::size_t beginning = 0;
  bool differs = false;
  for (std::size_t i = 0; i < old_lines.size() && at + i < file.size(); ++i) {
    const bool same = file[at + i] == old_lines[i];
    // Empty lines are equal everywhere and say nothing.
    if (same && !trimmed(old_lines[i]).empty()) ++equal;
    if (!trimmed(old_lines[i]).empty() && trimmed(file[at + i]) == trimmed(old_lines[i])) ++alike;
    if (!same && !differs) beginning = common_beginning(trimmed(file[at + i]), trimmed(old_lines[i]));
    differs = differs || !same;
  }
  return {equal, alike, beginning};
}

std::string blanks_word(std::string_view line) {
  const std::string_view blanks = line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
  const bool tabs = blanks.find('\t') != std::string_view::npos;
  const bool spaces = blanks.find(' ') != std::string_view::npos;
  if (tabs && spaces) return "tabs and spaces";
  if (tabs) return blanks.size() == 1 ? "a tab" : std::to_string(blanks.size()) + " tabs";
  return std::to_string(blanks.size()) + (blanks.size() == 1 ? " space" : " spaces");
}

// What the difference is about, where it is one that the eye does not see.
std::string hint(std::string_view file_line, std::string_view old_line) {
  if (trimmed(file_line) == trimmed(old_line)) {
    return "; the file's line begins with " + blanks_word(file_line) + ", the old text's with " + blanks_word(old_line);
  }
  if (straightened(file_line) == straightened(old_line)) return "; the quotes or dashes differ";
  if (straightened(trimmed(file_line)) == straightened(trimmed(old_line))) {
    return "; blanks, quotes or dashes differ";
  }
  return {};
}

}  // namespace

Finding nearest_lines(std::string_view file, std::string_view old_text) {
  const std::vector<std::string_view> file_lines = lines_of(file);
  const std::vector<std::string_view> old_lines = lines_of(old_text);
  std::tuple<std::size_t, std::size_t, std::size_t> best{};
  std::size_t best_at = 0;
  const std::size_t starts = std::min(file_lines.size(), kMaxPairs / std::max<std::size_t>(old_lines.size(), 1) + 1);
  for (std::size_t at = 0; at < starts; ++at) {
    const auto one = likeness(file_lines, at, old_lines);
    if (one <= best) continue;
    best = one;
    best_at = at;
  }
  const bool all = starts == file_lines.size();
  if (best == decltype(best){}) {
    return finding("not_found", 0, std::string("the old text is not in the file") + (all ? "" : "'s first lines"),
                   "The old text is not in the file: copy it from the file, character by character.");
  }
  std::size_t i = 0;
  while (i < old_lines.size() && best_at + i < file_lines.size() && file_lines[best_at + i] == old_lines[i]) ++i;
  const std::string number = std::to_string(best_at + i + 1);
  const std::string place =
      std::to_string(best_at + 1) + "-" + std::to_string(std::min(best_at + old_lines.size(), file_lines.size()));
  std::string difference = "the file ends at line " + std::to_string(file_lines.size());
  if (i < old_lines.size() && best_at + i < file_lines.size()) {
    difference = "line " + number + " is " + quoted(file_lines[best_at + i]) + ", the old text has " +
                 quoted(old_lines[i]) + hint(file_lines[best_at + i], old_lines[i]);
  } else if (i == old_lines.size()) {
    difference = "the line ends differ";
  }
  return finding("not_found", 0, "the old text is not in the file; nearest are lines " + place + ": " + difference,
                 "The old text is not in the file. Nearest are lines " + place + ": " + difference + ".");
}

}  // namespace grit::edit
