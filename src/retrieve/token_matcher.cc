#include "token_matcher.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "words.h"

namespace grit::retrieve {
namespace {

constexpr std::size_t kMinCharacters = 3;  // shorter ones occur in nearly every name

std::uint32_t start_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(text[i])}; };
  return byte(0) | byte(1) << 8U | byte(2) << 16U;
}

std::size_t slot_of(std::uint32_t start) { return (start ^ (start >> 7U) ^ (start >> 13U)) % 4096; }

}  // namespace

TokenMatcher::TokenMatcher(std::span<const std::string> tokens) : tokens_(tokens) {
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    if (count_characters(tokens[i]) < kMinCharacters) continue;
    const std::uint32_t start = start_of(tokens[i]);
    by_start_[start].push_back(i);
    maybe_[slot_of(start)] = true;
  }
}

template <class Sink>
void TokenMatcher::visit(std::string_view text, Sink sink) const {
  for (; text.size() >= 3; text.remove_prefix(1)) {
    const std::uint32_t start = start_of(text);
    if (!maybe_[slot_of(start)]) continue;
    const auto found = by_start_.find(start);
    if (found == by_start_.end()) continue;
    for (const std::uint32_t i : found->second) {
      if (absl::StartsWith(text, tokens_[i]) && !sink(i)) return;
    }
  }
}

std::vector<std::string_view> TokenMatcher::find_in(std::string_view name) const {
  std::vector<std::uint32_t> hits;
  visit(folded(name), [&](std::uint32_t i) {
    hits.push_back(i);
    return true;
  });
  std::sort(hits.begin(), hits.end());
  hits.erase(std::unique(hits.begin(), hits.end()), hits.end());
  std::vector<std::string_view> words;
  words.reserve(hits.size());
  for (const std::uint32_t i : hits) words.emplace_back(tokens_[i]);
  return words;
}

bool TokenMatcher::any_in(std::string_view name) const {
  bool any = false;
  visit(folded(name), [&](std::uint32_t) {
    any = true;
    return false;
  });
  return any;
}

}  // namespace grit::retrieve
