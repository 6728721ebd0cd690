#include "supervise.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include "base/try.h"

#include "command.h"
#include "kernel.h"
#include "run.h"

namespace grit::sandbox {
namespace {

using verify::Ending;
using verify::Protection;
using verify::SandboxReport;
using verify::SandboxRequest;

std::string setting(const char* path) {
  std::ifstream file(path);
  std::string value;
  file >> value;
  return value;
}

// Why there are no namespaces, with what to enable where the machine says it.
std::string explain(const std::string& reason) {
  std::string text = "no namespaces (" + reason + ")";
  if (setting("/proc/sys/user/max_user_namespaces") == "0") text += "; set user.max_user_namespaces above 0";
  if (setting("/proc/sys/kernel/unprivileged_userns_clone") == "0")
    text += "; set kernel.unprivileged_userns_clone to 1";
  if (setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1") {
    text +=
        "; give grit-sandbox an AppArmor profile with `userns,`, or set kernel.apparmor_restrict_unprivileged_userns "
        "to 0";
  }
  return text + "; in a container, allow unshare, mount and pivot_root";
}

bool has(const Protection& protection, const char* mechanism) {
  return std::find(protection.mechanisms.begin(), protection.mechanisms.end(), mechanism) !=
         protection.mechanisms.end();
}

// What is open without namespaces, so that nobody takes this level for the other.
void add_plain_gaps(Protection& protection) {
  auto& gaps = protection.gaps;
  gaps.push_back("names and command lines of the machine's processes can be read");
  gaps.push_back("mode, owner and times of the user's files outside can be changed");
  gaps.push_back("verifier files are protected by their mode and by hashing them again");
  gaps.push_back("the process limit counts all processes of the user");
  if (!has(protection, "landlock"))
    gaps.push_back("the user's files outside can be read and written, and processes signalled");
  if (!has(protection, "seccomp")) gaps.push_back("the network can be reached");
}

void set_level(Protection& protection, Mode mode) {
  protection.level = level_of(mode == Mode::namespaces, has(protection, "landlock"), has(protection, "seccomp"));
}

SandboxReport refused(const Status& status) {
  SandboxReport report;
  report.error = status.message();
  return report;
}

class TemporaryFolder {
 public:
  Status make(const std::string& path, const Identity& identity) {
    if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return failed(path);
    path_ = path;
    return give_folder(path, identity);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }

 private:
  std::string path_;
};

SandboxReport run_plain(const SandboxRequest& request, const Identity& identity, Outgoing& outgoing,
                        const std::string& why) {
  TemporaryFolder temporary;
  if (const Status made = temporary.make(temporary_folder(request.command), identity); !made.ok()) return refused(made);
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) return refused(failed("subreaper"));
  SandboxReport report;
  const Status status = run_once(request, Mode::plain, identity, outgoing, report);
  if (!status.ok()) return refused(status);
  report.protection.gaps.insert(report.protection.gaps.begin(), why);
  add_plain_gaps(report.protection);
  set_level(report.protection, Mode::plain);
  return report;
}

SandboxReport run(const SandboxRequest& request, Outgoing& outgoing) {
  const auto identity = choose_identity();
  if (!identity) return refused(identity.error());
  if (const Status given = give_folder(request.command.directory, *identity); !given.ok()) return refused(given);
  if (left_out(request, "namespaces")) return run_plain(request, *identity, outgoing, "namespaces were left out");
  SandboxReport report;
  const Status status = run_once(request, Mode::namespaces, *identity, outgoing, report);
  if (!status.ok()) return run_plain(request, *identity, outgoing, explain(status.message()));
  set_level(report.protection, Mode::namespaces);
  return report;
}

}  // namespace

void supervise(const SandboxRequest& request) {
  (void)fcntl(1, F_SETFL, O_NONBLOCK);
  Outgoing outgoing;
  SandboxReport report = run(request, outgoing);
  auto& mechanisms = report.protection.mechanisms;
  if (report.ending != Ending::not_started) mechanisms.insert(mechanisms.end(), {"wall_limit", "output_limit"});
  std::sort(mechanisms.begin(), mechanisms.end());
  outgoing.add(verify::FrameKind::report, verify::encode_report(report));
  pollfd wait{1, POLLOUT, 0};
  while (!outgoing.empty() && (poll(&wait, 1, -1) < 0 || outgoing.write_some())) {
  }
}

}  // namespace grit::sandbox
