// What the processes inside a run tell the supervisor outside: lines on a pipe that the command itself never holds.
#ifndef GRIT_VERIFY_HELPER_RECORDS_H_
#define GRIT_VERIFY_HELPER_RECORDS_H_

#include <string>
#include <string_view>

#include <unistd.h>

namespace grit::sandbox {

enum class Record : char {
  mechanism = 'm',  // a protection that is active
  gap = 'g',        // one that is not, and why
  set_up_failed = 'f',
  ready = 'r',    // everything is in place; the command starts now
  not_run = 'x',  // the command could not be started
  limit = 'l',    // the name of a limit that was reached
  ended = 'e',    // "CODE STATUS CPU_MS": si_code, exit status or signal, processor time
};

// One write of less than PIPE_BUF, so that lines of two processes never mix.
inline void send_record(int pipe, Record record, std::string_view text) {
  std::string line(1, static_cast<char>(record));
  for (const char byte : text.substr(0, 1024)) line.push_back(byte == '\n' ? ' ' : byte);
  line.push_back('\n');
  // Nothing can be done about a failure: the reader has gone, and the run ends with it.
  [[maybe_unused]] const ssize_t written = write(pipe, line.data(), line.size());
}

}  // namespace grit::sandbox

#endif  // GRIT_VERIFY_HELPER_RECORDS_H_
