// The process directly above the command: process 1 of its namespace, or the subreaper of its tree. It sets up what the
// command sees, starts it, watches memory and disk, and takes everything down with it.
#ifndef GRIT_VERIFY_HELPER_INIT_H_
#define GRIT_VERIFY_HELPER_INIT_H_

#include "identity.h"
#include "kernel.h"
#include "sandbox_protocol.h"

namespace grit::sandbox {

// Whether the run has namespaces of its own.
enum class Mode { namespaces, plain };

struct InitPipes {
  Fd control;  // reading end: one byte starts the set-up; its end ends everything
  Fd records;  // writing end, see records.h
  Fd output;   // writing end: the command's standard output and standard error
};

// Where a run without a view of its own keeps temporary files.
[[nodiscard]] std::string temporary_folder(const verify::Command& command);

// Runs in a process of its own and never returns.
[[noreturn]] void run_init(const verify::SandboxRequest& request, Mode mode, const Identity& identity, InitPipes pipes);

}  // namespace grit::sandbox

#endif  // GRIT_VERIFY_HELPER_INIT_H_
