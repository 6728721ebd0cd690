#include "init.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>

#include <net/if.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>

#include "base/try.h"

#include "command.h"
#include "records.h"
#include "tree.h"
#include "view.h"

namespace grit::sandbox {
namespace {

using verify::Command;
using verify::SandboxRequest;

// A process fills about 100 MB in this time. Without a /proc of its own the machine's has to be read, which costs more.
constexpr std::chrono::milliseconds kWatchInterval{25};
constexpr std::chrono::milliseconds kPlainWatchInterval{100};
constexpr std::chrono::seconds kEndLimit{5};

using Clock = std::chrono::steady_clock;

// The command may talk to itself over 127.0.0.1, as many tests do.
Status raise_loopback() {
  const Fd socket_fd(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request{};
  request.ifr_name[0] = 'l';
  request.ifr_name[1] = 'o';
  request.ifr_flags = IFF_UP;
  if (!socket_fd.valid() || ioctl(socket_fd.get(), SIOCSIFFLAGS, &request) != 0) return failed("loopback");
  return Status();
}

// What the command has written to the disk of its folder: everything changed since it started.
class DiskWatch {
 public:
  DiskWatch(std::string folder, std::uint64_t limit) : folder_(std::move(folder)), limit_(limit) {
    (void)clock_gettime(CLOCK_REALTIME_COARSE, &start_);  // the clock of file times
    free_at_start_ = free_bytes();
  }

  // Cheap while the disk as a whole has not lost that much; others write to it too, so then it is measured.
  [[nodiscard]] bool exceeded() {
    const std::uint64_t now = free_bytes();
    if (now >= free_at_start_ || free_at_start_ - now <= limit_) return false;
    if (written() > limit_) return true;
    free_at_start_ = now;
    return false;
  }

 private:
  static constexpr std::uint64_t kBlock = 4096;  // what even an empty file costs

  static bool earlier(const timespec& a, const timespec& b) {
    return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
  }

  [[nodiscard]] std::uint64_t free_bytes() const {
    struct statvfs info{};
    if (statvfs(folder_.c_str(), &info) != 0) return 0;
    const std::uint64_t free_files = info.f_files == 0 ? 0 : info.f_ffree;
    return info.f_bfree * info.f_frsize + free_files * kBlock;
  }

  [[nodiscard]] std::uint64_t written() const {
    std::uint64_t sum = 0;
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator at(folder_, error), end; !error && at != end;
         at.increment(error)) {
      struct stat info{};
      if (lstat(at->path().c_str(), &info) != 0 || earlier(info.st_ctim, start_)) continue;
      sum += std::max(static_cast<std::uint64_t>(info.st_blocks) * 512, kBlock);
    }
    return sum;
  }

  std::string folder_;
  std::uint64_t limit_;
  timespec start_{};
  std::uint64_t free_at_start_ = 0;
};

class Init {
 public:
  Init(const SandboxRequest& request, Mode mode, const Identity& identity, InitPipes pipes)
      : request_(request), mode_(mode), identity_(identity), pipes_(std::move(pipes)) {}

  [[noreturn]] void run() {
    (void)setsid();  // out of the reach of whoever kills the supervisor's process group
    // A run with namespaces dies with the supervisor at once; without, what is below has to be ended first.
    if (mode_ == Mode::namespaces) (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    char start = 0;
    if (read(pipes_.control.get(), &start, 1) != 1) _exit(1);
    (void)prctl(PR_SET_DUMPABLE, 0);  // nobody below may look into this process
    const Status status = set_up();
    if (!status.ok()) {
      send_record(pipes_.records.get(), Record::set_up_failed, status.message());
      _exit(1);
    }
    watch();
    finish(0);
  }

 private:
  Status set_up() {
    GRIT_RETURN_IF_ERROR(leave_streams());
    if (mode_ == Mode::namespaces) {
      GRIT_RETURN_IF_ERROR(enter_namespaces());
    } else if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) {
      return failed("subreaper");
    } else {
      mechanism("subreaper");
    }
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    if (sigprocmask(SIG_SETMASK, &children, nullptr) != 0) return failed("signals");
    signals_ = Fd(signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!signals_.valid()) return failed("signalfd");
    command_ = fork();
    if (command_ < 0) return failed("cannot start a process");
    if (command_ == 0) run_command(request_, mode_, identity_, pipes_.records.get(), pipes_.output.get());
    pipes_.output.reset();
    return Status();
  }

  // The supervisor's own streams go to the host; nothing in here may hold them.
  static Status leave_streams() {
    const Fd null(open("/dev/null", O_RDWR | O_CLOEXEC));
    for (int stream = 0; stream < 3; ++stream) {
      if (!null.valid() || dup2(null.get(), stream) < 0) return failed("/dev/null");
    }
    return Status();
  }

  Status enter_namespaces() {
    bool proc = false;
    GRIT_RETURN_IF_ERROR(
        enter_view({request_.command, identity_.user, identity_.group, request_.limits.file_bytes}, proc));
    GRIT_RETURN_IF_ERROR(raise_loopback());
    if (sethostname("sandbox", 7) != 0) return failed("host name");
    for (const char* name :
         {"user_namespace", "mount_namespace", "pid_namespace", "network_namespace", "ipc_namespace", "file_view"}) {
      mechanism(name);
    }
    if (!proc) {
      send_record(pipes_.records.get(), Record::gap,
                  "no /proc inside (this container covers parts of its own): memory is limited for each process only");
    }
    watches_memory_ = proc;
    return Status();
  }

  void mechanism(const char* name) const { send_record(pipes_.records.get(), Record::mechanism, name); }

  // Until the command has ended, a limit is reached, or the supervisor has gone or says so.
  void watch() {
    DiskWatch disk(mode_ == Mode::namespaces ? std::string(verify::kInsideFolder) : request_.command.directory,
                   request_.limits.scratch_bytes);
    if (watches_memory_) mechanism("memory_watch");
    mechanism("disk_watch");
    std::array<pollfd, 2> waits = {pollfd{signals_.get(), POLLIN, 0}, pollfd{pipes_.control.get(), POLLIN, 0}};
    const std::chrono::milliseconds interval = mode_ == Mode::namespaces ? kWatchInterval : kPlainWatchInterval;
    Clock::time_point next = Clock::now() + interval;
    while (true) {
      const auto wait = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
      (void)poll(waits.data(), waits.size(), static_cast<int>(std::max<std::int64_t>(wait.count(), 0)));
      if (waits[1].revents != 0) return;
      if (waits[0].revents != 0 && reap()) return;
      if (Clock::now() < next) continue;
      next = Clock::now() + interval;
      if (watches_memory_ && private_memory(descendants()) > request_.limits.memory_bytes) return limit("memory_limit");
      if (disk.exceeded()) return limit("disk_limit");
    }
  }

  void limit(const char* name) const { send_record(pipes_.records.get(), Record::limit, name); }

  // True once the command itself has ended.
  [[nodiscard]] bool reap() {
    signalfd_siginfo ignored{};
    while (read(signals_.get(), &ignored, sizeof ignored) > 0) {
    }
    bool ended = false;
    rusage used{};
    int status = 0;
    for (pid_t child = wait4(-1, &status, WNOHANG, &used); child > 0; child = wait4(-1, &status, WNOHANG, &used)) {
      if (child != command_) continue;
      ended = true;
      const long cpu_ms =
          (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000;
      const bool exited = WIFEXITED(status);
      send_record(pipes_.records.get(), Record::ended,
                  std::to_string(exited ? 0 : 1) + " " +
                      std::to_string(exited ? WEXITSTATUS(status) : WTERMSIG(status)) + " " + std::to_string(cpu_ms));
    }
    return ended;
  }

  // With namespaces the kernel ends the rest when process 1 ends.
  [[noreturn]] void finish(int status) {
    if (mode_ == Mode::plain && !end_descendants(kEndLimit)) {
      send_record(pipes_.records.get(), Record::gap, "a process of the command could not be ended");
    }
    _exit(status);
  }

  const SandboxRequest& request_;
  const Mode mode_;
  const Identity identity_;
  InitPipes pipes_;
  Fd signals_;
  pid_t command_ = -1;
  bool watches_memory_ = true;
};

}  // namespace

std::string temporary_folder(const Command& command) { return command.directory + ".tmp"; }

void run_init(const SandboxRequest& request, Mode mode, const Identity& identity, InitPipes pipes) {
  Init(request, mode, identity, std::move(pipes)).run();
}

}  // namespace grit::sandbox
