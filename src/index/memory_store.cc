// testing::MemoryStore: the queries of SymbolStore over plain containers.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include <grit/testing.h>

#include "base/text.h"
#include "base/try.h"
#include "weights.h"
#include "words.h"

namespace grit::testing {
namespace {

using index::Resolution;

// The folded words of a query; Code::limit for one that no index holds.
Result<std::vector<std::string>> query_words(std::string_view text) {
  std::vector<std::string> out;
  index::WordReader words(text);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word.size() > index::kMaxWordBytes) return Status(Code::limit, "a word of the query is too long");
    out.push_back(fold_case(word));
  }
  return out;
}

bool matches(const index::Symbol& symbol, const index::SymbolQuery& query) {
  return (query.path.empty() || symbol.path == query.path) && (query.name.empty() || symbol.name == query.name) &&
         (query.qualified.empty() || symbol.qualified == query.qualified) && (!query.id || symbol.id == *query.id) &&
         (query.name_substring.empty() ||
          fold_case(symbol.name).find(fold_case(query.name_substring)) != std::string::npos);
}

}  // namespace

void MemoryStore::add(index::FileRecord file) { files_.insert_or_assign(file.path, std::move(file)); }

void MemoryStore::add(index::Symbol symbol) {
  symbol.id = static_cast<std::int64_t>(symbols_.size()) + 1;
  symbols_.push_back(std::move(symbol));
  std::stable_sort(symbols_.begin(), symbols_.end(), [](const index::Symbol& a, const index::Symbol& b) {
    return std::tie(a.path, a.range.begin) < std::tie(b.path, b.range.begin);
  });
}

void MemoryStore::add(index::Reference reference) {
  references_.push_back(std::move(reference));
  std::stable_sort(references_.begin(), references_.end(), [](const index::Reference& a, const index::Reference& b) {
    return std::tie(a.path, a.range.begin) < std::tie(b.path, b.range.begin);
  });
}

void MemoryStore::add_word(std::string_view path, std::string_view word) {
  words_[std::string(path)].push_back(fold_case(word));
}

void MemoryStore::add(std::string_view path, index::CoChange change) {
  std::vector<index::CoChange>& changes = co_changes_[std::string(path)];
  changes.push_back(std::move(change));
  std::sort(changes.begin(), changes.end(), [](const index::CoChange& a, const index::CoChange& b) {
    return std::tie(b.together, a.path) < std::tie(a.together, b.path);
  });
}

// How a reference is answered: its count of definitions as the store has it now, and where the test left the
// resolution open, by name alone.
index::Reference MemoryStore::completed(index::Reference reference) const {
  const bool open = reference.resolution == Resolution::unresolved && reference.definitions == 0;
  bool here = false;
  std::uint32_t definitions = 0;
  for (const index::Symbol& symbol : symbols_) {
    if (symbol.name != reference.name) continue;
    ++definitions;
    here = here || symbol.path == reference.path;
    if (open && symbol.path == reference.path) reference.targets.push_back({symbol.path, symbol.qualified, false});
  }
  if (open && definitions > 0) {
    reference.resolution = here ? Resolution::same_file : Resolution::name_only;
    if (here) reference.target = reference.path;
    reference.candidates = here ? static_cast<std::uint32_t>(reference.targets.size()) : definitions;
  }
  reference.definitions = definitions;
  return reference;
}

Result<index::StoreInfo> MemoryStore::info() {
  index::StoreInfo info;
  info.generation = 1;
  info.files = files_.size();
  info.symbols = symbols_.size();
  info.references = references_.size();
  info.schema_version = index::kSchemaVersion;
  return info;
}

Status MemoryStore::files(const index::FileQuery& query, const index::FileSink& sink) {
  GRIT_ASSIGN_OR_RETURN(const std::vector<std::string> wanted, query_words(query.word));
  if (!query.word.empty() && wanted.empty()) return {};
  for (const auto& [path, file] : files_) {
    if (!query.path.empty() && path != query.path) continue;
    if (query.commits_ago_below && !(file.commits_ago && *file.commits_ago < *query.commits_ago_below)) continue;
    const auto words = words_.find(path);
    const bool holds_all = std::all_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
      return words != words_.end() && std::count(words->second.begin(), words->second.end(), word) > 0;
    });
    if (holds_all && !sink(file)) return {};
  }
  return {};
}

Status MemoryStore::symbols(const index::SymbolQuery& query, const index::SymbolSink& sink) {
  for (const index::Symbol& symbol : symbols_) {
    if (matches(symbol, query) && !sink(symbol)) break;
  }
  return {};
}

Status MemoryStore::references(const index::ReferenceQuery& query, const index::ReferenceSink& sink) {
  for (const index::Reference& reference : references_) {
    if (!query.path.empty() && reference.path != query.path) continue;
    if (!query.name.empty() && reference.name != query.name) continue;
    if (!sink(completed(reference))) break;
  }
  return {};
}

Status MemoryStore::edges(const index::EdgeQuery& query, const index::EdgeSink& sink) {
  std::map<std::string, std::set<std::string>> definers;  // by name
  for (const index::Symbol& symbol : symbols_) definers[symbol.name].insert(symbol.path);
  std::map<std::tuple<std::string, std::string, std::string>, index::Edge> edges;
  for (const index::Reference& each : references_) {
    const index::Reference reference = completed(each);
    if (reference.resolution == Resolution::unresolved) continue;
    for (const std::string& to : definers[reference.name]) {
      if (to == reference.path || (!reference.target.empty() && to != reference.target)) continue;
      index::Edge& edge = edges[{reference.path, to, reference.name}];
      ++edge.references;
      edge.definitions = reference.definitions;
      if (edge.references == 1 || reference.resolution == Resolution::import) {
        edge.resolution = reference.resolution;
        edge.candidates = reference.candidates;
      }
    }
  }
  for (auto& [key, edge] : edges) {
    std::tie(edge.from, edge.to, edge.name) = key;
    if (!query.from.empty() && edge.from != query.from) continue;
    if (!query.to.empty() && edge.to != query.to) continue;
    const auto file = files_.find(edge.from);
    const std::string_view language = file == files_.end() ? std::string_view("python") : file->second.language;
    edge.weight = index::name_weight(edge.name, definers[edge.name].size(), language);
    if (!sink(edge)) break;
  }
  return {};
}

Status MemoryStore::co_changes(const index::CoChangeQuery& query, const index::CoChangeSink& sink) {
  const auto found = co_changes_.find(query.path);
  if (found == co_changes_.end() || !files_.contains(query.path)) return {};
  for (const index::CoChange& change : found->second) {
    if (!query.other.empty() && change.path != query.other) continue;
    if (files_.contains(change.path) && !sink(change)) break;
  }
  return {};
}

}  // namespace grit::testing
