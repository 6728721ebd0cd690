// Runs over fakes: every stop, and what a run does on its way there.
#include <doctest/doctest.h>

#include <grit/testing.h>

#include "run.h"
#include "support/temporary_folder.h"

using namespace grit;
using loop::Stop;

namespace {

constexpr const char* kShop =
    "FREE_FROM = 5000\n\n\ndef delivery_cost(subtotal):\n    if subtotal > FREE_FROM:\n        return 0\n    return "
    "499\n";
constexpr const char* kRight =
    "```python\ndef delivery_cost(subtotal):\n    if subtotal >= FREE_FROM:\n        return 0\n    return 499\n```";
constexpr const char* kWrong =
    "```python\ndef delivery_cost(subtotal):\n    if subtotal > FREE_FROM + 1:\n        return 0\n    return 499\n```";
constexpr const char* kSame =
    "```python\ndef delivery_cost(subtotal):\n    if subtotal > FREE_FROM:\n        return 0\n    return 499\n```";

// Keeps every event's type.
class Types final : public loop::EventSink {
 public:
  Status on_event(const loop::Event& event) override {
    if (event.type == fail_on) return Status(Code::callback, "the sink is full");
    types.push_back(event.type);
    return {};
  }
  std::vector<std::string> types;
  std::string fail_on;
};

// A project with one function, a reproducing check and a guard; the check passes where ">=" stands in the file.
struct Bench {
  testing::MemoryFileSystem files;
  testing::MemoryStore store;
  testing::FakeClock clock;
  loop::Config config;
  loop::Places places;
  loop::FixOptions options;
  Types types;
  model::Recording recording;
  StopConditions stop;
  test::TemporaryFolder folder;
  std::function<verify::Verdict(const verify::Check&, const verify::Candidate&)> judge;
  int checks_run = 0;

  Bench() {
    files.put("shop.py", kShop);
    index::FileRecord file;
    file.path = "shop.py";
    file.language = "python";
    file.hash = ContentHash::of(kShop);
    file.size = std::string_view(kShop).size();
    file.lines = 7;
    file.symbols = 1;
    store.add(file);
    index::Symbol symbol;
    symbol.path = "shop.py";
    symbol.name = symbol.qualified = "delivery_cost";
    symbol.kind = index::SymbolKind::function;
    symbol.range = {18, file.size - 1};
    symbol.inner = symbol.range;
    symbol.lines = {4, 7};
    store.add(symbol);
    config.checks.push_back({"ticket", {"python3", "check.py"}, verify::Role::reproduces, {"check.py"}, "exit"});
    config.checks.push_back({"suite", {"python3", "suite.py"}, verify::Role::guards, {}, "exit"});
    places.root = folder.path();
    places.journal = folder.path() + "/journal";
    options.ticket = "delivery cost is charged at 5000";
    judge = [](const verify::Check& check, const verify::Candidate& candidate) {
      verify::Verdict verdict;
      const auto changed = candidate.changed.find("shop.py");
      const std::string bytes = changed == candidate.changed.end() ? kShop : changed->second;
      const bool right = bytes.find(">=") != std::string::npos;
      verdict.outcome = check.role == verify::Role::guards || right ? verify::Outcome::pass : verify::Outcome::fail;
      verdict.reason = right ? "exit status 0" : "exit status 1";
      verdict.feedback = "FAIL delivery_cost(5000)\n  got:      499\n  expected: 0\n";
      return verdict;
    };
  }

  void answers(std::initializer_list<const char*> replies) {
    for (const char* reply : replies) {
      model::Exchange exchange;
      exchange.reply = reply;
      recording.exchanges.push_back(exchange);
    }
  }

  loop::FixReport run() {
    auto model = model::scripted_backend(recording);
    testing::ScriptedVerifier verifier([&](const verify::Check& check, const verify::Candidate& candidate) {
      ++checks_run;
      return judge(check, candidate);
    });
    const auto signals = retrieve::classic_signals();
    const auto ranker = retrieve::classic_ranker();
    const auto gates = edit::default_gates();
    std::vector<std::unique_ptr<loop::Strategy>> strategies;
    strategies.push_back(loop::whole_function());
    loop::Deps deps;
    deps.files = &files;
    deps.store = &store;
    deps.model = model.get();
    deps.verifier = &verifier;
    deps.clock = &clock;
    deps.signals = signals;
    deps.ranker = ranker.get();
    deps.gates = gates;
    deps.strategies = strategies;
    deps.events = {&types};
    auto report = loop::run_fix(deps, config, places, options, stop);
    REQUIRE(report);
    return std::move(*report);
  }

  std::string tree() { return files.read("shop.py", 1 << 20).value().bytes; }
};

}  // namespace

TEST_CASE("a right answer is checked, committed and reported") {
  Bench bench;
  bench.answers({kRight});
  const auto report = bench.run();
  CAPTURE(report.reason);
  CHECK(report.stop == Stop::accepted);
  CHECK(report.accepted);
  CHECK(report.committed);
  CHECK(bench.tree().find("subtotal >= FREE_FROM") != std::string::npos);
  CHECK(report.patch.find("-    if subtotal > FREE_FROM:\n+    if subtotal >= FREE_FROM:\n") != std::string::npos);
  CHECK(report.verdicts.size() == 2);
  REQUIRE(report.steps.size() == 1);
  CHECK(report.steps[0].outcome == "accepted");
  CHECK(bench.types.types.front() == "run.started");
  CHECK(bench.types.types.back() == "run.stopped");
}

TEST_CASE("a dry run leaves the tree alone") {
  Bench bench;
  bench.answers({kRight});
  bench.options.dry_run = true;
  const auto report = bench.run();
  CHECK(report.accepted);
  CHECK_FALSE(report.committed);
  CHECK_FALSE(report.patch.empty());
  CHECK(bench.tree() == kShop);
}

TEST_CASE("a failing check's output starts the next attempt") {
  Bench bench;
  bench.answers({kWrong, kRight});
  const auto report = bench.run();
  CHECK(report.accepted);
  REQUIRE(report.steps.size() == 2);
  CHECK(report.steps[0].outcome == "check_failed");
  CHECK(report.steps[1].outcome == "accepted");
}

TEST_CASE("the same edit is not checked twice, and attempts end") {
  Bench bench;
  bench.answers({kWrong, kWrong});
  const auto report = bench.run();
  CHECK(report.stop == Stop::attempts_exhausted);
  REQUIRE(report.steps.size() == 2);
  CHECK(report.steps[1].outcome == "repeated");
  CHECK(bench.checks_run == 3);  // two before, one after
  CHECK(bench.tree() == kShop);
}

TEST_CASE("an unchanged answer is no_change") {
  Bench bench;
  bench.answers({kSame});
  const auto report = bench.run();
  CHECK(report.stop == Stop::no_change);
  REQUIRE(report.steps.size() == 1);
  CHECK(report.steps[0].outcome == "unchanged");
}

TEST_CASE("an answer cut by the token limit is never applied") {
  Bench bench;
  bench.answers({kRight, kRight});
  bench.recording.exchanges[0].finish_reason = "length";
  bench.recording.exchanges[1].finish_reason = "length";
  const auto report = bench.run();
  CHECK_FALSE(report.accepted);
  CHECK(report.steps[0].detail == "truncated");
  CHECK(bench.tree() == kShop);
}

TEST_CASE("already done: the reproducing check passes before") {
  Bench bench;
  bench.judge = [](const verify::Check&, const verify::Candidate&) {
    verify::Verdict verdict;
    verdict.outcome = verify::Outcome::pass;
    return verdict;
  };
  const auto report = bench.run();
  CHECK(report.stop == Stop::already_done);
  CHECK(loop::exit_status(report.stop) == 0);
  CHECK(report.steps.empty());
}

TEST_CASE("a guard that fails before anything is changed cannot judge") {
  Bench bench;
  bench.judge = [](const verify::Check&, const verify::Candidate&) {
    verify::Verdict verdict;
    verdict.outcome = verify::Outcome::fail;
    return verdict;
  };
  const auto report = bench.run();
  CHECK(report.stop == Stop::check_unavailable);
  CHECK(report.reason.find("'suite'") != std::string::npos);
}

TEST_CASE("guards alone: shown, and committed only when the host says so") {
  for (const bool accept : {false, true}) {
    Bench bench;
    bench.config.checks.erase(bench.config.checks.begin());
    bench.options.accept_unreproduced = accept;
    bench.answers({kRight});
    const auto report = bench.run();
    CHECK(report.stop == (accept ? Stop::accepted : Stop::not_reproduced));
    CHECK_FALSE(report.patch.empty());
    CHECK((bench.tree() == kShop) == !accept);
  }
}

TEST_CASE("verdicts that are no judgement end the run") {
  struct Row {
    verify::Outcome outcome;
    Stop stop;
    int exit_status;
  };
  for (const Row& row : {Row{verify::Outcome::unverified, Stop::unverified, 4},
                         Row{verify::Outcome::unavailable, Stop::check_unavailable, 1}}) {
    Bench bench;
    bench.judge = [&](const verify::Check&, const verify::Candidate&) {
      verify::Verdict verdict;
      verdict.outcome = row.outcome;
      verdict.reason = "why";
      return verdict;
    };
    const auto report = bench.run();
    CHECK(report.stop == row.stop);
    CHECK(loop::exit_status(report.stop) == row.exit_status);
  }
}

TEST_CASE("the model's failure ends the run, the tree as it was") {
  Bench bench;
  const auto report = bench.run();  // no exchange recorded
  CHECK(report.stop == Stop::model_error);
  CHECK(loop::exit_status(report.stop) == 5);
  CHECK(bench.tree() == kShop);
}

TEST_CASE("budgets: steps, time, cancel") {
  SUBCASE("steps") {
    Bench bench;
    bench.config.budget.max_steps = 1;
    bench.answers({kWrong, kRight});
    CHECK(bench.run().stop == Stop::step_limit);
  }
  SUBCASE("time") {
    Bench bench;
    bench.stop = StopConditions{}.within(std::chrono::milliseconds(0));
    bench.answers({kRight});
    CHECK(bench.run().stop == Stop::time_limit);
  }
  SUBCASE("cancel") {
    Bench bench;
    bench.answers({kRight});
    bench.stop.cancel.cancel();
    const auto report = bench.run();
    CHECK(report.stop == Stop::cancelled);
    CHECK(loop::exit_status(report.stop) == 130);
  }
}

TEST_CASE("the file changes while the model thinks: nothing is lost") {
  Bench bench;
  bench.answers({kRight});
  bench.judge = [&, plain = bench.judge](const verify::Check& check, const verify::Candidate& candidate) {
    if (!candidate.changed.empty()) bench.files.put("shop.py", "# the user's own edit\n");
    return plain(check, candidate);
  };
  const auto report = bench.run();
  CHECK(report.stop == Stop::tree_changed);
  CHECK(loop::exit_status(report.stop) == 7);
  CHECK(bench.tree() == "# the user's own edit\n");
}

TEST_CASE("what may be edited") {
  SUBCASE("outside of editable") {
    Bench bench;
    bench.config.editable = {"other/**"};
    CHECK(bench.run().stop == Stop::permission_denied);
  }
  SUBCASE("a file of the verifier") {
    Bench bench;
    bench.config.checks[0].verifier = {"*.py"};
    CHECK(bench.run().stop == Stop::permission_denied);
  }
  SUBCASE("nothing fits") {
    Bench bench;
    bench.options.ticket = "zzz";
    bench.judge = [](const verify::Check& check, const verify::Candidate&) {
      verify::Verdict verdict;
      verdict.outcome = check.role == verify::Role::guards ? verify::Outcome::pass : verify::Outcome::fail;
      return verdict;
    };
    CHECK(bench.run().stop == Stop::no_candidate);
  }
}

TEST_CASE("a prompt that cannot fit the window is refused with the numbers") {
  Bench bench;
  bench.recording.model.context_tokens = 300;
  bench.answers({kRight});
  const auto report = bench.run();
  CHECK(report.stop == Stop::model_error);
  CHECK(report.reason.find("the window is 300") != std::string::npos);
  CHECK(report.verdicts.size() == 2);
}

TEST_CASE("a sink that fails ends the run as host_error") {
  Bench bench;
  bench.answers({kRight});
  bench.types.fail_on = "model.done";
  const auto report = bench.run();
  CHECK(report.stop == Stop::host_error);
  CHECK(bench.tree() == kShop);
}

TEST_CASE("a check that is not configured is an error before anything runs") {
  Bench bench;
  bench.options.checks = {"nosuch"};
  const std::vector<std::string> names = {"nosuch"};
  const auto chosen = loop::select_checks(bench.config, names);
  REQUIRE_FALSE(chosen);
  CHECK(chosen.error().code() == Code::configuration);
  CHECK(chosen.error().message() == "check 'nosuch' is not in harness.toml; it has: ticket, suite");
}

TEST_CASE("the nearest AGENTS.md is the one that counts") {
  testing::MemoryFileSystem files;
  files.put("AGENTS.md", "root\n");
  files.put("a/b/AGENTS.md", "near\n");
  CHECK(loop::instructions_for(files, "a/b/c.py") == "near\n");
  CHECK(loop::instructions_for(files, "a/c.py") == "root\n");
  CHECK(loop::instructions_for(files, "c.py") == "root\n");
}
