// How much a code tool may answer.
#ifndef GRIT_RETRIEVE_TOOL_BUDGET_H_
#define GRIT_RETRIEVE_TOOL_BUDGET_H_

#include <cstddef>
#include <cstdint>

#include <grit/retrieve.h>

namespace grit::retrieve {

// Counts what goes into an answer, and says when it is full.
//
// Thread rule: one thread at a time.
class ToolBudget {
 public:
  explicit ToolBudget(const ToolLimits& limits) : limits_(limits) {}

  // Takes one result of about `bytes`; false when it does not fit any more.
  bool take(std::size_t bytes) {
    if (results_ == limits_.max_results || bytes > limits_.max_bytes - bytes_) return false;
    ++results_;
    bytes_ += bytes;
    return true;
  }

 private:
  ToolLimits limits_;
  std::uint32_t results_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_TOOL_BUDGET_H_
