#include "beneath.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "port/path.h"
#include "posix.h"

namespace grit::port {
namespace {

constexpr int folder_flags = O_RDONLY | O_DIRECTORY;

int openat2(int root, const char* path, int flags, std::uint64_t resolve = 0) {
  open_how how = {};
  how.flags = static_cast<std::uint64_t>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | resolve;
  // The kernel asks for another try when a rename anywhere may have moved a ".." that it was resolving.
  constexpr int attempts = 100;
  long fd = -1;
  for (int i = 0; i < attempts && fd < 0; ++i) {
    fd = ::syscall(SYS_openat2, root, path, &how, sizeof how);
    if (fd < 0 && errno != EAGAIN && errno != EINTR) break;
  }
  return static_cast<int>(fd);
}

Result<std::string> read_link(int folder, const std::string& name, const std::string& path) {
  std::string text(PATH_MAX, '\0');
  const ssize_t size = ::readlinkat(folder, name.c_str(), text.data(), text.size());
  if (size < 0) return from_errno(errno, path, "read");
  text.resize(static_cast<std::size_t>(size));
  return text;
}

}  // namespace

Result<Fd> open_beneath(int root, const std::string& path, int flags, const char* doing) {
  Fd fd(openat2(root, path.empty() ? "." : path.c_str(), flags));
  if (!fd.valid()) return from_errno(errno, path, doing);
  return fd;
}

Result<Fd> open_beneath(int root, const std::string& path, int flags, const char* doing, bool& direct) {
  Fd fd(openat2(root, path.empty() ? "." : path.c_str(), flags, RESOLVE_NO_SYMLINKS));
  direct = fd.valid();
  if (!direct && errno == ELOOP) return open_beneath(root, path, flags, doing);
  if (!direct) return from_errno(errno, path, doing);
  return fd;
}

Status check_kernel(int root, const std::string& path) {
  const Fd probe(openat2(root, ".", O_PATH));
  if (probe.valid()) return {};
  if (errno != ENOSYS && errno != EPERM && errno != E2BIG && errno != EINVAL) return from_errno(errno, path, "open");
  return Status(Code::unavailable, "this system does not offer openat2, which keeps Grit inside of " + shown(path) +
                                       "; it needs Linux 5.6 and, in a container, a seccomp profile that allows it");
}

Result<Place> find_place(int root, const std::string& path, bool follow_last, const char* doing) {
  std::string at = path;
  for (int links = 0; links <= kMaxLinks; ++links) {
    const auto [folder, name] = split_last(at);
    if (name.empty() || name == "." || name == "..") return no_regular_file(path);
    Place place;
    GRIT_ASSIGN_OR_RETURN(place.folder, open_beneath(root, std::string(folder), folder_flags, doing));
    place.name = std::string(name);
    if (::fstatat(place.folder.get(), place.name.c_str(), &place.status, AT_SYMLINK_NOFOLLOW) != 0) {
      return from_errno(errno, path, doing);
    }
    if (!follow_last || !S_ISLNK(place.status.st_mode)) return place;
    GRIT_ASSIGN_OR_RETURN(const std::string target, read_link(place.folder.get(), place.name, path));
    if (target.starts_with('/')) return leaves_root(path);
    at = join_path(folder, target);
  }
  return too_many_links(path);
}

MadeFolders::~MadeFolders() {
  for (auto made = made_.rbegin(); made != made_.rend(); ++made) {
    ::unlinkat(made->parent.get(), made->name.c_str(), AT_REMOVEDIR);
  }
}

Result<Fd> MadeFolders::open(int root, const std::string& path) {
  const int there = openat2(root, path.empty() ? "." : path.c_str(), folder_flags);
  if (there >= 0) return Fd(there);
  if (errno == ENOTDIR) return no_folder(path);
  if (errno != ENOENT || path.empty()) return from_errno(errno, path, "make");
  const auto [parent_path, name] = split_last(path);
  GRIT_ASSIGN_OR_RETURN(Fd parent, open(root, std::string(parent_path)));
  if (::mkdirat(parent.get(), std::string(name).c_str(), 0777) == 0) {
    made_.push_back({std::move(parent), std::string(name), path});
  } else if (errno != EEXIST) {
    return from_errno(errno, path, "make");
  }
  // Also where somebody else made it meanwhile; a dangling link of that name is still not found.
  return open_beneath(root, path, folder_flags, "open");
}

Status MadeFolders::sync() {
  for (const Made& each : made_) GRIT_RETURN_IF_ERROR(sync_to_disk(each.parent.get(), each.path));
  return {};
}

}  // namespace grit::port
