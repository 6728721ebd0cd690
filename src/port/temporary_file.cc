#include "temporary_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "base/try.h"
#include "port/path.h"
#include "posix.h"

namespace grit::port {
namespace {

constexpr std::string_view prefix = ".grit-tmp-";
constexpr std::size_t digits = 16;

bool is_temporary_name(std::string_view name) {
  return name.size() == prefix.size() + digits && name.starts_with(prefix) &&
         name.find_first_not_of("0123456789abcdef", prefix.size()) == std::string_view::npos;
}

// A name that no other process will choose.
Result<std::string> random_name(std::string_view path) {
  std::uint64_t number = 0;
  if (retry([&] { return ::getrandom(&number, sizeof number, 0); }) != ssize_t{sizeof number}) {
    return from_errno(errno, path, "write");
  }
  std::string name(prefix);
  for (std::size_t i = 0; i < digits; ++i, number >>= 4) name += "0123456789abcdef"[number & 15];
  return name;
}

// Whether `name` in `folder` still is the open file `fd`.
bool still_named(int folder, const std::string& name, int fd) {
  struct stat named;
  struct stat open;
  return ::fstatat(folder, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 && ::fstat(fd, &open) == 0 &&
         same_file(named, open);
}

// Removes a temporary file whose maker is gone. Failing to is no failure of the write that it precedes.
void remove_if_abandoned(int folder, const char* name) {
  constexpr int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const Fd fd(retry([&] { return ::openat(folder, name, flags); }));
  struct stat status;
  if (!fd.valid() || ::fstat(fd.get(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  // Held by its maker until it has its final name, so the name is looked at again once the lock is ours.
  if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0 || !still_named(folder, name, fd.get())) return;
  ::unlinkat(folder, name, 0);
}

void remove_abandoned(int folder, std::string_view path) {
  Fd own(retry([&] { return ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (!own.valid()) return;
  (void)for_each_name(std::move(own), path, [](int within, const char* name) {
    if (is_temporary_name(name)) remove_if_abandoned(within, name);
    return Status();
  });
}

}  // namespace

TemporaryFile::TemporaryFile(int folder, Fd fd, std::string name, std::string path)
    : folder_(folder), fd_(std::move(fd)), name_(std::move(name)), path_(std::move(path)) {}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : folder_(other.folder_),
      fd_(std::move(other.fd_)),
      name_(std::exchange(other.name_, std::string())),
      path_(std::move(other.path_)) {}

TemporaryFile::~TemporaryFile() {
  if (!name_.empty()) ::unlinkat(folder_, name_.c_str(), 0);
}

Result<TemporaryFile> TemporaryFile::create(int folder, mode_t mode, const std::string& path) {
  constexpr int attempts = 8;
  remove_abandoned(folder, path);
  for (int i = 0; i < attempts; ++i) {
    GRIT_ASSIGN_OR_RETURN(std::string name, random_name(path));
    constexpr int flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    Fd fd(retry([&] { return ::openat(folder, name.c_str(), flags, mode); }));
    if (!fd.valid() && errno == EEXIST) continue;
    if (!fd.valid()) return from_errno(errno, path, "write");
    TemporaryFile file(folder, std::move(fd), std::move(name), path);
    // Between these calls another process may take the file for one that was left; then it is gone and we try again.
    if (::flock(file.fd(), LOCK_EX | LOCK_NB) == 0 && still_named(folder, file.name_, file.fd())) return file;
  }
  return Status(Code::busy, "cannot make a temporary file beside " + shown(path) + "; try again");
}

Status TemporaryFile::write(std::string_view bytes) { return write_all(fd(), bytes, path_); }

Status TemporaryFile::sync() { return sync_to_disk(fd(), path_); }

Status TemporaryFile::publish_over(const std::string& name) {
  if (::renameat(folder_, name_.c_str(), folder_, name.c_str()) != 0) return from_errno(errno, path_, "write");
  name_.clear();
  return {};
}

Status TemporaryFile::publish_new(const std::string& name) {
  if (::renameat2(folder_, name_.c_str(), folder_, name.c_str(), RENAME_NOREPLACE) == 0) {
    name_.clear();
    return {};
  }
  if (errno != EINVAL) return from_errno(errno, path_, "write");
  // This file system has no RENAME_NOREPLACE; a hard link does the same, and the destructor removes the first name.
  if (::linkat(folder_, name_.c_str(), folder_, name.c_str(), 0) != 0) return from_errno(errno, path_, "write");
  return {};
}

}  // namespace grit::port
