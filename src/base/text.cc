#include "base/text.h"

#include <algorithm>

#include "base/utf8.h"

namespace grit {
namespace {

char lower_ascii(char byte) { return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte; }

// Where the line that begins at `begin` ends, its line end included.
std::size_t line_end(std::string_view bytes, std::size_t begin) {
  std::size_t end = begin;
  while (end < bytes.size() && bytes[end] != '\n' && bytes[end] != '\r') ++end;
  if (end == bytes.size()) return end;
  const bool pair = bytes[end] == '\r' && end + 1 < bytes.size() && bytes[end + 1] == '\n';
  return end + (pair ? 2 : 1);
}

}  // namespace

LineIndex::LineIndex(std::string_view bytes) : starts_{0}, size_(bytes.size()) {
  for (std::size_t at = line_end(bytes, 0); at < bytes.size(); at = line_end(bytes, at)) starts_.push_back(at);
}

std::uint32_t LineIndex::line_of(std::uint64_t offset) const {
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return static_cast<std::uint32_t>(after - starts_.begin());
}

LineRange LineIndex::lines_of(const ByteRange& range) const {
  const std::uint64_t last = range.end > range.begin ? range.end - 1 : range.begin;
  return {line_of(range.begin), line_of(last)};
}

std::optional<ByteRange> LineIndex::range_of(std::uint32_t line) const {
  if (line == 0 || line > starts_.size()) return std::nullopt;
  return ByteRange{starts_[line - 1], line == starts_.size() ? size_ : starts_[line]};
}

std::vector<std::string_view> split_lines(std::string_view bytes) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t end = line_end(bytes, at);
    lines.push_back(bytes.substr(at, end - at));
    at = end;
  }
  return lines;
}

std::string_view strip_line_end(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string to_lower_ascii(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), lower_ascii);
  return lower;
}

}  // namespace grit
