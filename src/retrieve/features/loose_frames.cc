#include "features/loose_frames.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "base/text.h"
#include "frames.h"

namespace grit::retrieve {
namespace {

constexpr std::size_t kMaxFrames = 256;
constexpr std::size_t kMaxPathBytes = 1024;

bool is_path(std::string_view text) {
  return !text.empty() && text.size() <= kMaxPathBytes && has_known_extension(text) &&
         text.find_first_of(" \t\"'()<>") == std::string_view::npos;
}

std::string_view name_at(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (absl::ascii_isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) ++end;
  return text.substr(0, end);
}

std::optional<std::uint32_t> take_number(std::string_view& text) {
  std::size_t digits = 0;
  while (digits < text.size() && absl::ascii_isdigit(static_cast<unsigned char>(text[digits]))) ++digits;
  std::uint32_t number = 0;
  if (digits == 0 || !absl::SimpleAtoi(text.substr(0, digits), &number)) return std::nullopt;
  text.remove_prefix(digits);
  return number;
}

// "~/x.py in f(a, b)" or "File ~/x.py in f(a)"; the line comes later, at an arrow.
std::optional<Frame> ipython_frame(std::string_view line) {
  absl::ConsumePrefix(&line, "File ");
  const std::size_t in = line.find(" in ");
  if (in == std::string_view::npos || !is_path(line.substr(0, in))) return std::nullopt;
  const std::string_view function = name_at(line.substr(in + 4));
  return Frame{std::string(line.substr(0, in)), 0, std::string(function)};
}

// "File ~/x.py:3, in f(a)".
std::optional<Frame> new_ipython_frame(std::string_view line) {
  if (!absl::ConsumePrefix(&line, "File ")) return std::nullopt;
  const std::size_t colon = line.find(".py:");
  if (colon == std::string_view::npos || !is_path(line.substr(0, colon + 3))) return std::nullopt;
  std::string_view rest = line.substr(colon + 4);
  const auto number = take_number(rest);
  if (!number || !absl::ConsumePrefix(&rest, ", in ")) return std::nullopt;
  return Frame{std::string(line.substr(0, colon + 3)), *number, std::string(name_at(rest))};
}

// "x.py:3: SomeWarning: …"
std::optional<Frame> warning_frame(std::string_view line) {
  const std::size_t colon = line.find(".py:");
  if (colon == std::string_view::npos || !is_path(line.substr(0, colon + 3))) return std::nullopt;
  std::string_view rest = line.substr(colon + 4);
  const auto number = take_number(rest);
  if (!number || !absl::ConsumePrefix(&rest, ": ")) return std::nullopt;
  const std::string_view name = name_at(rest);
  if (!absl::EndsWith(name, "Warning") && !absl::EndsWith(name, "Error")) return std::nullopt;
  if (rest.size() == name.size()) return std::nullopt;  // pytest's style, which is read elsewhere
  return Frame{std::string(line.substr(0, colon + 3)), *number, ""};
}

// "---> 12 code" → 12.
std::optional<std::uint32_t> arrow_line(std::string_view line) {
  const std::size_t dashes = line.find_first_not_of('-');
  if (dashes == std::string_view::npos || dashes < 2 || line[dashes] != '>') return std::nullopt;
  line = absl::StripLeadingAsciiWhitespace(line.substr(dashes + 1));
  return take_number(line);
}

}  // namespace

std::vector<Frame> loose_frames(std::string_view text) {
  std::vector<Frame> frames;
  for (const std::string_view whole : split_lines(text)) {
    const std::string_view line = absl::StripAsciiWhitespace(whole);
    if (const auto number = arrow_line(line)) {
      if (!frames.empty() && frames.back().line == 0) frames.back().line = *number;
      continue;
    }
    auto frame = new_ipython_frame(line);
    if (!frame) frame = ipython_frame(line);
    if (!frame) frame = warning_frame(line);
    if (frame) frames.push_back(*std::move(frame));
  }
  std::reverse(frames.begin(), frames.end());
  if (frames.size() > kMaxFrames) frames.resize(kMaxFrames);
  return frames;
}

}  // namespace grit::retrieve
