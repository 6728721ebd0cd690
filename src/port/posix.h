// System calls about files with their errors as Status. Every call is repeated when a signal interrupts it.
#ifndef GRIT_SRC_PORT_POSIX_H_
#define GRIT_SRC_PORT_POSIX_H_

#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <grit/platform.h>
#include <grit/status.h>

#include "fd.h"

namespace grit::port {

// The result of `call`, a function that returns -1 and sets errno on failure, which is repeated on EINTR.
template <class Call>
auto retry(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

// The Status for an errno value met on `path`, worded for a person. `doing` is what was tried: "read", "write", ….
[[nodiscard]] Status from_errno(int error, std::string_view path, std::string_view doing);

[[nodiscard]] std::int64_t nanoseconds(const timespec& time);
[[nodiscard]] FileInfo info_of(const struct stat& status, std::string_view name);
// Whether both say the same of size and time of the last write: nobody wrote in between.
[[nodiscard]] bool same_content_times(const struct stat& a, const struct stat& b);
[[nodiscard]] inline bool same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// All bytes of an open regular file, from where it stands. One that says it has `expected_bytes` is believed when it
// has given as many; with 0 it is read until it ends. Code::limit beyond `max_bytes`.
[[nodiscard]] Result<std::string> read_all(int fd, std::uint64_t expected_bytes, std::uint64_t max_bytes,
                                           std::string_view path);
// Writes all of `bytes`.
[[nodiscard]] Status write_all(int fd, std::string_view bytes, std::string_view path);
// Waits until file or folder is on the disk. File systems that cannot are taken at their word.
[[nodiscard]] Status sync_to_disk(int fd, std::string_view path);

// Calls `use` with the folder and each name in it, without "." and ".."; what is not ok ends it and is returned.
using UseName = std::function<Status(int folder, const char* name)>;
[[nodiscard]] Status for_each_name(Fd folder, std::string_view path, const UseName& use);

}  // namespace grit::port

#endif  // GRIT_SRC_PORT_POSIX_H_
