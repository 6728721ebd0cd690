// Features that lead from what the ticket names to what it does not: calls and classes.
#include <algorithm>
#include <cmath>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "features/features.h"
#include "words.h"

namespace grit::retrieve {
namespace {

constexpr std::size_t kMaxDefinitions = 12;  // a name that more have leads nowhere

constexpr std::uint32_t kStrong = kQuoted | kCalled | kDotted | kInTrace;

double strength(const Mention& mention, std::size_t definitions) {
  const double rarity = 1 / std::sqrt(static_cast<double>(std::max<std::size_t>(1, definitions)));
  if ((mention.ways & kStrong) != 0) return rarity;
  if ((mention.ways & (kCodeLike | kInCode)) != 0) return 0.7 * rarity;
  return 0;
}

// Units that the ticket names, by strength; and the pool's units by name.
//
// Thread rule: immutable once built; borrows the input.
class Graph {
 public:
  explicit Graph(const FeatureInput& input)
      : input_(input), mentions_(input.ticket), named_(input.corpus.units.size()) {
    by_name_.resize(input.project.names());
    const auto& units = input.corpus.units;
    for (std::uint32_t i = 0; i < units.size(); ++i) {
      if (units[i].kind == Unit::Kind::module || units[i].name == Project::kNone) continue;
      by_name_[units[i].name].push_back(i);
      const Mention* mention = mention_of(units[i].symbol.name);
      if (mention != nullptr) named_[i] = strength(*mention, input.project.definitions(units[i].name).size());
    }
    add_bases();
  }

  const Mention* mention_of(std::string_view name) const { return mentions_.find(name); }
  const std::vector<double>& named() const { return named_; }
  const std::vector<std::uint32_t>& bases(std::uint32_t class_unit) const { return bases_[class_unit]; }

  // What the code of the units in `from` names: 1 - Π(1 - strength / √definitions).
  std::vector<double> callees(const std::vector<double>& from) const {
    const auto& units = input_.corpus.units;
    std::vector<double> miss(units.size(), 1.0);
    for (std::uint32_t i = 0; i < units.size(); ++i) {
      if (from[i] <= 0.01) continue;
      if (units[i].kind == Unit::Kind::class_) {
        lead_to_constructors(i, from[i], miss);
        continue;
      }
      for (const auto& [word, count] : units[i].words) {
        const std::uint32_t name = input_.corpus.words[word].name;
        if (name == Project::kNone || name == units[i].name) continue;
        const std::size_t definitions = input_.project.definitions(name).size();
        if (definitions > kMaxDefinitions) continue;
        const double value = from[i] / std::sqrt(static_cast<double>(std::max<std::size_t>(1, definitions)));
        for (const std::uint32_t to : by_name_[name]) {
          if (to == i) continue;
          miss[to] *= 1 - 0.5 * value;
          if (units[to].kind == Unit::Kind::class_) lead_to_constructors(to, value, miss);
        }
      }
    }
    for (double& value : miss) value = 1 - value;
    return miss;
  }

 private:
  void lead_to_constructors(std::uint32_t class_unit, double value, std::vector<double>& miss) const {
    const auto& units = input_.corpus.units;
    const CorpusFile& file = input_.corpus.files[units[class_unit].file];
    for (std::uint32_t i = class_unit + 1; i < file.end; ++i) {
      if (units[i].symbol.range.begin >= units[class_unit].symbol.range.end) break;
      if (units[i].parent != class_unit) continue;
      const std::string& name = units[i].symbol.name;
      if (name == "__init__" || name == "__new__" || name == "__call__") miss[i] *= 1 - 0.5 * value;
    }
  }

  void add_bases() {
    const auto& units = input_.corpus.units;
    bases_.resize(units.size());
    for (std::uint32_t i = 0; i < units.size(); ++i) {
      if (units[i].kind != Unit::Kind::class_) continue;
      const std::string& signature = units[i].symbol.signature;
      const std::size_t open = signature.find('(');
      if (open == std::string::npos) continue;
      for_each_word(std::string_view(signature).substr(open), [&](std::string_view word) {
        const std::uint32_t name = input_.project.number_of(word);
        if (name == Project::kNone || input_.project.definitions(name).size() > kMaxDefinitions) return;
        for (const std::uint32_t base : by_name_[name]) {
          if (units[base].kind == Unit::Kind::class_ && base != i) bases_[i].push_back(base);
        }
      });
    }
  }

  const FeatureInput& input_;
  MentionsByName mentions_;
  std::vector<double> named_;
  std::vector<std::vector<std::uint32_t>> by_name_;
  std::vector<std::vector<std::uint32_t>> bases_;
};

// Classes above a named class, over at most three steps; and "Class.name" where a base defines the name.
void add_inherited(const FeatureInput& input, const Graph& graph, FeatureMatrix& rows) {
  const auto& units = input.corpus.units;
  std::vector<double> above(units.size());
  absl::flat_hash_map<std::uint32_t, std::vector<std::string_view>> heirs;  // class → named classes below it
  for (std::uint32_t i = 0; i < units.size(); ++i) {
    if (units[i].kind != Unit::Kind::class_ || graph.named()[i] == 0) continue;
    std::vector<std::uint32_t> layer = {i};
    double value = graph.named()[i];
    for (int step = 0; step < 3 && !layer.empty(); ++step) {
      std::vector<std::uint32_t> next;
      for (const std::uint32_t each : layer) {
        for (const std::uint32_t base : graph.bases(each)) {
          if (above[base] >= value) continue;
          above[base] = value;
          heirs[base].push_back(units[i].symbol.name);
          next.push_back(base);
        }
      }
      layer = std::move(next);
      value *= 0.7;
    }
  }
  for (std::uint32_t i = 0; i < units.size(); ++i) {
    if (units[i].class_unit == Unit::kNone) continue;
    const Mention* mention = graph.mention_of(units[i].symbol.name);
    const auto below = heirs.find(units[i].class_unit);
    if (mention == nullptr || below == heirs.end()) continue;
    for (const std::string& before : mention->before) {
      const bool inherits = std::find(below->second.begin(), below->second.end(), before) != below->second.end();
      if (inherits) at(rows[i], Feature::qualified) = std::max(at(rows[i], Feature::qualified), 0.8F);
    }
  }
}

}  // namespace

void add_graph(const FeatureInput& input, FeatureMatrix& rows) {
  const Graph graph(input);
  add_inherited(input, graph, rows);
  std::vector<double> from = graph.named();
  for (std::size_t i = 0; i < from.size(); ++i) {
    from[i] = std::max({from[i], static_cast<double>(at(rows[i], Feature::frame)),
                        static_cast<double>(at(rows[i], Feature::qualified))});
  }
  put(graph.callees(from), Feature::callee, rows);
}

}  // namespace grit::retrieve
