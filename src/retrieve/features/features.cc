#include "features/features.h"

#include <algorithm>
#include <cmath>

namespace grit::retrieve {

void put(const std::vector<double>& values, Feature feature, FeatureMatrix& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) at(rows[i], feature) = static_cast<float>(values[i]);
}

void put_shares(const Corpus& corpus, const std::vector<double>& scores, Feature feature, FeatureMatrix& rows) {
  double largest = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (corpus.units[i].counted) largest = std::max(largest, scores[i]);
  }
  if (largest == 0) return;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    at(rows[i], feature) = static_cast<float>(std::min(1.0, scores[i] / largest));
  }
}

void put_ranks(const Corpus& corpus, const std::vector<double>& scores, Feature feature, FeatureMatrix& rows) {
  std::vector<double> better;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (corpus.units[i].counted && scores[i] > 0) better.push_back(-scores[i]);
  }
  std::sort(better.begin(), better.end());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i] <= 0) continue;
    const auto before = std::lower_bound(better.begin(), better.end(), -scores[i]) - better.begin();
    at(rows[i], feature) = static_cast<float>(10.0 / (10.0 + static_cast<double>(before)));
  }
}

double rarity(double holders, double all) { return std::log(1 + (all - holders + 0.5) / (holders + 0.5)); }

double rarity_of_name(const Project& project, std::uint32_t name) {
  if (name == Project::kNone) return 1;
  return 1 / std::sqrt(static_cast<double>(std::max<std::size_t>(1, project.definitions(name).size())));
}

MentionsByName::MentionsByName(const Ticket& ticket) : ticket_(ticket) {
  for (std::size_t i = 0; i < ticket.mentions.size(); ++i) by_name_.emplace(ticket.mentions[i].name, i);
}

const Mention* MentionsByName::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &ticket_.mentions[found->second];
}

}  // namespace grit::retrieve
