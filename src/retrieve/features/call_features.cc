// Features that a unit gets from those whose words fit best: what they call, and what they are made of.
#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "features/features.h"

namespace grit::retrieve {
namespace {

constexpr std::size_t kMaxDefinitions = 12;  // a name that more have leads nowhere
constexpr double kSmoothing = 3;             // callers that a unit is counted to have besides its own
constexpr std::size_t kBestUnits = 10;
constexpr std::size_t kBestNames = 40;
constexpr double kSaturation = 1.5;

// The text scores of the units that name a unit, on average: a function that everything calls is not meant by all.
std::vector<double> called_by_text(const FeatureInput& input, const FeatureMatrix& rows) {
  const Corpus& corpus = input.corpus;
  std::vector<std::vector<std::uint32_t>> by_name(input.project.names());
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    const Unit& unit = corpus.units[i];
    if (unit.kind == Unit::Kind::function && unit.name != Project::kNone) by_name[unit.name].push_back(i);
  }
  std::vector<double> sum(rows.size());
  std::vector<double> callers(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double own = static_cast<double>(at(rows[i], Feature::text));
    for (const auto& [word, count] : corpus.units[i].words) {
      const std::uint32_t name = corpus.words[word].name;
      if (name == Project::kNone || name == corpus.units[i].name) continue;
      if (input.project.definitions(name).size() > kMaxDefinitions) continue;
      const double share = rarity_of_name(input.project, name);
      for (const std::uint32_t to : by_name[name]) {
        sum[to] += own * own * share;
        callers[to] += share;
      }
    }
  }
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] /= kSmoothing + callers[i];
  return sum;
}

using WordWeights = absl::flat_hash_map<std::uint32_t, double>;

// The identifiers that the units with the best text use, by their rarity.
WordWeights names_of_best(const FeatureInput& input, const FeatureMatrix& rows) {
  const Corpus& corpus = input.corpus;
  std::vector<std::pair<double, std::uint32_t>> best;
  std::vector<double> holders(corpus.words.size());
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    if (!corpus.units[i].counted) continue;
    best.emplace_back(-at(rows[i], Feature::text), i);
    for (const auto& [word, count] : corpus.units[i].words) ++holders[word];
  }
  const auto functions = static_cast<double>(best.size());
  const auto kept = static_cast<std::ptrdiff_t>(std::min(kBestUnits, best.size()));
  std::partial_sort(best.begin(), best.begin() + kept, best.end());
  best.resize(static_cast<std::size_t>(kept));
  WordWeights weights;
  for (const auto& [score, number] : best) {
    const double share = std::pow(-score, 3);
    for (const auto& [word, count] : corpus.units[number].words) {
      if (holders[word] < 2) continue;  // no other unit has it
      weights[word] += share * rarity(holders[word], functions) * count / (count + kSaturation);
    }
  }
  return weights;
}

WordWeights heaviest(const WordWeights& weights) {
  std::vector<std::pair<double, std::uint32_t>> order;
  for (const auto& [word, weight] : weights) order.emplace_back(-weight, word);
  std::sort(order.begin(), order.end());
  order.resize(std::min(kBestNames, order.size()));
  WordWeights kept;
  for (const auto& [weight, word] : order) kept.emplace(word, -weight);
  return kept;
}

std::vector<double> similar_to_best(const FeatureInput& input, const FeatureMatrix& rows) {
  const WordWeights wanted = heaviest(names_of_best(input, rows));
  std::vector<double> scores(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [word, count] : input.corpus.units[i].words) {
      const auto found = wanted.find(word);
      if (found != wanted.end()) scores[i] += found->second * count / (count + kSaturation);
    }
  }
  return scores;
}

}  // namespace

void add_calls(const FeatureInput& input, FeatureMatrix& rows) {
  put_shares(input.corpus, called_by_text(input, rows), Feature::text_callee, rows);
  put_ranks(input.corpus, similar_to_best(input, rows), Feature::similar_rank, rows);
}

}  // namespace grit::retrieve
