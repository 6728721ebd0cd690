// A snapshot's files and definitions held in memory, so that the signals and the ranker of one find read them once.
#ifndef GRIT_RETRIEVE_CACHED_STORE_H_
#define GRIT_RETRIEVE_CACHED_STORE_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <grit/index.h>

namespace grit::retrieve {

// Answers from memory what a find asks over and over: all files, files by path or by recency, all definitions, those
// of a file, and one of a file. Loads them from `inner` when first asked; passes everything else on. A snapshot never
// changes, so nothing here goes stale.
//
// Thread rule: one thread at a time; borrows `inner`.
class CachedStore final : public index::SymbolStore {
 public:
  // About 0.5 KiB a definition: a project with more is read from `inner` each time instead.
  static constexpr std::uint64_t kMaxSymbols = 500'000;

  explicit CachedStore(index::SymbolStore& inner, std::uint64_t max_symbols = kMaxSymbols)
      : inner_(inner), max_symbols_(max_symbols) {}

  Result<index::StoreInfo> info() override { return inner_.info(); }
  Status files(const index::FileQuery& query, const index::FileSink& sink) override;
  Status symbols(const index::SymbolQuery& query, const index::SymbolSink& sink) override;
  Status references(const index::ReferenceQuery& query, const index::ReferenceSink& sink) override;
  Status edges(const index::EdgeQuery& query, const index::EdgeSink& sink) override;
  Status co_changes(const index::CoChangeQuery& query, const index::CoChangeSink& sink) override {
    return inner_.co_changes(query, sink);
  }

 private:
  enum class State : std::uint8_t { unread, loaded, too_large };

  Status load_files();
  Status load_symbols();
  std::pair<std::size_t, std::size_t> symbols_of(std::string_view path) const;

  index::SymbolStore& inner_;
  std::uint64_t max_symbols_;
  State files_state_ = State::unread;
  State symbols_state_ = State::unread;
  std::vector<index::FileRecord> files_;  // by path
  std::vector<index::Symbol> symbols_;    // by path, then begin
};

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_CACHED_STORE_H_
