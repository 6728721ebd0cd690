#include "support/traced.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace grit::test {

#if defined(__x86_64__)
namespace {

// What the child leaves for us; in memory that both see, so that telling it costs no system call.
struct Report {
  volatile bool done;
  char said[4096];
};

bool is_counted(long call) {
  switch (call) {
    case SYS_brk:
    case SYS_mmap:
    case SYS_munmap:
    case SYS_mprotect:
    case SYS_madvise:
    case SYS_futex:
    case SYS_sched_yield:
    case SYS_exit_group:
      return false;
    default:
      return true;
  }
}

[[noreturn]] void be_traced(const std::function<std::string()>& body, Report* report) {
  ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  raise(SIGSTOP);  // counting begins behind it
  const std::string said = body();
  std::memcpy(report->said, said.data(), std::min(said.size(), sizeof report->said - 1));
  report->done = true;
  _exit(0);
}

// Follows a stopped child to its end.
class Tracer {
 public:
  Tracer(pid_t child, const Report& report, Disturbance disturbance, TracedRun& run)
      : child_(child), report_(report), disturbance_(disturbance), run_(run) {}

  void follow() {
    int status = wait_for_stop();
    ptrace(PTRACE_SETOPTIONS, child_, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
    long signal = 0;
    while (WIFSTOPPED(status)) {
      ptrace(PTRACE_SYSCALL, child_, nullptr, signal);  // fails where it is dying already; then that is waited for
      status = wait_for_stop();
      const bool at_call = WIFSTOPPED(status) && WSTOPSIG(status) == (SIGTRAP | 0x80);
      signal = at_call || !WIFSTOPPED(status) ? 0 : WSTOPSIG(status);
      if (at_call) inside_ ? at_end() : at_begin();
      if (at_call) inside_ = !inside_;
    }
  }

 private:
  int wait_for_stop() {
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

  void at_begin() {
    user_regs_struct registers = {};
    ptrace(PTRACE_GETREGS, child_, nullptr, &registers);
    const long call = static_cast<long>(registers.orig_rax);
    if (report_.done || !is_counted(call)) return;
    run_.calls.push_back(call);
    if (static_cast<int>(run_.calls.size()) != disturbance_.call) return;
    if (disturbance_.error == 0) {
      run_.killed = true;
      kill(child_, SIGKILL);
      return;
    }
    registers.orig_rax = static_cast<unsigned long long>(-1);  // no such call: it does nothing
    ptrace(PTRACE_SETREGS, child_, nullptr, &registers);
    replacing_ = true;
  }

  void at_end() {
    if (!std::exchange(replacing_, false)) return;
    user_regs_struct registers = {};
    ptrace(PTRACE_GETREGS, child_, nullptr, &registers);
    registers.rax = static_cast<unsigned long long>(-static_cast<long long>(disturbance_.error));
    ptrace(PTRACE_SETREGS, child_, nullptr, &registers);
  }

  const pid_t child_;
  const Report& report_;
  const Disturbance disturbance_;
  TracedRun& run_;
  bool inside_ = false;
  bool replacing_ = false;
};

}  // namespace

TracedRun run_traced(const std::function<std::string()>& body, Disturbance disturbance) {
  TracedRun run;
  void* shared = mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    run.failure = "no shared memory";
    return run;
  }
  auto* report = static_cast<Report*>(shared);
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) be_traced(body, report);
  if (child < 0) {
    run.failure = "no fork";
  } else {
    Tracer(child, *report, disturbance, run).follow();
    run.said = report->said;
    if (!report->done && !run.killed) run.failure = "the child died by itself";
  }
  munmap(shared, sizeof(Report));
  return run;
}

bool no_tracing() {
  static const bool missing = [] {
    const TracedRun run = run_traced([] { return std::to_string(getppid() > 0 ? 1 : 0); }, {});
    return !run.failure.empty() || run.said != "1" || run.calls.empty();
  }();
  if (missing)
    std::fputs("SKIPPED: crashes and faults at each system call, because tracing is not allowed here\n", stderr);
  return missing;
}

#else

TracedRun run_traced(const std::function<std::string()>&, Disturbance) {
  TracedRun run;
  run.failure = "only written for x86-64";
  return run;
}

bool no_tracing() {
  std::fputs("SKIPPED: crashes and faults at each system call, because tracing is only written for x86-64\n", stderr);
  return true;
}

#endif

}  // namespace grit::test
