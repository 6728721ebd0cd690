#include "splice.h"

#include <array>
#include <optional>

#include "base/text.h"
#include "tokens.h"

namespace grit::edit {
namespace {

constexpr std::array<std::string_view, 3> kLineEnds = {"\n", "\r\n", "\r"};

std::string_view line_end_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  if (text[at] == '\n') return kLineEnds[0];
  if (text[at] == '\r') return text.substr(at + 1, 1) == "\n" ? kLineEnds[1] : kLineEnds[2];
  return {};
}

std::string_view first_line_end(std::string_view text) {
  return line_end_at(text, std::min(text.find_first_of("\r\n"), text.size()));
}

std::string_view last_line_end(std::string_view text) {
  const std::size_t at = text.find_last_of("\r\n");
  if (at == std::string_view::npos) return {};
  return line_end_at(text, at > 0 && text[at] == '\n' && text[at - 1] == '\r' ? at - 1 : at);
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\f");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n\f") - begin + 1);
}

// The comment on the line that `at` is in, and those on the lines after it, up to the first line of something else.
struct FollowingComments {
  std::string_view same_line;
  std::vector<std::string_view> below;
};

FollowingComments comments_after(std::string_view file, std::size_t at) {
  FollowingComments out;
  bool first = true;
  for (const std::string_view line : split_lines(file.substr(at))) {
    const std::string_view text = trimmed(line);
    if (!text.empty() && text[0] != '#') break;
    if (first)
      out.same_line = text;
    else if (!text.empty())
      out.below.push_back(text);
    first = false;
  }
  return out;
}

}  // namespace

std::string_view line_end_of(std::string_view file, const ByteRange& range) {
  const std::string_view text = range.of(file);
  std::array<std::size_t, 3> counts{};
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view end = line_end_at(text, at);
    if (end.empty()) continue;
    for (std::size_t i = 0; i < kLineEnds.size(); ++i) counts[i] += end == kLineEnds[i] ? 1 : 0;
    at += end.size() - 1;
  }
  std::string_view best = first_line_end(text);
  for (std::size_t i = 0; i < kLineEnds.size(); ++i) {
    for (std::size_t j = 0; j < kLineEnds.size(); ++j) {
      if (best == kLineEnds[j] && counts[i] > counts[j]) best = kLineEnds[i];
    }
  }
  if (best.empty()) best = first_line_end(file.substr(static_cast<std::size_t>(range.end)));
  if (best.empty()) best = last_line_end(file.substr(0, static_cast<std::size_t>(range.begin)));
  return best.empty() ? kLineEnds[0] : best;
}

std::string with_line_ends(std::string_view text, std::string_view line_end) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '\n')
      out += line_end;
    else
      out += c;
  }
  return out;
}

std::string without_repeated_comments(std::string text, std::string_view file, std::size_t range_end) {
  const Tokens tokens = python_tokens(text);
  std::optional<std::size_t> code_end;
  std::vector<Token> comments;  // after the last token of code
  std::size_t same_line = 0;    // how many of them stand on its line: none or one
  bool on_line = true;
  for (const Token& token : tokens.list) {
    if (token.kind == TokenKind::newline) {
      on_line = false;
    } else if (token.kind == TokenKind::comment) {
      same_line += comments.empty() && on_line ? 1 : 0;
      comments.push_back(token);
    } else {
      code_end = token.end();
      comments.clear();
      same_line = 0;
      on_line = true;
    }
  }
  if (!code_end) return text;
  const FollowingComments following = comments_after(file, range_end);
  if (same_line == 1 && comments.size() == 1 && trimmed(comments[0].text) == following.same_line) {
    text.resize(*code_end);
    return text;
  }
  if (comments.size() - same_line > following.below.size()) return text;
  if (same_line == 1 && trimmed(comments[0].text) != following.same_line) return text;
  for (std::size_t i = same_line; i < comments.size(); ++i) {
    if (trimmed(comments[i].text) != following.below[i - same_line]) return text;
  }
  text.resize(*code_end);
  return text;
}

Proposal splice(std::string_view file, const std::string& path, const ByteRange& range, std::string_view text) {
  Proposal out;
  out.path = path;
  out.replaced = range;
  out.inserted = {range.begin, range.begin + text.size()};
  out.bytes.reserve(file.size() - static_cast<std::size_t>(range.size()) + text.size());
  out.bytes += file.substr(0, static_cast<std::size_t>(range.begin));
  out.bytes += text;
  out.bytes += file.substr(static_cast<std::size_t>(range.end));
  out.before = ContentHash::of(file);
  out.after = ContentHash::of(out.bytes);
  return out;
}

bool only_range_changed(std::string_view file, const Proposal& proposal) {
  const std::string_view bytes = proposal.bytes;
  if (proposal.replaced.end > file.size() || proposal.inserted.end > bytes.size()) return false;
  if (proposal.replaced.begin != proposal.inserted.begin) return false;
  const auto begin = static_cast<std::size_t>(proposal.replaced.begin);
  return file.substr(0, begin) == bytes.substr(0, begin) &&
         file.substr(static_cast<std::size_t>(proposal.replaced.end)) ==
             bytes.substr(static_cast<std::size_t>(proposal.inserted.end));
}

}  // namespace grit::edit
