// System calls and constants that are newer than the C library's headers of some systems we build on.
#ifndef GRIT_VERIFY_HELPER_KERNEL_H_
#define GRIT_VERIFY_HELPER_KERNEL_H_

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <grit/status.h>

namespace grit::sandbox {

// A file descriptor with one owner.
class Fd {
 public:
  Fd() = default;
  explicit Fd(int fd) : fd_(fd) {}
  Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Fd& operator=(Fd&& other) noexcept {
    reset(std::exchange(other.fd_, -1));
    return *this;
  }
  ~Fd() { reset(); }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool valid() const { return fd_ >= 0; }
  void reset(int fd = -1) {
    if (fd_ >= 0) close(fd_);
    fd_ = fd;
  }

 private:
  int fd_ = -1;
};

// The failure of the system call that has just been made.
inline Status failed(const std::string& what) {
  const int error = errno;
  return Status(error == ENOENT ? Code::not_found : Code::io, what + ": " + std::strerror(error));
}

// The mount interface by file descriptors: open_tree and move_mount are of Linux 5.2, mount_setattr of 5.12. The
// numbers are the same on every architecture that was added since; all of ours use the common table.
inline constexpr long kOpenTree = 428;
inline constexpr long kMoveMount = 429;
inline constexpr long kMountSetattr = 442;

inline constexpr unsigned kOpenTreeClone = 1;
inline constexpr unsigned kRecursive = 0x8000;
inline constexpr unsigned kMoveFromEmptyPath = 0x4;
inline constexpr unsigned kMoveToEmptyPath = 0x40;

inline constexpr std::uint64_t kReadOnly = 0x1;
inline constexpr std::uint64_t kNoSetuid = 0x2;
inline constexpr std::uint64_t kNoDevices = 0x4;
inline constexpr std::uint64_t kNoExecute = 0x8;

struct MountAttributes {
  std::uint64_t set = 0;
  std::uint64_t clear = 0;
  std::uint64_t propagation = 0;
  std::uint64_t user_namespace = 0;
};

// A detached copy of the mount that holds `path` from there on, with everything mounted below it.
inline Fd clone_mount(const std::string& path) {
  return Fd(static_cast<int>(
      syscall(kOpenTree, AT_FDCWD, path.c_str(), kOpenTreeClone | kRecursive | static_cast<unsigned>(O_CLOEXEC))));
}

// Adds attributes to a mount and, if asked, to all below it.
inline bool set_mount_attributes(int fd, std::uint64_t attributes, bool recursive) {
  MountAttributes wanted{attributes, 0, 0, 0};
  return syscall(kMountSetattr, fd, "", (recursive ? kRecursive : 0U) | static_cast<unsigned>(AT_EMPTY_PATH), &wanted,
                 sizeof wanted) == 0;
}

// Puts a detached mount where `place` points.
inline bool attach_mount(int mount, int place) {
  return syscall(kMoveMount, mount, "", place, "", kMoveFromEmptyPath | kMoveToEmptyPath) == 0;
}

}  // namespace grit::sandbox

#endif  // GRIT_VERIFY_HELPER_KERNEL_H_
