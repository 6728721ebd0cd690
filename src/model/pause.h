// Waiting that can be ended.
#ifndef GRIT_MODEL_PAUSE_H_
#define GRIT_MODEL_PAUSE_H_

#include <chrono>

#include <grit/status.h>
#include <grit/types.h>

namespace grit::model {

// Sleeps until `until`. Code::cancelled within 20 ms of a cancel, Code::timeout at the deadline of `stop`.
[[nodiscard]] Status pause_until(std::chrono::steady_clock::time_point until, const StopConditions& stop);

}  // namespace grit::model

#endif  // GRIT_MODEL_PAUSE_H_
