// What a run writes down and a replay, or the list of runs, reads back: one reading of each.
#ifndef GRIT_LOOP_RECORDED_H_
#define GRIT_LOOP_RECORDED_H_

#include <cstdint>
#include <string>
#include <string_view>

#include <grit/edit.h>

#include "base/text.h"

namespace grit::loop {

inline constexpr std::uint64_t kMaxSourceBytes = 4ULL << 20;  // of a file that is edited

// The word of a server, or of a recorded action, for why an answer ended.
[[nodiscard]] inline edit::FinishReason finish_of(std::string_view reason) {
  if (reason == "length") return edit::FinishReason::length;
  return reason == "stop" ? edit::FinishReason::stop : edit::FinishReason::other;
}

// A ticket's first line, as lists show it.
[[nodiscard]] inline std::string first_line(std::string_view text) {
  const auto lines = split_lines(text);
  return lines.empty() ? std::string() : std::string(truncate_utf8(strip_line_end(lines.front()), 200));
}

}  // namespace grit::loop

#endif  // GRIT_LOOP_RECORDED_H_
