#include "cached_store.h"

#include <algorithm>

#include "base/try.h"

namespace grit::retrieve {

using index::FileQuery;
using index::FileRecord;
using index::FileSink;
using index::Symbol;
using index::SymbolQuery;
using index::SymbolSink;

Status CachedStore::load_files() {
  if (files_state_ != State::unread) return {};
  GRIT_RETURN_IF_ERROR(inner_.files({}, [&](const FileRecord& file) {
    files_.push_back(file);
    return true;
  }));
  files_state_ = State::loaded;
  return {};
}

Status CachedStore::load_symbols() {
  if (symbols_state_ != State::unread) return {};
  GRIT_ASSIGN_OR_RETURN(const index::StoreInfo known, inner_.info());
  if (known.symbols > max_symbols_) {
    symbols_state_ = State::too_large;
    return {};
  }
  symbols_.clear();  // of an attempt that failed
  symbols_.reserve(static_cast<std::size_t>(known.symbols));
  GRIT_RETURN_IF_ERROR(inner_.symbols({}, [&](const Symbol& symbol) {
    symbols_.push_back(symbol);
    return true;
  }));
  symbols_state_ = State::loaded;
  return {};
}

Status CachedStore::files(const FileQuery& query, const FileSink& sink) {
  if (!query.word.empty()) return inner_.files(query, sink);
  GRIT_RETURN_IF_ERROR(load_files());
  auto at = files_.cbegin();
  if (!query.path.empty()) {
    at = std::lower_bound(at, files_.cend(), query.path,
                          [](const FileRecord& file, const std::string& path) { return file.path < path; });
  }
  for (; at != files_.cend() && (query.path.empty() || at->path == query.path); ++at) {
    const auto& limit = query.commits_ago_below;
    if (limit && (!at->commits_ago || *at->commits_ago >= *limit)) continue;
    if (!sink(*at)) break;
  }
  return {};
}

std::pair<std::size_t, std::size_t> CachedStore::symbols_of(std::string_view path) const {
  const auto range =
      std::ranges::equal_range(symbols_, path, {}, [](const Symbol& s) { return std::string_view(s.path); });
  return {static_cast<std::size_t>(range.begin() - symbols_.begin()),
          static_cast<std::size_t>(range.end() - symbols_.begin())};
}

Status CachedStore::symbols(const SymbolQuery& query, const SymbolSink& sink) {
  const bool in_file = !query.path.empty();
  const bool by_name = !query.name.empty() || !query.name_substring.empty() || (!query.qualified.empty() && !in_file);
  if (by_name || query.id) return inner_.symbols(query, sink);
  GRIT_RETURN_IF_ERROR(load_symbols());
  if (symbols_state_ == State::too_large) return inner_.symbols(query, sink);
  const auto [begin, end] = in_file ? symbols_of(query.path) : std::pair{std::size_t{0}, symbols_.size()};
  for (std::size_t i = begin; i < end; ++i) {
    if (!query.qualified.empty() && symbols_[i].qualified != query.qualified) continue;
    if (!sink(symbols_[i])) break;
  }
  return {};
}

Status CachedStore::references(const index::ReferenceQuery& query, const index::ReferenceSink& sink) {
  return inner_.references(query, sink);
}

Status CachedStore::edges(const index::EdgeQuery& query, const index::EdgeSink& sink) {
  return inner_.edges(query, sink);
}

}  // namespace grit::retrieve
