// A file system of a few pages that only a child process sees, to run out of space on, or to be read-only.
#ifndef GRIT_TESTS_SUPPORT_SMALL_DISK_H_
#define GRIT_TESTS_SUPPORT_SMALL_DISK_H_

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cstdio>
#include <functional>
#include <string>

#include "support/ordinary_user.h"
#include "support/temporary_folder.h"

namespace grit::test {

inline bool write_once(const char* path, const std::string& text) {
  const int fd = open(path, O_WRONLY | O_CLOEXEC);
  const bool written = fd >= 0 && write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  if (fd >= 0) close(fd);
  return written;
}

// Gives this process mounts of its own; an ordinary user needs a user namespace for it.
inline bool own_mounts() {
  const std::string user = std::to_string(geteuid());
  const std::string group = std::to_string(getegid());
  if (geteuid() != 0) {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
    if (!write_once("/proc/self/setgroups", "deny") || !write_once("/proc/self/uid_map", user + " " + user + " 1") ||
        !write_once("/proc/self/gid_map", group + " " + group + " 1")) {
      return false;
    }
  } else if (unshare(CLONE_NEWNS) != 0) {
    return false;
  }
  return mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

// Runs `body` in a child with the path of an empty disk of `kibibytes` and returns what it returns.
inline std::string on_small_disk(int kibibytes, const std::function<std::string(const std::string&)>& body) {
  const TemporaryFolder folder;
  const std::string options = "size=" + std::to_string(kibibytes) + "k,mode=0777";
  return in_child([&] {
    if (!own_mounts() || mount("grit-test", folder.path().c_str(), "tmpfs", 0, options.c_str()) != 0) {
      return std::string("cannot mount");
    }
    return body(folder.path());
  });
}

inline bool make_read_only(const std::string& disk) {
  return mount(nullptr, disk.c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) == 0;
}

// For doctest::skip: true, and says so on standard error, where on_small_disk cannot work.
inline bool no_small_disk() {
  static const bool missing = !on_small_disk(16, [](const std::string&) { return std::string(); }).empty();
  if (missing) std::fputs("SKIPPED: full and read-only disks, because this user may not mount anything\n", stderr);
  return missing;
}

}  // namespace grit::test

#endif  // GRIT_TESTS_SUPPORT_SMALL_DISK_H_
