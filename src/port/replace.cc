#include "replace.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <thread>

#include "attributes.h"
#include "base/hash.h"
#include "base/try.h"
#include "beneath.h"
#include "port/path.h"
#include "posix.h"
#include "temporary_file.h"

namespace grit::port {
namespace {

using namespace std::chrono_literals;

// How long a lock is waited for. Holders keep it for as long as one write takes.
constexpr auto lock_patience = 10s;
constexpr auto lock_interval = 5ms;

// An existing regular file, open and locked, whose name is known to lead to it.
struct Target {
  Place place;
  Fd file;
};

// Whether the place still holds the file as it was: the same one, with nothing written to it or changed about it.
bool unchanged(const Place& place) {
  struct stat now;
  return ::fstatat(place.folder.get(), place.name.c_str(), &now, AT_SYMLINK_NOFOLLOW) == 0 &&
         same_file(now, place.status) && same_content_times(now, place.status) &&
         nanoseconds(now.st_ctim) == nanoseconds(place.status.st_ctim);
}

// Opens the file for writing, though nothing is written through it: the kernel then tells whether we may, and file
// systems on a network lock only what is open for writing.
Result<Target> open_target(int root, const std::string& path, bool follow_last, const char* doing) {
  Target target;
  GRIT_ASSIGN_OR_RETURN(target.place, find_place(root, path, follow_last, doing));
  if (!S_ISREG(target.place.status.st_mode)) return no_regular_file(path);
  if ((target.place.status.st_mode & 0222) == 0) return is_read_only(path);
  constexpr int flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  target.file = Fd(retry([&] { return ::openat(target.place.folder.get(), target.place.name.c_str(), flags); }));
  if (!target.file.valid()) return from_errno(errno, path, doing);
  return target;
}

// A lock on the file itself, so that it holds for every name and link that leads there. A replaced file takes its lock
// along; whoever waited for it looks again for what the path names now.
Result<Target> lock_target(int root, const std::string& path, bool follow_last, const char* doing) {
  const auto give_up = std::chrono::steady_clock::now() + lock_patience;
  while (std::chrono::steady_clock::now() < give_up) {
    GRIT_ASSIGN_OR_RETURN(Target target, open_target(root, path, follow_last, doing));
    if (::flock(target.file.get(), LOCK_EX | LOCK_NB) == 0) {
      struct stat open;
      if (::fstat(target.file.get(), &open) != 0) return from_errno(errno, path, doing);
      target.place.status = open;  // nobody of ours writes to it from here on
      if (unchanged(target.place)) return target;
    } else if (errno != EWOULDBLOCK && errno != EINTR) {
      return from_errno(errno, path, "lock");
    }
    std::this_thread::sleep_for(lock_interval);
  }
  return Status(Code::busy, shown(path) + " is locked by another process; try again when it has finished");
}

Status check_content(const Target& target, const ContentHash& expected, const std::string& path) {
  Hasher hasher;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t got = retry([&] { return ::read(target.file.get(), buffer.data(), buffer.size()); });
    if (got < 0) return from_errno(errno, path, "read");
    if (got == 0) break;
    hasher.add(std::string_view(buffer.data(), static_cast<std::size_t>(got)));
  }
  return hasher.finish() == expected && unchanged(target.place) ? Status() : has_changed(path);
}

// About the file that has just got its name, once that is sure to last. What fails here fails too late to change
// anything, and says so.
Result<FileInfo> confirm(int folder, int fd, const std::string& path) {
  struct stat status;
  Status confirmed = sync_to_disk(folder, path);
  if (confirmed.ok() && ::fstat(fd, &status) != 0) confirmed = from_errno(errno, path, "look at");
  if (!confirmed.ok())
    return confirmed.with_context(shown(path) + " has its new content, but the disk did not confirm it");
  return info_of(status, split_last(path).second);
}

}  // namespace

Result<FileInfo> create_file(int root, const std::string& path, std::string_view bytes) {
  if (path.empty()) return is_there_already(path);
  const auto [folder_path, last] = split_last(path);
  const std::string name(last);
  MadeFolders made;
  GRIT_ASSIGN_OR_RETURN(const Fd folder, made.open(root, std::string(folder_path)));
  struct stat present;
  if (::fstatat(folder.get(), name.c_str(), &present, AT_SYMLINK_NOFOLLOW) == 0) return is_there_already(path);
  GRIT_ASSIGN_OR_RETURN(TemporaryFile file, TemporaryFile::create(folder.get(), 0666, path));
  GRIT_RETURN_IF_ERROR(file.write(bytes));
  GRIT_RETURN_IF_ERROR(file.sync());
  GRIT_RETURN_IF_ERROR(made.sync());
  GRIT_RETURN_IF_ERROR(file.publish_new(name));
  made.keep();
  return confirm(folder.get(), file.fd(), path);
}

Result<FileInfo> replace_file(int root, const std::string& path, std::string_view bytes, const ContentHash& expected) {
  GRIT_ASSIGN_OR_RETURN(const Target target, lock_target(root, path, true, "write"));
  const Place& place = target.place;
  if (place.status.st_nlink > 1) {
    return Status(Code::refused, shown(path) + " is one of " + std::to_string(place.status.st_nlink) +
                                     " hard links to the same file, and the others would keep the old content; make it "
                                     "a file of its own (cp it and mv the copy over it) to change it");
  }
  GRIT_RETURN_IF_ERROR(check_content(target, expected, path));
  GRIT_ASSIGN_OR_RETURN(TemporaryFile file, TemporaryFile::create(place.folder.get(), 0600, path));
  GRIT_RETURN_IF_ERROR(file.write(bytes));
  GRIT_RETURN_IF_ERROR(copy_attributes(target.file.get(), place.status, file.fd(), path));
  GRIT_RETURN_IF_ERROR(file.sync());
  if (!unchanged(place)) return has_changed(path);  // by a program that does not know our lock
  GRIT_RETURN_IF_ERROR(file.publish_over(place.name));
  return confirm(place.folder.get(), file.fd(), path);
}

Status remove_regular_file(int root, const std::string& path, const ContentHash& expected) {
  GRIT_ASSIGN_OR_RETURN(const Target target, lock_target(root, path, false, "remove"));
  GRIT_RETURN_IF_ERROR(check_content(target, expected, path));
  if (::unlinkat(target.place.folder.get(), target.place.name.c_str(), 0) != 0) {
    return from_errno(errno, path, "remove");
  }
  return sync_to_disk(target.place.folder.get(), path);
}

}  // namespace grit::port
