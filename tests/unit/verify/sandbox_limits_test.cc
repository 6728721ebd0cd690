// Programs that take what they can get: each ends at a limit that is kept outside of it, and nothing of it is left.
#include <doctest/doctest.h>

#include "support/sandbox_case.h"

namespace grit::verify {
namespace {

using test::SandboxCase;

struct Attack {
  const char* name;
  const char* program;
  Ending ending;
};

// How the helper takes down a tree, apart from the machine's other load.
constexpr double kEndSeconds = 0.5;

// Each runs at both levels; every process of it is gone when run() returns.
void expect_ending(const Attack& attack, void (*set)(Limits&)) {
  for (const bool full : {true, false}) {
    CAPTURE(attack.name);
    CAPTURE(full);
    const auto sandbox = full ? test::full_sandbox() : test::degraded_sandbox();
    REQUIRE(sandbox);
    SandboxCase one;
    one.limits.wall_s = 10;
    set(one.limits);
    const auto result = one.run(*sandbox, attack.program);
    REQUIRE_MESSAGE(result, (result ? std::string() : result.error().message()));
    CAPTURE(result->output.substr(0, 2000));
    CAPTURE(result->status);
    CHECK(std::string(ending_name(result->ending)) == ending_name(attack.ending));
    CHECK(test::processes_with(one.mark()).empty());
    CHECK(result->protection.level == (full ? Level::full : Level::degraded));
    if (result->ending == Ending::wall_limit) CHECK(one.took_s < one.limits.wall_s + kEndSeconds);
  }
}

}  // namespace

TEST_CASE("what does not end by itself ends at the wall limit") {
  const std::vector<Attack> attacks = {
      {"sleep", "import time\ntime.sleep(60)", Ending::wall_limit},
      {"busy loop", "while True: pass", Ending::wall_limit},
      {"deadlock", "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()", Ending::wall_limit},
      {"closed output", "import os, time\nos.close(1)\nos.close(2)\ntime.sleep(60)", Ending::wall_limit},
      {"stops itself", "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)", Ending::wall_limit},
      {"ignores every signal",
       "import signal, time\n"
       "for number in range(1, 65):\n"
       "  try: signal.signal(number, signal.SIG_IGN)\n"
       "  except (OSError, ValueError): pass\n"
       "time.sleep(60)",
       Ending::wall_limit},
      {"waits for a daemon of its own",
       "import os, time\n"
       "if os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0: time.sleep(60)\n  os._exit(0)\n"
       "time.sleep(60)",
       Ending::wall_limit},
  };
  for (const Attack& attack : attacks) expect_ending(attack, [](Limits& limits) { limits.wall_s = 0.3; });
}

TEST_CASE("processor time is limited for each process") {
  expect_ending({"busy loop", "while True: pass", Ending::cpu_limit}, [](Limits& limits) { limits.cpu_s = 1; });
}

TEST_CASE("memory is limited for all processes together") {
  expect_ending({"endless allocation", "held = []\nwhile True: held.append(bytearray(1 << 20))", Ending::memory_limit},
                [](Limits& limits) { limits.memory_bytes = std::uint64_t{256} << 20; });
  expect_ending({"twelve processes",
                 "import os, time\n"
                 "for _ in range(12):\n"
                 "  if os.fork() == 0:\n    held = bytearray(b'x' * (60 << 20))\n    time.sleep(60)\n"
                 "time.sleep(60)",
                 Ending::memory_limit},
                [](Limits& limits) { limits.memory_bytes = std::uint64_t{256} << 20; });
}

TEST_CASE("addresses are limited, too: one huge block is refused to the program") {
  expect_ending({"one block", "try: bytearray(64 << 30)\nexcept MemoryError: raise SystemExit(0)\nraise SystemExit(1)",
                 Ending::exited},
                [](Limits&) {});
}

TEST_CASE("output is limited, and what is kept is the beginning") {
  const std::vector<Attack> attacks = {
      {"standard output", "while True: print('x' * 1000)", Ending::output_limit},
      {"standard error", "import sys\nwhile True: sys.stderr.write('x' * 1000)", Ending::output_limit},
      {"from a child", "import os\nos.fork()\nwhile True: os.write(2, b'x' * 4096)", Ending::output_limit},
  };
  for (const Attack& attack : attacks) expect_ending(attack, [](Limits& limits) { limits.output_bytes = 100000; });

  const auto sandbox = test::full_sandbox();
  REQUIRE(sandbox);
  SandboxCase one;
  one.limits.output_bytes = 1000;
  const auto result = one.run(*sandbox, "import sys\nsys.stdout.write('a' * 1000)\nsys.stdout.write('b' * 10)");
  REQUIRE(result);
  CHECK(result->output == std::string(1000, 'a'));
  CHECK(result->output_cut);
  CHECK(result->ending == Ending::output_limit);
}

TEST_CASE("output of exactly the limit is whole") {
  const auto sandbox = test::full_sandbox();
  REQUIRE(sandbox);
  SandboxCase one;
  one.limits.output_bytes = 1000;
  const auto result = one.run(*sandbox, "import sys\nsys.stdout.write('a' * 1000)");
  REQUIRE(result);
  CHECK(result->ending == Ending::exited);
  CHECK_FALSE(result->output_cut);
  CHECK(result->output.size() == 1000);
}

TEST_CASE("a file does not grow beyond its limit") {
  expect_ending({"one large file",
                 "import signal\n"
                 "signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
                 "with open('large', 'wb') as f:\n  while True: f.write(b'x' * 65536)",
                 Ending::disk_limit},
                [](Limits& limits) { limits.file_bytes = 1 << 20; });
}

TEST_CASE("all files together do not grow beyond the limit of the folder") {
  const auto set = [](Limits& limits) { limits.scratch_bytes = std::uint64_t{8} << 20; };
  expect_ending({"many files of some size",
                 "i = 0\nwhile True:\n  open(f'file{i}', 'wb').write(b'x' * 65536)\n  i += 1", Ending::disk_limit},
                set);
  expect_ending(
      {"many empty files", "i = 0\nwhile True:\n  open(f'file{i}', 'wb').close()\n  i += 1", Ending::disk_limit}, set);
}

TEST_CASE("memory that looks like files is limited and goes with the run") {
  const auto sandbox = test::full_sandbox();
  REQUIRE(sandbox);
  SandboxCase one;
  one.limits.file_bytes = std::uint64_t{16} << 20;
  const auto result = one.run(*sandbox,
                              "import signal\n"
                              "def fill(folder):\n"
                              "  written = 0\n"
                              "  try:\n"
                              "    for i in range(100000):\n"
                              "      with open(f'{folder}/{i}', 'wb') as f: written += f.write(b'x' * (1 << 20))\n"
                              "  except OSError as error: print(folder, written >> 20, error.errno)\n"
                              "fill('/tmp')\n"
                              "fill('/dev/shm')\n"
                              "fill('/dev')\n");
  REQUIRE(result);
  CHECK(result->output == "/tmp 16 28\n/dev/shm 64 28\n/dev 0 30\n");
}

TEST_CASE("fork bombs end, and so does everything they started") {
  const auto set = [](Limits& limits) {
    limits.wall_s = 0.5;
    limits.processes = 40;
  };
  expect_ending({"exponential", "import os\nwhile True:\n  try: os.fork()\n  except OSError: pass", Ending::wall_limit},
                set);
  expect_ending({"linear",
                 "import os, time\n"
                 "while True:\n  try:\n    if os.fork() == 0: time.sleep(60)\n  except OSError: pass",
                 Ending::wall_limit},
                set);
  expect_ending({"each ends before it can be found",
                 "import os, time\n"
                 "if os.fork() != 0: time.sleep(60)\n"
                 "while True:\n  try:\n    if os.fork() != 0: os._exit(0)\n  except OSError: pass\n",
                 Ending::wall_limit},
                set);
}

TEST_CASE("the number of processes is limited") {
  const auto sandbox = test::full_sandbox();
  REQUIRE(sandbox);
  SandboxCase one;
  one.limits.processes = 10;
  const auto result = one.run(*sandbox,
                              "import os, time\n"
                              "count = 0\n"
                              "try:\n"
                              "  while True:\n"
                              "    if os.fork() == 0: time.sleep(60)\n"
                              "    count += 1\n"
                              "except OSError as error: print(count, error.errno)\n");
  REQUIRE(result);
  CHECK(result->output == "9 11\n");
  CHECK(result->ending == Ending::exited);
}

TEST_CASE("standard input is empty and output is seen as it comes") {
  const auto sandbox = test::full_sandbox();
  REQUIRE(sandbox);
  SandboxCase one;
  std::string seen;
  int pieces = 0;
  const auto result =
      one.run(*sandbox,
              "import sys, time\nprint('one', repr(sys.stdin.read()))\ntime.sleep(0.2)\nprint('two', file=sys.stderr)",
              {}, [&](std::string_view piece) {
                seen += piece;
                ++pieces;
              });
  REQUIRE(result);
  CHECK(seen == "one ''\ntwo\n");
  CHECK(result->output == seen);
  CHECK(pieces >= 2);
  CHECK(result->seconds > 0.19);
}

TEST_CASE("a program that is not there is unavailable, and says which") {
  const auto sandbox = test::full_sandbox();
  REQUIRE(sandbox);
  SandboxCase one;
  Command command;
  command.argv = {"no-such-program"};
  command.directory = one.project();
  command.environment = {"PATH=/usr/bin:/bin"};
  const auto result = sandbox->run(command, {}, {}, {});
  REQUIRE_FALSE(result);
  CHECK(result.error().code() == Code::unavailable);
  CHECK(result.error().message().find("no-such-program") != std::string::npos);
}

TEST_CASE("an exit status and a signal are told apart") {
  const auto sandbox = test::full_sandbox();
  REQUIRE(sandbox);
  SandboxCase one;
  auto result = one.run(*sandbox, "raise SystemExit(9)");
  REQUIRE(result);
  CHECK(result->ending == Ending::exited);
  CHECK(result->status == 9);
  result = one.run(*sandbox, "import os\nos.abort()");
  REQUIRE(result);
  CHECK(result->ending == Ending::signalled);
  CHECK(result->status == 6);
}

}  // namespace grit::verify
