// The file system as a command sees it: the system's programs read-only, its own folder writable, temporary folders of
// its own, and nothing else.
#ifndef GRIT_VERIFY_HELPER_VIEW_H_
#define GRIT_VERIFY_HELPER_VIEW_H_

#include <sys/types.h>

#include <grit/status.h>

#include "sandbox_protocol.h"

namespace grit::sandbox {

// The mounts of this machine that a view is made of, taken while they can still be reached.
struct ViewRequest {
  const verify::Command& command;
  uid_t user;  // the user and group that the command runs as
  gid_t group;
  std::uint64_t temporary_bytes;  // size of /tmp
};

// Changes the calling process's root to the view, for good. Needs a mount namespace and CAP_SYS_ADMIN over it.
// Returns false in `proc` where the kernel does not allow a /proc of its own; the view then has none.
[[nodiscard]] Status enter_view(const ViewRequest& request, bool& proc);

}  // namespace grit::sandbox

#endif  // GRIT_VERIFY_HELPER_VIEW_H_
