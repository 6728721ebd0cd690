#include "extract.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "findings.h"
#include "prefixes.h"

namespace grit::edit {
namespace {

constexpr std::size_t kMaxCuts = 4;      // closing tags of reasoning that are tried, from the last
constexpr std::size_t kMaxOpeners = 32;  // fences of an answer that are looked at
constexpr std::size_t kMaxClosers = 16;  // ends that are tried for one of them, from the last

constexpr std::array<std::string_view, 4> kReasoningTags = {"think", "thought", "thinking", "reasoning"};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

// Where reasoning may end, the last place first.
std::vector<std::size_t> reasoning_ends(std::string_view answer, bool opened) {
  std::vector<std::size_t> ends;
  for (const std::string_view tag : kReasoningTags) {
    const std::string closing = "</" + std::string(tag) + ">";
    for (std::size_t at = answer.find(closing); at != std::string_view::npos; at = answer.find(closing, at + 1)) {
      const std::size_t end = at + closing.size();
      const std::string_view after = answer.substr(end, std::min(answer.find('\n', end), answer.size()) - end);
      // In the middle of a line it is text that code talks about.
      if (opened || trimmed(after).empty()) ends.push_back(end);
    }
  }
  std::sort(ends.rbegin(), ends.rend());
  if (ends.size() > kMaxCuts) ends.resize(kMaxCuts);
  return ends;
}

bool opens_reasoning(std::string_view answer) {
  return std::any_of(kReasoningTags.begin(), kReasoningTags.end(),
                     [&](std::string_view tag) { return trimmed(answer).starts_with("<" + std::string(tag) + ">"); });
}

struct Fence {
  std::size_t begin = 0;  // of its line
  std::size_t after = 0;  // of the next line
  std::size_t column = 0;
  std::size_t run = 0;  // how many characters
  char character = '`';
  bool has_info = false;
};

std::optional<Fence> fence_of(std::string_view line, std::size_t begin) {
  Fence fence;
  fence.begin = begin;
  fence.after = begin + line.size();
  fence.column = std::min(line.find_first_not_of(' '), line.size());
  std::string_view rest = strip_line_end(line.substr(fence.column));
  if (!rest.starts_with("```") && !rest.starts_with("~~~")) return std::nullopt;
  fence.character = rest[0];
  fence.run = std::min(rest.find_first_not_of(rest[0]), rest.size());
  rest.remove_prefix(fence.run);
  if (fence.character == '`' && rest.find('`') != std::string_view::npos) return std::nullopt;
  fence.has_info = !trimmed(rest).empty();
  return fence;
}

std::vector<Fence> fences_of(std::string_view text) {
  std::vector<Fence> fences;
  std::size_t at = 0;
  for (const std::string_view line : split_lines(text)) {
    if (auto fence = fence_of(line, at)) fences.push_back(*fence);
    at += line.size();
  }
  return fences;
}

bool closes(const Fence& closer, const Fence& opener) {
  return !closer.has_info && closer.character == opener.character && closer.run >= opener.run &&
         closer.column <= opener.column;
}

Selection select(std::string_view text, const Wanted& wanted, bool fenced) {
  Unprefixed plain = without_prefixes(text);
  Selection selection = is_read_by_parts(wanted.target) ? select_definition(plain.text, wanted, fenced)
                                                        : select_by_grammar(plain.text, wanted, fenced);
  selection.notes.insert(selection.notes.begin(), plain.notes.begin(), plain.notes.end());
  return selection;
}

// The reading of the fence that opens at fences[opener]; `next` becomes the fence to go on with: after a clean
// reading the first that is not in it.
Selection read_fence(std::string_view text, const std::vector<Fence>& fences, std::size_t opener, const Wanted& wanted,
                     FinishReason finish, std::size_t& next) {
  Selection best;
  next = opener + 1;
  std::size_t tried = 0;
  for (std::size_t i = fences.size(); i-- > opener + 1 && tried < kMaxClosers;) {
    if (!closes(fences[i], fences[opener])) continue;
    ++tried;
    const std::size_t begin = fences[opener].after;
    Selection one = select(text.substr(begin, fences[i].begin - begin), wanted, true);
    if (tried > 1 && one.reading <= best.reading) continue;
    best = std::move(one);
    if (best.reading == Reading::clean) {
      next = i + 1;
      return best;
    }
  }
  if (best.reading >= Reading::with_extra) return best;
  Selection unclosed = select(text.substr(fences[opener].after), wanted, true);
  if (unclosed.reading <= best.reading) return best;
  if (unclosed.reading == Reading::clean) next = fences.size();
  if (unclosed.reading == Reading::clean && finish != FinishReason::stop) {
    unclosed.reading = Reading::incomplete;
    unclosed.findings.push_back(finding("truncated", 0, "the answer ends inside of a fence",
                                        "Answer with the complete function and close the fence."));
  }
  unclosed.notes.push_back(finding("fence_unclosed", 0, "the fence around the code was never closed", ""));
  return unclosed;
}

std::vector<Selection> read_fences(std::string_view text, const Wanted& wanted, FinishReason finish) {
  std::vector<Selection> out;
  const std::vector<Fence> fences = fences_of(text);
  std::size_t openers = 0;
  for (std::size_t i = 0; i < fences.size() && openers < kMaxOpeners; ++openers) {
    std::size_t next = i + 1;
    out.push_back(read_fence(text, fences, i, wanted, finish, next));
    i = next;
  }
  return out;
}

// Every clean reading once; else the best, the earlier of equals.
std::vector<Selection> best_of(std::vector<Selection> readings) {
  std::vector<Selection> clean;
  for (const Selection& one : readings) {
    const bool known = std::any_of(clean.begin(), clean.end(),
                                   [&](const Selection& other) { return trimmed(other.code) == trimmed(one.code); });
    if (one.reading == Reading::clean && !known) clean.push_back(one);
  }
  if (!clean.empty()) return clean;
  const auto best = std::max_element(readings.begin(), readings.end(),
                                     [](const Selection& a, const Selection& b) { return a.reading < b.reading; });
  if (best == readings.end()) return {Selection{}};
  return {*best};
}

bool starts_with_fence(std::string_view text) {
  const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return fence_of(text.substr(first, std::min(text.find('\n', first), text.size()) - first), first).has_value();
}

std::vector<Selection> read_text(std::string_view text, const Wanted& wanted, FinishReason finish) {
  std::vector<Selection> fenced = best_of(read_fences(text, wanted, finish));
  const Reading best = fenced[0].reading;
  // A fence in a docstring is no fence around code: then the text itself is the code.
  Selection whole;
  if (!starts_with_fence(text)) whole = select(text, wanted, false);
  const bool fence_inside =
      best == Reading::nothing || (whole.reading == Reading::clean && trimmed(text).starts_with(trimmed(whole.code)));
  if (fence_inside && whole.reading >= best) return {std::move(whole)};
  return fenced;
}

// Marks that no function has and that must not be taken for prose.
bool holds_conflict_marks(std::string_view answer) {
  for (const std::string_view line : split_lines(answer)) {
    if (line.starts_with("<<<<<<<") || line.starts_with(">>>>>>>")) return true;
  }
  return false;
}

bool holds_diff(std::string_view answer) {
  for (const std::string_view line : split_lines(answer)) {
    if (line.starts_with("@@ ") || line.starts_with("*** Begin Patch") || line.starts_with("diff --git ")) return true;
  }
  return false;
}

// What kind of answer it is when no function could be read out of it.
std::optional<Finding> diagnose(std::string_view answer) {
  if (holds_diff(answer)) {
    return finding("diff_answer", 0, "the answer is a diff", "Answer with the whole function, not with a diff.");
  }
  if (looks_numbered(answer)) {
    return finding("line_numbers", 0, "the answer's lines are numbered, and not in order",
                   "Answer with the function without line numbers.");
  }
  const std::size_t newline = trimmed(answer).find('\n');
  if (newline == std::string_view::npos && answer.find("\\n") != answer.rfind("\\n")) {
    return finding("escaped_newlines", 0, "the answer has \\n where line ends should be",
                   "Answer with the function as plain text with real line ends.");
  }
  return std::nullopt;
}

}  // namespace

std::vector<Selection> read_answer(std::string_view raw, const Wanted& wanted, FinishReason finish) {
  const std::string answer = with_lf(raw);
  if (holds_conflict_marks(answer) && !holds_conflict_marks(wanted.target.range.of(wanted.file))) {
    Selection marked;
    marked.findings.push_back(finding("conflict_markers", 0, "the answer holds conflict or SEARCH/REPLACE marks",
                                      "Answer with the whole function, without SEARCH and REPLACE blocks."));
    return {std::move(marked)};
  }
  const bool opened = opens_reasoning(answer);
  std::vector<Selection> best = {Selection{}};
  for (const std::size_t end : reasoning_ends(answer, opened)) {
    std::vector<Selection> readings = read_text(std::string_view(answer).substr(end), wanted, finish);
    if (readings[0].reading > best[0].reading) best = std::move(readings);
  }
  if (best[0].reading < Reading::incomplete && !opened) {
    std::vector<Selection> readings = read_text(answer, wanted, finish);
    // What comes before a closing tag is a draft, unless the tag itself is part of the code.
    const bool has_tag = !reasoning_ends(answer, false).empty();
    if (!has_tag || readings[0].code.find("</") != std::string::npos) best = std::move(readings);
  }
  if (best[0].reading != Reading::clean) {
    if (auto reason = diagnose(answer)) best[0].findings = {std::move(*reason)};
  }
  if (best[0].reading != Reading::clean && best[0].findings.empty()) {
    best[0].findings.push_back(finding("no_code", 0, "the answer holds no function",
                                       "Answer with the whole function " + wanted.old.contract.name + "."));
  }
  return best;
}

}  // namespace grit::edit
