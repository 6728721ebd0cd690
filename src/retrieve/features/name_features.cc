// Features of names that the ticket writes out.
#include <algorithm>

#include "features/features.h"

namespace grit::retrieve {
namespace {

constexpr double kSaturation = 1.5;  // k1 of BM25
constexpr double kLengthShare = 0.75;

std::string_view file_stem(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.substr(0, name.rfind('.'));
}

bool is_plain(const Mention& mention) { return (mention.ways & kInProse) != 0 && (mention.ways & kCodeLike) == 0; }

void set(FeatureRow& row, Feature feature, bool holds, double value) {
  if (holds) at(row, feature) = static_cast<float>(value);
}

// Whole names of the ticket that the code of a unit uses: BM25 over identifiers.
std::vector<double> names_used(const FeatureInput& input) {
  constexpr std::uint32_t kWanted = kQuoted | kCalled | kDotted | kInner | kInCode | kCodeLike;
  const Corpus& corpus = input.corpus;
  std::vector<double> holders(corpus.words.size());
  double functions = 0;
  double total = 0;
  for (const Unit& unit : corpus.units) {
    if (!unit.counted) continue;
    ++functions;
    total += static_cast<double>(unit.words.size());
    for (const auto& [word, count] : unit.words) ++holders[word];
  }
  const double mean = std::max(1.0, total / std::max(1.0, functions));
  std::vector<double> scores;
  for (const Unit& unit : corpus.units) {
    const double length = static_cast<double>(unit.words.size()) / mean;
    const double norm = kSaturation * (1 - kLengthShare + kLengthShare * length);
    double score = 0;
    for (const auto& [word, count] : unit.words) {
      const std::uint32_t mention = corpus.words[word].mention;
      if (mention == Project::kNone || (input.ticket.mentions[mention].ways & kWanted) == 0) continue;
      score += rarity(holders[word], functions) * count / (count + norm);
    }
    scores.push_back(score);
  }
  return scores;
}

}  // namespace

void add_names(const FeatureInput& input, FeatureMatrix& rows) {
  const MentionsByName mentions(input.ticket);
  const Corpus& corpus = input.corpus;
  put_shares(corpus, names_used(input), Feature::names_used, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Unit& unit = corpus.units[i];
    if (unit.kind == Unit::Kind::module) continue;
    const Unit* owner = unit.class_unit == Unit::kNone ? nullptr : &corpus.units[unit.class_unit];
    if (const Mention* mention = mentions.find(unit.symbol.name)) {
      const double value = rarity_of_name(input.project, unit.name);
      set(rows[i], Feature::name_plain, is_plain(*mention), value);
      set(rows[i], Feature::name_in_title, (mention->ways & kInTitle) != 0, value);
      const std::string_view stem = file_stem(input.project.files()[corpus.files[unit.file].number].path);
      const bool qualified =
          std::any_of(mention->before.begin(), mention->before.end(), [&](const std::string& before) {
            return before == stem || (owner != nullptr && before == owner->symbol.name);
          });
      set(rows[i], Feature::qualified, qualified, 1);
    }
    const Mention* mention = owner == nullptr ? nullptr : mentions.find(owner->symbol.name);
    if (mention == nullptr) continue;
    const double value = rarity_of_name(input.project, owner->name);
    set(rows[i], Feature::class_called, (mention->ways & kCalled) != 0, value);
    set(rows[i], Feature::class_in_title, (mention->ways & kInTitle) != 0, value);
    set(rows[i], Feature::class_plain, is_plain(*mention), value);
  }
}

}  // namespace grit::retrieve
