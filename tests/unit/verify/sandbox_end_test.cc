// The end of a run: nothing of it is left, however it ends and whoever is killed.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "support/ordinary_user.h"
#include "support/sandbox_case.h"

namespace grit::verify {
namespace {

using std::chrono::milliseconds;
using test::SandboxCase;

// Ends at once and leaves three behind: in a session of its own, forked twice, deaf to SIGTERM.
constexpr const char* kLeavesDaemons =
    "import os, signal, sys, time\n"
    "for way in range(3):\n"
    "  if os.fork() == 0:\n"
    "    if way > 0: os.setsid()\n"
    "    if way > 1 and os.fork() != 0: os._exit(0)\n"
    "    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    "    signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    "    os.closerange(0, 64)\n"
    "    time.sleep(60)\n"
    "    os._exit(0)\n"
    "time.sleep(0.1)\n";

// The same, and stays.
const std::string kStays = std::string(kLeavesDaemons) + "print('up', flush=True)\ntime.sleep(60)\n";

template <class Body>
void at_both_levels(Body body) {
  for (const bool full : {true, false}) {
    CAPTURE(full);
    const auto sandbox = full ? test::full_sandbox() : test::degraded_sandbox();
    REQUIRE(sandbox);
    body(*sandbox);
  }
}

}  // namespace

TEST_CASE("daemons end with the command") {
  at_both_levels([](Sandbox& sandbox) {
    SandboxCase one;
    const auto result = one.run(sandbox, kLeavesDaemons);
    REQUIRE(result);
    CHECK(result->ending == Ending::exited);
    CHECK(result->status == 0);
    CHECK(test::processes_with(one.mark()).empty());
    CHECK(one.took_s < 3);
  });
}

TEST_CASE("a cancel ends everything within half a second") {
  at_both_levels([](Sandbox& sandbox) {
    SandboxCase one;
    one.limits.wall_s = 30;
    const StopConditions stop;
    std::chrono::steady_clock::time_point cancelled;
    const auto result = one.run(sandbox, kStays, stop, [&](std::string_view) {
      cancelled = std::chrono::steady_clock::now();
      stop.cancel.cancel();
    });
    const auto took = std::chrono::steady_clock::now() - cancelled;
    REQUIRE_MESSAGE(result, (result ? std::string() : result.error().message()));
    CHECK(result->ending == Ending::cancelled);
    CHECK(result->output.starts_with("up"));  // its line end may be a write of its own, after the cancel
    CHECK(test::processes_with(one.mark()).empty());
    CHECK(std::chrono::duration_cast<milliseconds>(took).count() < 500);
  });
}

TEST_CASE("a cancel before the start runs nothing") {
  at_both_levels([](Sandbox& sandbox) {
    SandboxCase one;
    const StopConditions stop;
    stop.cancel.cancel();
    const auto result = one.run(sandbox, "open('ran', 'w')", stop);
    REQUIRE_FALSE(result);
    CHECK(result.error().code() == Code::cancelled);
    CHECK_FALSE(std::filesystem::exists(one.project() + "/ran"));
  });
}

TEST_CASE("the deadline of the caller is a wall limit") {
  at_both_levels([](Sandbox& sandbox) {
    SandboxCase one;
    one.limits.wall_s = 30;
    const auto result = one.run(sandbox, kStays, StopConditions().within(milliseconds(600)));
    REQUIRE(result);
    CHECK(result->ending == Ending::wall_limit);
    CHECK(test::processes_with(one.mark()).empty());
    CHECK(one.took_s < 1.6);
  });
}

TEST_CASE("the helper is killed: the run fails and nothing is left") {
  for (const bool full : {true, false}) {
    CAPTURE(full);
    SandboxCase one;
    one.limits.wall_s = 30;
    const std::string helper = test::shared_helper(one.base());
    const auto sandbox = full ? test::full_sandbox(helper) : test::degraded_sandbox(helper);
    REQUIRE(sandbox);
    const auto result = one.run(*sandbox, kStays, {}, [&](std::string_view) {
      // The first is the outermost, the other goes by itself. The output may come in two pieces: by the second nobody
      // is there.
      const auto alive = test::processes_with(helper);
      if (!alive.empty()) kill(alive.front(), SIGKILL);
    });
    REQUIRE_FALSE(result);
    CHECK(result.error().code() == Code::internal);
    // One second is promised; the rest is for a machine that is busy with other tests.
    CHECK(test::all_gone(one.mark(), milliseconds(3000)));
    CHECK(test::all_gone(helper, milliseconds(3000)));
  }
}

TEST_CASE("the host is killed: nothing is left") {
  for (const bool full : {true, false}) {
    CAPTURE(full);
    SandboxCase one;
    one.limits.wall_s = 30;
    const std::string helper = test::shared_helper(one.base());
    const pid_t host = fork();
    if (host == 0) {
      const auto sandbox = full ? test::full_sandbox(helper) : test::degraded_sandbox(helper);
      (void)one.run(*sandbox, kStays, {}, [&](std::string_view) { test::write_text(one.base() + "/up", "x"); });
      _exit(0);
    }
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!std::filesystem::exists(one.base() + "/up") && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(milliseconds(10));
    }
    REQUIRE(std::filesystem::exists(one.base() + "/up"));
    CHECK(test::processes_with(one.mark()).size() >= 4);
    CHECK(test::processes_with(helper).size() >= 2);
    kill(host, SIGKILL);
    waitpid(host, nullptr, 0);
    // One second is promised; the rest is for a machine that is busy with other tests.
    CHECK(test::all_gone(one.mark(), milliseconds(3000)));
    CHECK(test::all_gone(helper, milliseconds(3000)));
  }
}

TEST_CASE("a command does not hold what the host has open") {
  at_both_levels([](Sandbox& sandbox) {
    SandboxCase one;
    const int open_by_accident = open("/etc/passwd", O_RDONLY);  // without O_CLOEXEC
    const auto result = one.run(sandbox, "import os\nprint(sorted(os.listdir('/proc/self/fd'))[:-1])");
    close(open_by_accident);
    REQUIRE(result);
    CHECK(result->output == "['0', '1', '2']\n");
  });
}

TEST_CASE("several runs at once do not meet") {
  at_both_levels([](Sandbox& sandbox) {
    std::vector<std::thread> threads;
    std::array<std::string, 4> outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      threads.emplace_back([&, i] {
        SandboxCase one;
        const auto result = one.run(sandbox,
                                    "import os, time\nopen('mine', 'w').close()\ntime.sleep(0.2)\n"
                                    "print(sorted(os.listdir('.')))");
        outputs[i] = result ? result->output : result.error().message();
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const std::string& output : outputs) CHECK(output == "['attack.py', 'mine']\n");
  });
}

}  // namespace grit::verify
