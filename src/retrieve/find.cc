// find: runs the signals, ranks, and reads the bodies of the best.
#include <algorithm>
#include <string>
#include <utility>

#include <grit/retrieve.h>
#include "absl/container/flat_hash_map.h"
#include "base/try.h"
#include "cached_store.h"
#include "indexed_file.h"

namespace grit::retrieve {
namespace {

Result<std::vector<Weighed>> run_signals(const Query& query, std::span<const std::unique_ptr<Signal>> signals,
                                         index::SymbolStore& store, FileSystem& files, const StopConditions& stop) {
  std::vector<std::vector<Evidence>> earlier;
  for (const auto& signal : signals) {
    GRIT_RETURN_IF_ERROR(stop.check());
    Result<std::vector<Evidence>> evidence = signal->score({query, store, files, earlier, stop});
    if (!evidence) return evidence.error().with_context(signal->name());
    earlier.push_back(std::move(*evidence));
  }
  std::vector<Weighed> weighed;
  for (std::size_t i = 0; i < signals.size(); ++i) {
    weighed.push_back({std::string(signals[i]->name()), signals[i]->default_weight(), std::move(earlier[i])});
  }
  return weighed;
}

// The files of the candidates, each read once.
//
// Thread rule: one thread at a time.
class CandidateFiles {
 public:
  explicit CandidateFiles(FileSystem& files) : files_(files) {}

  // The bytes of a candidate's file; null when they are not those that were indexed, or cannot be read.
  Result<const std::string*> bytes_of(const Candidate& candidate) {
    const auto known = read_.find(candidate.place.path);
    if (known != read_.end()) return known->second.get();
    Result<std::string> bytes = read_as_indexed(files_, candidate.place.path, candidate.content);
    if (!bytes && (bytes.error().code() == Code::cancelled || bytes.error().code() == Code::timeout))
      return bytes.error();
    auto kept = bytes ? std::make_unique<std::string>(*std::move(bytes)) : nullptr;
    return read_.emplace(candidate.place.path, std::move(kept)).first->second.get();
  }

  std::vector<std::string> stale_paths() const {
    std::vector<std::string> paths;
    for (const auto& [path, bytes] : read_) {
      if (bytes == nullptr) paths.push_back(path);
    }
    std::sort(paths.begin(), paths.end());
    return paths;
  }

 private:
  FileSystem& files_;
  absl::flat_hash_map<std::string, std::unique_ptr<std::string>> read_;
};

Status read_bodies(FindResult& result, FileSystem& files, std::uint32_t max_body_bytes, const StopConditions& stop) {
  CandidateFiles read(files);
  for (const Candidate& candidate : result.candidates) {
    GRIT_RETURN_IF_ERROR(stop.check());
    GRIT_ASSIGN_OR_RETURN(const std::string* bytes, read.bytes_of(candidate));
    if (max_body_bytes == 0) continue;
    const std::string_view body = bytes == nullptr ? std::string_view() : candidate.bytes.of(*bytes);
    result.bodies.emplace_back(cut_at_line_end(body, max_body_bytes));
  }
  result.stale_paths = read.stale_paths();
  return {};
}

}  // namespace

Result<FindResult> find(const Query& query, std::span<const std::unique_ptr<Signal>> signals, const Ranker& ranker,
                        index::SymbolStore& store, FileSystem& files, const FindOptions& options,
                        const StopConditions& stop) {
  CachedStore cached(store);
  GRIT_ASSIGN_OR_RETURN(const std::vector<Weighed> evidence, run_signals(query, signals, cached, files, stop));
  FindResult result;
  result.query = query;
  GRIT_ASSIGN_OR_RETURN(Ranking ranking, ranker.rank({query, evidence, cached, files, options.top, stop}));
  result.considered = ranking.considered;
  result.candidates = std::move(ranking.candidates);
  result.files = std::move(ranking.files);
  GRIT_RETURN_IF_ERROR(read_bodies(result, files, options.max_body_bytes, stop));
  return result;
}

}  // namespace grit::retrieve
