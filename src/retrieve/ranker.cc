// The `classic` ranking.
#include <algorithm>
#include <string_view>
#include <utility>

#include <grit/retrieve.h>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "base/try.h"
#include "signals/signals.h"
#include "token_matcher.h"

namespace grit::retrieve {
namespace {

constexpr double kDefinitionBoost = 2.0;

Status nonsense(const Weighed& signal, const std::string& what, const Place& place) {
  const std::string where = place.symbol.empty() ? place.path : place.path + "::" + place.symbol;
  return {Code::callback, "signal " + signal.signal + " " + what + " " + where};
}

// What one signal says of an entry.
struct Said {
  const Weighed* signal = nullptr;
  const Evidence* evidence = nullptr;
  double weighted = 0;
};

// A candidate while it is ranked: little enough to sort many. Borrows the evidence.
struct Entry {
  const Place* place = nullptr;
  double score = 0;
  absl::InlinedVector<Said, 4> said;
  bool known = false;  // the index holds the place
  bool boosted = false;
  std::uint64_t begin = 0;  // of a definition's range
};

// Best first; symbol before file, then path order, then position.
bool ranks_before(const Entry* a, const Entry* b) {
  if (a->score != b->score) return a->score > b->score;
  const bool a_is_file = a->place->symbol.empty();
  const bool b_is_file = b->place->symbol.empty();
  if (a_is_file != b_is_file) return b_is_file;
  if (const int order = a->place->path.compare(b->place->path); order != 0) return order < 0;
  if (a->begin != b->begin) return a->begin < b->begin;
  return a->place->symbol < b->place->symbol;
}

double largest_score(const Weighed& signal) {
  double largest = 0;
  for (const Evidence& evidence : signal.evidence) largest = std::max(largest, evidence.score);
  return largest;
}

// All places with any evidence, found by path and symbol.
//
// Thread rule: one thread at a time; borrows the evidence.
class Entries {
 public:
  // Adds what one signal says. Called in the order of the profile, so that the sums round alike everywhere.
  Status add(const Weighed& signal) {
    const double largest = largest_score(signal);
    for (const Evidence& evidence : signal.evidence) {
      const bool in_range = evidence.score >= 0 && evidence.score <= 1;  // false for NaN
      if (!in_range) return nonsense(signal, "gave a score outside 0 to 1 to", evidence.place);
      if (evidence.score == 0) continue;
      Entry& entry = find_or_add(evidence.place);
      const bool twice = !entry.said.empty() && entry.said.back().signal == &signal;
      if (twice) return nonsense(signal, "gave two scores to", evidence.place);
      const double normal = evidence.score / largest;
      const double weighted = signal.weight * normal;
      entry.score += weighted;
      entry.said.push_back({&signal, &evidence, weighted});
    }
    return {};
  }

  // Looks the places up in the index, and counts definitions of names with a token of the query twice.
  Status look_up(const Query& query, index::SymbolStore& store) {
    GRIT_RETURN_IF_ERROR(store.files({}, [&](const index::FileRecord& file) {
      if (Entry* entry = find(file.path, "")) entry->known = true;
      return true;
    }));
    const TokenMatcher tokens(query.tokens);
    GRIT_RETURN_IF_ERROR(store.symbols({}, [&](const index::Symbol& symbol) {
      Entry* entry = find(symbol.path, symbol.qualified);
      if (entry == nullptr) return true;
      entry->known = true;
      entry->begin = symbol.range.begin;
      entry->boosted = tokens.any_in(symbol.name);
      if (entry->boosted) entry->score *= kDefinitionBoost;
      return true;
    }));
    for (const Entry& entry : entries_) {
      if (!entry.known)
        return nonsense(*entry.said.front().signal, "named what the index does not hold:", *entry.place);
    }
    return {};
  }

  std::size_t size() const { return entries_.size(); }

  // The best `top`, or all for 0.
  std::vector<const Entry*> best(std::size_t top) const {
    std::vector<const Entry*> order;
    order.reserve(entries_.size());
    for (const Entry& entry : entries_) order.push_back(&entry);
    const std::size_t kept = top == 0 ? order.size() : std::min(top, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(), ranks_before);
    order.resize(kept);
    return order;
  }

 private:
  using Key = std::pair<std::string_view, std::string_view>;

  Entry* find(std::string_view path, std::string_view symbol) {
    const auto at = by_place_.find(Key(path, symbol));
    return at == by_place_.end() ? nullptr : &entries_[at->second];
  }

  Entry& find_or_add(const Place& place) {
    const auto [at, added] = by_place_.try_emplace(Key(place.path, place.symbol), entries_.size());
    if (added) entries_.emplace_back().place = &place;
    return entries_[at->second];
  }

  std::vector<Entry> entries_;
  absl::flat_hash_map<Key, std::size_t> by_place_;
};

// Fills in what the index knows of a candidate's place.
Status describe(Candidate& candidate, index::SymbolStore& store) {
  index::FileQuery file_query;
  file_query.path = candidate.place.path;
  GRIT_RETURN_IF_ERROR(store.files(file_query, [&](const index::FileRecord& file) {
    candidate.content = file.hash;
    candidate.kind = "file";
    candidate.bytes = {0, file.size};
    candidate.lines = {1, std::max<std::uint32_t>(file.lines, 1)};
    return false;
  }));
  if (candidate.place.symbol.empty()) return {};
  index::SymbolQuery symbol_query;
  symbol_query.path = candidate.place.path;
  symbol_query.qualified = candidate.place.symbol;
  return store.symbols(symbol_query, [&](const index::Symbol& symbol) {
    candidate.kind = index::kind_name(symbol.kind);
    candidate.bytes = symbol.range;
    candidate.lines = symbol.lines;
    candidate.signature = symbol.signature;
    return false;
  });
}

Candidate candidate_of(const Entry& entry) {
  Candidate candidate;
  candidate.place = *entry.place;
  candidate.score = entry.score;
  candidate.boosted = entry.boosted;
  for (const Said& said : entry.said) {
    candidate.signals.push_back({said.signal->signal, said.evidence->score, said.weighted, said.evidence->reason});
  }
  return candidate;
}

class ClassicRanker final : public Ranker {
 public:
  Result<Ranking> rank(const RankInput& input) const override {
    Entries entries;
    for (const Weighed& signal : input.evidence) GRIT_RETURN_IF_ERROR(entries.add(signal));
    Ranking ranking;
    ranking.considered = entries.size();
    if (ranking.considered == 0) return ranking;
    GRIT_RETURN_IF_ERROR(entries.look_up(input.query, input.store));
    for (const Entry* entry : entries.best(input.top)) {
      ranking.candidates.push_back(candidate_of(*entry));
      GRIT_RETURN_IF_ERROR(describe(ranking.candidates.back(), input.store));
    }
    return ranking;
  }
};

}  // namespace

std::unique_ptr<Ranker> classic_ranker() { return std::make_unique<ClassicRanker>(); }

Profile make_profile(ProfileKind kind) {
  if (kind == ProfileKind::classic) return {classic_signals(), classic_ranker()};
  return {default_signals(), default_ranker()};
}

std::vector<std::unique_ptr<Signal>> classic_signals() {
  std::vector<std::unique_ptr<Signal>> signals;
  signals.push_back(make_keyword_symbol());
  signals.push_back(make_keyword_path());
  signals.push_back(make_keyword_content());
  signals.push_back(make_lexical_overlap());
  signals.push_back(make_structural_spread());
  signals.push_back(make_recency());
  signals.push_back(make_traceback());
  return signals;
}

}  // namespace grit::retrieve
