#include "command.h"

#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

#include <sys/prctl.h>
#include <sys/stat.h>

#include "base/try.h"

#include "confine.h"
#include "records.h"
#include "tree.h"

namespace grit::sandbox {
namespace {

using verify::Command;
using verify::Level;
using verify::SandboxRequest;

// Whoever started us may have ignored or blocked signals, and that is inherited.
void reset_signals() {
  for (int number = 1; number <= SIGRTMAX; ++number) (void)signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  (void)sigprocmask(SIG_SETMASK, &none, nullptr);
}

Status set_streams(int output) {
  const Fd null(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!null.valid() || dup2(null.get(), 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0) {
    return failed("cannot set the standard streams");
  }
  return Status();
}

// An optional protection: missing ones are told, and lower the level.
bool try_mechanism(const SandboxRequest& request, int records, const char* name,
                   Status (*apply)(const SandboxRequest&)) {
  if (left_out(request, name)) {
    send_record(records, Record::gap, std::string(name) + " was left out");
    return false;
  }
  const Status status = apply(request);
  send_record(records, status.ok() ? Record::mechanism : Record::gap, status.ok() ? name : status.message());
  return status.ok();
}

Status restrict_plain_files(const SandboxRequest& request) {
  return restrict_files(request.command.read_only, {request.command.directory, temporary_folder(request.command)});
}

// The level that was reached.
Result<Level> confine(const SandboxRequest& request, Mode mode, const Identity& identity, int records) {
  const bool own = mode == Mode::namespaces;
  const bool stays = !own && !identity.changes;
  const uid_t user = stays ? geteuid() : identity.user;
  const gid_t group = stays ? getegid() : identity.group;
  const std::uint64_t counted = !own ? count_threads_of(user) : identity.changes ? 0 : 1;
  GRIT_RETURN_IF_ERROR(set_limits(request.limits, counted + request.limits.processes));
  send_record(records, Record::mechanism, "rlimits");
  GRIT_RETURN_IF_ERROR(drop_privileges(user, group));
  send_record(records, Record::mechanism, "no_new_privs");
  if (identity.changes) send_record(records, Record::mechanism, "ordinary_user");
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);  // after the change of user, which clears it
  const bool landlock = !own && try_mechanism(request, records, "landlock", restrict_plain_files);
  const bool seccomp = try_mechanism(
      request, records, "seccomp",
      own ? [](const SandboxRequest&) { return filter_system_calls(true); }
          : [](const SandboxRequest&) { return filter_system_calls(false); });
  return level_of(own, landlock, seccomp);
}

bool sets(const std::string& variable, std::string_view name) {
  return variable.size() > name.size() && variable.compare(0, name.size(), name) == 0 && variable[name.size()] == '=';
}

std::vector<std::string> environment_of(const Command& command, const std::string& temporary) {
  std::vector<std::string> out;
  for (const std::string& variable : command.environment) {
    if (!sets(variable, "HOME") && !sets(variable, "TMPDIR")) out.push_back(variable);
  }
  out.push_back("HOME=" + temporary);
  out.push_back("TMPDIR=" + temporary);
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (std::string& string : strings) out.push_back(string.data());
  out.push_back(nullptr);
  return out;
}

std::vector<std::string> places_to_look(const std::string& program, const std::vector<std::string>& environment) {
  if (program.find('/') != std::string::npos) return {program};
  std::vector<std::string> out;
  for (const std::string& variable : environment) {
    if (!sets(variable, "PATH")) continue;
    for (std::size_t begin = 5; begin <= variable.size();) {
      const std::size_t end = std::min(variable.find(':', begin), variable.size());
      if (end > begin) out.push_back(variable.substr(begin, end - begin) + "/" + program);
      begin = end + 1;
    }
  }
  return out;
}

// Returns only on failure, with the error that tells most.
Status execute(const Command& command, const std::string& temporary) {
  std::vector<std::string> arguments = command.argv;
  std::vector<std::string> environment = environment_of(command, temporary);
  const std::vector<char*> argv = pointers(arguments);
  const std::vector<char*> envp = pointers(environment);
  int error = ENOENT;
  for (const std::string& path : places_to_look(arguments[0], environment)) {
    (void)execve(path.c_str(), argv.data(), envp.data());
    if (errno != ENOENT && errno != ENOTDIR) error = errno;
  }
  errno = error;
  return failed("cannot run " + arguments[0]);
}

}  // namespace

Level level_of(bool namespaces, bool landlock, bool seccomp) {
  if (namespaces) return seccomp ? Level::full : Level::degraded;
  return landlock && seccomp ? Level::degraded : Level::none;
}

bool left_out(const SandboxRequest& request, std::string_view mechanism) {
  return std::find(request.without.begin(), request.without.end(), mechanism) != request.without.end();
}

void run_command(const SandboxRequest& request, Mode mode, const Identity& identity, int records, int output) {
  const Command& command = request.command;
  const bool own = mode == Mode::namespaces;
  const std::string folder = own ? std::string(verify::kInsideFolder) : command.directory;
  (void)setsid();
  (void)umask(022);
  reset_signals();
  Status status = set_streams(output);
  Result<Level> level = status.ok() ? confine(request, mode, identity, records) : status;
  if (level && chdir(folder.c_str()) != 0) level = failed("cannot enter the folder of the command");
  if (!level) {
    send_record(records, Record::set_up_failed, level.error().message());
    _exit(1);
  }
  send_record(records, Record::ready, "");
  if (command.argv.empty()) _exit(0);
  if (*level < command.at_least) {
    send_record(records, Record::not_run, "the sandbox offers less than is required");
    _exit(1);
  }
  status = execute(command, own ? "/tmp" : temporary_folder(command));
  send_record(records, Record::not_run, status.message());
  _exit(127);
}

}  // namespace grit::sandbox
