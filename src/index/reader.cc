#include "reader.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

namespace grit::index {
namespace {

constexpr std::size_t kFilesAheadPerThread = 32;
constexpr std::uint64_t kBytesAhead = 4ULL << 20;
constexpr std::chrono::milliseconds kPatience{50};

std::int64_t wall_clock_ns() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

ReadFile failed(Status status) {
  ReadFile out;
  out.outcome = status.code() == Code::not_found ? ReadOutcome::gone : ReadOutcome::failed;
  out.status = std::move(status);
  return out;
}

}  // namespace

ReadFile read_file(FileSystem& files, const ReadJob& job, const ReadOptions& options, Extractor& extractor,
                   const StopConditions& stop) {
  if (Status status = stop.check(); !status.ok()) return failed(std::move(status));
  ReadFile out;
  out.checked_ns = wall_clock_ns();
  auto content = files.read(job.path, options.max_file_bytes);
  if (!content) return failed(content.error());
  out.info = std::move(content->info);
  out.hash = ContentHash::of(content->bytes);
  if (job.hash && *job.hash == out.hash) {
    out.outcome = ReadOutcome::same;
  } else if (const std::string_view reason = unsuitable(job.path, content->bytes); !reason.empty()) {
    out.outcome = ReadOutcome::unsuitable;
    out.reason = reason;
  } else if (options.known.contains(out.hash.bytes)) {
    out.outcome = ReadOutcome::known;
    out.bytes = std::move(content->bytes);
  } else {
    auto rows = extractor.extract(job.path, content->bytes, out.hash, {.seconds = options.parse_limit_s}, stop);
    if (!rows) return failed(rows.error());
    out.outcome = ReadOutcome::rows;
    out.rows = std::move(*rows);
  }
  return out;
}

ReadPool::ReadPool(FileSystem& files, const std::vector<ReadJob>& jobs, const ReadOptions& options,
                   const StopConditions& stop)
    : files_(files),
      jobs_(jobs),
      options_(options),
      stop_(stop),
      window_(std::max<std::size_t>(1, options.threads) * kFilesAheadPerThread),
      results_(window_) {
  const std::size_t count = std::min<std::size_t>(std::max<std::uint32_t>(1, options.threads), jobs.size());
  for (std::size_t i = 1; i < count; ++i) threads_.emplace_back([this] { work(); });
}

ReadPool::~ReadPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  started_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

// The job whose result is awaited may always start, so that a file larger than the bound does not stand still.
bool ReadPool::may_start(std::size_t job) const {
  return job == next_result_ || (job < next_result_ + window_ && bytes_ahead_ + weight(job) <= kBytesAhead);
}

void ReadPool::do_next_job(Extractor& extractor, std::unique_lock<std::mutex>& lock) {
  const std::size_t job = next_job_++;
  bytes_ahead_ += weight(job);
  lock.unlock();
  ReadFile result;
  try {
    result = read_file(files_, jobs_[job], options_, extractor, stop_);
  } catch (const std::exception& error) {  // a host's file system, or no memory
    result = failed(Status(Code::callback, "reading " + jobs_[job].path + " failed: " + error.what()));
  }
  lock.lock();
  results_[job % window_] = std::move(result);
  if (job == next_result_) finished_.notify_one();
}

void ReadPool::work() {
  Extractor extractor;
  std::unique_lock lock(mutex_);
  for (;;) {
    started_.wait(lock, [this] { return stopping_ || next_job_ == jobs_.size() || can_start(); });
    if (stopping_ || next_job_ == jobs_.size()) return;
    do_next_job(extractor, lock);
  }
}

Result<std::optional<ReadFile>> ReadPool::next() {
  std::unique_lock lock(mutex_);
  std::optional<ReadFile>& slot = results_[next_result_ % window_];
  if (!slot && can_start()) {
    do_next_job(extractor_, lock);
  } else if (!slot) {
    finished_.wait_for(lock, kPatience, [&] { return slot.has_value(); });
  }
  if (const Status status = stop_.check(); !status.ok()) return status;
  if (!slot) return std::optional<ReadFile>();
  std::optional<ReadFile> out = std::exchange(slot, std::nullopt);
  bytes_ahead_ -= weight(next_result_);
  ++next_result_;
  if (can_start()) started_.notify_one();
  return out;
}

}  // namespace grit::index
