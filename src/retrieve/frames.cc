#include "frames.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "base/text.h"

namespace grit::retrieve {
namespace {

constexpr std::string_view kExtensions[] = {
    "bash", "c",    "cc",  "cfg",  "cpp", "css",  "cxx", "go",  "h",   "hh",  "hpp",  "html",
    "ini",  "java", "js",  "json", "jsx", "kt",   "md",  "mjs", "php", "py",  "pyi",  "pyx",
    "rb",   "rs",   "rst", "sh",   "sql", "toml", "ts",  "tsx", "txt", "xml", "yaml", "yml",
};

constexpr std::size_t kMaxFunctionBytes = 256;
constexpr std::size_t kMaxPathBytes = 4096;

std::size_t count_digits(std::string_view text) {
  std::size_t count = 0;
  while (count < text.size() && absl::ascii_isdigit(static_cast<unsigned char>(text[count]))) ++count;
  return count;
}

// Takes a line number off the front of `text`.
std::optional<std::uint32_t> take_line(std::string_view& text) {
  const std::size_t digits = count_digits(text);
  std::uint32_t line = 0;
  if (digits == 0 || !absl::SimpleAtoi(text.substr(0, digits), &line) || line == 0) return std::nullopt;
  text.remove_prefix(digits);
  return line;
}

std::string function_name(std::string_view text) {
  return std::string(truncate_utf8(absl::StripAsciiWhitespace(text), kMaxFunctionBytes));
}

bool is_real_file(std::string_view path) {
  return !path.empty() && path.size() <= kMaxPathBytes && path.front() != '<';  // "<string>", "<frozen runpy>"
}

// 'File "x.py", line 3, in f'; the blanks and the bars of an exception group before it are skipped.
std::optional<Frame> python_frame(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t|+-"), line.size()));
  if (!absl::ConsumePrefix(&line, "File \"")) return std::nullopt;
  const std::size_t quote = line.find("\", line ");
  if (quote == std::string_view::npos) return std::nullopt;
  const std::string_view file = line.substr(0, quote);
  line.remove_prefix(quote + std::string_view("\", line ").size());
  const auto number = take_line(line);
  if (!number || !is_real_file(file)) return std::nullopt;
  return Frame{std::string(file), *number, absl::ConsumePrefix(&line, ", in ") ? function_name(line) : ""};
}

bool is_dotted_name(std::string_view text) {
  return !text.empty() && count_digits(text) == 0 && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  });
}

// "x.py:3: in f", "x.py:3: ValueError" or "x.py:3:" at the beginning of a line.
std::optional<Frame> pytest_frame(std::string_view line) {
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos; colon = line.find(':', colon + 1)) {
    std::string_view rest = line.substr(colon + 1);
    const auto number = take_line(rest);
    if (!number || !absl::ConsumePrefix(&rest, ":")) continue;
    const std::string_view file = line.substr(0, colon);
    const bool is_path =
        is_real_file(file) && has_known_extension(file) && file.find_first_of(" \t\"'()") == std::string_view::npos;
    if (!is_path) return std::nullopt;
    rest = absl::StripAsciiWhitespace(rest);
    if (absl::ConsumePrefix(&rest, "in ")) return Frame{std::string(file), *number, function_name(rest)};
    if (rest.empty() || is_dotted_name(rest)) return Frame{std::string(file), *number, ""};
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

bool has_known_extension(std::string_view path) {
  const std::string_view name = path.substr(path.find_last_of("/\\") + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return false;
  return std::binary_search(std::begin(kExtensions), std::end(kExtensions), name.substr(dot + 1));
}

std::vector<Frame> parse_frames(std::string_view text, std::size_t max_frames) {
  std::vector<Frame> frames;
  for (const std::string_view whole : split_lines(text)) {
    const std::string_view line = strip_line_end(whole);
    if (auto frame = python_frame(line)) {
      frames.push_back(*std::move(frame));
    } else if (auto short_frame = pytest_frame(line)) {
      frames.push_back(*std::move(short_frame));
    }
  }
  std::reverse(frames.begin(), frames.end());
  absl::flat_hash_set<std::tuple<std::string, std::uint32_t, std::string>> seen;
  std::erase_if(frames,
                [&](const Frame& frame) { return !seen.emplace(frame.file, frame.line, frame.function).second; });
  if (frames.size() > max_frames) frames.resize(max_frames);
  return frames;
}

}  // namespace grit::retrieve
