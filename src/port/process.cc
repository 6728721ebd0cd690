#include "port/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/try.h"
#include "port/path.h"
#include "posix.h"

namespace grit::port {
namespace {

using std::chrono::milliseconds;

// How soon a cancel is seen.
constexpr milliseconds poll_interval{50};

// A descriptor of the same file above those of standard input, output and error, which a host may have closed.
Fd above_standard(Fd fd) {
  if (!fd.valid() || fd.get() > STDERR_FILENO) return fd;
  return Fd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

struct Pipe {
  Fd read;
  Fd write;
};

Result<Pipe> make_pipe(const std::string& program) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return from_errno(errno, program, "run");
  Pipe pipe{above_standard(Fd(ends[0])), above_standard(Fd(ends[1]))};
  if (!pipe.read.valid() || !pipe.write.valid()) return from_errno(errno, program, "run");
  if (::fcntl(pipe.read.get(), F_SETFL, O_NONBLOCK) != 0) return from_errno(errno, program, "run");
  return pipe;
}

// Standard input as a file in memory: unlike a pipe it needs nobody who keeps writing.
Result<Fd> make_input_file(const std::string& program, std::string_view input) {
  Fd fd = above_standard(Fd(::memfd_create("grit-input", MFD_CLOEXEC)));
  if (!fd.valid()) return from_errno(errno, program, "run");
  GRIT_RETURN_IF_ERROR(write_all(fd.get(), input, program));
  if (::lseek(fd.get(), 0, SEEK_SET) != 0) return from_errno(errno, program, "run");
  return fd;
}

// Standard input that stays open. A socket, because writing to a pipe that nobody reads raises SIGPIPE in the host.
Result<Pipe> make_input_socket(const std::string& program) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return from_errno(errno, program, "run");
  Pipe pair{above_standard(Fd(ends[0])), above_standard(Fd(ends[1]))};
  if (!pair.read.valid() || !pair.write.valid()) return from_errno(errno, program, "run");
  return pair;
}

// The arguments or variables as the null-terminated list that exec wants. Borrows the strings.
std::vector<char*> pointers_to(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (const std::string& each : strings) pointers.push_back(const_cast<char*>(each.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

bool is_program(const std::string& path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

// The first `program` in the folders of `path_variable`. Relative folders are skipped: what they mean depends on where
// somebody stands.
std::string find_in(std::string_view path_variable, std::string_view program) {
  while (!path_variable.empty()) {
    const std::size_t colon = path_variable.find(':');
    const std::string_view folder = path_variable.substr(0, colon);
    path_variable.remove_prefix(colon == std::string_view::npos ? path_variable.size() : colon + 1);
    if (!folder.starts_with('/')) continue;
    std::string candidate = join_path(folder, program);
    if (is_program(candidate)) return candidate;
  }
  return {};
}

Result<std::string> executable_of(const ProcessOptions& options) {
  if (options.argv.empty() || options.argv.front().empty()) {
    return Status(Code::invalid_argument, "no program was named to run");
  }
  for (const auto* strings : {&options.argv, &options.environment}) {
    for (const std::string& each : *strings) {
      if (each.find('\0') == std::string::npos) continue;
      return Status(Code::invalid_argument,
                    "an argument or variable for " + shown(options.argv.front()) + " holds a NUL");
    }
  }
  const std::string& program = options.argv.front();
  if (program.find('/') != std::string::npos) return program;
  std::string found;
  for (const std::string& variable : options.environment) {
    if (variable.starts_with("PATH=")) found = find_in(std::string_view(variable).substr(5), program);
  }
  if (!found.empty()) return found;
  return Status(Code::not_found, "the program " + shown(program) + " is not installed (nothing of that name in PATH)");
}

// What a program starts with, other than its arguments.
class SpawnSetup {
 public:
  SpawnSetup() {
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawn_file_actions_init(&actions_);
  }
  ~SpawnSetup() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  // A session of its own, no signal blocked or ignored, three descriptors and no more. An errno value.
  int prepare(const std::string& directory, int input, int output, int error) {
    sigset_t all;
    sigset_t none;
    sigfillset(&all);
    sigemptyset(&none);
    constexpr short flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    int failure = ::posix_spawnattr_setflags(&attributes_, flags);
    if (failure == 0) failure = ::posix_spawnattr_setsigdefault(&attributes_, &all);
    if (failure == 0) failure = ::posix_spawnattr_setsigmask(&attributes_, &none);
    if (failure == 0) failure = ::posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    if (failure == 0) failure = ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    if (failure == 0) failure = ::posix_spawn_file_actions_adddup2(&actions_, error, STDERR_FILENO);
    if (failure == 0) failure = ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    if (failure == 0 && !directory.empty()) {
      failure = ::posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
    }
    return failure;
  }

  int spawn(pid_t& pid, const std::string& executable, const ProcessOptions& options) {
    return ::posix_spawn(&pid, executable.c_str(), &actions_, &attributes_, pointers_to(options.argv).data(),
                         pointers_to(options.environment).data());
  }

 private:
  posix_spawnattr_t attributes_;
  posix_spawn_file_actions_t actions_;
};

// A running program. Whatever happens, it is killed and reaped when this goes.
//
// Thread rule: one thread at a time.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid), pidfd_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {}
  ~Child() {
    if (pid_ <= 0) return;
    kill_group();
    (void)reap();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] int pidfd() const { return pidfd_.get(); }
  // Until it is reaped its number can belong to nobody else, so this hits no stranger. Where the host lets the kernel
  // reap it is looked up first.
  void kill_group() const {
    siginfo_t unused = {};
    if (::waitid(P_PID, static_cast<id_t>(pid_), &unused, WEXITED | WNOHANG | WNOWAIT) == 0) ::kill(-pid_, SIGKILL);
  }
  // Waits for its end. An errno value: ECHILD when the host reaped it, or ignores SIGCHLD.
  int reap(siginfo_t* info = nullptr) {
    siginfo_t unused = {};
    const pid_t pid = std::exchange(pid_, -1);
    const int failed =
        retry([&] { return ::waitid(P_PID, static_cast<id_t>(pid), info != nullptr ? info : &unused, WEXITED); });
    return failed == 0 ? 0 : errno;
  }

 private:
  pid_t pid_;
  Fd pidfd_;
};

Status reaped_by_others(const std::string& program) {
  return Status(Code::unavailable, "how " + shown(program) +
                                       " ended is not known: the host program ignores SIGCHLD or "
                                       "waits for children that are not its own");
}

// One of the program's two output streams.
struct Stream {
  Fd fd;
  std::string* kept;
  const OutputSink* sink;
};

// Runs the exchange with a program that was started.
//
// Thread rule: one thread at a time.
class Session {
 public:
  struct Ends {
    Fd input;  // invalid where the program reads a file in memory
    Fd out;
    Fd err;
  };

  Session(const ProcessOptions& options, const OutputSink& sink, const StopConditions& stop, Ends ends)
      : options_(options),
        stop_(stop),
        input_(std::move(ends.input)),
        input_left_(options.input),
        streams_{Stream{std::move(ends.out), &output_.out, &sink}, Stream{std::move(ends.err), &output_.err, nullptr}} {
  }

  Result<ProcessOutput> run(Child& child) {
    for (bool ended = false; !ended;) {
      if (!ending() && (!wanted_ || !still_going().ok())) begin_to_end();
      if (ending() && Steady::now() >= *kill_at_) child.kill_group();
      GRIT_ASSIGN_OR_RETURN(ended, wait_for_something(child));
      for (Stream& stream : streams_) (void)take_piece(stream);
      send_input();
    }
    // What it left behind in its group would otherwise keep the pipes open, and running.
    child.kill_group();
    for (Stream& stream : streams_) take_rest(stream);
    if (!stopped_.ok()) return stopped_.with_context(shown(options_.argv.front()) + " was ended");
    return finish(child);
  }

 private:
  using Steady = std::chrono::steady_clock;

  [[nodiscard]] bool ending() const { return kill_at_.has_value(); }

  const Status& still_going() {
    stopped_ = stop_.check();
    return stopped_;
  }

  // A program with a grace sees that its standard input ends, and has that long to end by itself.
  void begin_to_end() {
    input_.reset();
    kill_at_ = Steady::now() + options_.grace;
  }

  // Waits for output, for room for input or for the end, which it tells; not for long, so that a cancel is seen.
  Result<bool> wait_for_something(const Child& child) {
    const bool sending = input_.valid() && !input_left_.empty();
    std::array<pollfd, 4> waits = {pollfd{streams_[0].fd.get(), POLLIN, 0}, pollfd{streams_[1].fd.get(), POLLIN, 0},
                                   pollfd{sending ? input_.get() : -1, POLLOUT, 0}, pollfd{child.pidfd(), POLLIN, 0}};
    const milliseconds wait = ending() ? poll_interval : stop_.remaining(poll_interval);
    if (::poll(waits.data(), waits.size(), static_cast<int>(wait.count())) < 0 && errno != EINTR) {
      return from_errno(errno, options_.argv.front(), "wait for");
    }
    return waits[3].revents != 0;
  }

  void send_input() {
    if (!input_.valid() || input_left_.empty()) return;
    const ssize_t sent = retry(
        [&] { return ::send(input_.get(), input_left_.data(), input_left_.size(), MSG_NOSIGNAL | MSG_DONTWAIT); });
    if (sent >= 0) input_left_.remove_prefix(static_cast<std::size_t>(sent));
    if (sent < 0 && errno != EAGAIN) input_left_ = {};  // it does not want to read it
  }

  // Reads one piece, so that a program that never stops writing does not keep us from looking at the clock. False
  // where there is none.
  bool take_piece(Stream& stream) {
    std::array<char, 65536> buffer;
    if (!stream.fd.valid()) return false;
    const ssize_t got = retry([&] { return ::read(stream.fd.get(), buffer.data(), buffer.size()); });
    if (got < 0 && errno == EAGAIN) return false;
    if (got <= 0) {
      stream.fd.reset();
      return false;
    }
    keep(stream, std::string_view(buffer.data(), static_cast<std::size_t>(got)));
    return true;
  }

  void keep(Stream& stream, std::string_view piece) {
    const std::uint64_t room = options_.max_output_bytes - stream.kept->size();
    const bool wanted = wanted_;  // also while it takes itself down: its last words may tell how that went
    if (piece.size() > room) {
      output_.cut = true;
      wanted_ = false;
      piece = piece.substr(0, static_cast<std::size_t>(room));
    }
    *stream.kept += piece;
    if (piece.empty() || !wanted || stream.sink == nullptr || !*stream.sink) return;
    if (!(*stream.sink)(piece)) wanted_ = false;
  }

  // What the pipe still holds once the program has ended. Bounded, because a program that left its group may go on
  // writing.
  void take_rest(Stream& stream) {
    constexpr int max_pieces = 64;
    for (int i = 0; i < max_pieces && take_piece(stream); ++i) {
    }
  }

  Result<ProcessOutput> finish(Child& child) {
    siginfo_t info = {};
    if (child.reap(&info) != 0) return reaped_by_others(options_.argv.front());
    if (info.si_code == CLD_EXITED) {
      output_.exit_status = info.si_status;
    } else {
      output_.signal = info.si_status;
    }
    return std::move(output_);
  }

  const ProcessOptions& options_;
  const StopConditions& stop_;
  Fd input_;
  std::string_view input_left_;
  ProcessOutput output_;
  std::array<Stream, 2> streams_;
  bool wanted_ = true;  // false once it wrote too much, or the sink has seen enough
  Status stopped_;
  std::optional<Steady::time_point> kill_at_;  // set once it is to end
};

}  // namespace

Result<ProcessOutput> run_process(const ProcessOptions& options, const OutputSink& sink, const StopConditions& stop) {
  GRIT_ASSIGN_OR_RETURN(const std::string executable, executable_of(options));
  const std::string& program = options.argv.front();
  GRIT_RETURN_IF_ERROR(stop.check());
  struct stat folder;
  if (!options.directory.empty() && (::stat(options.directory.c_str(), &folder) != 0 || !S_ISDIR(folder.st_mode))) {
    return Status(Code::not_found,
                  "the folder " + shown(options.directory) + " to run " + shown(program) + " in does not exist");
  }
  Pipe input;
  if (options.grace > milliseconds{0}) {
    GRIT_ASSIGN_OR_RETURN(input, make_input_socket(program));
  } else {
    GRIT_ASSIGN_OR_RETURN(input.read, make_input_file(program, options.input));
  }
  GRIT_ASSIGN_OR_RETURN(Pipe out, make_pipe(program));
  GRIT_ASSIGN_OR_RETURN(Pipe err, make_pipe(program));
  SpawnSetup setup;
  if (const int error = setup.prepare(options.directory, input.read.get(), out.write.get(), err.write.get());
      error != 0) {
    return from_errno(error, program, "run");
  }
  pid_t pid = -1;
  if (const int error = setup.spawn(pid, executable, options); error != 0) return from_errno(error, program, "run");
  Child child(pid);
  if (child.pidfd() < 0 && errno == ESRCH) return reaped_by_others(program);
  if (child.pidfd() < 0) return from_errno(errno, program, "wait for");
  // The program's ends: as long as we hold them too, nothing would ever be at its end.
  input.read.reset();
  out.write.reset();
  err.write.reset();
  return Session(options, sink, stop, {std::move(input.write), std::move(out.read), std::move(err.read)}).run(child);
}

std::string find_program(std::string_view program) {
  if (program.empty()) return {};
  if (program.find('/') != std::string_view::npos) {
    std::string path(program);
    return is_program(path) ? path : std::string();
  }
  const char* path_variable = std::getenv("PATH");
  return path_variable != nullptr ? find_in(path_variable, program) : std::string();
}

}  // namespace grit::port
