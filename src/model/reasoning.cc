#include "reasoning.h"

#include <array>
#include <utility>

namespace grit::model {
namespace {

struct TagPair {
  std::string_view open;
  std::string_view close;
};

// What models in use write around their reasoning: Qwen, DeepSeek and most others; Granite and GLM variants; Seed;
// Magistral.
constexpr std::array<TagPair, 6> kPairs = {{
    {"<think>", "</think>"},
    {"<thinking>", "</thinking>"},
    {"<thought>", "</thought>"},
    {"<reasoning>", "</reasoning>"},
    {"<seed:think>", "</seed:think>"},
    {"[THINK]", "[/THINK]"},
}};

constexpr std::size_t kFenceLength = 3;
// A line can only be a fence by its first bytes; a longer run of fence characters than this counts as this long.
constexpr std::size_t kLineBytes = 80;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

struct FenceLine {
  char mark = 0;
  std::size_t length = 0;  // 0: the line is no fence
  bool bare = false;       // nothing follows the marks
};

FenceLine read_fence(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || (line[begin] != '`' && line[begin] != '~')) return {};
  const std::size_t after = line.find_first_not_of(line[begin], begin);
  const std::size_t end = after == std::string_view::npos ? line.size() : after;
  if (end - begin < kFenceLength) return {};
  if (line[begin] == '`' && line.find('`', end) != std::string_view::npos) return {};  // code within a sentence
  return {line[begin], end - begin, line.find_first_not_of(" \t\r", end) == std::string_view::npos};
}

}  // namespace

std::string ReasoningFilter::push(std::string_view piece) {
  for (const char c : piece) step(c);
  return std::exchange(fresh_, {});
}

std::string ReasoningFilter::finish() {
  while (!held_.empty()) {
    if (decide(true) != Held::tag) {
      release(held_.front());
      held_.erase(0, 1);
    }
  }
  if (section_ == npos && !removed_) {
    for (const char c : std::exchange(blanks_, {})) append(c);
  }
  end_line();
  if (dropped_blocks_ > 0 && blocks_ == 0 && fence_ == 0) text_.insert(0, dropped_);
  return std::exchange(fresh_, {});
}

void ReasoningFilter::step(char c) {
  held_ += c;
  while (!held_.empty()) {
    const Held held = decide(false);
    if (held == Held::undecided) return;
    if (held == Held::text) {
      release(held_.front());
      held_.erase(0, 1);
    }
  }
}

// Looks at what is held back. A tag has been dealt with and taken off the front of held_ when this returns Held::tag.
ReasoningFilter::Held ReasoningFilter::decide(bool at_end) {
  bool undecided = false;
  for (std::size_t tag = 0; tag < kPairs.size(); ++tag) {
    const TagPair& pair = kPairs[tag];
    if (section_ != npos && section_ != tag) continue;
    if (held_.starts_with(pair.close)) {
      if (section_ == npos && held_.size() == pair.close.size() && !at_end) return Held::undecided;
      if (section_ == npos && !closes_alone(tag)) return Held::text;
      if (section_ == npos) drop_text_before(tag);
      enter_section(npos);
      held_.erase(0, pair.close.size());
      return Held::tag;
    }
    if (section_ == npos && held_.starts_with(pair.open)) {
      if (fence_ > 0 || !line_blank_) return Held::text;
      enter_section(tag);
      held_.erase(0, pair.open.size());
      return Held::tag;
    }
    undecided |= pair.close.starts_with(held_) || (section_ == npos && pair.open.starts_with(held_));
  }
  return undecided && !at_end ? Held::undecided : Held::text;
}

// Enters the section of a pair, or leaves the section when `tag` is npos.
void ReasoningFilter::enter_section(std::size_t tag) {
  section_ = tag;
  removed_ = true;
  leading_ = true;
  blanks_.clear();
  line_.clear();
  line_blank_ = true;
}

// A lone closing tag: after it the reply begins anew.
void ReasoningFilter::drop_text_before(std::size_t tag) {
  dropped_ = text_;
  dropped_.append(kPairs[tag].close);
  dropped_blocks_ = blocks_;
  text_.clear();
  blocks_ = 0;
}

bool ReasoningFilter::closes_alone(std::size_t tag) const {
  if (fence_ > 0) return false;
  const std::size_t size = kPairs[tag].close.size();
  const bool at_end = held_.size() == size;
  const char before = line_blank_ || text_.empty() ? '\n' : text_.back();
  const char after = at_end ? '\n' : held_[size];
  if (is_quote(before) || is_quote(after)) return false;
  const bool word_of_a_sentence = before == ' ' && after == ' ';
  return !word_of_a_sentence;
}

// A byte that belongs to no tag.
void ReasoningFilter::release(char c) {
  if (section_ != npos) return;
  if (leading_ && is_blank(c)) {
    blanks_ += c;
    if (removed_ && c == '\n') blanks_.clear();
    return;
  }
  if (leading_) {
    leading_ = false;
    for (const char blank : std::exchange(blanks_, {})) append(blank);
  }
  append(c);
}

void ReasoningFilter::append(char c) {
  text_ += c;
  fresh_ += c;
  if (c == '\n') return end_line();
  if (line_.size() < kLineBytes) line_ += c;
  line_blank_ = line_blank_ && is_blank(c);
}

void ReasoningFilter::end_line() {
  const FenceLine line = read_fence(line_);
  if (fence_ == 0 && line.length > 0) {
    fence_ = line.length;
    fence_char_ = line.mark;
  } else if (fence_ > 0 && line.mark == fence_char_ && line.length >= fence_ && line.bare) {
    fence_ = 0;
    ++blocks_;
  }
  line_.clear();
  line_blank_ = true;
}

}  // namespace grit::model
