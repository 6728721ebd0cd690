#include "feedback.h"

#include "base/text.h"

namespace grit::verify {
namespace {

constexpr std::size_t kShortestHidden = 4;

std::string_view trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f\v";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// Carets and tildes that Python and others print under a source line.
bool only_markers(std::string_view line) {
  const std::string_view text = trim(line);
  return !text.empty() && text.find_first_not_of("^~ ") == std::string_view::npos;
}

// Without escape sequences of terminals: ESC [ … letter, and ESC with any other character.
std::string without_escapes(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\x1b') {
      out.push_back(text[i]);
      continue;
    }
    if (++i >= text.size() || text[i] != '[') continue;
    while (i + 1 < text.size() && (text[i + 1] < '@' || text[i + 1] > '~')) ++i;
    ++i;
  }
  return out;
}

bool part_of_path(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '/' ||
         byte == '.' || byte == '_' || byte == '-';
}

// Cuts `folder` where a path begins with it.
void make_relative(std::string& text, const std::string& folder) {
  if (folder.empty()) return;
  std::size_t at = text.find(folder);
  while (at != std::string::npos) {
    const bool inside = at > 0 && part_of_path(text[at - 1]);
    if (!inside) text.erase(at, folder.size());
    at = text.find(folder, inside ? at + 1 : at);
  }
}

}  // namespace

void HiddenLines::add_file(std::string_view content) {
  for (const std::string_view line : split_lines(content)) {
    const std::string_view text = trim(line);
    if (text.size() >= kShortestHidden) lines_.emplace(text);
  }
}

bool HiddenLines::contains(std::string_view line) const {
  std::string_view text = trim(line);
  if (lines_.count(std::string(text)) > 0) return true;
  if (text.empty() || text[0] != '>') return false;
  return lines_.count(std::string(trim(text.substr(1)))) > 0;
}

std::string make_feedback(std::string_view output, const HiddenLines& hidden, const std::vector<std::string>& folders,
                          std::size_t max_bytes) {
  const std::string plain = without_escapes(to_valid_utf8(output));
  std::string kept;
  bool was_hidden = false;
  for (const std::string_view line : split_lines(plain)) {
    was_hidden = hidden.contains(line) || (was_hidden && only_markers(line));
    if (!was_hidden) kept.append(line);
  }
  for (const std::string& folder : folders) make_relative(kept, folder + "/");
  if (kept.size() <= max_bytes) return kept;
  std::string_view tail = tail_utf8(kept, max_bytes);
  const std::size_t line_end = tail.find('\n');
  if (line_end != std::string_view::npos && line_end + 1 < tail.size()) tail.remove_prefix(line_end + 1);
  return std::string(tail);
}

}  // namespace grit::verify
