// Starting programs of this machine without a shell. Used for short helper programs (git is a library; this is for
// ripgrep and the sandbox helper).
#ifndef GRIT_PORT_PROCESS_H_
#define GRIT_PORT_PROCESS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <grit/status.h>
#include <grit/types.h>

namespace grit::port {

struct ProcessOptions {
  std::vector<std::string> argv;             // argv[0] without '/' is looked up in the PATH of `environment`
  std::vector<std::string> environment;      // complete; nothing is inherited
  std::string directory;                     // the working folder; empty: this process's
  std::string input;                         // written to its standard input, which is then closed
  std::uint64_t max_output_bytes = 1 << 20;  // per stream; more ends the process
  // Above zero, for a program that has something to take down itself: standard input stays open until the program is
  // to end (cancel, deadline, too much output), is then closed, and only what is there after this time is killed.
  std::chrono::milliseconds grace{0};
};

struct ProcessOutput {
  int exit_status = -1;  // -1 when a signal ended it
  int signal = 0;
  std::string out;
  std::string err;
  bool cut = false;  // it wrote more than max_output_bytes and was killed
};

// Called with each piece of standard output as it comes; return false to end the process.
using OutputSink = std::function<bool(std::string_view)>;

// Runs a program in a session of its own to its end; on cancel, deadline or too much output kills its process group
// and waits for the program. Uses posix_spawn and a pidfd: no fork in the host, no signal handler, no reaping of
// others. Code::not_found when there is no such program, Code::cancelled, Code::timeout.
[[nodiscard]] Result<ProcessOutput> run_process(const ProcessOptions& options, const OutputSink& sink,
                                                const StopConditions& stop);

// The path of `program` by the PATH of this process; empty where there is none.
[[nodiscard]] std::string find_program(std::string_view program);

}  // namespace grit::port

#endif  // GRIT_PORT_PROCESS_H_
