// repo_map: the definitions that most of a project leans on, as many as fit.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <grit/retrieve.h>
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "base/tokens.h"
#include "base/try.h"

namespace grit::retrieve {
namespace {

// PageRank's usual damping factor (Brin and Page, "The anatomy of a large-scale hypertextual Web search engine", 1998).
constexpr double kDamping = 0.85;
// By then the error is below kDamping to this power, 1 in 1,600: the order of neighbours does not change any more.
constexpr int kRounds = 45;
// Where the focus lies, the random reader starts so many times as often as elsewhere.
constexpr double kFocus = 100;

struct Link {
  std::size_t from = 0;
  std::size_t to = 0;
  std::string name;
  double weight = 0;
};

// The files of a project by how often a reader who follows references comes to them.
class Graph {
 public:
  Status load(index::SymbolStore& store) {
    GRIT_RETURN_IF_ERROR(store.files({}, [this](const index::FileRecord& file) {
      number_.emplace(file.path, paths_.size());
      paths_.push_back(file.path);
      return true;
    }));
    out_.assign(paths_.size(), 0);
    return store.edges({}, [this](const index::Edge& edge) {
      const auto from = number_.find(edge.from);
      const auto to = number_.find(edge.to);
      if (from == number_.end() || to == number_.end() || from->second == to->second) return true;
      // Ten uses of a name in one file say more than one use, but not ten times as much.
      const double weight = edge.weight * std::sqrt(static_cast<double>(edge.references));
      links_.push_back({from->second, to->second, edge.name, weight});
      out_[from->second] += weight;
      return true;
    });
  }

  // What each definition is worth: the share of its file's rank that came by its name.
  [[nodiscard]] std::map<std::pair<std::size_t, std::string>, double> worth(std::span<const std::string> focus) const {
    const std::vector<double> ranks = rank(focus);
    std::map<std::pair<std::size_t, std::string>, double> out;
    for (const Link& link : links_) out[{link.to, link.name}] += ranks[link.from] * link.weight / out_[link.from];
    return out;
  }

  [[nodiscard]] const std::string& path(std::size_t file) const { return paths_[file]; }
  [[nodiscard]] std::size_t size() const { return paths_.size(); }

 private:
  [[nodiscard]] std::vector<double> rank(std::span<const std::string> focus) const {
    std::vector<double> start(paths_.size(), 1);
    for (const std::string& path : focus) {
      if (const auto file = number_.find(path); file != number_.end()) start[file->second] = kFocus;
    }
    double sum = 0;
    for (const double each : start) sum += each;
    for (double& each : start) each /= sum;
    std::vector<double> ranks = start;
    for (int round = 0; round < kRounds; ++round) ranks = next(ranks, start);
    return ranks;
  }

  [[nodiscard]] std::vector<double> next(const std::vector<double>& ranks, const std::vector<double>& start) const {
    double stuck = 0;  // in files that refer to nothing: the reader starts anew
    for (std::size_t file = 0; file < ranks.size(); ++file) stuck += out_[file] > 0 ? 0 : ranks[file];
    std::vector<double> out(ranks.size());
    for (std::size_t file = 0; file < out.size(); ++file) out[file] = (1 - kDamping + kDamping * stuck) * start[file];
    for (const Link& link : links_) out[link.to] += kDamping * ranks[link.from] * link.weight / out_[link.from];
    return out;
  }

  std::vector<std::string> paths_;
  absl::flat_hash_map<std::string, std::size_t> number_;
  std::vector<Link> links_;
  std::vector<double> out_;
};

std::string line_of(const index::Symbol& symbol) {
  const auto depth = static_cast<std::size_t>(std::count(symbol.qualified.begin(), symbol.qualified.end(), '.'));
  return std::to_string(symbol.lines.begin) + " " + std::string(2 * depth, ' ') +
         (symbol.signature.empty() ? symbol.name : symbol.signature) + "\n";
}

// The lines chosen so far, by file and position.
class Page {
 public:
  explicit Page(std::uint32_t max_tokens) : max_bytes_(std::size_t{max_tokens} * kBytesPerToken) {}

  // False when it does not fit any more.
  bool add(const index::Symbol& symbol) {
    const std::string line = line_of(symbol);
    const bool new_file = !lines_.contains(symbol.path);
    const std::size_t bytes = line.size() + (new_file ? symbol.path.size() + 2 : 0);
    if (!new_file && lines_[symbol.path].contains(symbol.range.begin)) return true;
    if (bytes > max_bytes_ - bytes_) return false;
    bytes_ += bytes;
    lines_[symbol.path].emplace(symbol.range.begin, line);
    return true;
  }

  [[nodiscard]] RepoMap take(bool cut) const {
    RepoMap map;
    map.cut = cut;
    for (const auto& [path, lines] : lines_) {
      map.text += path + ":\n";
      for (const auto& [begin, line] : lines) map.text += line;
      map.symbols += static_cast<std::uint32_t>(lines.size());
    }
    map.files = static_cast<std::uint32_t>(lines_.size());
    map.tokens = static_cast<std::uint32_t>((map.text.size() + kBytesPerToken - 1) / kBytesPerToken);
    return map;
  }

 private:
  std::size_t max_bytes_;
  std::size_t bytes_ = 0;
  std::map<std::string, std::map<std::uint64_t, std::string>> lines_;
};

// Adds the definitions that `query` asks for; false when the page is full.
Result<bool> add_all(index::SymbolStore& store, const index::SymbolQuery& query, Page& page, bool module_level_only) {
  bool fits = true;
  GRIT_RETURN_IF_ERROR(store.symbols(query, [&](const index::Symbol& symbol) {
    const bool wanted = symbol.kind != index::SymbolKind::variable || !module_level_only;
    if (wanted && (symbol.parent.empty() || !module_level_only)) fits = page.add(symbol);
    return fits;
  }));
  return fits;
}

}  // namespace

Result<RepoMap> repo_map(index::SymbolStore& store, const RepoMapOptions& options, const StopConditions& stop) {
  Graph graph;
  GRIT_RETURN_IF_ERROR(graph.load(store));
  GRIT_RETURN_IF_ERROR(stop.check());
  const auto worth = graph.worth(options.focus);
  std::vector<std::pair<double, std::pair<std::size_t, std::string>>> order;
  for (const auto& [definition, value] : worth) order.emplace_back(-value, definition);
  std::sort(order.begin(), order.end());  // equal worth: path, then name
  const absl::flat_hash_set<std::string> known(options.focus.begin(), options.focus.end());
  Page page(options.max_tokens);
  for (const auto& [value, definition] : order) {
    GRIT_RETURN_IF_ERROR(stop.check());
    if (known.contains(graph.path(definition.first))) continue;  // the reader has these in front of him
    index::SymbolQuery query;
    query.path = graph.path(definition.first);
    query.name = definition.second;
    GRIT_ASSIGN_OR_RETURN(const bool fits, add_all(store, query, page, false));
    if (!fits) return page.take(true);
  }
  // Room is left: what nobody refers to.
  for (std::size_t file = 0; file < graph.size(); ++file) {
    GRIT_RETURN_IF_ERROR(stop.check());
    if (known.contains(graph.path(file))) continue;
    index::SymbolQuery query;
    query.path = graph.path(file);
    GRIT_ASSIGN_OR_RETURN(const bool fits, add_all(store, query, page, true));
    if (!fits) return page.take(true);
  }
  return page.take(false);
}

}  // namespace grit::retrieve
