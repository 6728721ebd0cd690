#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "port/host_files.h"
#include "port/process.h"
#include "support/ordinary_user.h"
#include "support/temporary_folder.h"

using grit::Code;
using grit::StopConditions;
using grit::port::ProcessOptions;
using grit::port::run_process;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

// Tests may use a shell; the library does not.
ProcessOptions shell(const std::string& script) {
  ProcessOptions options;
  options.argv = {"sh", "-c", script};
  options.environment = {"PATH=/usr/bin:/bin"};
  return options;
}

milliseconds since(steady_clock::time_point begin) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin);
}

// Whether the process whose number a file holds is gone, after up to five seconds.
bool is_gone(const std::string& pid_file) {
  long pid = 0;
  for (int i = 0; i < 500; ++i) {
    std::ifstream(pid_file) >> pid;
    if (pid > 0 && kill(static_cast<pid_t>(pid), 0) != 0) return true;
    std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
    std::string text((std::istreambuf_iterator<char>(status)), std::istreambuf_iterator<char>());
    if (text.find(") Z ") != std::string::npos) return true;  // dead, waiting for whoever adopted it
    std::this_thread::sleep_for(milliseconds(10));
  }
  return false;
}

}  // namespace

TEST_CASE("process: output, errors and exit status come back") {
  ProcessOptions options = shell("echo out; echo err >&2; exit 3");
  const auto done = run_process(options, {}, {});
  REQUIRE(done.has_value());
  CHECK(done->out == "out\n");
  CHECK(done->err == "err\n");
  CHECK(done->exit_status == 3);
  CHECK(done->signal == 0);
  CHECK_FALSE(done->cut);
}

TEST_CASE("process: a signal is told apart from an exit") {
  const auto done = run_process(shell("kill -TERM $$"), {}, {});
  REQUIRE(done.has_value());
  CHECK(done->exit_status == -1);
  CHECK(done->signal == SIGTERM);
}

TEST_CASE("process: arguments, environment and folder are exactly those given") {
  const grit::test::TemporaryFolder folder;
  setenv("GRIT_TEST_SECRET", "leaked", 1);
  ProcessOptions options = shell("printf '%s|' \"$@\"; pwd; env | sort");
  options.argv.insert(options.argv.end(), {"name", "", "a b", "$HOME", "*", "'\"\n"});
  options.environment.push_back("ONLY=this");
  options.directory = folder.path();
  const auto done = run_process(options, {}, {});
  unsetenv("GRIT_TEST_SECRET");
  REQUIRE(done.has_value());
  CHECK(done->out.starts_with("|a b|$HOME|*|'\"\n|" + folder.path() + "\n"));
  CHECK(done->out.find("ONLY=this") != std::string::npos);
  CHECK(done->out.find("leaked") == std::string::npos);
}

TEST_CASE("process: input of any size is read to its end") {
  ProcessOptions options = shell("cat");
  options.max_output_bytes = 4 << 20;
  options.input = std::string(3 << 20, 'x') + std::string("\0y", 2);
  const auto done = run_process(options, {}, {});
  REQUIRE(done.has_value());
  CHECK(done->out == options.input);
  options.input.clear();
  CHECK(run_process(options, {}, {})->out.empty());
  ProcessOptions deaf = shell("exit 0");  // never reads: nobody may be killed by SIGPIPE for it
  deaf.input = std::string(1 << 20, 'x');
  CHECK(run_process(deaf, {}, {})->exit_status == 0);
  deaf.grace = milliseconds(1000);
  CHECK(run_process(deaf, {}, {})->exit_status == 0);
}

TEST_CASE("process: nothing but three descriptors is inherited, and no signal is blocked") {
  const int leak = open("/dev/null", O_RDONLY);  // without O_CLOEXEC, as a careless host would
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const auto done =
      run_process(shell("ls /proc/self/fd | wc -l; grep SigBlk /proc/self/status; kill -TERM $$; sleep 5"), {}, {});
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  close(leak);
  REQUIRE(done.has_value());
  CHECK(done->out.starts_with("4\n"));  // 0, 1, 2 and the folder that ls reads
  CHECK(done->out.find("0000000000000000") != std::string::npos);
  CHECK(done->signal == SIGTERM);
}

TEST_CASE("process: works when the host has closed its own standard streams") {
  const std::string said = grit::test::in_child([] {
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    ProcessOptions options = shell("cat; echo err >&2");
    options.input = "in";
    const auto done = run_process(options, {}, {});
    return done ? done->out + done->err : done.error().message();
  });
  CHECK(said == "inerr\n");
}

TEST_CASE("process: programs are found in the PATH given") {
  ProcessOptions options;
  options.environment = {"PATH=/usr/bin:/bin"};
  const auto code = [&](std::vector<std::string> argv) {
    options.argv = std::move(argv);
    const auto done = run_process(options, {}, {});
    return done ? Code::ok : done.error().code();
  };
  CHECK(code({"true"}) == Code::ok);
  CHECK(code({"/bin/true"}) == Code::ok);
  CHECK(code({"no-such-program-at-all"}) == Code::not_found);
  CHECK(code({"/no/such/program"}) == Code::not_found);
  CHECK(code({"/etc"}) == Code::permission_denied);
  CHECK(code({}) == Code::invalid_argument);
  CHECK(code({""}) == Code::invalid_argument);
  CHECK(code({"true", std::string("a\0b", 3)}) == Code::invalid_argument);
  options.directory = "/no/such/folder";
  CHECK(code({"true"}) == Code::not_found);
  options.directory.clear();
  options.environment = {"PATH=.:relative"};
  CHECK(code({"true"}) == Code::not_found);
  options.environment = {};
  CHECK(code({"true"}) == Code::not_found);
  CHECK(grit::port::find_program("sh").ends_with("/sh"));
  CHECK(grit::port::find_program("/bin/sh") == "/bin/sh");
  CHECK(grit::port::find_program("no-such-program-at-all").empty());
  CHECK(grit::port::find_program("").empty());
}

TEST_CASE("process: a deadline and a cancel end it with its group") {
  const grit::test::TemporaryFolder folder;
  const std::string pid_file = folder.path() + "/pid";
  const ProcessOptions options = shell("trap '' TERM; sleep 60 & echo $! > " + pid_file + "; wait");
  auto begin = steady_clock::now();
  CHECK(run_process(options, {}, StopConditions().within(milliseconds(200))).error().code() == Code::timeout);
  CHECK(since(begin) >= milliseconds(200));
  CHECK(since(begin) < milliseconds(5000));
  CHECK(is_gone(pid_file));
  std::filesystem::remove(pid_file);
  StopConditions stop;
  std::thread cancels([&] {
    std::this_thread::sleep_for(milliseconds(100));
    stop.cancel.cancel();
  });
  begin = steady_clock::now();
  CHECK(run_process(options, {}, stop).error().code() == Code::cancelled);
  cancels.join();
  CHECK(since(begin) < milliseconds(5000));
  CHECK(run_process(options, {}, stop).error().code() == Code::cancelled);  // not even started
}

TEST_CASE("process: what it leaves in its group neither delays nor survives it") {
  const grit::test::TemporaryFolder folder;
  const std::string pid_file = folder.path() + "/pid";
  const auto begin = steady_clock::now();
  const auto done = run_process(shell("sleep 60 & echo $! > " + pid_file + "; echo done"), {}, {});
  REQUIRE(done.has_value());
  CHECK(done->out == "done\n");
  CHECK(done->exit_status == 0);
  CHECK(since(begin) < milliseconds(10'000));
  CHECK(is_gone(pid_file));
}

TEST_CASE("process: one that leaves its group and keeps the pipes cannot hold us") {
  const auto begin = steady_clock::now();
  const auto done = run_process(shell("setsid sh -c 'while :; do echo x; done' & sleep 0.2; echo last"), {}, {});
  REQUIRE(done.has_value());
  CHECK(since(begin) < milliseconds(10'000));
}

TEST_CASE("process: too much output ends it, on either stream") {
  for (const char* stream : {"", " >&2"}) {
    ProcessOptions options = shell(std::string("while :; do echo 0123456789") + stream + "; done");
    options.max_output_bytes = 1000;
    const auto done = run_process(options, {}, {});
    REQUIRE(done.has_value());
    CHECK(done->cut);
    CHECK(done->out.size() + done->err.size() == 1000);
    CHECK(done->signal == SIGKILL);
  }
  ProcessOptions exact = shell("printf 0123456789");
  exact.max_output_bytes = 10;
  CHECK_FALSE(run_process(exact, {}, {})->cut);
  exact.max_output_bytes = 9;
  CHECK(run_process(exact, {}, {})->cut);
}

TEST_CASE("process: the sink sees standard output as it comes and may end it") {
  std::string seen;
  const auto all = run_process(shell("echo one; echo err >&2; sleep 0.2; echo two"),
                               [&](std::string_view piece) {
                                 seen += piece;
                                 return true;
                               },
                               {});
  REQUIRE(all.has_value());
  CHECK(seen == "one\ntwo\n");
  CHECK(all->out == seen);
  int calls = 0;
  const auto ended = run_process(shell("while :; do echo x; done"), [&](std::string_view) { return ++calls < 3; }, {});
  REQUIRE(ended.has_value());
  CHECK(calls == 3);
  CHECK(ended->signal == SIGKILL);
  CHECK_FALSE(ended->cut);
}

TEST_CASE("process: a sink that throws leaves no process behind") {
  const grit::test::TemporaryFolder folder;
  const std::string pid_file = folder.path() + "/pid";
  const auto throws = [](std::string_view) -> bool { throw std::runtime_error("host code"); };
  CHECK_THROWS((void)run_process(shell("echo $$ > " + pid_file + "; echo x; sleep 60"), throws, {}));
  CHECK(is_gone(pid_file));
}

TEST_CASE("process: one with a grace sees the end of its input and may tidy up") {
  ProcessOptions options = shell("cat > /dev/null; echo tidied; exit 5");
  options.grace = milliseconds(5000);
  options.input = "first";
  std::string seen;
  const grit::port::OutputSink sink = [&](std::string_view piece) {
    seen += piece;
    return true;
  };
  auto begin = steady_clock::now();
  const grit::test::TemporaryFolder folder;
  const std::string mark = folder.path() + "/tidied";
  options.argv[2] = "cat > /dev/null; echo yes > " + mark;
  CHECK(run_process(options, sink, StopConditions().within(milliseconds(100))).error().code() == Code::timeout);
  CHECK(since(begin) < milliseconds(4000));
  CHECK(grit::port::read_file(mark, 99).value() == "yes\n");
  // Its input stays open until then.
  options.argv[2] = "read line; echo \"$line\"; exit 5";
  options.input = "hello\n";
  CHECK(run_process(options, sink, {})->exit_status == 5);
  CHECK(seen == "hello\n");
  // One that does not care is killed when the grace is over.
  options.argv[2] = "sleep 60";
  options.grace = milliseconds(200);
  begin = steady_clock::now();
  CHECK(run_process(options, {}, StopConditions().within(milliseconds(100))).error().code() == Code::timeout);
  CHECK(since(begin) >= milliseconds(300));
  CHECK(since(begin) < milliseconds(5000));
}

TEST_CASE("process: a host that ignores SIGCHLD is told why there is no status") {
  const std::string said = grit::test::in_child([] {
    signal(SIGCHLD, SIG_IGN);
    const auto done = run_process(shell("exit 0"), {}, {});
    return std::string(done ? "ok" : grit::code_name(done.error().code()));
  });
  CHECK(said == "unavailable");
}

TEST_CASE("process: many at once from several threads") {
  std::vector<std::thread> threads;
  std::atomic<int> good = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 10; ++round) {
        const std::string word = std::to_string(i * 100 + round);
        const auto done = run_process(shell("echo " + word), {}, {});
        if (done && done->out == word + "\n" && done->exit_status == 0) ++good;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(good == 40);
}
