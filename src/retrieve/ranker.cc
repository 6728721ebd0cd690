// The `classic` ranking.
#include <algorithm>
#include <tuple>
#include <utility>

#include <grit/retrieve.h>
#include "absl/container/flat_hash_map.h"
#include "base/try.h"
#include "signals/signals.h"
#include "token_matcher.h"

namespace grit::retrieve {
namespace {

constexpr double kDefinitionBoost = 2.0;

Status nonsense(const Weighed& signal, const Place& place, const std::string& what) {
  const std::string where = place.symbol.empty() ? place.path : place.path + "::" + place.symbol;
  return {Code::callback, "signal " + signal.signal + " " + what + " " + where};
}

double largest_score(const Weighed& signal) {
  double largest = 0;
  for (const Evidence& evidence : signal.evidence) largest = std::max(largest, evidence.score);
  return largest;
}

// Candidates while they are put together, found by their place.
//
// Thread rule: one thread at a time; borrows the evidence.
class Gathering {
 public:
  // Adds what one signal says. Called in the order of the profile, so that the sums round alike everywhere.
  Status add(const Weighed& signal) {
    const double largest = largest_score(signal);
    for (const Evidence& evidence : signal.evidence) {
      if (!(evidence.score >= 0 && evidence.score <= 1))
        return nonsense(signal, evidence.place, "gave a score outside 0 to 1 to");
      if (evidence.score == 0) continue;
      Candidate& candidate = find_or_add(evidence.place);
      if (!candidate.signals.empty() && candidate.signals.back().signal == signal.signal) {
        return nonsense(signal, evidence.place, "gave two scores to");
      }
      const double normal = evidence.score / largest;
      const double weighted = signal.weight * normal;
      candidate.score += weighted;
      candidate.signals.push_back({signal.signal, evidence.score, weighted, evidence.reason});
    }
    return {};
  }

  std::vector<Candidate> take() && { return std::move(candidates_); }

 private:
  Candidate& find_or_add(const Place& place) {
    const auto [at, added] = by_place_.try_emplace({place.path, place.symbol}, candidates_.size());
    if (added) candidates_.emplace_back().place = place;
    return candidates_[at->second];
  }

  std::vector<Candidate> candidates_;
  absl::flat_hash_map<std::pair<std::string_view, std::string_view>, std::size_t> by_place_;  // views into the evidence
};

bool by_place(const Candidate& a, const Candidate& b) { return a.place < b.place; }

// Best first; symbol before file, then path order, then position.
bool ranks_before(const Candidate& a, const Candidate& b) {
  if (a.score != b.score) return a.score > b.score;
  const auto order = [](const Candidate& c) { return std::tie(c.place.path, c.bytes.begin, c.place.symbol); };
  const bool a_is_file = a.place.symbol.empty();
  const bool b_is_file = b.place.symbol.empty();
  return a_is_file != b_is_file ? b_is_file : order(a) < order(b);
}

void describe(Candidate& candidate, const index::Symbol& symbol) {
  candidate.kind = index::kind_name(symbol.kind);
  candidate.bytes = symbol.range;
  candidate.lines = symbol.lines;
  candidate.signature = symbol.signature;
}

void describe(Candidate& candidate, const index::FileRecord& file) {
  candidate.kind = "file";
  candidate.bytes = {0, file.size};
  candidate.lines = {1, std::max<std::uint32_t>(file.lines, 1)};
}

using Group = std::span<Candidate>;

// Fills in what the index knows of the candidates of one file, which are sorted by symbol. Returns one that it does
// not know, or null.
Result<const Candidate*> describe_group(Group group, const TokenMatcher& tokens, index::SymbolStore& store) {
  index::FileQuery file_query;
  file_query.path = group.front().place.path;
  GRIT_RETURN_IF_ERROR(store.files(file_query, [&](const index::FileRecord& file) {
    for (Candidate& candidate : group) candidate.content = file.hash;
    if (group.front().place.symbol.empty()) describe(group.front(), file);
    return false;
  }));
  index::SymbolQuery query;
  query.path = group.front().place.path;
  GRIT_RETURN_IF_ERROR(store.symbols(query, [&](const index::Symbol& symbol) {
    const auto at = std::ranges::lower_bound(group, symbol.qualified, {},
                                             [](const Candidate& c) -> const std::string& { return c.place.symbol; });
    if (at == group.end() || at->place.symbol != symbol.qualified) return true;
    describe(*at, symbol);
    at->boosted = !tokens.find_in(symbol.name).empty();
    if (at->boosted) at->score *= kDefinitionBoost;
    return true;
  }));
  const auto unknown = std::ranges::find_if(group, [](const Candidate& c) { return c.kind.empty(); });
  return unknown == group.end() ? nullptr : &*unknown;
}

class ClassicRanker final : public Ranker {
 public:
  Result<std::vector<Candidate>> rank(const Query& query, std::span<const Weighed> evidence,
                                      index::SymbolStore& store) const override {
    Gathering gathering;
    for (const Weighed& signal : evidence) GRIT_RETURN_IF_ERROR(gathering.add(signal));
    std::vector<Candidate> candidates = std::move(gathering).take();
    std::sort(candidates.begin(), candidates.end(), by_place);
    const TokenMatcher tokens(query.tokens);
    for (std::size_t begin = 0; begin < candidates.size();) {
      std::size_t end = begin + 1;
      while (end < candidates.size() && candidates[end].place.path == candidates[begin].place.path) ++end;
      GRIT_ASSIGN_OR_RETURN(const Candidate* unknown,
                            describe_group(Group(candidates).subspan(begin, end - begin), tokens, store));
      if (unknown != nullptr)
        return nonsense(signal_of(*unknown, evidence), unknown->place, "named what the index does not hold:");
      begin = end;
    }
    std::sort(candidates.begin(), candidates.end(), ranks_before);
    return candidates;
  }

 private:
  static const Weighed& signal_of(const Candidate& candidate, std::span<const Weighed> evidence) {
    return *std::ranges::find(evidence, candidate.signals.front().signal, &Weighed::signal);
  }
};

}  // namespace

std::unique_ptr<Ranker> classic_ranker() { return std::make_unique<ClassicRanker>(); }

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
