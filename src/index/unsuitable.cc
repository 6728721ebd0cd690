// Which files are not worth an index.
#include <algorithm>
#include <string>

#include "base/text.h"
#include "extract.h"

namespace grit::index {
namespace {

constexpr std::size_t kBinaryProbeBytes = 8192;  // as git decides
// Tools mark what they write in the first lines.
constexpr std::size_t kMarkLines = 10;
constexpr std::size_t kMarkBytes = 2048;
// Code for browsers that people wrote has shorter lines than this on average.
constexpr std::size_t kMinifiedLineBytes = 500;
constexpr std::size_t kMinifiedBytes = 5000;
constexpr std::string_view kBrowserEndings[] = {".js", ".mjs", ".cjs", ".css", ".html", ".htm", ".svg"};
constexpr std::string_view kCommentBegins[] = {"#", "//", "/*", "*", ";", "--", "<!--", "%", "\"\"\""};

bool is_comment(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return std::any_of(std::begin(kCommentBegins), std::end(kCommentBegins),
                     [&](std::string_view begin) { return line.starts_with(begin); });
}

bool is_generated(std::string_view bytes) {
  bytes = bytes.substr(0, kMarkBytes);
  for (std::size_t line = 0; line < kMarkLines && !bytes.empty(); ++line) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view text = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (!is_comment(text)) continue;
    const std::string folded = to_lower_ascii(text);
    const bool marked = folded.find("@generated") != std::string::npos;
    const bool warned =
        folded.find("generated") != std::string::npos && folded.find("do not edit") != std::string::npos;
    if (marked || warned) return true;
  }
  return false;
}

bool is_minified(std::string_view path, std::string_view bytes) {
  const bool browser = std::any_of(std::begin(kBrowserEndings), std::end(kBrowserEndings),
                                   [&](std::string_view ending) { return path.ends_with(ending); });
  if (!browser || bytes.size() < kMinifiedBytes) return false;
  const auto lines = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n')) + 1;
  return bytes.size() / lines > kMinifiedLineBytes;
}

}  // namespace

std::string_view unsuitable(std::string_view path, std::string_view bytes) {
  if (bytes.substr(0, kBinaryProbeBytes).find('\0') != std::string_view::npos) return "binary";
  if (is_generated(bytes)) return "generated";
  if (is_minified(path, bytes)) return "minified";
  return {};
}

}  // namespace grit::index
