// The processes below this one: how much memory they hold, and their end.
//
// "Below" is by parent. A process whose parent ends is given to the next subreaper above it, or to process 1 of its
// namespace; the callers of this file are one or the other, so nothing can leave by forking twice.
#ifndef GRIT_VERIFY_HELPER_TREE_H_
#define GRIT_VERIFY_HELPER_TREE_H_

#include <chrono>
#include <cstdint>
#include <vector>

#include <sys/types.h>

namespace grit::sandbox {

struct Process {
  pid_t id = 0;
  pid_t parent = 0;
  char state = '?';  // as in /proc/PID/stat
};

// All processes below this one, as /proc shows them now. Empty where there is no /proc.
[[nodiscard]] std::vector<Process> descendants();

// Memory that is theirs alone, in bytes; pages that several share are not counted.
[[nodiscard]] std::uint64_t private_memory(const std::vector<Process>& processes);

// Kills everything below this process and reaps it. False when something was still there after `limit`.
[[nodiscard]] bool end_descendants(std::chrono::milliseconds limit);

// The processes and threads of a user on this machine, for a limit that counts them all.
[[nodiscard]] std::uint64_t count_threads_of(uid_t user);

}  // namespace grit::sandbox

#endif  // GRIT_VERIFY_HELPER_TREE_H_
