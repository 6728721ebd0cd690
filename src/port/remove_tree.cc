#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>

#include "base/try.h"
#include "port/host_files.h"
#include "port/path.h"
#include "posix.h"

namespace grit::port {
namespace {

// Opens a folder, but no link, and takes back the right to list it and to remove from it where its owner has none.
Fd open_unlocked(int folder, const std::string& name) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  const auto open = [&] { return ::openat(folder, name.c_str(), flags); };
  Fd fd(retry(open));
  if (!fd.valid() && errno == EACCES && ::fchmodat(folder, name.c_str(), S_IRWXU, AT_SYMLINK_NOFOLLOW) == 0) {
    fd = Fd(retry(open));
  }
  struct stat status;
  const bool locked = fd.valid() && ::fstat(fd.get(), &status) == 0 && (status.st_mode & S_IRWXU) != S_IRWXU;
  // Where this fails, so does removing from it, and that is reported.
  if (locked) (void)::fchmod(fd.get(), S_IRWXU);
  return fd;
}

// Empties a folder without recursion, so that however deep a tree is it costs neither stack nor open files: folders
// found inside of a folder are moved up into the top one before it is removed.
class TreeRemover {
 public:
  TreeRemover(Fd top, dev_t device, const std::string& path) : top_(std::move(top)), device_(device), path_(path) {}

  Status run() {
    // Every pass removes all that it lists, and what it moved up meanwhile is listed by the next.
    for (bool more = true; more;) {
      GRIT_ASSIGN_OR_RETURN(const std::vector<std::string> names, names_in(top_.get()));
      for (const std::string& name : names) GRIT_RETURN_IF_ERROR(remove_entry(name));
      more = !names.empty();
    }
    return {};
  }

 private:
  Result<std::vector<std::string>> names_in(int folder) {
    Fd own(retry([&] { return ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
    if (!own.valid()) return from_errno(errno, path_, "remove");
    std::vector<std::string> names;
    GRIT_RETURN_IF_ERROR(for_each_name(std::move(own), path_, [&](int, const char* name) {
      names.emplace_back(name);
      return Status();
    }));
    return names;
  }

  // Removes one entry of the top folder.
  Status remove_entry(const std::string& name) {
    if (remove_name(top_.get(), name)) return {};
    GRIT_ASSIGN_OR_RETURN(const Fd folder, open_inside(top_.get(), name));
    GRIT_ASSIGN_OR_RETURN(const std::vector<std::string> names, names_in(folder.get()));
    for (const std::string& each : names) {
      if (!remove_name(folder.get(), each)) GRIT_RETURN_IF_ERROR(move_up(folder.get(), each));
    }
    if (::unlinkat(top_.get(), name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT) return {};
    return from_errno(errno, join_path(path_, name), "remove");
  }

  // Removes what is no folder, or an empty one. False where something is left.
  static bool remove_name(int folder, const std::string& name) {
    if (::unlinkat(folder, name.c_str(), 0) == 0 || errno == ENOENT) return true;
    return (errno == EISDIR || errno == EPERM) && ::unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0;
  }

  Result<Fd> open_inside(int folder, const std::string& name) {
    Fd fd = open_unlocked(folder, name);
    struct stat status;
    if (!fd.valid() || ::fstat(fd.get(), &status) != 0) return from_errno(errno, join_path(path_, name), "remove");
    if (status.st_dev != device_) return from_errno(EBUSY, join_path(path_, name), "remove");  // a mount point
    return fd;
  }

  Status move_up(int folder, const std::string& name) {
    GRIT_ASSIGN_OR_RETURN(const Fd inner, open_inside(folder, name));
    constexpr int attempts = 1000;  // the tree may hold names like ours
    for (int i = 0; i < attempts; ++i) {
      const std::string moved = "removed-" + std::to_string(next_++);
      if (::renameat2(folder, name.c_str(), top_.get(), moved.c_str(), RENAME_NOREPLACE) == 0) return {};
      if (errno != EEXIST) break;
    }
    return from_errno(errno, join_path(path_, name), "remove");
  }

  const Fd top_;
  const dev_t device_;
  const std::string& path_;
  std::uint64_t next_ = 0;
};

}  // namespace

Status remove_tree(const std::string& path) {
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0) return from_errno(errno, path, "remove");
  if (!S_ISDIR(status.st_mode)) return remove_file(path);
  Fd top = open_unlocked(AT_FDCWD, path);
  if (!top.valid()) return from_errno(errno, path, "remove");
  GRIT_RETURN_IF_ERROR(TreeRemover(std::move(top), status.st_dev, path).run());
  if (::rmdir(path.c_str()) != 0) return from_errno(errno, path, "remove");
  return {};
}

}  // namespace grit::port
