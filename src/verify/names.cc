// The stable words for the enumerations of grit/verify.h.
#include <grit/verify.h>

namespace grit::verify {

const char* level_name(Level level) noexcept {
  switch (level) {
    case Level::none:
      return "none";
    case Level::degraded:
      return "degraded";
    case Level::full:
      return "full";
  }
  return "none";
}

const char* ending_name(Ending ending) noexcept {
  switch (ending) {
    case Ending::exited:
      return "exited";
    case Ending::signalled:
      return "signalled";
    case Ending::wall_limit:
      return "wall_limit";
    case Ending::cpu_limit:
      return "cpu_limit";
    case Ending::memory_limit:
      return "memory_limit";
    case Ending::output_limit:
      return "output_limit";
    case Ending::disk_limit:
      return "disk_limit";
    case Ending::cancelled:
      return "cancelled";
    case Ending::not_started:
      return "not_started";
  }
  return "not_started";
}

const char* outcome_name(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::pass:
      return "pass";
    case Outcome::fail:
      return "fail";
    case Outcome::unverified:
      return "unverified";
    case Outcome::unavailable:
      return "unavailable";
    case Outcome::cancelled:
      return "cancelled";
  }
  return "unavailable";
}

}  // namespace grit::verify
