// structural_spread: files one or two edges away from files that the signals before it hit.
//
// A file gets 0.5 of the best score of any file one edge away and 0.25 of any two edges away, the largest counts. An
// edge leads both ways: to what a file uses and to what uses it. A walk back to where it began counts for nothing.
#include <algorithm>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "base/try.h"
#include "signals/signals.h"

namespace grit::retrieve {
namespace {

constexpr std::size_t kSpreadingSignals = 4;  // the first ones of the profile
constexpr double kOneHop = 0.5;
constexpr double kTwoHops = 0.25;
constexpr std::uint32_t kNone = 0xFFFFFFFF;

// The files of the project by number, in path order.
//
// Thread rule: immutable once built.
class Files {
 public:
  static Result<Files> of(index::SymbolStore& store) {
    Files files;
    GRIT_RETURN_IF_ERROR(store.files({}, [&](const index::FileRecord& file) {
      files.numbers_.emplace(file.path, static_cast<std::uint32_t>(files.paths_.size()));
      files.paths_.push_back(file.path);
      return true;
    }));
    return files;
  }
  std::size_t size() const { return paths_.size(); }
  const std::string& path(std::uint32_t number) const { return paths_[number]; }
  std::uint32_t number(std::string_view path) const {
    const auto found = numbers_.find(path);
    return found == numbers_.end() ? kNone : found->second;
  }

 private:
  std::vector<std::string> paths_;
  absl::flat_hash_map<std::string, std::uint32_t> numbers_;
};

// That `from` uses something that `to` defines; `name` is the heaviest reason.
struct Link {
  std::uint32_t from = kNone;
  std::uint32_t to = kNone;
  double weight = 0;
  std::string name;
};

// All links, each pair of files once per direction.
Result<std::vector<Link>> read_links(const Files& files, index::SymbolStore& store, const StopConditions& stop) {
  std::vector<Link> links;
  Status stopped;
  GRIT_RETURN_IF_ERROR(store.edges({}, [&](const index::Edge& edge) {
    if (links.size() % 1024 == 0) stopped = stop.check();
    if (!stopped.ok()) return false;
    const bool same_pair =
        !links.empty() && files.path(links.back().from) == edge.from && files.path(links.back().to) == edge.to;
    const double weight = edge.weight * edge.references;
    if (!same_pair) {
      const std::uint32_t from = files.number(edge.from);
      const std::uint32_t to = files.number(edge.to);
      if (from != kNone && to != kNone && from != to) links.push_back({from, to, weight, edge.name});
    } else if (weight > links.back().weight) {
      links.back().weight = weight;
      links.back().name = edge.name;
    }
    return true;
  }));
  if (!stopped.ok()) return stopped;
  return links;
}

// The best of what reaches a file: the score, which file it began at, and the link it came by.
struct Arrival {
  double score = 0;
  std::uint32_t source = kNone;
  const Link* link = nullptr;
};

// The two best arrivals from different sources, so that a second hop can leave out the one that would walk back.
struct TwoBest {
  Arrival first;
  Arrival second;

  // Of equal scores the source that comes first in path order stays.
  void add(const Arrival& arrival) {
    if (better(arrival, first)) {
      if (arrival.source != first.source) second = first;
      first = arrival;
    } else if (arrival.source != first.source && better(arrival, second)) {
      second = arrival;
    }
  }
  const Arrival& not_from(std::uint32_t source) const { return first.source == source ? second : first; }

  static bool better(const Arrival& a, const Arrival& b) {
    return a.score > b.score || (a.score == b.score && a.score > 0 && a.source < b.source);
  }
};

class StructuralSpread final : public Signal {
 public:
  std::string_view name() const override { return "structural_spread"; }
  double default_weight() const override { return 0.5; }

  Result<std::vector<Evidence>> score(const SignalInput& input) override {
    GRIT_RETURN_IF_ERROR(input.stop.check());
    GRIT_ASSIGN_OR_RETURN(const Files files, Files::of(input.store));
    const std::vector<double> seeds = seed_scores(input, files);
    if (std::ranges::all_of(seeds, [](double score) { return score == 0; })) return std::vector<Evidence>();
    GRIT_ASSIGN_OR_RETURN(const std::vector<Link> links, read_links(files, input.store, input.stop));
    return spread(files, links, seeds);
  }

 private:
  // Of each file the best score that the spreading signals gave it or anything in it.
  static std::vector<double> seed_scores(const SignalInput& input, const Files& files) {
    std::vector<double> best(files.size(), 0.0);
    for (const auto& signal : input.earlier.first(std::min(input.earlier.size(), kSpreadingSignals))) {
      for (const Evidence& evidence : signal) {
        const std::uint32_t file = files.number(evidence.place.path);
        if (file != kNone) best[file] = std::max(best[file], evidence.score);
      }
    }
    return best;
  }

  static std::vector<Evidence> spread(const Files& files, const std::vector<Link>& links,
                                      const std::vector<double>& seeds) {
    std::vector<TwoBest> near(files.size());
    for (const Link& link : links) {
      if (seeds[link.to] > 0) near[link.from].add({seeds[link.to], link.to, &link});
      if (seeds[link.from] > 0) near[link.to].add({seeds[link.from], link.from, &link});
    }
    std::vector<Arrival> far(files.size());
    const auto pass_on = [&](std::uint32_t through, std::uint32_t target, const Link& link) {
      const Arrival& arrival = near[through].not_from(target);
      const Arrival arrived{arrival.score, arrival.source, &link};
      if (TwoBest::better(arrived, far[target])) far[target] = arrived;
    };
    for (const Link& link : links) {
      pass_on(link.to, link.from, link);
      pass_on(link.from, link.to, link);
    }
    std::vector<Evidence> evidence;
    for (std::uint32_t file = 0; file < files.size(); ++file) {
      const double one = kOneHop * near[file].first.score;
      const double two = kTwoHops * far[file].score;
      if (one <= 0 && two <= 0) continue;
      const std::string why =
          one >= two ? one_hop_reason(files, file, near[file].first) : two_hop_reason(files, file, far[file]);
      evidence.push_back({{files.path(file), ""}, std::max(one, two), why});
    }
    return evidence;
  }

  static std::string one_hop_reason(const Files& files, std::uint32_t file, const Arrival& arrival) {
    const std::string& other = files.path(arrival.source);
    if (arrival.link->from == file) return "uses " + arrival.link->name + " of " + other;
    return other + " uses its " + arrival.link->name;
  }

  static std::string two_hop_reason(const Files& files, std::uint32_t file, const Arrival& arrival) {
    const std::uint32_t through = arrival.link->from == file ? arrival.link->to : arrival.link->from;
    return "two edges from " + files.path(arrival.source) + ", through " + files.path(through);
  }
};

}  // namespace

std::unique_ptr<Signal> make_structural_spread() { return std::make_unique<StructuralSpread>(); }

}  // namespace grit::retrieve
