// As whom a command runs: as the user who started the check, or, where that is root, as an ordinary user.
#ifndef GRIT_VERIFY_HELPER_IDENTITY_H_
#define GRIT_VERIFY_HELPER_IDENTITY_H_

#include <string>

#include <sys/types.h>

#include <grit/status.h>

namespace grit::sandbox {

struct Identity {
  uid_t user = 0;  // in the namespace of the command
  gid_t group = 0;
  bool changes = false;  // outside of it, too, this is not the user who runs the helper
};

// Code::permission_denied when this is root and there is no ordinary user to become.
[[nodiscard]] Result<Identity> choose_identity();

// Gives the users of a new user namespace, whose first process is `process`, their meaning: the one that sets up, and
// the one that the command runs as.
[[nodiscard]] Status map_identity(pid_t process, const Identity& identity);

// Makes `folder` and all in it the identity's own. Links are not followed.
[[nodiscard]] Status give_folder(const std::string& folder, const Identity& identity);

}  // namespace grit::sandbox

#endif  // GRIT_VERIFY_HELPER_IDENTITY_H_
