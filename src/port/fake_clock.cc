#include <grit/testing.h>

namespace grit::testing {

std::chrono::steady_clock::time_point FakeClock::steady() {
  const std::lock_guard lock(mutex_);
  return std::chrono::steady_clock::time_point(
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(since_start_));
}

std::chrono::system_clock::time_point FakeClock::wall() {
  using namespace std::chrono;
  constexpr sys_days start = year(2024) / January / 1;  // any moment that looks like one
  const std::lock_guard lock(mutex_);
  return start + duration_cast<std::chrono::system_clock::duration>(since_start_);
}

void FakeClock::advance(std::chrono::nanoseconds by) {
  const std::lock_guard lock(mutex_);
  since_start_ += by;
}

}  // namespace grit::testing
