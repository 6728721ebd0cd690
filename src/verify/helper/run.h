// One attempt to run a command, from its first process to the death of its last.
#ifndef GRIT_VERIFY_HELPER_RUN_H_
#define GRIT_VERIFY_HELPER_RUN_H_

#include <string>
#include <string_view>

#include <grit/status.h>

#include "identity.h"
#include "init.h"
#include "sandbox_protocol.h"

namespace grit::sandbox {

// Frames on their way to the host. The host may be slow; the limits must not wait for it.
class Outgoing {
 public:
  void add(verify::FrameKind kind, std::string_view payload) { waiting_ += verify::encode_frame(kind, payload); }
  [[nodiscard]] bool empty() const { return waiting_.empty(); }
  // Writes what standard output takes now; false when nobody reads any more.
  bool write_some();

 private:
  std::string waiting_;
};

// Not ok, with the reason, when the protections of `mode` could not be set up; the command then did not run. Otherwise
// `report` says how it ended and which protections were active; the level is left to the caller.
[[nodiscard]] Status run_once(const verify::SandboxRequest& request, Mode mode, const Identity& identity,
                              Outgoing& outgoing, verify::SandboxReport& report);

}  // namespace grit::sandbox

#endif  // GRIT_VERIFY_HELPER_RUN_H_
