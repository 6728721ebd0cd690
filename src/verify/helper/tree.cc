#include "tree.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include <dirent.h>
#include <poll.h>
#include <sys/wait.h>

#include "kernel.h"

namespace grit::sandbox {
namespace {

using Clock = std::chrono::steady_clock;

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

// The beginning of a small file; empty when the process it tells of has gone.
std::string read_start(const std::string& path) {
  const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return {};
  std::array<char, 4096> bytes;
  const ssize_t size = read(file.get(), bytes.data(), bytes.size());
  return size > 0 ? std::string(bytes.data(), static_cast<std::size_t>(size)) : std::string();
}

template <class Visit>
void for_each_process(Visit visit) {
  const std::unique_ptr<DIR, CloseFolder> folder(opendir("/proc"));
  if (!folder) return;
  while (const dirent* entry = readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    pid_t id = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (error == std::errc() && end == name.data() + name.size()) visit(id);
  }
}

// "PID (NAME) STATE PARENT …"; the name may hold anything, also blanks and brackets.
bool read_process(pid_t id, Process& out) {
  const std::string text = read_start("/proc/" + std::to_string(id) + "/stat");
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos || name_end + 4 >= text.size()) return false;
  out.id = id;
  out.state = text[name_end + 2];
  const char* begin = text.data() + name_end + 4;
  return std::from_chars(begin, text.data() + text.size(), out.parent).ec == std::errc();
}

void reap() {
  while (waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

bool has_children() {
  siginfo_t info{};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

// Stops them one and all before any is killed: a process that stands still cannot fork, and it keeps its place in the
// process limit, so that others cannot fork in its stead.
void stop_descendants() {
  constexpr int kRounds = 50;
  for (int round = 0; round < kRounds; ++round) {
    bool running = false;
    for (const Process& process : descendants()) {
      if (std::string_view("TtZXx").find(process.state) != std::string_view::npos) continue;
      running = kill(process.id, SIGSTOP) == 0 || running;
    }
    if (!running) return;
    (void)poll(nullptr, 0, 1);
  }
}

}  // namespace

std::vector<Process> descendants() {
  std::vector<Process> all;
  for_each_process([&all](pid_t id) {
    Process process;
    if (read_process(id, process)) all.push_back(process);
  });
  std::vector<Process> found;
  std::vector<pid_t> above = {getpid()};
  while (!above.empty()) {
    const pid_t parent = above.back();
    above.pop_back();
    for (const Process& process : all) {
      if (process.parent != parent) continue;
      found.push_back(process);
      above.push_back(process.id);
    }
  }
  return found;
}

std::uint64_t private_memory(const std::vector<Process>& processes) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::uint64_t pages = 0;
  for (const Process& process : processes) {
    const std::string text = read_start("/proc/" + std::to_string(process.id) + "/statm");
    unsigned long long size = 0, resident = 0, shared = 0;
    if (std::sscanf(text.c_str(), "%llu %llu %llu", &size, &resident, &shared) != 3) continue;
    pages += resident - std::min(resident, shared);
  }
  return pages * page;
}

bool end_descendants(std::chrono::milliseconds limit) {
  const Clock::time_point deadline = Clock::now() + limit;
  reap();
  while (has_children()) {
    if (Clock::now() > deadline) return false;
    stop_descendants();
    for (const Process& process : descendants()) (void)kill(process.id, SIGKILL);
    (void)poll(nullptr, 0, 1);
    reap();
  }
  return true;
}

std::uint64_t count_threads_of(uid_t user) {
  std::uint64_t count = 0;
  for_each_process([&](pid_t id) {
    const std::string text = read_start("/proc/" + std::to_string(id) + "/status");
    const std::size_t owner = text.find("\nUid:");
    const std::size_t threads = text.find("\nThreads:");
    if (owner == std::string::npos || threads == std::string::npos) return;
    unsigned long real = 0, number = 0;
    if (std::sscanf(text.c_str() + owner, "\nUid: %lu", &real) == 1 && real == user &&
        std::sscanf(text.c_str() + threads, "\nThreads: %lu", &number) == 1) {
      count += number;
    }
  });
  return count;
}

}  // namespace grit::sandbox
