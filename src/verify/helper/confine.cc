#include "confine.h"

#include <algorithm>
#include <array>

#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/try.h"

#include "kernel.h"

namespace grit::sandbox {
namespace {

// Programs reserve more addresses than they use: stacks, libraries, arenas. Memory in use is watched from outside;
// the limit on addresses only stops what would grow faster than it is watched.
constexpr std::uint64_t kAddressSlack = std::uint64_t{2} << 30;

Status set_limit(int resource, const char* name, std::uint64_t soft, std::uint64_t hard) {
  rlimit now{};
  if (getrlimit(static_cast<__rlimit_resource_t>(resource), &now) != 0) return failed(name);
  const rlimit wanted{std::min<rlim_t>(soft, now.rlim_max), std::min<rlim_t>(hard, now.rlim_max)};
  if (setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted) != 0) return failed(name);
  return Status();
}

Status set_limit(int resource, const char* name, std::uint64_t value) {
  return set_limit(resource, name, value, value);
}

}  // namespace

Status set_limits(const verify::Limits& limits, std::uint64_t processes) {
  const std::uint64_t addresses = limits.memory_bytes + std::min(kAddressSlack, UINT64_MAX - limits.memory_bytes);
  GRIT_RETURN_IF_ERROR(set_limit(RLIMIT_AS, "address space limit", addresses));
  // The first moment is a signal by which the end is recognised, the second cannot be caught.
  const std::uint64_t cpu = std::max<std::uint64_t>(limits.cpu_s, 1);
  GRIT_RETURN_IF_ERROR(set_limit(RLIMIT_CPU, "CPU limit", cpu, cpu + 1));
  GRIT_RETURN_IF_ERROR(set_limit(RLIMIT_FSIZE, "file size limit", limits.file_bytes));
  GRIT_RETURN_IF_ERROR(set_limit(RLIMIT_NPROC, "process limit", processes));
  return set_limit(RLIMIT_CORE, "core file limit", 0);
}

Status drop_privileges(uid_t user, gid_t group) {
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability) {
    // Fails for an ordinary user, whose bounding set is of no use without no_new_privs anyway.
    (void)prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  }
  if (geteuid() != user && setgroups(0, nullptr) != 0) return failed("cannot drop groups");
  if (setresgid(group, group, group) != 0) return failed("cannot become the ordinary group");
  if (setresuid(user, user, user) != 0) return failed("cannot become an ordinary user");
  (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const std::array<__user_cap_data_struct, 2> none{};
  if (syscall(SYS_capset, &header, none.data()) != 0) return failed("cannot drop capabilities");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return failed("no_new_privs");
  return Status();
}

}  // namespace grit::sandbox
