// What every Sandbox promises, whatever its level.
#include <doctest/doctest.h>

#include "support/sandbox_case.h"

namespace grit::verify {
namespace {

struct Named {
  std::string name;
  std::unique_ptr<Sandbox> sandbox;
};

std::vector<Named> all_sandboxes() {
  std::vector<Named> all;
  all.push_back({"full", test::full_sandbox()});
  all.push_back({"degraded", test::degraded_sandbox()});
  all.push_back({"none", test::sandbox_without({"namespaces", "landlock", "seccomp"})});
  for (const Named& each : all) REQUIRE_MESSAGE(each.sandbox, "no grit-sandbox");
  return all;
}

template <class Body>
void with_each(Body body) {
  for (const Named& each : all_sandboxes()) {
    CAPTURE(each.name);
    test::SandboxCase one;
    body(*each.sandbox, one);
  }
}

}  // namespace

TEST_CASE("sandbox: what a command wrote, and how it ended") {
  with_each([](Sandbox& sandbox, test::SandboxCase& one) {
    const auto result =
        one.run(sandbox, "import sys\nprint('out')\nprint('err', file=sys.stderr)\nprint('out')\nsys.exit(3)");
    REQUIRE(result);
    CHECK(result->ending == Ending::exited);
    CHECK(result->status == 3);
    CHECK(result->output == "out\nerr\nout\n");
    CHECK_FALSE(result->output_cut);
    CHECK(result->seconds > 0);
    CHECK(result->seconds <= one.took_s);
  });
}

TEST_CASE("sandbox: the level of a run is the level that was found by trying") {
  with_each([](Sandbox& sandbox, test::SandboxCase& one) {
    const Protection found = sandbox.protection();
    const auto result = one.run(sandbox, "pass");
    REQUIRE(result);
    CHECK(result->protection.level == found.level);
    CHECK(result->protection.mechanisms == found.mechanisms);
    CHECK(result->protection.gaps == found.gaps);
    CHECK(found.gaps.empty() == (found.level == Level::full));
  });
}

TEST_CASE("sandbox: the sink gets the output, in order, from the thread that runs the command") {
  with_each([](Sandbox& sandbox, test::SandboxCase& one) {
    std::string seen;
    bool same_thread = true;
    const auto thread = std::this_thread::get_id();
    const auto result = one.run(sandbox, "for i in range(1000): print(i)", {}, [&](std::string_view piece) {
      seen += piece;
      same_thread = same_thread && thread == std::this_thread::get_id();
    });
    REQUIRE(result);
    CHECK(seen == result->output);
    CHECK(same_thread);
  });
}

TEST_CASE("sandbox: only the environment that was given, and a folder for what is temporary") {
  with_each([](Sandbox& sandbox, test::SandboxCase& one) {
    const auto result =
        one.run(sandbox,
                "import os, tempfile\n"
                "print(sorted(os.environ))\n"
                "with tempfile.NamedTemporaryFile() as f: print(f.name.startswith(os.environ['HOME']))\n");
    REQUIRE(result);
    CHECK(result->output == "['HOME', 'LANG', 'PATH', 'PYTHONUNBUFFERED', 'TMPDIR']\nTrue\n");
    CHECK_FALSE(std::filesystem::exists(one.project() + ".tmp"));
  });
}

TEST_CASE("sandbox: the folder of the command is where it starts and can write") {
  with_each([](Sandbox& sandbox, test::SandboxCase& one) {
    const auto result = one.run(sandbox, "open('made', 'w').write('text')");
    REQUIRE(result);
    CHECK(test::read_text(one.project() + "/made") == "text");
  });
}

TEST_CASE("sandbox: limits of time and output, and nothing alive afterwards") {
  with_each([](Sandbox& sandbox, test::SandboxCase& one) {
    one.limits.wall_s = 0.3;
    const std::string daemon =
        "import os, time\nif os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0: time.sleep(60)\n  os._exit(0)\n";
    const auto slow = one.run(sandbox, daemon + "time.sleep(60)");
    REQUIRE(slow);
    CHECK(slow->ending == Ending::wall_limit);
    CHECK(test::processes_with(one.mark()).empty());
    one.limits.wall_s = 10;
    one.limits.output_bytes = 5000;
    const auto loud = one.run(sandbox, daemon + "while True: print('x' * 100)");
    REQUIRE(loud);
    CHECK(loud->ending == Ending::output_limit);
    CHECK(loud->output_cut);
    CHECK(loud->output.size() == 5000);
    CHECK(test::processes_with(one.mark()).empty());
  });
}

TEST_CASE("sandbox: cancelled before and during") {
  with_each([](Sandbox& sandbox, test::SandboxCase& one) {
    const StopConditions stop;
    const auto during = one.run(sandbox, "import time\nprint('up', flush=True)\ntime.sleep(60)", stop,
                                [&](std::string_view) { stop.cancel.cancel(); });
    REQUIRE(during);
    CHECK(during->ending == Ending::cancelled);
    CHECK(test::processes_with(one.mark()).empty());
    const auto before = one.run(sandbox, "pass", stop);
    REQUIRE_FALSE(before);
    CHECK(before.error().code() == Code::cancelled);
  });
}

TEST_CASE("sandbox: a program that is not there is unavailable") {
  with_each([](Sandbox& sandbox, test::SandboxCase& one) {
    Command command;
    command.argv = {"no-such-program"};
    command.directory = one.project();
    command.environment = {"PATH=/usr/bin"};
    const auto result = sandbox.run(command, {}, {}, {});
    REQUIRE_FALSE(result);
    CHECK(result.error().code() == Code::unavailable);
  });
}

TEST_CASE("sandbox: a level above what there is runs nothing") {
  with_each([](Sandbox& sandbox, test::SandboxCase& one) {
    Command command;
    command.argv = {"touch", "ran"};
    command.directory = one.project();
    command.environment = {"PATH=/usr/bin:/bin"};
    command.at_least = Level::full;
    const auto result = sandbox.run(command, {}, {}, {});
    REQUIRE(result);
    const bool full = sandbox.protection().level == Level::full;
    CHECK(result->ending == (full ? Ending::exited : Ending::not_started));
    CHECK(std::filesystem::exists(one.project() + "/ran") == full);
  });
}

}  // namespace grit::verify
