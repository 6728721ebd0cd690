// FileEvents on Linux: inotify.
#include "port/file_events.h"

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "fd.h"
#include "posix.h"

namespace grit::port {
namespace {

constexpr std::uint32_t kFolderGone = IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT;
constexpr std::uint32_t kEvents =
    IN_CREATE | IN_DELETE | IN_MODIFY | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF;
constexpr std::uint32_t kFlags = IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK;

class Inotify final : public FileEvents {
 public:
  explicit Inotify(Fd fd) : fd_(std::move(fd)) {}

  Status add(const std::string& folder) override {
    if (inotify_add_watch(fd_.get(), folder.c_str(), kEvents | kFlags) >= 0) return {};
    if (errno == ENOSPC) return Status(Code::limit, "the system watches no more folders (fs.inotify.max_user_watches)");
    return from_errno(errno, folder, "watch");
  }

  Result<Seen> wait(std::chrono::milliseconds patience, const Filter& matters) override {
    Seen seen;
    pollfd ready{fd_.get(), POLLIN, 0};
    const int count = poll(&ready, 1, static_cast<int>(patience.count()));
    if (count == 0 || (count < 0 && errno == EINTR)) return seen;  // a signal: the caller looks at what it means
    if (count < 0) return from_errno(errno, "inotify", "wait for");
    alignas(inotify_event) std::array<char, 64 << 10> buffer;
    for (;;) {
      const ssize_t got = retry([&] { return ::read(fd_.get(), buffer.data(), buffer.size()); });
      if (got < 0 && errno == EAGAIN) return seen;
      if (got <= 0) return from_errno(got < 0 ? errno : EIO, "inotify", "read from");
      for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
        inotify_event event{};
        std::memcpy(&event, buffer.data() + at, sizeof(event));
        const char* name = event.len > 0 ? buffer.data() + at + sizeof(event) : "";
        take(event.mask, name, matters, seen);
        at += sizeof(event) + event.len;
      }
    }
  }

 private:
  static void take(std::uint32_t mask, std::string_view name, const Filter& matters, Seen& seen) {
    if ((mask & IN_Q_OVERFLOW) != 0) seen.changed = seen.folders = seen.lost = true;
    if ((mask & kFolderGone) != 0) seen.changed = seen.folders = true;
    if (name.empty() || !matters(name)) return;
    seen.changed = true;
    const bool moves = (mask & (IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)) != 0;
    if (moves && (mask & IN_ISDIR) != 0) seen.folders = true;
  }

  Fd fd_;
};

}  // namespace

Result<std::unique_ptr<FileEvents>> open_file_events() {
  const int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (fd >= 0) return std::unique_ptr<FileEvents>(std::make_unique<Inotify>(Fd(fd)));
  if (errno == EMFILE || errno == ENFILE) {
    return Status(Code::limit, "too many programs watch folders (fs.inotify.max_user_instances)");
  }
  return Status(Code::unavailable, std::string("the system tells nothing about changes: ") + std::strerror(errno));
}

}  // namespace grit::port
