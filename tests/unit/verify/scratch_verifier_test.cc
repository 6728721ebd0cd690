// Checks on candidates, from the project on disk to the verdict.
#include <doctest/doctest.h>

#include <algorithm>
#include <thread>

#include "port/process.h"

#include "support/ordinary_user.h"
#include "support/sandbox_case.h"

namespace grit::verify {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWrong = "def cost(subtotal):\n    return 0 if subtotal > 5000 else 499\n";
constexpr const char* kRight = "def cost(subtotal):\n    return 0 if subtotal >= 5000 else 499\n";
constexpr const char* kJudge =
    "import os, sys\n"
    "sys.path.insert(0, os.getcwd())\n"
    "from shipping import cost\n"
    "got = cost(5000)\n"
    "if got != 0:\n"
    "    print(f'FAIL cost(5000)\\n  got:      {got}\\n  expected: 0')\n"
    "    sys.exit(1)\n"
    "print('1 case passes')\n";

// A small project with a check, a sandbox and a verifier.
struct Shop {
  test::TemporaryFolder base;
  std::string root = base.path() + "/shop";
  std::string scratch = base.path() + "/scratch";
  std::unique_ptr<Sandbox> sandbox = test::full_sandbox();
  std::unique_ptr<Verifier> verifier;
  Check check;
  Candidate candidate;
  VerifyOptions options;

  Shop() {
    REQUIRE(sandbox);
    fs::permissions(base.path(), fs::perms(0755));
    use(std::move(sandbox));
    put("shipping.py", kWrong);
    put("checks/check.py", kJudge);
    check.name = "ticket";
    check.argv = {"/usr/bin/python3", "checks/check.py"};
    check.role = Role::reproduces;
    check.verifier = {"checks/**"};
    candidate.root = root;
    candidate.changed = {{"shipping.py", kRight}};
    options.limits.wall_s = 10;
  }
  void use(std::unique_ptr<Sandbox> other) {
    sandbox = std::move(other);
    verifier = scratch_verifier(*sandbox, scratch);
  }
  void put(const std::string& path, std::string_view text) const { test::write_text(root + "/" + path, text); }
  void judge_with(std::string_view program) const { put("checks/check.py", program); }

  [[nodiscard]] Result<Verdict> try_run(const StopConditions& stop = {}, const OutputSink& sink = {}) {
    auto verdict = verifier->run(check, candidate, options, sink, stop);
    const auto left = fs::exists(scratch) ? fs::directory_iterator(scratch) : fs::directory_iterator();
    for (const auto& entry : left) CHECK(entry.path().filename() == ".lock");
    return verdict;
  }
  Verdict run() {
    auto verdict = try_run();
    REQUIRE_MESSAGE(verdict, (verdict ? std::string() : verdict.error().message()));
    return std::move(verdict).value();
  }
  // Runs and expects this outcome with a reason that holds `told`.
  Verdict expect(Outcome outcome, const std::string& told) {
    Verdict verdict = run();
    CAPTURE(verdict.process.output);
    CAPTURE(verdict.reason);
    CHECK(std::string(outcome_name(verdict.outcome)) == outcome_name(outcome));
    CHECK(verdict.reason.find(told) != std::string::npos);
    return verdict;
  }
};

// The names and contents of everything below a folder.
std::map<std::string, std::string> tree_of(const std::string& root) {
  std::map<std::string, std::string> tree;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    tree[entry.path().string()] = entry.is_regular_file() ? test::read_text(entry.path().string()) : "";
  }
  return tree;
}

}  // namespace

TEST_CASE("a wrong program fails and a right one passes, and the project stays as it was") {
  Shop shop;
  const auto before = tree_of(shop.root);
  const Verdict pass = shop.expect(Outcome::pass, "exit status 0");
  CHECK(pass.process.output == "1 case passes\n");
  CHECK(pass.candidate == std::map<std::string, ContentHash>{{"shipping.py", ContentHash::of(kRight)}});
  CHECK(pass.verifier == std::map<std::string, ContentHash>{{"checks/check.py", ContentHash::of(kJudge)}});
  CHECK(pass.process.protection.level == Level::full);
  CHECK(confirm(pass, shop.candidate.changed).ok());
  shop.candidate.changed.clear();
  const Verdict fail = shop.expect(Outcome::fail, "exit status 1");
  CHECK(fail.feedback == "FAIL cost(5000)\n  got:      499\n  expected: 0\n");
  CHECK(tree_of(shop.root) == before);
}

TEST_CASE("the same at the degraded level, where the host has chosen that") {
  Shop shop;
  shop.use(test::degraded_sandbox());
  shop.options.sandbox = Requirement::best;
  const Verdict pass = shop.expect(Outcome::pass, "exit status 0");
  CHECK(pass.process.protection.level == Level::degraded);
  CHECK_FALSE(pass.process.protection.gaps.empty());
  shop.candidate.changed.clear();
  CHECK(shop.expect(Outcome::fail, "exit status 1").feedback == "FAIL cost(5000)\n  got:      499\n  expected: 0\n");
}

TEST_CASE("with less protection than required nothing runs and the verdict says what to enable") {
  for (const std::vector<std::string>& missing :
       {std::vector<std::string>{"namespaces"}, {"seccomp"}, {"namespaces", "landlock", "seccomp"}}) {
    Shop shop;
    shop.use(test::sandbox_without(missing));
    shop.judge_with("import os\nos.kill(os.getppid(), 9)");
    const Verdict verdict = shop.expect(Outcome::unverified, missing[0]);
    CHECK(verdict.process.ending == Ending::not_started);
    CHECK(verdict.reason.find("requires full") != std::string::npos);
    CHECK_FALSE(confirm(verdict, shop.candidate.changed).ok());
  }
}

TEST_CASE("a sandbox that turns out to offer less than it promised runs nothing, either") {
  // Promises what another one offers.
  struct Boaster final : Sandbox {
    std::unique_ptr<Sandbox> real = test::degraded_sandbox();
    Protection protection() override { return {Level::full, {}, {}}; }
    Result<ProcessResult> run(const Command& command, const Limits& limits, const OutputSink& sink,
                              const StopConditions& stop) override {
      return real->run(command, limits, sink, stop);
    }
  };
  Shop shop;
  shop.use(std::make_unique<Boaster>());
  const Verdict verdict = shop.expect(Outcome::unverified, "degraded");
  CHECK(verdict.process.ending == Ending::not_started);
}

TEST_CASE("what ends at a limit is not a pass, and the limit is told") {
  Shop shop;
  shop.options.limits.wall_s = 0.5;
  shop.judge_with("import time\nprint('begun', flush=True)\ntime.sleep(60)");
  CHECK(shop.expect(Outcome::fail, "wall limit of 0.5 s").process.output == "begun\n");
  shop.options.limits = {};
  shop.options.limits.output_bytes = 1 << 20;
  shop.judge_with("while True: print('x' * 1000)");
  CHECK(shop.expect(Outcome::fail, "output limit of 1 MiB").feedback.size() <= 2000);
  shop.judge_with("import os\nos.abort()");
  shop.expect(Outcome::fail, "signal 6");
}

TEST_CASE("a check whose program is missing is unavailable, not failed") {
  Shop shop;
  shop.check.argv = {"no-such-program"};
  shop.expect(Outcome::unavailable, "no-such-program");
}

TEST_CASE("a check that is written wrongly is an error of the configuration that names the key") {
  Shop shop;
  const auto refuse = [&](const char* key) {
    const auto verdict = shop.try_run();
    REQUIRE_FALSE(verdict);
    CHECK(verdict.error().code() == Code::configuration);
    CHECK(verdict.error().message().find(key) != std::string::npos);
  };
  shop.check.adapter = "guess";
  refuse("checks.ticket.adapter");
  shop.check.adapter = "exit";
  shop.check.verifier = {"cheks/**"};
  refuse("checks.ticket.verifier");
  shop.check.verifier.clear();
  shop.check.argv.clear();
  refuse("checks.ticket.argv");
}

TEST_CASE("a candidate that changes a file that judges it does not pass") {
  for (const char* path : {"checks/check.py", "checks/new.py", "conftest.py", "deep/conftest.py", "pytest.ini",
                           "sitecustomize.py", "usercustomize.py", "evil.pth", "harness.toml"}) {
    Shop shop;
    shop.candidate.changed[path] = "raise SystemExit(0)\n";
    CAPTURE(path);
    const Verdict verdict = shop.expect(Outcome::fail, path);
    CHECK(verdict.process.ending == Ending::not_started);
  }
}

TEST_CASE("a candidate that reaches a judging file by a link does not pass") {
  Shop shop;
  fs::create_symlink("checks/check.py", shop.root + "/innocent.py");
  shop.candidate.changed["innocent.py"] = "raise SystemExit(0)\n";
  shop.expect(Outcome::fail, "checks/check.py");
  CHECK(test::read_text(shop.root + "/checks/check.py") == kJudge);
}

TEST_CASE("a judging file that is a link judges by what it leads to") {
  Shop shop;
  shop.put("lib/impl.py", kJudge);
  fs::remove(shop.root + "/checks/check.py");
  fs::create_symlink("../lib/impl.py", shop.root + "/checks/check.py");
  shop.expect(Outcome::pass, "exit status 0");
  shop.candidate.changed["lib/impl.py"] = "raise SystemExit(0)\n";
  shop.expect(Outcome::fail, "checks/check.py");
}

TEST_CASE("a candidate that leaves the project or touches what is denied is refused") {
  for (const char* path :
       {"../outside.py", "/abs.py", "a/../../x.py", ".git/hooks/x", ".env", ".grit/x", "link/x.py"}) {
    Shop shop;
    fs::create_directory(shop.base.path() + "/elsewhere");
    fs::create_directory_symlink("../elsewhere", shop.root + "/link");
    shop.candidate.changed[path] = "x";
    CAPTURE(path);
    const auto verdict = shop.try_run();
    if (std::string_view(path) == "link/x.py") {
      REQUIRE(verdict);  // the link leads out and is not copied: the file is one of the copy
    } else {
      REQUIRE_FALSE(verdict);
      CHECK(verdict.error().code() == Code::fenced);
    }
    CHECK(fs::is_empty(shop.base.path() + "/elsewhere"));
    CHECK_FALSE(fs::exists(shop.base.path() + "/outside.py"));
  }
}

TEST_CASE("a run that changes what judges it does not pass, even with status 0") {
  const std::vector<std::pair<const char*, const char*>> programs = {
      {"import os\nos.rename('checks', 'old')\nos.mkdir('checks')\nopen('checks/check.py', 'w').write('forged')",
       "checks/check.py"},
      {"open('checks/more.py', 'w').write('x')", "checks/more.py"},
      {"open('conftest.py', 'w').write('x')", "conftest.py"},
      {"open('shipping.py', 'a').write('#')", "shipping.py"},
      {"import os\nos.remove('shipping.py')\nos.symlink('/etc/passwd', 'shipping.py')", "shipping.py"},
      {"import os\nos.remove('shipping.py')\nos.mkfifo('shipping.py')", "shipping.py"},
  };
  for (const auto& [program, told] : programs) {
    Shop shop;
    shop.judge_with(program);
    CAPTURE(program);
    shop.expect(Outcome::fail, std::string("the run changed ") + told);
  }
}

TEST_CASE("a judging file cannot be written in place") {
  Shop shop;
  shop.judge_with("import os\nos.chmod('checks/check.py', 0o644)\nopen('checks/check.py', 'w').write('')");
  CHECK(shop.expect(Outcome::fail, "exit status 1").process.output.find("Read-only file system") != std::string::npos);
  // With modes only it can; then the hash tells.
  shop.use(test::degraded_sandbox());
  shop.options.sandbox = Requirement::best;
  shop.expect(Outcome::fail, "the run changed checks/check.py");
}

TEST_CASE("a failing run that also changes a judging file says so") {
  Shop shop;
  shop.judge_with("open('checks/more.py', 'w').write('x')\nraise SystemExit(1)");
  shop.expect(Outcome::fail, "the run changed checks/more.py");
}

TEST_CASE("secrets are neither in the copy nor in the environment") {
  Shop shop;
  setenv("GRIT_TEST_SECRET", "tell-nobody", 1);
  shop.put(".env", "KEY=tell-nobody");
  shop.put("sub/.env.local", "KEY=tell-nobody");
  shop.put(".git/config", "tell-nobody");
  shop.judge_with(
      "import os\n"
      "assert not any('tell-nobody' in value for value in os.environ.values())\n"
      "for folder, folders, files in os.walk('.'):\n"
      "  for name in folders + files: assert not name.startswith(('.env', '.git')), name\n");
  shop.expect(Outcome::pass, "exit status 0");
  unsetenv("GRIT_TEST_SECRET");
}

TEST_CASE("the environment is the same for everyone") {
  Shop shop;
  setenv("PYTHONPATH", "/somewhere", 1);
  setenv("LC_ALL", "tr_TR.UTF-8", 1);
  shop.judge_with(
      "import os, sys\n"
      "assert os.getcwd() == '/project'\n"
      "assert os.environ['HOME'] == os.environ['TMPDIR'] == '/tmp'\n"
      "assert 'PYTHONPATH' not in os.environ\n"
      "print(hash('x') == hash('x'), os.environ['LC_ALL'], os.environ['TZ'], sys.flags.hash_randomization,\n"
      "      sys.dont_write_bytecode)\n");
  CHECK(shop.expect(Outcome::pass, "").process.output == "True C.UTF-8 UTC 0 True\n");
  unsetenv("PYTHONPATH");
  unsetenv("LC_ALL");
}

TEST_CASE("caches of a check never reach the project, and old ones never reach a check") {
  Shop shop;
  shop.put("__pycache__/shipping.cpython-311.pyc", "stale");
  const auto before = tree_of(shop.root);
  shop.judge_with(
      "import os, py_compile\n"
      "assert not os.path.exists('__pycache__')\n"
      "os.makedirs('.pytest_cache/v')\n"
      "py_compile.compile('shipping.py')\n");
  shop.expect(Outcome::pass, "exit status 0");
  shop.judge_with(kJudge);
  CHECK(tree_of(shop.root).size() == before.size());
}

TEST_CASE("the scratch folder goes, whatever the run made of it") {
  Shop shop;  // try_run() looks
  shop.judge_with(
      "import os\n"
      "os.makedirs('a/b')\nopen('a/b/c', 'w').close()\nos.chmod('a/b', 0)\nos.chmod('a', 0o500)\n"
      "os.symlink('/', 'root')\nos.mkfifo('pipe')\n"
      "for i in range(300):\n  os.mkdir('d')\n  os.chdir('d')\n");
  shop.expect(Outcome::fail, "the run changed ");  // folders that cannot be looked into could hold anything
  shop.judge_with("import os\nos.chmod('.', 0)");
  CHECK(shop.run().process.ending == Ending::exited);
}

TEST_CASE("the lines of the check are not in what a model reads") {
  Shop shop;
  shop.judge_with(
      "import os, sys\n"
      "sys.path.insert(0, os.getcwd())\n"
      "import shipping\n"
      "assert shipping.cost(5000) == 0, 'delivery is free from 5000'\n");
  shop.candidate.changed = {{"shipping.py", "def cost(x):\n    raise KeyError(x)\n"}};
  const Verdict verdict = shop.expect(Outcome::fail, "exit status 1");
  CHECK(verdict.process.output.find("assert shipping.cost") != std::string::npos);
  CHECK(verdict.feedback.find("assert shipping.cost") == std::string::npos);
  CHECK(verdict.feedback.find("File \"checks/check.py\", line 4") != std::string::npos);
  CHECK(verdict.feedback.find("File \"shipping.py\", line 2, in cost\n    raise KeyError(x)") != std::string::npos);
  CHECK(verdict.feedback.find("KeyError: 5000") != std::string::npos);
  CHECK(verdict.feedback.find("/project") == std::string::npos);
}

TEST_CASE("a cancel ends the check as cancelled") {
  Shop shop;
  shop.judge_with("import time\nprint('up', flush=True)\ntime.sleep(60)");
  const StopConditions stop;
  const auto begin = std::chrono::steady_clock::now();
  const auto verdict = shop.try_run(stop, [&](std::string_view) { stop.cancel.cancel(); });
  REQUIRE(verdict);
  CHECK(verdict->outcome == Outcome::cancelled);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
  const auto before = shop.try_run(stop);
  REQUIRE(before);
  CHECK(before->outcome == Outcome::cancelled);
}

TEST_CASE("hashes tell one run from another") {
  Shop shop;
  const Verdict first = shop.run();
  CHECK(shop.run().check_hash == first.check_hash);
  CHECK(shop.run().project == first.project);
  shop.options.limits.cpu_s = 59;
  CHECK(shop.run().check_hash != first.check_hash);
  shop.put("other.py", "x = 1\n");
  CHECK(shop.run().project != first.project);
  const ContentHash with_other = shop.run().project;
  fs::permissions(shop.root + "/other.py", fs::perms(0755));
  CHECK(shop.run().project != with_other);
}

TEST_CASE("a candidate may add files and folders, and keeps the right to run") {
  Shop shop;
  shop.put("run.sh", "#!/bin/sh\nexit 1\n");
  fs::permissions(shop.root + "/run.sh", fs::perms(0755));
  shop.check.argv = {"./run.sh"};
  shop.candidate.changed = {{"run.sh", "#!/bin/sh\ncat new/folder/file\n"}, {"new/folder/file", "found\n"}};
  CHECK(shop.expect(Outcome::pass, "").process.output == "found\n");
}

TEST_CASE("a project beyond the scratch limit is refused") {
  Shop shop;
  shop.options.max_scratch_bytes = 100;
  const auto verdict = shop.try_run();
  REQUIRE_FALSE(verdict);
  CHECK(verdict.error().code() == Code::limit);
}

TEST_CASE("a virtual environment of the project is there, read-only, and its editable packages are the candidate's") {
  Shop shop;
  port::ProcessOptions make;
  make.argv = {"/usr/bin/python3", "-m", "venv", "--without-pip", shop.root + "/.venv"};
  make.environment = {"PATH=/usr/bin:/bin"};
  const auto made = port::run_process(make, {}, {});
  REQUIRE(made);
  REQUIRE_MESSAGE(made->exit_status == 0, made->err);
  std::string packages;
  for (const auto& entry : fs::recursive_directory_iterator(shop.root + "/.venv/lib")) {
    if (entry.path().filename() == "site-packages") packages = entry.path().string();
  }
  test::write_text(packages + "/installed.py", "answer = 42\n");
  test::write_text(packages + "/editable.pth", shop.root + "/src\n");
  shop.put("src/shipping2.py", "def cost(subtotal): return 1\n");
  shop.candidate.changed = {{"src/shipping2.py", "def cost(subtotal): return 2\n"}};
  shop.check.argv = {"python3", "checks/check.py"};
  shop.judge_with(
      "import sys, installed, shipping2\n"
      "print(installed.answer, shipping2.cost(0), sys.prefix != sys.base_prefix)\n"
      "try: open(installed.__file__, 'a')\n"
      "except OSError: print('read-only')\n");
  CHECK(shop.expect(Outcome::pass, "").process.output == "42 2 True\nread-only\n");
  CHECK(test::read_text(packages + "/installed.py") == "answer = 42\n");
}

TEST_CASE("several checks at once do not meet") {
  Shop shop;
  std::vector<std::thread> threads;
  std::array<Outcome, 4> outcomes{};
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    threads.emplace_back([&, i] {
      Candidate candidate = shop.candidate;
      if (i % 2 == 1) candidate.changed.clear();
      const auto verdict = shop.verifier->run(shop.check, candidate, shop.options, {}, {});
      if (verdict) outcomes[i] = verdict->outcome;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(outcomes == std::array<Outcome, 4>{Outcome::pass, Outcome::fail, Outcome::pass, Outcome::fail});
}

TEST_CASE("an ordinary user needs nobody's help") {
  Shop shop;
  const std::string helper = test::shared_helper(shop.base.path());
  fs::permissions(shop.base.path(), fs::perms(0777));
  const std::string told = test::as_ordinary_user([&]() -> std::string {
    const auto sandbox = test::full_sandbox(helper);
    if (!sandbox) return "no sandbox";
    const auto verdict =
        scratch_verifier(*sandbox, shop.base.path() + "/own")->run(shop.check, shop.candidate, shop.options, {}, {});
    return verdict ? std::string(outcome_name(verdict->outcome)) + " " + verdict->reason : verdict.error().message();
  });
  CHECK(told == "pass exit status 0");
}

}  // namespace grit::verify
