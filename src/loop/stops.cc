// The names of stops and what they mean to a shell.
#include <array>
#include <utility>

#include <grit/loop.h>

namespace grit::loop {
namespace {

struct StopEntry {
  Stop stop;
  const char* name;
  int exit_status;
};

// Exit statuses: 0 done, 1 stopped without a result, 3 refused by the fence, 4 unverified, 5 model unavailable,
// 6 no place found, 7 tree changed, 130 cancelled.
constexpr StopEntry kStops[] = {
    {Stop::accepted, "accepted", 0},
    {Stop::already_done, "already_done", 0},
    {Stop::not_reproduced, "not_reproduced", 1},
    {Stop::no_candidate, "no_candidate", 6},
    {Stop::no_change, "no_change", 1},
    {Stop::attempts_exhausted, "attempts_exhausted", 1},
    {Stop::step_limit, "step_limit", 1},
    {Stop::time_limit, "time_limit", 1},
    {Stop::permission_denied, "permission_denied", 3},
    {Stop::tree_changed, "tree_changed", 7},
    {Stop::unverified, "unverified", 4},
    {Stop::model_error, "model_error", 5},
    {Stop::check_unavailable, "check_unavailable", 1},
    {Stop::host_error, "host_error", 1},
    {Stop::cancelled, "cancelled", 130},
};

const StopEntry& entry(Stop stop) noexcept { return kStops[static_cast<std::size_t>(stop)]; }

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(kStops); ++i) {
    if (static_cast<std::size_t>(kStops[i].stop) != i) return false;
  }
  return true;
}
static_assert(in_order(), "kStops is indexed by Stop");

}  // namespace

const char* stop_name(Stop stop) noexcept { return entry(stop).name; }
int exit_status(Stop stop) noexcept { return entry(stop).exit_status; }

}  // namespace grit::loop
