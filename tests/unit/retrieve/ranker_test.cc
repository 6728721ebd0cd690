#include <doctest/doctest.h>

#include <algorithm>

#include "sample_project.h"

namespace grit::retrieve {
namespace {

struct Shop : SampleProject {
  Shop() {
    add("b.py", "def second(): pass\n\ndef third(): pass\n").add("a.py", "class First:\n    def go(self): pass\n");
  }
};

std::vector<Candidate> rank(SampleProject& project, std::string_view query, const std::vector<Weighed>& evidence) {
  auto ranked = classic_ranker()->rank({analyse(query), evidence, project.store, project.files, 0, {}});
  if (!ranked) FAIL(ranked.error().message());
  CHECK(ranked->considered == ranked->candidates.size());
  return std::move(ranked->candidates);
}

std::vector<std::string> order(const std::vector<Candidate>& candidates) {
  std::vector<std::string> places;
  for (const Candidate& candidate : candidates) places.push_back(place_text(candidate.place));
  return places;
}

TEST_CASE("each signal is divided by its maximum, weighed and added") {
  Shop project;
  const auto ranked = rank(project, "x",
                           {{"s1", 0.8, {{{"b.py", "second"}, 0.2, "r1"}, {{"b.py", "third"}, 0.1, "r2"}}},
                            {"s2", 0.5, {{{"b.py", "third"}, 1.0, "r3"}}}});
  REQUIRE(order(ranked) == std::vector<std::string>{"b.py::third", "b.py::second"});
  CHECK(ranked[0].score == 0.8 * (0.1 / 0.2) + 0.5);
  CHECK(ranked[1].score == 0.8);
  REQUIRE(ranked[0].signals.size() == 2);
  CHECK(ranked[0].signals[0].signal == "s1");
  CHECK(ranked[0].signals[0].score == 0.1);
  CHECK(ranked[0].signals[0].weighted == 0.4);
  CHECK(ranked[0].signals[0].reason == "r2");
  CHECK(ranked[0].signals[1].weighted == 0.5);
  CHECK_FALSE(ranked[0].boosted);
}

TEST_CASE("a definition of a name with a token of the query in it counts twice") {
  Shop project;
  const auto ranked =
      rank(project, "the second one",
           {{"s", 1.0, {{{"a.py", ""}, 0.9, ""}, {{"b.py", "third"}, 0.9, ""}, {{"b.py", "second"}, 0.5, ""}}}});
  REQUIRE(order(ranked) == std::vector<std::string>{"b.py::second", "b.py::third", "a.py"});
  CHECK(ranked[0].boosted);
  CHECK(ranked[0].score == 2.0 * (0.5 / 0.9));
  CHECK_FALSE(ranked[1].boosted);
}

TEST_CASE("the class around a method gives the method no boost") {
  Shop project;
  const auto ranked = rank(project, "first", {{"s", 1.0, {{{"a.py", "First.go"}, 1.0, ""}}}});
  CHECK_FALSE(ranked.front().boosted);
}

TEST_CASE("ties: symbol before file, then path order, then position") {
  Shop project;
  std::vector<Evidence> evidence;
  for (const Place& place : {Place{"b.py", ""}, Place{"b.py", "third"}, Place{"a.py", ""}, Place{"a.py", "First.go"},
                             Place{"b.py", "second"}, Place{"a.py", "First"}}) {
    evidence.push_back({place, 0.5, ""});
  }
  const std::vector<std::string> expected = {"a.py::First", "a.py::First.go", "b.py::second",
                                             "b.py::third", "a.py",           "b.py"};
  for (int turn = 0; turn < 6; ++turn) {  // the order of evidence means nothing
    std::ranges::rotate(evidence, evidence.begin() + 1);
    CHECK(order(rank(project, "x", {{"s", 1.0, evidence}})) == expected);
  }
}

TEST_CASE("candidates carry what is needed to show and to edit them") {
  Shop project;
  const auto ranked = rank(project, "x", {{"s", 1.0, {{{"a.py", "First.go"}, 1.0, ""}, {{"b.py", ""}, 0.5, ""}}}});
  const std::string a = "class First:\n    def go(self): pass\n";
  CHECK(ranked[0].kind == "method");
  CHECK(ranked[0].bytes.of(a) == "def go(self): pass");
  CHECK(ranked[0].lines == LineRange{2, 2});
  CHECK(ranked[0].signature == "def go(self)");
  CHECK(ranked[0].content == ContentHash::of(a));
  CHECK(ranked[1].kind == "file");
  CHECK(ranked[1].bytes == ByteRange{0, 38});
  CHECK(ranked[1].lines.begin == 1);
}

TEST_CASE("the best of all, and how many there were") {
  Shop project;
  const std::vector<Weighed> evidence = {
      {"s", 1.0, {{{"a.py", ""}, 0.2, ""}, {{"b.py", "third"}, 0.9, ""}, {{"b.py", "second"}, 0.5, ""}}}};
  const auto ranked = classic_ranker()->rank({analyse("x"), evidence, project.store, project.files, 2, {}});
  REQUIRE(ranked.has_value());
  CHECK(order(ranked->candidates) == std::vector<std::string>{"b.py::third", "b.py::second"});
  CHECK(ranked->considered == 3);
}

TEST_CASE("evidence of nothing ranks nothing") {
  Shop project;
  CHECK(rank(project, "x", {}).empty());
  CHECK(rank(project, "x", {{"s", 1.0, {}}}).empty());
  CHECK(rank(project, "x", {{"s", 1.0, {{{"a.py", ""}, 0.0, ""}}}}).empty());
}

TEST_CASE("a signal that answers nonsense is named") {
  Shop project;
  const auto error_of = [&](std::vector<Evidence> evidence) {
    const std::vector<Weighed> weighed = {{"odd", 1.0, std::move(evidence)}};
    const auto ranked = classic_ranker()->rank({analyse("x"), weighed, project.store, project.files, 0, {}});
    REQUIRE_FALSE(ranked.has_value());
    CHECK(ranked.error().code() == Code::callback);
    return ranked.error().message();
  };
  CHECK(error_of({{{"a.py", ""}, 1.5, ""}}) == "signal odd gave a score outside 0 to 1 to a.py");
  CHECK(error_of({{{"a.py", ""}, -0.1, ""}}).find("outside") != std::string::npos);
  CHECK(error_of({{{"a.py", ""}, 0.0 / 0.0 * 1.0, ""}}).find("outside") != std::string::npos);
  CHECK(error_of({{{"a.py", "First"}, 0.5, ""}, {{"a.py", "First"}, 0.4, ""}}) ==
        "signal odd gave two scores to a.py::First");
  CHECK(error_of({{{"a.py", "Nobody"}, 0.5, ""}}) == "signal odd named what the index does not hold: a.py::Nobody");
  CHECK(error_of({{{"z.py", ""}, 0.5, ""}}) == "signal odd named what the index does not hold: z.py");
}

}  // namespace
}  // namespace grit::retrieve
