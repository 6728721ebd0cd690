#include <memory>

#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "base/try.h"

#include "confine.h"
#include "kernel.h"

namespace grit::sandbox {
namespace {

// Ways to change what the process sees, to reach into other processes, and parts of the kernel that a check of source
// code has no use for.
constexpr const char* kDenied[] = {"mount",
                                   "umount2",
                                   "pivot_root",
                                   "chroot",
                                   "open_tree",
                                   "move_mount",
                                   "fsopen",
                                   "fsconfig",
                                   "fsmount",
                                   "fspick",
                                   "mount_setattr",
                                   "unshare",
                                   "setns",
                                   "name_to_handle_at",
                                   "open_by_handle_at",
                                   "fanotify_init",
                                   "ptrace",
                                   "process_vm_readv",
                                   "process_vm_writev",
                                   "process_madvise",
                                   "kcmp",
                                   "pidfd_getfd",
                                   "bpf",
                                   "perf_event_open",
                                   "userfaultfd",
                                   "io_uring_setup",
                                   "io_uring_enter",
                                   "io_uring_register",
                                   "add_key",
                                   "keyctl",
                                   "request_key",
                                   "init_module",
                                   "finit_module",
                                   "delete_module",
                                   "kexec_load",
                                   "kexec_file_load",
                                   "reboot",
                                   "swapon",
                                   "swapoff",
                                   "acct",
                                   "quotactl",
                                   "quotactl_fd",
                                   "syslog",
                                   "iopl",
                                   "ioperm",
                                   "modify_ldt"};

constexpr unsigned kNewNamespaces[] = {CLONE_NEWNS,   CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                                       CLONE_NEWUSER, CLONE_NEWPID,    CLONE_NEWNET};

// Typing into a terminal that someone else reads.
constexpr unsigned kTerminalInjection[] = {TIOCSTI, TIOCLINUX};

constexpr unsigned kFirstUnknownFamily = 64;  // Linux 6.12 has 46

struct Release {
  void operator()(scmp_filter_ctx filter) const { seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, Release>;

Status check(int result, const char* what) {
  if (result == 0) return Status();
  errno = -result;
  return failed(std::string("seccomp: ") + what);
}

// Compares an argument of a call. The library's own macros for it are C's: C++ has no compound literals.
scmp_arg_cmp argument(unsigned number, scmp_compare how, scmp_datum_t a, scmp_datum_t b = 0) {
  return {number, how, a, b};
}

Status deny_calls(const Filter& filter) {
  for (const char* name : kDenied) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) continue;  // a call that this architecture or library does not know
    GRIT_RETURN_IF_ERROR(check(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), number, 0), name));
  }
  for (const unsigned flag : kNewNamespaces) {
    GRIT_RETURN_IF_ERROR(check(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                                argument(0, SCMP_CMP_MASKED_EQ, flag, flag)),
                               "clone"));
  }
  // Its flags lie in memory, where a filter cannot look; C libraries then use clone.
  GRIT_RETURN_IF_ERROR(check(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0), "clone3"));
  for (const unsigned request : kTerminalInjection) {
    GRIT_RETURN_IF_ERROR(check(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                                                argument(1, SCMP_CMP_MASKED_EQ, 0xffffffffU, request)),
                               "ioctl"));
  }
  return Status();
}

Status deny_sockets(const Filter& filter, bool own_network) {
  const auto allowed = [own_network](unsigned family) {
    return own_network && (family == AF_UNIX || family == AF_INET || family == AF_INET6 || family == AF_NETLINK);
  };
  for (unsigned family = 0; family < kFirstUnknownFamily; ++family) {
    if (allowed(family)) continue;
    GRIT_RETURN_IF_ERROR(check(
        seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), 1, argument(0, SCMP_CMP_EQ, family)),
        "socket"));
  }
  // Also catches a family with bits above the 32 that the kernel looks at.
  return check(seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(EACCES), SCMP_SYS(socket), 1,
                                argument(0, SCMP_CMP_GE, kFirstUnknownFamily)),
               "socket");
}

}  // namespace

Status filter_system_calls(bool own_network) {
  const Filter filter(seccomp_init(SCMP_ACT_ALLOW));
  if (!filter) return Status(Code::io, "seccomp: no memory");
  GRIT_RETURN_IF_ERROR(deny_calls(filter));
  GRIT_RETURN_IF_ERROR(deny_sockets(filter, own_network));
  return check(seccomp_load(filter.get()), "cannot load the filter");
}

}  // namespace grit::sandbox
