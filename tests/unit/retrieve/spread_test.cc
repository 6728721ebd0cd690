#include <doctest/doctest.h>

#include "sample_project.h"
#include "signals/signals.h"

namespace grit::retrieve {
namespace {

// a uses b, b uses c, c uses d; e stands alone.
struct Chain : SampleProject {
  Chain() {
    add("a.py", "from b import bee\n\ndef ay():\n    bee()\n")
        .add("b.py", "from c import sea\n\ndef bee():\n    sea()\n")
        .add("c.py", "from d import dee\n\ndef sea():\n    dee()\n")
        .add("d.py", "def dee():\n    pass\n")
        .add("e.py", "def alone():\n    pass\n");
  }
};

std::vector<Evidence> spread_from(SampleProject& project, const std::vector<std::vector<Evidence>>& earlier) {
  return run(*make_structural_spread(), project, analyse("x"), earlier);
}

TEST_CASE("structural_spread goes two edges in both directions") {
  Chain project;
  CHECK(make_structural_spread()->name() == "structural_spread");
  CHECK(make_structural_spread()->default_weight() == 0.5);
  const auto evidence = spread_from(project, {{{{"b.py", "bee"}, 0.8, ""}}});
  CHECK(evidence.size() == 3);
  CHECK(score_of(evidence, "a.py") == 0.5 * 0.8);
  CHECK(score_of(evidence, "c.py") == 0.5 * 0.8);
  CHECK(score_of(evidence, "d.py") == 0.25 * 0.8);
  CHECK(evidence_of(evidence, "a.py")->reason == "uses bee of b.py");
  CHECK(evidence_of(evidence, "c.py")->reason == "b.py uses its sea");
  CHECK(evidence_of(evidence, "d.py")->reason == "two edges from b.py, through c.py");
}

TEST_CASE("structural_spread: a file's best score spreads, and the largest counts") {
  Chain project;
  const auto evidence =
      spread_from(project, {{{{"a.py", "ay"}, 0.2, ""}, {{"d.py", ""}, 0.4, ""}}, {{{"a.py", ""}, 0.6, ""}}});
  CHECK(score_of(evidence, "b.py") == 0.5 * 0.6);   // from a; d would give 0.1
  CHECK(score_of(evidence, "c.py") == 0.5 * 0.4);   // from d; a would give 0.15
  CHECK(evidence_of(evidence, "a.py") == nullptr);  // d is three edges away, and nothing walks back
  CHECK(evidence_of(evidence, "d.py") == nullptr);
}

TEST_CASE("structural_spread: two hops from a stronger file can count more than one from a weaker") {
  Chain project;
  const auto evidence = spread_from(project, {{{{"a.py", ""}, 1.0, ""}, {{"d.py", ""}, 0.4, ""}}});
  CHECK(score_of(evidence, "c.py") == 0.25);
  CHECK(evidence_of(evidence, "c.py")->reason == "two edges from a.py, through b.py");
}

TEST_CASE("structural_spread: neighbours that both were hit spread to each other") {
  Chain project;
  const auto evidence = spread_from(project, {{{{"a.py", ""}, 0.4, ""}, {{"b.py", ""}, 0.8, ""}}});
  CHECK(score_of(evidence, "a.py") == 0.4);
  CHECK(score_of(evidence, "b.py") == 0.2);
}

TEST_CASE("structural_spread begins at the first four signals only, and at files the index knows") {
  Chain project;
  const std::vector<std::vector<Evidence>> earlier = {
      {}, {}, {}, {{{"gone.py", ""}, 1.0, ""}}, {{{"b.py", ""}, 1.0, ""}}};
  CHECK(spread_from(project, earlier).empty());
  CHECK(spread_from(project, {}).empty());
}

TEST_CASE("structural_spread names the heaviest edge") {
  SampleProject project;
  project.add("a.py", "from b import bee, long_snake_name\n\ndef ay():\n    bee()\n    long_snake_name()\n")
      .add("b.py", "def bee(): pass\n\ndef long_snake_name(): pass\n");
  CHECK(evidence_of(spread_from(project, {{{{"b.py", ""}, 1.0, ""}}}), "a.py")->reason ==
        "uses long_snake_name of b.py");
}

TEST_CASE("structural_spread can be cancelled") {
  Chain project;
  StopConditions stop;
  stop.cancel.cancel();
  const Query query = analyse("x");
  const auto result = make_structural_spread()->score({query, project.store, project.files, {}, stop});
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code() == Code::cancelled);
}

}  // namespace
}  // namespace grit::retrieve
