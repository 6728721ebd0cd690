#include "features/ticket.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/text.h"
#include "features/cleaning.h"
#include "features/loose_frames.h"
#include "features/terms.h"
#include "words.h"

namespace grit::retrieve {
namespace {

constexpr std::size_t kMaxTerms = 512;
constexpr std::size_t kMaxMentions = 1024;
constexpr std::size_t kMaxDotted = 256;
constexpr std::size_t kMaxCodeLines = 256;
constexpr std::size_t kMaxMessages = 64;
constexpr std::size_t kMaxLinks = 64;
constexpr std::size_t kMaxLines = 200;
constexpr std::size_t kMaxLineTerms = 100;
constexpr std::size_t kMaxWordBytes = 64;
constexpr std::size_t kMinCodeLine = 12;
constexpr std::size_t kMinMessage = 10;

bool is_code_like(std::string_view name) {
  return has_inner_capital(name) || (name.size() > 2 && name.find('_') != std::string_view::npos);
}

// Builds a Ticket line by line.
//
// Thread rule: one thread at a time.
class Reader {
 public:
  explicit Reader(const Query& query) : query_(query) {}

  Ticket read() {
    add_terms(query_.text, View::raw);
    for (const TicketLine& line : clean_ticket(query_.text)) add_line(line);
    ticket_.frames = query_.frames;
    for (Frame& frame : loose_frames(query_.text)) ticket_.frames.push_back(std::move(frame));
    ticket_.only_frames = !ticket_.frames.empty() && !said_more_;
    return std::move(ticket_);
  }

 private:
  void add_line(const TicketLine& line) {
    add_links(line.text);
    switch (line.kind) {
      case LineKind::noise:
        return;
      case LineKind::trace:
        return add_trace(line.text);
      case LineKind::message:
        add_message(line.text);
        add_text(line.text, View::prose, kInTrace);
        return;
      case LineKind::code:
        said_more_ = true;
        add_code_line(line.text);
        add_text(line.text, View::code, kInCode);
        return;
      case LineKind::title:
        said_more_ = true;
        add_quoted_messages(line.text);
        add_text(line.text, View::title, kInTitle | kInProse);
        return;
      case LineKind::prose:
        said_more_ = true;
        add_quoted_messages(line.text);
        add_text(line.text, View::prose, kInProse);
    }
  }

  // The function that a frame names counts; the rest of a traceback is of no use as words.
  void add_trace(std::string_view text) {
    const std::string_view trimmed = absl::StripAsciiWhitespace(text);
    if (absl::StartsWith(trimmed, "File ")) return;
    add_code_line(text);
    add_names(text, kInTrace);
  }

  void add_text(std::string_view text, View view, std::uint32_t ways) {
    add_terms(text, view);
    line_.clear();
    add_terms(text, View::all);
    if (!line_.empty() && ticket_.lines.size() < kMaxLines) ticket_.lines.push_back(line_);
    add_names(text, ways);
  }

  void add_terms(std::string_view text, View view) {
    for_each_token(text, [&](std::string_view token) {
      if (token.size() < 2 || token.size() > kMaxWordBytes) return;
      if (absl::ascii_isdigit(static_cast<unsigned char>(token.front()))) return;
      if (is_stop_word(folded(token))) return;
      std::string term = term_of(token);
      const auto known = term_numbers_.find(term);
      if (known != term_numbers_.end()) {
        ++ticket_.terms[known->second].count[static_cast<std::size_t>(view)];
        add_to_line(known->second);
        return;
      }
      if (ticket_.terms.size() == kMaxTerms) return;
      term_numbers_.emplace(term, ticket_.terms.size());
      ticket_.terms.push_back({std::move(term), {}});
      ++ticket_.terms.back().count[static_cast<std::size_t>(view)];
      add_to_line(ticket_.terms.size() - 1);
    });
  }

  void add_to_line(std::size_t term) {
    if (line_.size() < kMaxLineTerms) line_.push_back(static_cast<std::uint32_t>(term));
  }

  void add_names(std::string_view text, std::uint32_t ways) {
    bool quoted = false;
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == '`') {
        while (at < text.size() && text[at] == '`') ++at;
        quoted = !quoted && text.find('`', at) != std::string_view::npos;
      } else if (is_name_start(text[at])) {
        at = add_dotted(text, at, ways | (quoted ? kQuoted : 0U));
      } else if (is_name_char(text[at])) {
        while (at < text.size() && is_name_char(text[at])) ++at;
      } else {
        ++at;
      }
    }
  }

  // Adds the parts of the dotted name that begins at `begin`; returns its end.
  std::size_t add_dotted(std::string_view text, std::size_t begin, std::uint32_t ways) {
    const std::string_view name = dotted_name_at(text, begin);
    const std::vector<std::string_view> parts = absl::StrSplit(name, '.');
    const std::size_t at = begin + name.size();
    if (at < text.size() && text[at] == '(') ways |= kCalled;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool last = i + 1 == parts.size();
      std::uint32_t own = ways;
      if (!last) own = (own & ~static_cast<std::uint32_t>(kCalled)) | kInner;
      if (last && i > 0) own |= kDotted;
      add_mention(parts[i], i > 0 ? parts[i - 1] : std::string_view(), own);
    }
    if (parts.size() > 1) add_distinct(name, ticket_.dotted, kMaxDotted);
    return at;
  }

  void add_mention(std::string_view name, std::string_view before, std::uint32_t ways) {
    const bool pointed = (ways & (kQuoted | kCalled | kDotted)) != 0;
    if ((name.size() < 2 && !pointed) || name.size() > kMaxWordBytes) return;
    if (is_code_like(name)) ways |= kCodeLike;
    const auto [known, added] = mention_numbers_.try_emplace(std::string(name), ticket_.mentions.size());
    if (added) {
      if (ticket_.mentions.size() == kMaxMentions) {
        mention_numbers_.erase(known);
        return;
      }
      ticket_.mentions.push_back({std::string(name), 0, 0, {}});
    }
    Mention& mention = ticket_.mentions[known->second];
    mention.ways |= ways;
    ++mention.count;
    if (!before.empty()) add_distinct(before, mention.before, 8);
  }

  static void add_distinct(std::string_view text, std::vector<std::string>& list, std::size_t max) {
    if (list.size() < max && std::find(list.begin(), list.end(), text) == list.end()) list.emplace_back(text);
  }

  void add_code_line(std::string_view text) {
    std::string_view line = absl::StripAsciiWhitespace(text);
    for (const std::string_view mark : {"+", "-", ">>>", "...", "---->", "--->", "-->", ">"}) {
      if (absl::ConsumePrefix(&line, mark)) line = absl::StripLeadingAsciiWhitespace(line);
    }
    while (!line.empty() && absl::ascii_isdigit(static_cast<unsigned char>(line.front()))) line.remove_prefix(1);
    line = absl::StripAsciiWhitespace(line);
    if (line.size() >= kMinCodeLine) add_distinct(line, ticket_.code_lines, kMaxCodeLines);
  }

  // "TypeError: what it says" → "what it says".
  void add_message(std::string_view text) {
    const std::size_t colon = text.find(": ");
    const std::string_view said = colon == std::string_view::npos ? text : text.substr(colon + 2);
    if (said.size() >= kMinMessage) add_distinct(absl::StripAsciiWhitespace(said), ticket_.messages, kMaxMessages);
  }

  // Text in double quotes of three words or more.
  void add_quoted_messages(std::string_view text) {
    for (std::size_t open = text.find('"'); open != std::string_view::npos; open = text.find('"', open)) {
      const std::size_t close = text.find('"', open + 1);
      if (close == std::string_view::npos) return;
      const std::string_view inside = text.substr(open + 1, close - open - 1);
      if (std::count(inside.begin(), inside.end(), ' ') >= 2) add_distinct(inside, ticket_.messages, kMaxMessages);
      open = close + 1;
    }
  }

  // Of "https://host/…/blob/REF/path.py#L12-L20" the last components are a path of the project.
  void add_links(std::string_view text) {
    for (std::size_t mark = text.find("#L"); mark != std::string_view::npos; mark = text.find("#L", mark + 2)) {
      std::size_t begin = mark;
      while (begin > 0 && !absl::StrContains(" \t\"'(<[`", text[begin - 1])) --begin;
      std::size_t at = mark + 2;
      const std::uint32_t first = take_number(text, at);
      std::uint32_t last = first;
      if (at < text.size() && text[at] == '-') {
        ++at;
        if (at < text.size() && text[at] == 'L') ++at;
        last = std::max(first, take_number(text, at));
      }
      if (first > 0 && ticket_.links.size() < kMaxLinks) {
        ticket_.links.push_back({std::string(text.substr(begin, mark - begin)), {first, last}});
      }
    }
  }

  static std::uint32_t take_number(std::string_view text, std::size_t& at) {
    std::uint32_t number = 0;
    while (at < text.size() && absl::ascii_isdigit(static_cast<unsigned char>(text[at])) && number < 100'000'000) {
      number = number * 10 + static_cast<std::uint32_t>(text[at++] - '0');
    }
    return number;
  }

  const Query& query_;
  Ticket ticket_;
  bool said_more_ = false;           // than frames and their messages
  std::vector<std::uint32_t> line_;  // the terms of the line at hand
  absl::flat_hash_map<std::string, std::size_t> term_numbers_;
  absl::flat_hash_map<std::string, std::size_t> mention_numbers_;
};

}  // namespace

Ticket read_ticket(const Query& query) { return Reader(query).read(); }

}  // namespace grit::retrieve
