// Runs code in a child process whose system calls are counted, and stops it at one of them: killed, as by a crash, or
// with an error that the kernel did not make. So a test can try a failure at every point where one can happen.
#ifndef GRIT_TESTS_SUPPORT_TRACED_H_
#define GRIT_TESTS_SUPPORT_TRACED_H_

#include <functional>
#include <string>
#include <vector>

namespace grit::test {

// What to do to one system call. They are numbered from 1; 0 is none of them.
struct Disturbance {
  int call = 0;
  int error = 0;  // the errno that it gives instead of being done; 0: the process is killed instead
};

struct TracedRun {
  std::vector<long> calls;  // the numbers (SYS_…) of the calls of `body` that were begun
  bool killed = false;      // by the disturbance
  std::string said;         // what `body` returned; empty when it did not get so far
  std::string failure;      // why the run itself could not be made
};

// Calls that only ask for memory or order threads are neither counted nor disturbed. Must be called while this process
// has one thread.
[[nodiscard]] TracedRun run_traced(const std::function<std::string()>& body, Disturbance disturbance);

// For doctest::skip: true, and says so on standard error, where child processes cannot be traced.
[[nodiscard]] bool no_tracing();

}  // namespace grit::test

#endif  // GRIT_TESTS_SUPPORT_TRACED_H_
