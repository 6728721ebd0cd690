// A folder with a Python program in it, and what became of running it in a sandbox.
#ifndef GRIT_TESTS_SUPPORT_SANDBOX_CASE_H_
#define GRIT_TESTS_SUPPORT_SANDBOX_CASE_H_

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <grit/verify.h>

#include "port/process.h"
#include "verify/open_sandbox.h"

#include "support/temporary_folder.h"

namespace grit::test {

// The helper of this build: CMake puts it beside the test programs, Meson's tests have it in PATH. Empty where there is
// none; every test that needs it then fails.
inline std::string helper_path() {
  const auto beside = std::filesystem::canonical("/proc/self/exe").parent_path() / "grit-sandbox";
  return std::filesystem::exists(beside) ? beside.string() : port::find_program("grit-sandbox");
}

// A copy of it in `folder`: an ordinary user can run it whatever the build folder is, and its processes can be told
// from others by the folder's name in their arguments.
inline std::string shared_helper(const std::string& folder) {
  const std::string copy = folder + "/grit-sandbox";
  std::filesystem::copy_file(helper_path(), copy);
  std::filesystem::permissions(copy, std::filesystem::perms(0755));
  return copy;
}

inline std::unique_ptr<verify::Sandbox> sandbox_without(std::vector<std::string> mechanisms,
                                                        const std::string& helper = helper_path()) {
  auto sandbox = verify::open_sandbox_without(std::move(mechanisms), helper);
  return sandbox ? std::move(sandbox).value() : nullptr;
}

// The two levels that attacks are tried at.
inline std::unique_ptr<verify::Sandbox> full_sandbox(const std::string& helper = helper_path()) {
  return sandbox_without({}, helper);
}
inline std::unique_ptr<verify::Sandbox> degraded_sandbox(const std::string& helper = helper_path()) {
  return sandbox_without({"namespaces"}, helper);
}

// The processes of this machine that were started with `word` among their arguments.
inline std::vector<int> processes_with(std::string_view word) {
  std::vector<int> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos || std::stoi(name) == getpid()) continue;
    if (read_text(entry.path().string() + "/cmdline").find(word) != std::string::npos) found.push_back(std::stoi(name));
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Whether none is left, at the latest after `limit`.
inline bool all_gone(std::string_view word, std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (!processes_with(word).empty()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

// One program and the folder that it may write to. Every process of it has `mark()` among its arguments.
//
// Thread rule: one thread at a time.
class SandboxCase {
 public:
  SandboxCase()
      : project_(base_.path() + "/project"), mark_("mark-" + std::filesystem::path(base_.path()).filename().string()) {
    std::filesystem::create_directory(project_);
    // A command that runs as another user must get through to its folder.
    std::filesystem::permissions(base_.path(), std::filesystem::perms(0755));
    limits.wall_s = 5;
  }

  // Runs `program` with python3 and keeps how long it took.
  Result<verify::ProcessResult> run(verify::Sandbox& sandbox, std::string_view program, const StopConditions& stop = {},
                                    const verify::OutputSink& sink = {}) {
    write_text(project_ + "/attack.py", program);
    verify::Command command;
    command.argv = {"python3", "attack.py", mark_};
    command.directory = project_;
    command.environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "PYTHONUNBUFFERED=1"};
    command.read_only = read_only;
    const auto start = std::chrono::steady_clock::now();
    auto result = sandbox.run(command, limits, sink, stop);
    took_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
  }

  [[nodiscard]] const std::string& base() const { return base_.path(); }
  [[nodiscard]] const std::string& project() const { return project_; }
  [[nodiscard]] const std::string& mark() const { return mark_; }

  verify::Limits limits;
  std::vector<std::string> read_only;
  double took_s = 0;

 private:
  TemporaryFolder base_;
  std::string project_;
  std::string mark_;
};

}  // namespace grit::test

#endif  // GRIT_TESTS_SUPPORT_SANDBOX_CASE_H_
