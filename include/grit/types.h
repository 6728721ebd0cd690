// Small value types that every layer shares: positions in bytes, content hashes, cancelling and progress.
#ifndef GRIT_TYPES_H_
#define GRIT_TYPES_H_

#include <array>
#include <atomic>
#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <grit/status.h>

namespace grit {

// A half-open range [begin, end) of bytes, counted from 0, in content whose hash the owner of the range keeps beside
// it. Never code points, never UTF-16 units: conversions are explicit functions.
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  [[nodiscard]] std::uint64_t size() const noexcept { return end - begin; }
  [[nodiscard]] bool empty() const noexcept { return begin == end; }
  [[nodiscard]] bool contains(std::uint64_t offset) const noexcept { return begin <= offset && offset < end; }
  [[nodiscard]] bool contains(const ByteRange& other) const noexcept {
    return begin <= other.begin && other.end <= end;
  }
  // The part of `bytes` that the range covers; empty where it lies outside.
  [[nodiscard]] std::string_view of(std::string_view bytes) const noexcept {
    if (begin > end || end > bytes.size()) return {};
    return bytes.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  }
  auto operator<=>(const ByteRange&) const = default;
};

// Lines, 1-based and inclusive, as editors and people count them. A line ends at LF, CRLF or a lone CR.
struct LineRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  auto operator<=>(const LineRange&) const = default;
};

// The SHA-256 of some content: the name by which a range, an edit or a verdict refers to it.
//
// Thread rule: a value type.
struct ContentHash {
  std::array<std::uint8_t, 32> bytes{};

  [[nodiscard]] std::string hex() const;  // 64 lower-case digits
  [[nodiscard]] static std::optional<ContentHash> from_hex(std::string_view hex);
  [[nodiscard]] static ContentHash of(std::string_view content);
  auto operator<=>(const ContentHash&) const = default;
};

// A flag that the host raises to end an operation early. Copies share the flag. The operation returns
// Code::cancelled at its next check, at the latest after 100 ms unless it says otherwise, and leaves the last
// complete state behind.
//
// Thread rule: every member may be called from any thread; cancel() is also safe in a signal handler.
class CancelToken {
 public:
  CancelToken() : flag_(std::make_shared<std::atomic<bool>>(false)) {}
  void cancel() const noexcept { flag_->store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool cancelled() const noexcept { return flag_->load(std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<bool>> flag_;
};

// What may end an operation early: a cancel flag, and a moment of the steady clock after which it must have ended.
// Passed by value through every layer, so that a budget of the outermost call bounds the innermost wait.
struct StopConditions {
  CancelToken cancel;
  std::optional<std::chrono::steady_clock::time_point> deadline;

  // Ok, or Code::cancelled, or Code::timeout.
  [[nodiscard]] Status check() const;
  // The time left, at most `cap`; zero when the deadline has passed.
  [[nodiscard]] std::chrono::milliseconds remaining(std::chrono::milliseconds cap) const;
  // The same conditions with a deadline no later than `from_now` from now.
  [[nodiscard]] StopConditions within(std::chrono::milliseconds from_now) const;
};

// Where a long operation stands. Totals are 0 while they are not known yet.
struct Progress {
  std::string_view stage;  // a stable word: "walk", "parse", "store", "history", …
  std::uint64_t files_done = 0;
  std::uint64_t files_total = 0;
  std::uint64_t bytes_done = 0;
  std::uint64_t bytes_total = 0;
};

// Called from the thread that runs the operation, at most about ten times a second. May be empty.
using ProgressSink = std::function<void(const Progress&)>;

}  // namespace grit

#endif  // GRIT_TYPES_H_
