#include "posix.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "port/path.h"

namespace grit::port {
namespace {

Status trouble(Code code, std::string_view path, std::string_view doing, std::string_view why) {
  std::string message = "cannot ";
  message += doing;
  message += ' ';
  message += shown(path);
  message += ": ";
  message += why;
  return Status(code, std::move(message));
}

FileType type_of(mode_t mode) {
  if (S_ISREG(mode)) return FileType::regular;
  if (S_ISDIR(mode)) return FileType::directory;
  if (S_ISLNK(mode)) return FileType::symlink;
  return FileType::other;
}

}  // namespace

Status from_errno(int error, std::string_view path, std::string_view doing) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      return does_not_exist(path);
    case EEXIST:
      return is_there_already(path);
    case EXDEV:
      return leaves_root(path);
    case ELOOP:
      return too_many_links(path);
    case EISDIR:
      return no_regular_file(path);
    case EACCES:
    case EPERM:
      return trouble(Code::permission_denied, path, doing,
                     "permission denied; check its owner and mode and its folder's");
    case EROFS:
      return trouble(Code::permission_denied, path, doing, "its file system is mounted read-only");
    case ENOSPC:
      return trouble(Code::no_space, path, doing, "the disk is full; free some space and try again");
    case EDQUOT:
      return trouble(Code::no_space, path, doing, "your disk quota is used up; free some space and try again");
    case EFBIG:
      return trouble(Code::limit, path, doing, "the file would be larger than the system allows");
    case ENAMETOOLONG:
      return trouble(Code::invalid_argument, path, doing, "the path is too long");
    case EMFILE:
    case ENFILE:
      return trouble(Code::limit, path, doing, "too many files are open; raise the limit (ulimit -n)");
    case ENOMEM:
      return trouble(Code::limit, path, doing, "the system is out of memory");
    case EAGAIN:
    case EBUSY:
    case ETXTBSY:
      return trouble(Code::busy, path, doing, "another program is using it; try again");
    default:
      break;
  }
  const char* text = strerrordesc_np(error);  // asks no locale
  return trouble(Code::io, path, doing, text != nullptr ? text : "unknown error");
}

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + std::int64_t{time.tv_nsec};
}

FileInfo info_of(const struct stat& status, std::string_view name) {
  FileInfo info;
  info.name = std::string(name);
  info.type = type_of(status.st_mode);
  info.size = static_cast<std::uint64_t>(status.st_size);
  info.mtime_ns = nanoseconds(status.st_mtim);
  info.ctime_ns = nanoseconds(status.st_ctim);
  info.inode = status.st_ino;
  info.device = status.st_dev;
  info.mode = status.st_mode & 07777;
  return info;
}

bool same_content_times(const struct stat& a, const struct stat& b) {
  return a.st_size == b.st_size && nanoseconds(a.st_mtim) == nanoseconds(b.st_mtim);
}

Result<std::string> read_all(int fd, std::uint64_t expected_bytes, std::uint64_t max_bytes, std::string_view path) {
  if (expected_bytes > max_bytes) return too_large(path, max_bytes);
  constexpr std::size_t step = 65536;
  std::string bytes(expected_bytes > 0 ? static_cast<std::size_t>(expected_bytes) : step, '\0');
  std::size_t used = 0;
  while (true) {
    const ssize_t got = retry([&] { return ::read(fd, bytes.data() + used, bytes.size() - used); });
    if (got < 0) return from_errno(errno, path, "read");
    used += static_cast<std::size_t>(got);
    if (used > max_bytes) return too_large(path, max_bytes);
    if (got == 0 || used == expected_bytes) break;
    if (used == bytes.size()) bytes.resize(used + step);
  }
  bytes.resize(used);
  return bytes;
}

Status write_all(int fd, std::string_view bytes, std::string_view path) {
  while (!bytes.empty()) {
    const ssize_t put = retry([&] { return ::write(fd, bytes.data(), bytes.size()); });
    if (put < 0) return from_errno(errno, path, "write");
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

Status sync_to_disk(int fd, std::string_view path) {
  if (retry([&] { return ::fsync(fd); }) == 0 || errno == EINVAL || errno == EROFS) return {};
  return from_errno(errno, path, "write");
}

Status for_each_name(Fd folder, std::string_view path, const UseName& use) {
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(folder.get()), &::closedir);
  if (!stream) return from_errno(errno, path, "list");
  const int borrowed = folder.release();  // the stream closes it
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(stream.get());
    if (entry == nullptr) return errno == 0 ? Status() : from_errno(errno, path, "list");
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    if (Status status = use(borrowed, entry->d_name); !status.ok()) return status;
  }
}

}  // namespace grit::port
