#include "prefixes.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "findings.h"

namespace grit::edit {
namespace {

struct Numbered {
  std::uint64_t number = 0;
  std::string_view separator;
  std::string_view rest;
};

constexpr std::array<std::string_view, 5> kSeparators = {" |", "|", ":", "\t", "\xE2\x86\x92"};

std::optional<Numbered> numbered(std::string_view line) {
  line = strip_line_end(line);
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  std::size_t digits = 0;
  Numbered out;
  while (digits < line.size() && line[digits] >= '0' && line[digits] <= '9') {
    out.number = out.number * 10 + static_cast<std::uint64_t>(line[digits++] - '0');
  }
  if (digits == 0 || digits > 7) return std::nullopt;
  line.remove_prefix(digits);
  for (const std::string_view separator : kSeparators) {
    if (!line.starts_with(separator)) continue;
    out.separator = separator;
    out.rest = line.substr(separator.size());
    return out;
  }
  return std::nullopt;
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r\n") == std::string_view::npos; }

// The lines without trailing blank ones.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines = split_lines(text);
  while (!lines.empty() && is_blank(lines.back())) lines.pop_back();
  return lines;
}

std::optional<std::string> without_numbers(const std::vector<std::string_view>& lines) {
  std::vector<Numbered> found;
  for (const std::string_view line : lines) {
    const auto one = numbered(line);
    if (!one) return std::nullopt;
    if (!found.empty() && (one->number != found.back().number + 1 || one->separator != found[0].separator)) {
      return std::nullopt;
    }
    found.push_back(*one);
  }
  if (found.size() < 2) return std::nullopt;
  const bool spaced = std::all_of(found.begin(), found.end(),
                                  [](const Numbered& line) { return line.rest.empty() || line.rest[0] == ' '; });
  std::string out;
  for (const Numbered& line : found) {
    out += spaced && !line.rest.empty() ? line.rest.substr(1) : line.rest;
    out += '\n';
  }
  return out;
}

std::optional<std::string> without_plus(const std::vector<std::string_view>& lines) {
  std::string out;
  for (const std::string_view line : lines) {
    if (is_blank(line)) {
      out += line;
    } else if (line.starts_with("+") && !line.starts_with("+++")) {
      out += line.substr(1);
    } else {
      return std::nullopt;
    }
  }
  if (lines.size() < 2) return std::nullopt;
  return out;
}

}  // namespace

Unprefixed without_prefixes(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  if (auto plain = without_numbers(lines)) {
    return {std::move(*plain), {finding("line_numbers_removed", 0, "line numbers were taken off", "")}};
  }
  if (auto plain = without_plus(lines)) {
    return {std::move(*plain), {finding("diff_signs_removed", 0, "'+' was taken off every line", "")}};
  }
  return {std::string(text), {}};
}

bool looks_numbered(std::string_view text) {
  std::size_t lines = 0;
  std::size_t hits = 0;
  for (const std::string_view line : split_lines(text)) {
    if (is_blank(line)) continue;
    ++lines;
    if (numbered(line)) ++hits;
  }
  return hits >= 2 && hits * 2 > lines;
}

}  // namespace grit::edit
