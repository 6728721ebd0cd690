#include "run.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <optional>

#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "base/try.h"

#include "kernel.h"
#include "records.h"
#include "tree.h"

namespace grit::sandbox {
namespace {

using verify::Ending;
using verify::FrameKind;
using verify::SandboxReport;
using verify::SandboxRequest;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kSetUpLimit{10};
constexpr std::chrono::seconds kEndLimit{5};
constexpr std::size_t kPiece = 65536;

struct Pipe {
  Fd out, in;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return failed("pipe");
  return Pipe{Fd(ends[0]), Fd(ends[1])};
}

// As fork, with new namespaces for the child.
pid_t clone_process(unsigned long namespaces) {
  return static_cast<pid_t>(syscall(SYS_clone, namespaces | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

// One attempt to run the command, from the first process to the death of the last.
class Run {
 public:
  Run(const SandboxRequest& request, Mode mode, const Identity& identity, Outgoing& outgoing)
      : request_(request), mode_(mode), identity_(identity), outgoing_(outgoing) {}

  // Why the command could not be given this mode; ok when it ran, or failed by itself.
  Status run(SandboxReport& report) {
    Status started = start();
    if (started.ok()) follow();
    end();
    take_output();
    if (started.ok() && !ready_ && !stopped_ && set_up_failure_.empty()) set_up_failure_ = "setting up ended early";
    if (started.ok() && !set_up_failure_.empty()) started = Status(Code::unavailable, set_up_failure_);
    fill(report);
    return started;
  }

 private:
  Status start() {
    GRIT_ASSIGN_OR_RETURN(Pipe control, make_pipe());
    GRIT_ASSIGN_OR_RETURN(Pipe records, make_pipe());
    GRIT_ASSIGN_OR_RETURN(Pipe output, make_pipe());
    constexpr unsigned long kNamespaces =
        CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    init_ = clone_process(mode_ == Mode::namespaces ? kNamespaces : 0);
    if (init_ < 0) return failed("cannot make namespaces");
    if (init_ == 0) {
      control.in.reset();
      run_init(request_, mode_, identity_, {std::move(control.out), std::move(records.in), std::move(output.in)});
    }
    control_ = std::move(control.in);
    records_ = std::move(records.out);
    output_ = std::move(output.out);
    if (mode_ == Mode::namespaces) GRIT_RETURN_IF_ERROR(map_identity(init_, identity_));
    (void)prctl(PR_SET_DUMPABLE, 0);
    (void)fcntl(output_.get(), F_SETFL, O_NONBLOCK);
    deadline_ = Clock::now() + kSetUpLimit;
    return write(control_.get(), "s", 1) == 1 ? Status() : failed("cannot start");
  }

  // Until the processes inside have closed their records, which they do by ending.
  void follow() {
    while (records_.valid()) {
      std::array<pollfd, 4> waits = {pollfd{control_.valid() ? 0 : -1, POLLIN, 0}, pollfd{records_.get(), POLLIN, 0},
                                     pollfd{output_.get(), POLLIN, 0},
                                     pollfd{host_reads_ ? 1 : -1, outgoing_.empty() ? short{0} : short{POLLOUT}, 0}};
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
      (void)poll(waits.data(), waits.size(), static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1000)));
      if (waits[3].revents != 0 && !outgoing_.write_some()) host_reads_ = false;
      if ((waits[3].revents & POLLERR) != 0) host_reads_ = false;
      if (waits[1].revents != 0) take_records();
      if (waits[2].revents != 0) take_output();
      if ((waits[0].revents != 0 && host_has_gone()) || !host_reads_) stop(Ending::cancelled);
      if (Clock::now() < deadline_) continue;
      if (stopped_) return;
      if (!ready_) set_up_failure_ = "setting up took more than 10 seconds";
      stop(Ending::wall_limit);
    }
  }

  static bool host_has_gone() {
    std::array<char, 256> ignored;
    return read(0, ignored.data(), ignored.size()) <= 0;
  }

  void stop(Ending why) {
    if (stopped_) return;
    stopped_ = why;
    deadline_ = Clock::now() + 2 * kEndLimit;
    end_run();
  }

  void end_run() {
    control_.reset();
    if (mode_ == Mode::namespaces && init_ > 0) (void)kill(init_, SIGKILL);
  }

  void end() {
    end_run();
    if (init_ <= 0) return;
    const Fd handle(static_cast<int>(syscall(SYS_pidfd_open, init_, 0)));
    pollfd wait{handle.get(), POLLIN, 0};
    const std::chrono::milliseconds limit = kEndLimit;
    if (handle.valid()) (void)poll(&wait, 1, static_cast<int>(limit.count()));
    all_ended_ = end_descendants(kEndLimit);
  }

  void take_records() {
    std::array<char, 4096> piece;
    const ssize_t size = read(records_.get(), piece.data(), piece.size());
    if (size <= 0) return records_.reset();
    record_bytes_.append(piece.data(), static_cast<std::size_t>(size));
    for (std::size_t end = record_bytes_.find('\n'); end != std::string::npos; end = record_bytes_.find('\n')) {
      take_record(static_cast<Record>(record_bytes_[0]), record_bytes_.substr(1, end - 1));
      record_bytes_.erase(0, end + 1);
    }
  }

  void take_record(Record record, const std::string& text) {
    switch (record) {
      case Record::mechanism:
        protection_.mechanisms.push_back(text);
        break;
      case Record::gap:
        protection_.gaps.push_back(text);
        break;
      case Record::set_up_failed:
        set_up_failure_ = text;
        break;
      case Record::not_run:
        not_run_ = text;
        break;
      case Record::limit:
        limit_ = text;
        break;
      case Record::ended:
        ended_ = text;
        finished_at_ = Clock::now();
        break;
      case Record::ready:
        ready_ = true;
        started_at_ = Clock::now();
        deadline_ = started_at_ + std::chrono::milliseconds(static_cast<std::int64_t>(request_.limits.wall_s * 1000));
        break;
    }
  }

  // What is there now, up to more than a pipe holds; more than may be kept ends the run.
  void take_output() {
    std::array<char, kPiece> piece;
    for (int round = 0; round < 32 && output_.valid(); ++round) {
      const ssize_t size = read(output_.get(), piece.data(), piece.size());
      if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) return output_.reset();
      if (size < 0) return;
      const std::uint64_t left = request_.limits.output_bytes - output_bytes_;
      const auto kept = std::min(static_cast<std::uint64_t>(size), left);
      if (kept > 0) outgoing_.add(FrameKind::output, {piece.data(), static_cast<std::size_t>(kept)});
      output_bytes_ += kept;
      if (kept < static_cast<std::uint64_t>(size)) {
        output_cut_ = true;
        stop(Ending::output_limit);
      }
    }
  }

  void fill(SandboxReport& report) {
    classify(report);
    report.output_cut = output_cut_;
    const Clock::time_point finished = ended_.empty() ? Clock::now() : finished_at_;
    report.seconds = ready_ ? std::chrono::duration<double>(finished - started_at_).count() : 0;
    if (!all_ended_) protection_.gaps.push_back("a process of the command could not be ended");
    report.protection = protection_;
  }

  void classify(SandboxReport& report) {
    int code = 0, status = 0;
    long cpu_ms = 0;
    const bool ended = std::sscanf(ended_.c_str(), "%d %d %ld", &code, &status, &cpu_ms) == 3;
    report.ending = Ending::signalled;
    report.status = ended ? status : SIGKILL;  // no record: process 1 was killed, as the kernel does without memory
    if (!not_run_.empty() || !set_up_failure_.empty()) {
      report.ending = Ending::not_started;
      report.error = not_run_.empty() ? set_up_failure_ : not_run_;
    } else if (stopped_) {
      report.ending = *stopped_;
    } else if (!limit_.empty()) {
      report.ending = limit_ == "disk_limit" ? Ending::disk_limit : Ending::memory_limit;
    } else if (ended && code == 0) {
      report.ending = Ending::exited;
    } else if (status == SIGXFSZ) {
      report.ending = Ending::disk_limit;
    } else if (status == SIGXCPU || (status == SIGKILL && cpu_ms / 1000 >= static_cast<long>(request_.limits.cpu_s))) {
      report.ending = Ending::cpu_limit;
    }
  }

  const SandboxRequest& request_;
  const Mode mode_;
  const Identity identity_;
  Outgoing& outgoing_;
  pid_t init_ = -1;
  Fd control_, records_, output_;
  bool host_reads_ = true, ready_ = false, output_cut_ = false, all_ended_ = true;
  Clock::time_point deadline_{}, started_at_{}, finished_at_{};
  std::optional<Ending> stopped_;
  std::uint64_t output_bytes_ = 0;
  std::string record_bytes_, set_up_failure_, not_run_, limit_, ended_;
  verify::Protection protection_;
};

}  // namespace

bool Outgoing::write_some() {
  const ssize_t size = write(1, waiting_.data(), std::min(waiting_.size(), kPiece));
  if (size > 0) waiting_.erase(0, static_cast<std::size_t>(size));
  return size > 0 || errno == EAGAIN || errno == EINTR;
}

Status run_once(const SandboxRequest& request, Mode mode, const Identity& identity, Outgoing& outgoing,
                SandboxReport& report) {
  return Run(request, mode, identity, outgoing).run(report);
}

}  // namespace grit::sandbox
