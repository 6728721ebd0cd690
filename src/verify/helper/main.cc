// grit-sandbox: runs one command so that nothing of it survives or reaches outside. Started by libgrit, which a host
// has loaded and which therefore must not fork, reap children or change signals itself. See sandbox_protocol.h.
#include <array>
#include <csignal>
#include <cstdio>
#include <string>

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "supervise.h"

namespace {

bool read_request(std::string& bytes) {
  std::array<char, 65536> piece;
  while (!grit::verify::is_whole_request(bytes)) {
    const ssize_t size = read(0, piece.data(), piece.size());
    if (size <= 0 || bytes.size() > grit::verify::kMaxRequestBytes) return false;
    bytes.append(piece.data(), static_cast<std::size_t>(size));
  }
  return true;
}

// What the host had open by accident must not reach the command, and a name on it must not hold a pipe of ours.
void close_inherited() { (void)syscall(SYS_close_range, 3U, ~0U, 0U); }

}  // namespace

int main() {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  (void)signal(SIGPIPE, SIG_IGN);
  close_inherited();
  std::string bytes;
  const auto request = read_request(bytes) ? grit::verify::decode_request(bytes) : std::nullopt;
  if (!request) {
    std::fputs("grit-sandbox is started by libgrit and reads its request from standard input\n", stderr);
    return 2;
  }
  grit::sandbox::supervise(*request);
  return 0;
}
