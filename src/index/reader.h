// Reads files and makes their rows on several threads, and hands them over in order.
#ifndef GRIT_INDEX_READER_H_
#define GRIT_INDEX_READER_H_

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <absl/container/flat_hash_set.h>
#include <grit/index.h>
#include <grit/platform.h>

#include "extract.h"
#include "rows.h"

namespace grit::index {

// A file to look into.
struct ReadJob {
  std::string path;
  FileInfo info;                    // from the walk
  std::optional<ContentHash> hash;  // of the content that is stored under this path
};

enum class ReadOutcome : std::uint8_t {
  rows,        // new content
  same,        // its content is the one stored under its path
  known,       // its content is one of `ReadOptions::known`; the bytes are there too
  unsuitable,  // `reason` says why
  gone,        // it vanished
  failed,      // `status` says why
};

struct ReadFile {
  ReadOutcome outcome = ReadOutcome::failed;
  Status status;
  std::string reason;
  FileInfo info;                // when it was read
  std::int64_t checked_ns = 0;  // the wall clock before that
  ContentHash hash;
  FileRows rows;
  std::string bytes;
};

struct ReadOptions {
  std::uint32_t threads = 1;
  std::uint64_t max_file_bytes = 4ULL << 20;
  double parse_limit_s = 5.0;
  absl::flat_hash_set<std::array<std::uint8_t, 32>> known;  // contents that are stored under paths that are gone
};

// Reads one file.
[[nodiscard]] ReadFile read_file(FileSystem& files, const ReadJob& job, const ReadOptions& options,
                                 Extractor& extractor, const StopConditions& stop);

// Works through jobs ahead of the caller, by a bounded number of files and bytes. The caller's thread is one of
// `ReadOptions::threads`: it works on a job where it would have to wait.
//
// Thread rule: one thread at a time. The file system is used from this one and from those that the pool starts.
class ReadPool {
 public:
  // All references must outlive it.
  ReadPool(FileSystem& files, const std::vector<ReadJob>& jobs, const ReadOptions& options, const StopConditions& stop);
  // Waits for the files that are being read.
  ~ReadPool();
  ReadPool(const ReadPool&) = delete;
  ReadPool& operator=(const ReadPool&) = delete;

  // The result of the next job in order; to be called once for each job. Nothing when it is not ready within 50 ms, so
  // that the caller can look at other things. Code::cancelled or Code::timeout.
  [[nodiscard]] Result<std::optional<ReadFile>> next();

 private:
  void work();
  [[nodiscard]] bool may_start(std::size_t job) const;
  [[nodiscard]] bool can_start() const { return next_job_ < jobs_.size() && may_start(next_job_); }
  void do_next_job(Extractor& extractor, std::unique_lock<std::mutex>& lock);
  [[nodiscard]] std::uint64_t weight(std::size_t job) const { return jobs_[job].info.size; }

  FileSystem& files_;
  const std::vector<ReadJob>& jobs_;
  const ReadOptions& options_;
  const StopConditions& stop_;
  const std::size_t window_;
  Extractor extractor_;  // of the caller's thread

  std::mutex mutex_;  // guards what follows
  std::condition_variable started_;
  std::condition_variable finished_;
  std::size_t next_job_ = 0;
  std::size_t next_result_ = 0;
  std::uint64_t bytes_ahead_ = 0;  // of the jobs that were started and not handed over
  bool stopping_ = false;
  std::vector<std::optional<ReadFile>> results_;  // a ring of window_

  std::vector<std::thread> threads_;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_READER_H_
