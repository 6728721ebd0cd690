#include "features/pool.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "base/try.h"
#include "features/terms.h"
#include "path_ends.h"
#include "words.h"

namespace grit::retrieve {
namespace {

constexpr std::size_t kMaxWords = 256;  // of a ticket that are looked up; each is one posting list
constexpr std::size_t kMaxNamed = 64;
constexpr double kLengthShare = 0.4;  // how much of a file's length counts against it
constexpr double kPathWeight = 2.0;
constexpr double kMentionWeight = 3.0;
constexpr double kAsideFactor = 0.3;
constexpr std::size_t kMaxAside = 15;  // tests and the like that are read besides the implementation's files

std::vector<NamedFile> named_files(const Query& query, const Ticket& ticket, const Project& project) {
  std::vector<NamedFile> named;
  PathEnds ends;
  for (const ProjectFile& file : project.files()) ends.add(file.path);
  const auto find = [&](std::string_view path) {
    const auto match = ends.find(path);
    return match ? match->file : Project::kNone;
  };
  std::uint32_t position = 0;
  const auto add = [&](NamedFile file) {
    if (file.file != Project::kNone && named.size() < kMaxNamed) named.push_back(std::move(file));
  };
  for (const Frame& frame : ticket.frames) {
    const std::uint32_t file = find(frame.file);
    if (file == Project::kNone) continue;
    add({file, {frame.line, frame.line}, frame.function, NamedFile::By::frame, position++});
  }
  for (const Link& link : ticket.links) add({find(link.path), link.lines, "", NamedFile::By::link, 0});
  for (const std::string& path : query.paths) add({find(path), {0, 0}, "", NamedFile::By::path, 0});
  // "package.module.name": the longest beginning that is a file.
  for (const std::string& dotted : ticket.dotted) {
    std::string path = dotted;
    std::replace(path.begin(), path.end(), '.', '/');
    while (path.find('/') != std::string::npos) {
      std::uint32_t file = find(path + ".py");
      if (file == Project::kNone) file = find(path + "/__init__.py");
      if (file != Project::kNone) {
        add({file, {0, 0}, "", NamedFile::By::path, 0});
        break;
      }
      path.resize(path.rfind('/'));
    }
  }
  return named;
}

// A number for each file, added up.
class Scores {
 public:
  Scores(const Query& query, const Ticket& ticket, const Project& project)
      : query_(query), ticket_(ticket), project_(project), scores_(project.files().size(), 0.0) {
    for (std::size_t i = 0; i < ticket.terms.size(); ++i) {
      if (ticket.terms[i].count[static_cast<std::size_t>(View::all)] > 0) terms_.emplace(ticket.terms[i].term, i);
    }
  }

  Status add_words(index::SymbolStore& store, const StopConditions& stop) {
    absl::flat_hash_set<std::string> seen;
    std::vector<std::string> words;
    for_each_script_word(query_.text, [&](std::string_view word) {
      if (word.size() < 3 || word.size() > 64 || absl::ascii_isdigit(static_cast<unsigned char>(word.front()))) return;
      std::string lower = folded(word);
      if (words.size() == kMaxWords || is_stop_word(lower) || !seen.insert(lower).second) return;
      words.push_back(std::move(lower));
    });
    for (const std::string& word : words) {
      GRIT_RETURN_IF_ERROR(stop.check());
      GRIT_RETURN_IF_ERROR(add_word(word, store));
    }
    return {};
  }

  // What the names say that a file defines: the words of the ticket in them, each once per file, and mentioned names.
  void add_names() {
    std::vector<std::vector<std::uint32_t>> holders(ticket_.terms.size());
    for (std::uint32_t name = 0; name < project_.names(); ++name) {
      const auto owners = project_.definitions(name);
      for_each_token(project_.name(name), [&](std::string_view token) {
        const auto term = terms_.find(term_of(token));
        if (term == terms_.end()) return;
        auto& list = holders[term->second];
        list.insert(list.end(), owners.begin(), owners.end());
      });
    }
    for (auto& list : holders) {
      const double rarity = idf(list.size(), project_.files().size());
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
      for (const std::uint32_t file : list) scores_[file] += rarity;
    }
    for (const Mention& mention : ticket_.mentions) {
      const std::uint32_t name = project_.number_of(mention.name);
      const bool strong = (mention.ways & (kQuoted | kCalled | kDotted | kCodeLike | kInCode | kInTrace)) != 0;
      if (name == Project::kNone || !strong) continue;
      const auto owners = project_.definitions(name);
      const double rarity = kMentionWeight * idf(owners.size(), project_.files().size());
      for (const std::uint32_t file : owners) scores_[file] += rarity / std::sqrt(static_cast<double>(owners.size()));
    }
  }

  void add_paths() {
    std::vector<std::vector<std::uint32_t>> holders(ticket_.terms.size());
    for (std::uint32_t file = 0; file < project_.files().size(); ++file) {
      for_each_token(project_.files()[file].path, [&](std::string_view token) {
        const auto term = terms_.find(term_of(token));
        if (term != terms_.end() && (holders[term->second].empty() || holders[term->second].back() != file)) {
          holders[term->second].push_back(file);
        }
      });
    }
    for (const auto& list : holders) {
      for (const std::uint32_t file : list) scores_[file] += kPathWeight * idf(list.size(), project_.files().size());
    }
  }

  // Long files hold many words and define many names.
  void finish() {
    double sum = 0;
    for (const ProjectFile& file : project_.files()) sum += static_cast<double>(file.size);
    const double mean = std::max(1.0, sum / static_cast<double>(std::max<std::size_t>(1, scores_.size())));
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      const double length = static_cast<double>(project_.files()[i].size) / mean;
      scores_[i] /= std::pow(1 - kLengthShare + kLengthShare * length, 0.5);
      if (project_.files()[i].aside) scores_[i] *= kAsideFactor;
    }
  }

  const std::vector<double>& values() const { return scores_; }

 private:
  static double idf(std::size_t holders, std::size_t all) {
    return std::log(1 + static_cast<double>(all) / (static_cast<double>(holders) + 0.5));
  }

  Status add_word(const std::string& word, index::SymbolStore& store) {
    index::FileQuery wanted;
    wanted.word = word;
    std::vector<std::uint32_t> holders;
    GRIT_RETURN_IF_ERROR(store.files(wanted, [&](const index::FileRecord& file) {
      holders.push_back(project_.file(file.path));
      return holders.size() * 4 <= scores_.size();  // a word that every fourth file holds places nothing
    }));
    if (holders.size() * 4 > scores_.size()) return {};
    for (const std::uint32_t file : holders) {
      if (file != Project::kNone) scores_[file] += idf(holders.size(), scores_.size());
    }
    return {};
  }

  const Query& query_;
  const Ticket& ticket_;
  const Project& project_;
  std::vector<double> scores_;
  absl::flat_hash_map<std::string_view, std::size_t> terms_;
};

}  // namespace

Result<Pool> choose_files(const Query& query, const Ticket& ticket, const Project& project, index::SymbolStore& store,
                          const PoolLimits& limits, const StopConditions& stop) {
  Pool pool;
  pool.named = named_files(query, ticket, project);
  Scores scores(query, ticket, project);
  GRIT_RETURN_IF_ERROR(scores.add_words(store, stop));
  scores.add_names();
  scores.add_paths();
  scores.finish();
  std::vector<std::uint32_t> order;
  std::vector<bool> taken(project.files().size(), false);
  const auto take = [&](std::uint32_t file) {
    if (!taken[file]) order.push_back(file);
    taken[file] = true;
  };
  for (const NamedFile& named : pool.named) take(named.file);
  for (const std::uint32_t file : limits.always) take(file);
  const std::size_t fixed = order.size();
  // Files that the ticket says nothing of come last: what it names may lead there.
  const auto& values = scores.values();
  const bool any = fixed > 0 || std::any_of(values.begin(), values.end(), [](double value) { return value > 0; });
  for (std::uint32_t file = 0; any && file < project.files().size(); ++file) {
    if (!taken[file]) order.push_back(file);
  }
  std::sort(order.begin() + static_cast<std::ptrdiff_t>(fixed), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const double left = scores.values()[a];
    const double right = scores.values()[b];
    return left != right ? left > right : a < b;
  });
  std::uint64_t bytes = 0;
  std::size_t aside = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const ProjectFile& file = project.files()[order[i]];
    if (i >= fixed && file.aside && ++aside > kMaxAside) continue;
    bytes += file.size;
    if (pool.files.size() == limits.max_files + aside || (bytes > limits.max_bytes && i >= fixed)) break;
    pool.files.push_back(order[i]);
  }
  return pool;
}

}  // namespace grit::retrieve
