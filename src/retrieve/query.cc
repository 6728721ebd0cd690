// Query analysis: a ticket's bytes become tokens, identifiers, paths and frames. Linear in the ticket.
#include <algorithm>
#include <iterator>
#include <utility>

#include <grit/retrieve.h>
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "base/text.h"
#include "frames.h"
#include "words.h"

namespace grit::retrieve {
namespace {

// Far beyond any ticket that a person writes; they bound what a pasted log can cost.
constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxTokens = 4096;
constexpr std::size_t kMaxIdentifiers = 1024;
constexpr std::size_t kMaxPaths = 1024;
constexpr std::size_t kMaxFrames = 256;
// Longer ones are data (a base64 blob, a hash), no words of a person.
constexpr std::size_t kMaxTokenBytes = 64;
constexpr std::size_t kMaxIdentifierBytes = 256;

// Strings, distinct, in order of first appearance, up to a bound.
class DistinctList {
 public:
  DistinctList(std::vector<std::string>& list, std::size_t max, bool& cut) : list_(list), max_(max), cut_(cut) {}

  void add(std::string text) {
    if (text.empty() || seen_.contains(text)) return;
    if (list_.size() == max_) {
      cut_ = true;
      return;
    }
    seen_.insert(text);
    list_.push_back(std::move(text));
  }

 private:
  std::vector<std::string>& list_;
  std::size_t max_;
  bool& cut_;
  absl::flat_hash_set<std::string> seen_;
};

// "a.b" but not "e.g".
bool is_dotted(std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return false;
  std::size_t longest = 0;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    longest = std::max(longest, end - begin);
    begin = end + 1;
  }
  return longest > 1;
}

bool looks_like_code(std::string_view name) {
  return is_dotted(name) || has_inner_capital(name) || (name.size() > 1 && name.find('_') != std::string_view::npos);
}

// Adds the names of a piece of text; all of them where it is quoted as code, else those that look like code.
void add_names(std::string_view text, bool quoted, DistinctList& identifiers) {
  for (std::size_t pos = 0; pos < text.size();) {
    if (!is_name_char(text[pos])) {
      ++pos;
      continue;
    }
    if (!is_name_start(text[pos])) {  // a number and what is glued to it
      while (pos < text.size() && is_name_char(text[pos])) ++pos;
      continue;
    }
    const std::string_view name = dotted_name_at(text, pos);
    pos += name.size();
    const bool wanted = looks_like_code(name) || (quoted && name.size() > 1);
    if (wanted && name.size() <= kMaxIdentifierBytes) identifiers.add(std::string(name));
  }
}

// `chunk` without what surrounds a path in prose, tracebacks and test names; with '/' between components.
std::string bare_path(std::string_view chunk) {
  constexpr std::string_view kOpening = "\"'`(<[{*";
  constexpr std::string_view kClosing = "\"'`)>]},;:!?*";
  while (!chunk.empty() && absl::StrContains(kOpening, chunk.front())) chunk.remove_prefix(1);
  chunk = chunk.substr(0, chunk.find("::"));
  while (!chunk.empty()) {
    const std::size_t digits_begin = chunk.find_last_not_of("0123456789") + 1;
    if (absl::StrContains(kClosing, chunk.back()) || absl::EndsWith(chunk, ".")) {
      chunk.remove_suffix(1);
    } else if (digits_begin > 0 && digits_begin < chunk.size() && chunk[digits_begin - 1] == ':') {
      chunk = chunk.substr(0, digits_begin - 1);  // ":12"
    } else {
      break;
    }
  }
  std::string path(chunk);
  std::replace(path.begin(), path.end(), '\\', '/');
  return path;
}

bool looks_like_path(std::string_view path) {
  if (path.size() < 3 || path.size() > 4096) return false;
  const bool plain = std::all_of(path.begin(), path.end(), [](char c) {
    return is_name_char(c) || absl::StrContains("./-~+@: ", c) || static_cast<signed char>(c) < 0;
  });
  if (!plain) return false;
  if (has_known_extension(path)) return true;
  const bool rooted = absl::StartsWith(path, "./") || absl::StartsWith(path, "../") || path.front() == '/';
  return absl::EndsWith(path, "/") || (rooted && absl::StrContains(path.substr(2), '/'));
}

// Sorts one run of text without blanks into identifiers and paths.
void add_chunk(std::string_view chunk, bool quoted, DistinctList& identifiers, DistinctList& paths) {
  if (absl::StrContains(chunk, "://")) return;  // an address
  std::string path = bare_path(chunk);
  if (!looks_like_path(path)) return add_names(chunk, quoted, identifiers);
  // Of "tests/test_a.py::TestA::test_b" what follows the path names code.
  const std::size_t symbol = chunk.find("::");
  if (symbol != std::string_view::npos) add_names(chunk.substr(symbol), true, identifiers);
  paths.add(std::move(path));
}

// The identifiers and paths of one line. Text between backticks is quoted code.
void add_line(std::string_view line, DistinctList& identifiers, DistinctList& paths) {
  const bool fence = absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "```");
  bool quoted = false;
  for (std::size_t pos = 0; pos < line.size();) {
    if (line[pos] == '`') {
      const std::size_t ticks = std::min(line.find_first_not_of('`', pos), line.size()) - pos;
      pos += ticks;
      // A tick that nothing closes quotes nothing.
      quoted = !quoted && !fence && line.find('`', pos) != std::string_view::npos;
      continue;
    }
    const std::size_t end = std::min(line.find_first_of(" \t\r\n\f\v`", pos), line.size());
    if (end > pos) add_chunk(line.substr(pos, end - pos), quoted, identifiers, paths);
    pos = end;
    if (pos < line.size() && line[pos] != '`') ++pos;
  }
}

void add_tokens(std::string_view text, DistinctList& tokens) {
  for_each_token(text, [&](std::string_view token) {
    if (token.size() <= kMaxTokenBytes) tokens.add(folded(token));
  });
}

void add_frames(std::vector<Frame> more, Query& query) {
  const std::size_t room = kMaxFrames - query.frames.size();
  query.cut = query.cut || more.size() > room;
  more.resize(std::min(more.size(), room));
  std::move(more.begin(), more.end(), std::back_inserter(query.frames));
}

}  // namespace

Query analyse(std::string_view ticket, std::string_view failure) {
  Query query;
  query.cut = ticket.size() > kMaxTextBytes || failure.size() > kMaxTextBytes;
  query.text = truncate_utf8(ticket, kMaxTextBytes);
  DistinctList tokens(query.tokens, kMaxTokens, query.cut);
  DistinctList identifiers(query.identifiers, kMaxIdentifiers, query.cut);
  DistinctList paths(query.paths, kMaxPaths, query.cut);
  add_tokens(query.text, tokens);
  for (const std::string_view line : split_lines(query.text)) add_line(line, identifiers, paths);
  // The innermost frame of a check's output stands at its end.
  add_frames(parse_frames(tail_utf8(failure, kMaxTextBytes), kMaxFrames + 1), query);
  add_frames(parse_frames(query.text, kMaxFrames + 1), query);
  return query;
}

}  // namespace grit::retrieve
