#include "pause.h"

#include <algorithm>
#include <thread>

#include <base/try.h>

namespace grit::model {
namespace {

constexpr std::chrono::milliseconds kGrain{20};

}  // namespace

Status pause_until(std::chrono::steady_clock::time_point until, const StopConditions& stop) {
  while (true) {
    GRIT_RETURN_IF_ERROR(stop.check());
    const auto now = std::chrono::steady_clock::now();
    if (now >= until) return {};
    std::this_thread::sleep_until(std::min(until, now + stop.remaining(kGrain)));
  }
}

}  // namespace grit::model
