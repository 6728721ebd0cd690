#include <doctest/doctest.h>

#include <filesystem>

#include "evidence.h"
#include "support/temporary_folder.h"

using grit::Code;
using grit::loop::Event;
using grit::loop::Evidence;

namespace {

Event event(std::uint64_t sequence, const char* type, std::string data) {
  Event e;
  e.sequence = sequence;
  e.type = type;
  e.unix_ms = 1700000000000;
  e.data = std::move(data);
  return e;
}

std::string contents(const std::string& path) {
  return grit::port::read_file(path, 1 << 20).value_or(std::string("?"));
}

struct Run {
  grit::test::TemporaryFolder folder;
  std::unique_ptr<Evidence> evidence;
  std::string path;
  Run() {
    auto made =
        Evidence::create(folder.path(), std::chrono::system_clock::time_point(std::chrono::seconds(1700000000)));
    REQUIRE(made);
    evidence = std::move(*made);
    path = folder.path() + "/" + evidence->id();
  }
};

}  // namespace

TEST_CASE("a run's id begins with its time") {
  Run run;
  CHECK(run.evidence->id().substr(0, 16) == "20231114-221320-");
  CHECK(run.evidence->id().size() == 22);
}

TEST_CASE("events become chained lines, members become files") {
  Run run;
  REQUIRE(run.evidence->on_event(event(1, "run.started", R"({"manifest":{"a":1}})")).ok());
  REQUIRE(run.evidence->on_event(event(2, "x", R"({"manifest":{"b":2},"action":{"n":1}})")).ok());
  Event with_file = event(3, "edit.proposed", R"({"action":{"n":2}})");
  with_file.attachments.push_back({"before/pkg/a.py", "caf\xe9\n"});
  REQUIRE(run.evidence->on_event(with_file).ok());
  REQUIRE(run.evidence->on_event(event(4, "run.stopped", R"({"report":{"stop":"accepted"}})")).ok());

  const std::string trace = contents(run.path + "/trace.jsonl");
  CHECK(std::count(trace.begin(), trace.end(), '\n') == 4);
  CHECK(grit::loop::check_trace(trace).ok());
  CHECK(contents(run.path + "/before/pkg/a.py") == "caf\xe9\n");
  CHECK(trace.find(grit::ContentHash::of("caf\xe9\n").hex()) != std::string::npos);
  const auto manifest = grit::parse_json(contents(run.path + "/manifest.json"));
  REQUIRE(manifest);
  CHECK((*manifest)["a"].as_int() == 1);
  CHECK((*manifest)["b"].as_int() == 2);
  const auto actions = grit::parse_json(contents(run.path + "/actions.json"));
  REQUIRE(actions);
  CHECK(actions->items().size() == 2);
  const auto report = grit::parse_json(contents(run.path + "/report.json"));
  REQUIRE(report);
  CHECK((*report)["stop"].as_string() == "accepted");
}

TEST_CASE("a changed line of the trace is noticed, a torn last line is not held against it") {
  Run run;
  for (std::uint64_t i = 1; i <= 3; ++i) REQUIRE(run.evidence->on_event(event(i, "x", R"({"n":7})")).ok());
  std::string trace = contents(run.path + "/trace.jsonl");
  CHECK(grit::loop::check_trace(trace.substr(0, trace.size() - 5)).ok());
  trace[trace.find("\"n\":7") + 4] = '8';
  const grit::Status status = grit::loop::check_trace(trace);
  CHECK(status.code() == Code::corrupt);
  CHECK(status.message().find("line 1") != std::string::npos);
}

TEST_CASE("progress events are left out") {
  Run run;
  REQUIRE(run.evidence->on_event(event(1, "model.delta", R"({"text":"x"})")).ok());
  REQUIRE(run.evidence->on_event(event(2, "check.output", R"({"text":"x"})")).ok());
  CHECK(contents(run.path + "/trace.jsonl").empty());
}

TEST_CASE("an attachment cannot leave the run's folder") {
  Run run;
  for (const char* name : {"../x", "/x", "a/../../x", "", ".."}) {
    Event e = event(1, "x", "{}");
    e.attachments.push_back({name, "bytes"});
    CAPTURE(name);
    CHECK(run.evidence->on_event(e).code() == Code::internal);
  }
  CHECK(contents(run.path + "/trace.jsonl").empty());
}
