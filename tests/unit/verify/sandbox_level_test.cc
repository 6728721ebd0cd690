// Which protection there is: with each mechanism missing in turn, as root and as an ordinary user.
#include <doctest/doctest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>

#include "support/ordinary_user.h"
#include "support/sandbox_case.h"

namespace grit::verify {
namespace {

using test::SandboxCase;

bool has(const Protection& protection, const std::string& mechanism) {
  const auto& all = protection.mechanisms;
  return std::find(all.begin(), all.end(), mechanism) != all.end();
}

bool tells(const Protection& protection, const std::string& word) {
  return std::any_of(protection.gaps.begin(), protection.gaps.end(),
                     [&](const std::string& gap) { return gap.find(word) != std::string::npos; });
}

bool write_all(const char* path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  file.close();
  return file.good();
}

// Into a user namespace that may have none below it. For a process that ends after the case.
bool forbid_namespaces() {
  const std::string user = std::to_string(geteuid());
  const std::string group = std::to_string(getegid());
  return prctl(PR_SET_DUMPABLE, 1) == 0 && unshare(CLONE_NEWUSER) == 0 && write_all("/proc/self/setgroups", "deny") &&
         write_all("/proc/self/uid_map", user + " " + user + " 1") &&
         write_all("/proc/self/gid_map", group + " " + group + " 1") &&
         write_all("/proc/sys/user/max_user_namespaces", "0");
}

}  // namespace

TEST_CASE("with everything there is the level is full, and the same is found by trying and in a run") {
  const auto sandbox = test::full_sandbox();
  REQUIRE(sandbox);
  const Protection found = sandbox->protection();
  CHECK(found.level == Level::full);
  CHECK(found.gaps.empty());
  for (const char* mechanism :
       {"user_namespace", "mount_namespace", "pid_namespace", "network_namespace", "ipc_namespace", "file_view",
        "rlimits", "no_new_privs", "seccomp", "memory_watch", "disk_watch", "wall_limit", "output_limit"}) {
    CAPTURE(mechanism);
    CHECK(has(found, mechanism));
  }
  CHECK(has(found, "ordinary_user") == (geteuid() == 0));
  SandboxCase one;
  const auto result = one.run(*sandbox, "pass");
  REQUIRE(result);
  CHECK(result->protection.level == Level::full);
  CHECK(result->protection.mechanisms == found.mechanisms);
}

TEST_CASE("each mechanism that is missing lowers the level and is told") {
  struct Row {
    std::vector<std::string> without;
    Level level;
    std::vector<std::string> told;
  };
  const std::vector<Row> rows = {
      {{"seccomp"}, Level::degraded, {"seccomp"}},
      {{"namespaces"}, Level::degraded, {"namespaces", "mode, owner and times", "command lines"}},
      {{"namespaces", "landlock"}, Level::none, {"namespaces", "landlock", "files outside can be read"}},
      {{"namespaces", "seccomp"}, Level::none, {"namespaces", "seccomp", "network can be reached"}},
      {{"namespaces", "seccomp", "landlock"}, Level::none, {"namespaces", "seccomp", "landlock"}},
  };
  for (const Row& row : rows) {
    const auto sandbox = test::sandbox_without(row.without);
    REQUIRE(sandbox);
    const Protection found = sandbox->protection();
    CAPTURE(row.without.size());
    CHECK(std::string(level_name(found.level)) == level_name(row.level));
    for (const std::string& word : row.told) {
      CAPTURE(word);
      CHECK(tells(found, word));
    }
    for (const std::string& mechanism : row.without) CHECK_FALSE(has(found, mechanism));
    SandboxCase one;
    Command command;
    command.argv = {"touch", "ran"};
    command.directory = one.project();
    command.environment = {"PATH=/usr/bin:/bin"};
    command.at_least = Level::full;
    const auto refused = sandbox->run(command, {}, {}, {});
    REQUIRE(refused);
    CHECK(refused->ending == Ending::not_started);
    CHECK(refused->protection.level == row.level);
    CHECK_FALSE(std::filesystem::exists(one.project() + "/ran"));
    command.at_least = row.level;
    const auto ran = sandbox->run(command, {}, {}, {});
    REQUIRE(ran);
    CHECK(ran->ending == Ending::exited);
    CHECK(std::filesystem::exists(one.project() + "/ran"));
  }
}

TEST_CASE("the attacks are real: without protection they reach what the tests say they must not") {
  const auto sandbox = test::sandbox_without({"namespaces", "landlock", "seccomp"});
  REQUIRE(sandbox);
  SandboxCase one;
  const std::string outside = one.base() + "/outside";
  test::write_text(outside, "secret");
  std::filesystem::permissions(outside, std::filesystem::perms(0666));
  const auto result = one.run(*sandbox, "import os, socket\nprint(open('" + outside + "').read())\nopen('" + outside +
                                            "', 'w').write('changed')\nprint(socket.socket().fileno() > 2)\n"
                                            "os.unshare(0x10000000) if hasattr(os, 'unshare') else None\n");
  REQUIRE(result);
  CHECK(result->output == "secret\nTrue\n");
  CHECK(test::read_text(outside) == "changed");
}

TEST_CASE("where the machine has no user namespaces the level is degraded, and the message says what to set") {
  // As in a container: this process is in a namespace that allows none below it.
  SandboxCase one;
  const std::string helper = test::shared_helper(one.base());
  std::filesystem::permissions(one.base(), std::filesystem::perms(0777));
  const std::string told = test::as_ordinary_user([&]() -> std::string {
    return test::in_child([&]() -> std::string {
      if (!forbid_namespaces()) return "namespaces cannot be forbidden here";
      const auto sandbox = test::sandbox_without({}, helper);
      const Protection found = sandbox->protection();
      const std::string gap = found.gaps.empty() ? "no gap" : found.gaps[0];
      return std::string(level_name(found.level)) + ": " + gap;
    });
  });
  CAPTURE(told);
  CHECK(told.substr(0, 9) == "degraded:");
  CHECK(told.find("user.max_user_namespaces above 0") != std::string::npos);
}

TEST_CASE("as root the command runs as an ordinary user; its folder becomes that user's") {
  if (geteuid() != 0) {
    std::fputs("NOT RUN AS ROOT: the case of a host that is root was not tried\n", stderr);
    return;
  }
  for (const bool full : {true, false}) {
    const auto sandbox = full ? test::full_sandbox() : test::degraded_sandbox();
    REQUIRE(sandbox);
    SandboxCase one;
    test::write_text(one.project() + "/folder/file", "x");
    const auto result =
        one.run(*sandbox, "import os\nprint(os.getuid() != 0, os.getgroups())\nopen('folder/file', 'a').write('y')");
    REQUIRE(result);
    CAPTURE(result->output);
    CHECK(result->output.substr(0, 4) == "True");
    CHECK(test::read_text(one.project() + "/folder/file") == "xy");
    CHECK(has(result->protection, "ordinary_user"));
  }
}

TEST_CASE("an ordinary user gets the full level without anyone's help") {
  SandboxCase one;
  const std::string helper = test::shared_helper(one.base());
  for (const std::string& folder : {one.base(), one.project()}) {
    std::filesystem::permissions(folder, std::filesystem::perms(0777));
  }
  for (const bool full : {true, false}) {
    const std::string told = test::as_ordinary_user([&]() -> std::string {
      const auto sandbox =
          test::sandbox_without(full ? std::vector<std::string>() : std::vector<std::string>{"namespaces"}, helper);
      if (!sandbox) return "no sandbox";
      const auto result = one.run(*sandbox, "import os\nprint(os.getuid())");
      if (!result) return result.error().message();
      return std::string(level_name(result->protection.level)) + " " + result->output;
    });
    const std::string user = std::to_string(geteuid() == 0 ? test::ordinary_user_id : geteuid());
    CHECK(told == (full ? "full " : "degraded ") + user + "\n");
  }
}

TEST_CASE("without a helper there is no sandbox") {
  const auto sandbox = open_sandbox("/nowhere/grit-sandbox");
  REQUIRE_FALSE(sandbox);
  CHECK(sandbox.error().code() == Code::unavailable);
}

TEST_CASE("a command that cannot be right is refused before anything starts") {
  const auto sandbox = test::full_sandbox();
  REQUIRE(sandbox);
  SandboxCase one;
  Command good;
  good.argv = {"true"};
  good.directory = one.project();
  good.environment = {"PATH=/usr/bin:/bin"};
  CHECK(sandbox->run(good, {}, {}, {}));
  const auto refuse = [&](auto change) {
    Command bad = good;
    change(bad);
    const auto result = sandbox->run(bad, {}, {}, {});
    REQUIRE_FALSE(result);
    CHECK(result.error().code() == Code::invalid_argument);
  };
  refuse([](Command& command) { command.argv.clear(); });
  refuse([](Command& command) { command.argv = {""}; });
  refuse([](Command& command) { command.directory = "relative"; });
  refuse([](Command& command) { command.argv.push_back(std::string("a\0b", 3)); });
  refuse([](Command& command) { command.environment.push_back(std::string("A=\0", 3)); });
}

}  // namespace grit::verify
