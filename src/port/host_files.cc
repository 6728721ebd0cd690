#include "port/host_files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

#include "base/try.h"
#include "port/path.h"
#include "posix.h"
#include "temporary_file.h"

namespace grit::port {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds lock_interval{10};

// The folder that holds `path`.
std::string parent_of(const std::string& path) {
  const std::size_t last = path.find_last_not_of('/');
  const std::size_t slash = path.rfind('/', last);
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Result<Fd> open_folder(const std::string& path) {
  Fd folder(retry([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (!folder.valid()) return from_errno(errno, path, "open");
  return folder;
}

Status sync_parent(const std::string& path) {
  GRIT_ASSIGN_OR_RETURN(const Fd folder, open_folder(parent_of(path)));
  return sync_to_disk(folder.get(), path);
}

bool is_folder(const std::string& path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace

Status make_folders(const std::string& path) {
  if (is_folder(path)) return {};
  for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
    // Fails where one exists already, or where it may not be made; only the last one tells.
    ::mkdir(path.substr(0, end).c_str(), 0777);
  }
  if (::mkdir(path.c_str(), 0777) == 0) return {};
  const int error = errno;
  if (is_folder(path)) return {};  // made by somebody else meanwhile
  return error == EEXIST || error == ENOTDIR ? no_folder(path) : from_errno(error, path, "make");
}

bool exists(const std::string& path) {
  struct stat status;
  return ::lstat(path.c_str(), &status) == 0;
}

bool is_writable(const std::string& path) {
  const int wanted = is_folder(path) ? W_OK | X_OK : W_OK;
  return ::faccessat(AT_FDCWD, path.c_str(), wanted, AT_EACCESS) == 0;
}

Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes) {
  constexpr int flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const Fd fd(retry([&] { return ::open(path.c_str(), flags); }));
  struct stat status;
  if (!fd.valid() || ::fstat(fd.get(), &status) != 0) return from_errno(errno, path, "read");
  if (!S_ISREG(status.st_mode)) return no_regular_file(path);
  return read_all(fd.get(), static_cast<std::uint64_t>(status.st_size), max_bytes, path);
}

Status write_file(const std::string& path, std::string_view bytes) {
  GRIT_ASSIGN_OR_RETURN(const Fd folder, open_folder(parent_of(path)));
  GRIT_ASSIGN_OR_RETURN(TemporaryFile file, TemporaryFile::create(folder.get(), 0666, path));
  GRIT_RETURN_IF_ERROR(file.write(bytes));
  GRIT_RETURN_IF_ERROR(file.sync());
  GRIT_RETURN_IF_ERROR(file.publish_over(std::string(split_last(path).second)));
  return sync_to_disk(folder.get(), path);
}

Status remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0) return from_errno(errno, path, "remove");
  return {};
}

Result<std::vector<std::string>> list_folder(const std::string& path) {
  GRIT_ASSIGN_OR_RETURN(Fd folder, open_folder(path));
  std::vector<std::string> names;
  GRIT_RETURN_IF_ERROR(for_each_name(std::move(folder), path, [&](int, const char* name) {
    names.emplace_back(name);
    return Status();
  }));
  std::sort(names.begin(), names.end());
  return names;
}

Result<std::string> make_temporary_folder(const std::string& parent, const std::string& prefix) {
  std::string path = join_path(parent, prefix + "XXXXXX");
  if (::mkdtemp(path.data()) == nullptr) return from_errno(errno, path, "make");
  return path;
}

Result<std::string> real_path(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> resolved(::realpath(path.c_str(), nullptr), &::free);
  if (!resolved) return from_errno(errno, path, "find");
  return std::string(resolved.get());
}

Result<std::unique_ptr<AppendFile>> AppendFile::open(const std::string& path) {
  constexpr int flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  Fd fd(retry([&] { return ::open(path.c_str(), flags, 0666); }));
  struct stat status;
  if (!fd.valid() || ::fstat(fd.get(), &status) != 0) return from_errno(errno, path, "write");
  if (!S_ISREG(status.st_mode)) return no_regular_file(path);
  GRIT_RETURN_IF_ERROR(sync_parent(path));
  return std::unique_ptr<AppendFile>(new AppendFile(fd.release(), path));
}

AppendFile::~AppendFile() { ::close(fd_); }

Status AppendFile::append(std::string_view bytes) {
  struct stat before;
  if (::fstat(fd_, &before) != 0) return from_errno(errno, path_, "write");
  const Status written = write_all(fd_, bytes, path_);
  // Half a line is worse than none: what follows would be read as its end.
  if (!written.ok() && ::ftruncate(fd_, before.st_size) != 0) return from_errno(errno, path_, "write");
  return written;
}

Status AppendFile::sync() { return sync_to_disk(fd_, path_); }

Result<std::unique_ptr<FileLock>> FileLock::acquire(const std::string& path, const StopConditions& stop) {
  while (true) {
    Fd fd(retry([&] { return ::open(path.c_str(), O_RDWR | O_CREAT | O_NOCTTY | O_CLOEXEC, 0666); }));
    if (!fd.valid()) return from_errno(errno, path, "lock");
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) == 0) {
      struct stat open;
      struct stat named;
      // Somebody may have removed the file while we waited; the lock on it would then exclude nobody.
      const bool still = ::fstat(fd.get(), &open) == 0 && ::stat(path.c_str(), &named) == 0 && same_file(open, named);
      if (still) return std::unique_ptr<FileLock>(new FileLock(fd.release()));
      continue;
    }
    if (errno != EWOULDBLOCK && errno != EINTR) return from_errno(errno, path, "lock");
    fd.reset();
    if (const Status stopped = stop.check(); stopped.code() == Code::timeout) {
      return Status(Code::busy, shown(path) + " is locked by another process; try again when it has finished");
    } else if (!stopped.ok()) {
      return stopped;
    }
    std::this_thread::sleep_for(stop.remaining(lock_interval));
  }
}

FileLock::~FileLock() { ::close(fd_); }

}  // namespace grit::port
