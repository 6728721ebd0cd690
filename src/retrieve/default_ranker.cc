// The default profile: a sum of named features over the functions and classes of the files that fit best.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include <grit/retrieve.h>
#include "base/try.h"
#include "features/features.h"
#include "features/reasons.h"
#include "indexed_file.h"

namespace grit::retrieve {
namespace {

// What a host's signal of weight 1 adds at most: about what the strongest features add.
constexpr double kHostScale = 2.0;

using Score = std::vector<double>;  // by unit

Status check_evidence(const Weighed& signal, const Project& project) {
  std::vector<Place> seen;
  for (const Evidence& evidence : signal.evidence) {
    const bool in_range = evidence.score >= 0 && evidence.score <= 1;  // false for NaN
    const std::string& path = evidence.place.path;
    if (!in_range) return {Code::callback, "signal " + signal.signal + " gave a score outside 0 to 1 to " + path};
    if (project.file(path) == Project::kNone) {
      return {Code::callback, "signal " + signal.signal + " named what the index does not hold: " + path};
    }
    seen.push_back(evidence.place);
  }
  std::sort(seen.begin(), seen.end());
  const auto twice = std::adjacent_find(seen.begin(), seen.end());
  if (twice == seen.end()) return {};
  return {Code::callback, "signal " + signal.signal + " gave two scores to " + twice->path + "::" + twice->symbol};
}

// The path of a unit's file.
const std::string& path_of(const FeatureInput& input, const Unit& unit) {
  return input.project.files()[input.corpus.files[unit.file].number].path;
}

// What the host's signals say, by unit.
//
// Thread rule: immutable once built.
class HostEvidence {
  using Key = std::pair<std::string_view, std::string_view>;  // path, symbol
  using Places = std::map<Key, std::uint32_t>;

 public:
  HostEvidence(const FeatureInput& input, std::span<const Weighed> signals) {
    Places places;
    for (std::uint32_t i = 0; !signals.empty() && i < input.corpus.units.size(); ++i) {
      const Unit& unit = input.corpus.units[i];
      places.emplace(Key(path_of(input, unit), unit.symbol.qualified), i);
    }
    for (const Weighed& signal : signals) add(signal, places);
  }

  double sum(std::uint32_t unit) const {
    double sum = 0;
    for (const Contribution& each : of(unit)) sum += each.weighted;
    return sum;
  }
  std::span<const Contribution> of(std::uint32_t unit) const {
    const auto found = by_unit_.find(unit);
    return found == by_unit_.end() ? std::span<const Contribution>() : found->second;
  }

 private:
  void add(const Weighed& signal, const Places& places) {
    double largest = 0;
    for (const Evidence& evidence : signal.evidence) largest = std::max(largest, evidence.score);
    for (const Evidence& evidence : signal.evidence) {
      const auto unit = places.find(Key(evidence.place.path, evidence.place.symbol));
      if (evidence.score == 0 || unit == places.end()) continue;
      const double weighted = kHostScale * signal.weight * (evidence.score / largest);
      by_unit_[unit->second].push_back({signal.signal, evidence.score, weighted, evidence.reason});
    }
  }

  std::map<std::uint32_t, std::vector<Contribution>> by_unit_;
};

FeatureMatrix features_of(const FeatureInput& input) {
  FeatureMatrix rows(input.corpus.units.size());
  add_words(input, rows);
  add_names(input, rows);
  add_places(input, rows);
  add_graph(input, rows);
  add_dispatch(input, rows);
  add_calls(input, rows);
  add_shape(input, rows);
  return rows;
}

double score_of(const FeatureRow& row) {
  double score = 0;
  for (std::size_t i = 0; i < kFeatures; ++i) {
    const double weighted = feature_table()[i].weight * static_cast<double>(row[i]);
    score += weighted;  // a statement of its own: no compiler may fuse the two into one rounding
  }
  return score;
}

// The score without what only orders functions before classes and whole files: for a file these are evidence as well.
double score_for_file(const FeatureRow& row, double score) {
  for (const Feature feature : {Feature::is_class, Feature::is_module}) {
    const double weight = feature_table()[static_cast<std::size_t>(feature)].weight;
    score -= weight * static_cast<double>(at(row, feature));
  }
  return score;
}

// Whether anything leads from the ticket to a place: what follows these features says only what the place is.
bool has_evidence(const FeatureRow& row) {
  const auto end = row.begin() + static_cast<std::ptrdiff_t>(Feature::branches);
  return std::any_of(row.begin(), end, [](float value) { return value != 0; });
}

// Best first; then by path, then by position.
std::vector<std::uint32_t> best_units(const FeatureInput& input, const Score& scores, std::vector<std::uint32_t> units,
                                      std::size_t count) {
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    if (scores[a] != scores[b]) return scores[a] > scores[b];
    const auto file = [&](std::uint32_t unit) { return input.corpus.files[input.corpus.units[unit].file].number; };
    return file(a) != file(b) ? file(a) < file(b) : a < b;
  };
  const std::size_t kept = count == 0 ? units.size() : std::min(count, units.size());
  std::partial_sort(units.begin(), units.begin() + static_cast<std::ptrdiff_t>(kept), units.end(), before);
  units.resize(kept);
  return units;
}

// A file is worth the logarithm of the sum of e^score over its places: several good places count for more than one.
std::vector<RankedFile> best_files(const FeatureInput& input, const Score& scores, std::size_t count) {
  std::vector<RankedFile> files;
  for (const CorpusFile& file : input.corpus.files) {
    const auto begin = scores.begin() + file.begin;
    const auto end = scores.begin() + file.end;
    const double best = *std::max_element(begin, end);
    const double sum =
        std::accumulate(begin, end, 0.0, [&](double s, double score) { return s + std::exp(score - best); });
    files.push_back({input.project.files()[file.number].path, best + std::log(sum)});
  }
  std::sort(files.begin(), files.end(), [](const RankedFile& a, const RankedFile& b) {
    return a.score != b.score ? a.score > b.score : a.path < b.path;
  });
  if (count != 0 && files.size() > count) files.resize(count);
  return files;
}

Result<Candidate> describe(const Unit& unit, const std::string& path, index::SymbolStore& store) {
  GRIT_ASSIGN_OR_RETURN(const index::FileRecord file, file_record(store, path));
  Candidate candidate;
  candidate.place = {path, unit.symbol.qualified};
  candidate.content = file.hash;
  if (unit.kind == Unit::Kind::module) {
    candidate.kind = "file";
    candidate.bytes = {0, file.size};
    candidate.lines = {1, std::max<std::uint32_t>(file.lines, 1)};
    return candidate;
  }
  candidate.kind = index::kind_name(unit.symbol.kind);
  candidate.bytes = unit.symbol.range;
  candidate.lines = unit.symbol.lines;
  candidate.signature = unit.symbol.signature;
  return candidate;
}

std::vector<Contribution> contributions(const FeatureRow& row, std::uint32_t unit, const Reasons& reasons) {
  std::vector<Contribution> all;
  for (const FeatureInfo& info : feature_table()) {
    const auto value = static_cast<double>(at(row, info.feature));
    if (value == 0) continue;
    all.push_back({std::string(info.name), value, info.weight * value, reasons.of(info.feature, unit)});
  }
  return all;
}

class DefaultRanker final : public Ranker {
 public:
  Result<Ranking> rank(const RankInput& input) const override {
    GRIT_ASSIGN_OR_RETURN(const Project project, Project::of(input.store, input.stop));
    PoolLimits limits;
    for (const Weighed& signal : input.evidence) {
      GRIT_RETURN_IF_ERROR(check_evidence(signal, project));
      for (const Evidence& evidence : signal.evidence) limits.always.push_back(project.file(evidence.place.path));
    }
    const Ticket ticket = read_ticket(input.query);
    GRIT_ASSIGN_OR_RETURN(const Pool pool, choose_files(input.query, ticket, project, input.store, limits, input.stop));
    GRIT_ASSIGN_OR_RETURN(const Corpus corpus,
                          read_corpus(pool, ticket, project, input.store, input.files, input.stop));
    return order({input.query, ticket, project, pool, corpus}, input);
  }

 private:
  static Result<Ranking> order(const FeatureInput& features, const RankInput& input) {
    const FeatureMatrix rows = features_of(features);
    GRIT_RETURN_IF_ERROR(input.stop.check());
    const HostEvidence host(features, input.evidence);
    Score scores;
    Score file_scores;
    std::vector<std::uint32_t> units;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      scores.push_back(score_of(rows[i]) + host.sum(i));
      file_scores.push_back(score_for_file(rows[i], scores.back()));
      if (has_evidence(rows[i]) || !host.of(i).empty()) units.push_back(i);
    }
    Ranking ranking;
    ranking.considered = units.size();
    ranking.files = best_files(features, file_scores, input.top);
    const Reasons reasons(features);
    for (const std::uint32_t number : best_units(features, scores, units, input.top)) {
      const Unit& unit = features.corpus.units[number];
      GRIT_ASSIGN_OR_RETURN(Candidate candidate, describe(unit, path_of(features, unit), input.store));
      candidate.score = scores[number];
      candidate.signals = contributions(rows[number], number, reasons);
      const auto said = host.of(number);
      candidate.signals.insert(candidate.signals.end(), said.begin(), said.end());
      ranking.candidates.push_back(std::move(candidate));
    }
    return ranking;
  }
};

}  // namespace

std::vector<std::unique_ptr<Signal>> default_signals() { return {}; }
std::unique_ptr<Ranker> default_ranker() { return std::make_unique<DefaultRanker>(); }

}  // namespace grit::retrieve
