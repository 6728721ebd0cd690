// What a process gives up before it becomes the command: resources, privileges, system calls. None of it can be taken
// back, and all of it is inherited.
#ifndef GRIT_VERIFY_HELPER_CONFINE_H_
#define GRIT_VERIFY_HELPER_CONFINE_H_

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

#include <grit/status.h>

#include "sandbox_protocol.h"

namespace grit::sandbox {

// `processes` is the number that the kernel compares with: in a user namespace of its own the command's processes,
// without one all those of the user.
[[nodiscard]] Status set_limits(const verify::Limits& limits, std::uint64_t processes);

// Becomes `user` for good, without supplementary groups, capabilities, or any way to gain them by running a program.
[[nodiscard]] Status drop_privileges(uid_t user, gid_t group);

// Refuses system calls that reach the kernel's inside, other processes or namespaces. Without `own_network` also every
// socket that reaches another process: only unnamed pairs stay.
[[nodiscard]] Status filter_system_calls(bool own_network);

// Opens for reading and running the system's folders and `read_only`, for writing `writable`, and nothing else; no
// TCP, no signals and no abstract sockets to processes outside. Needs Landlock of Linux 6.12 (its version 6).
[[nodiscard]] Status restrict_files(const std::vector<std::string>& read_only,
                                    const std::vector<std::string>& writable);

}  // namespace grit::sandbox

#endif  // GRIT_VERIFY_HELPER_CONFINE_H_
