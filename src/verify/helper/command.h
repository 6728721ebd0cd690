// The last steps of a process before it becomes the command.
#ifndef GRIT_VERIFY_HELPER_COMMAND_H_
#define GRIT_VERIFY_HELPER_COMMAND_H_

#include "init.h"

namespace grit::sandbox {

// Runs in a process of its own and never returns: it becomes the command, or reports why not.
[[noreturn]] void run_command(const verify::SandboxRequest& request, Mode mode, const Identity& identity, int records,
                              int output);

// What a run with these mechanisms amounts to.
[[nodiscard]] verify::Level level_of(bool namespaces, bool landlock, bool seccomp);

[[nodiscard]] bool left_out(const verify::SandboxRequest& request, std::string_view mechanism);

}  // namespace grit::sandbox

#endif  // GRIT_VERIFY_HELPER_COMMAND_H_
