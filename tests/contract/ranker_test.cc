// What every Ranker promises.
#include <doctest/doctest.h>
#include <grit/retrieve.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "retrieve_project.h"

namespace grit::contract {
namespace {

using retrieve::Candidate;
using retrieve::Evidence;
using retrieve::Place;
using retrieve::Ranker;
using retrieve::Weighed;

std::vector<Weighed> sample_evidence() {
  return {
      {"one", 0.8, {{{"src/users.py", "is_adult"}, 0.3, "a"}, {{"src/validation.py", "is_valid_age"}, 0.6, "b"}}},
      {"two",
       0.1,
       {{{"src/users.py", "is_adult"}, 0.7, "c"}, {{"docs/age.md", ""}, 0.7, "d"}, {{"src/users.py", ""}, 0.7, "e"}}},
      {"silent", 1.0, {}},
  };
}

std::vector<Candidate> rank(const Ranker& ranker, const std::vector<Weighed>& evidence, std::uint32_t top = 0) {
  RetrieveProject project;
  auto ranked = ranker.rank({retrieve::analyse("age"), evidence, project.store, project.files, top, {}});
  if (!ranked) FAIL(ranked.error().message());
  return std::move(ranked->candidates);
}

bool same(const Candidate& a, const Candidate& b) { return a.place == b.place && a.score == b.score; }

void check_order(const Ranker& ranker) {
  std::vector<Weighed> evidence = sample_evidence();
  const auto expected = rank(ranker, evidence);
  CHECK(std::ranges::is_sorted(expected, std::greater<>(), &Candidate::score));
  for (int turn = 0; turn < 3; ++turn) {  // the order of a signal's evidence means nothing
    for (Weighed& signal : evidence) {
      if (!signal.evidence.empty()) std::ranges::rotate(signal.evidence, signal.evidence.begin() + 1);
    }
    CHECK(std::ranges::equal(rank(ranker, evidence), expected, same));
  }
}

void check_candidates(const Ranker& ranker) {
  std::set<Place> said;
  for (const Weighed& signal : sample_evidence()) {
    for (const Evidence& one : signal.evidence) said.insert(one.place);
  }
  const auto ranked = rank(ranker, sample_evidence());
  CHECK(ranked.size() == said.size());
  for (const Candidate& candidate : ranked) {
    CAPTURE(candidate.place.path);
    CHECK(said.erase(candidate.place) == 1);  // each once, and no others
    CHECK(candidate.kind == (candidate.place.symbol.empty() ? "file" : "function"));
    CHECK(candidate.score > 0);
    CHECK_FALSE(candidate.bytes.empty());
    CHECK(candidate.lines.begin >= 1);
    CHECK(candidate.content != ContentHash());
    REQUIRE_FALSE(candidate.signals.empty());
    for (const auto& part : candidate.signals) {
      CHECK((part.signal == "one" || part.signal == "two"));
      CHECK(part.score > 0);
      CHECK_FALSE(part.reason.empty());
    }
  }
}

void check_limits(const Ranker& ranker) {
  const auto all = rank(ranker, sample_evidence());
  const auto two = rank(ranker, sample_evidence(), 2);
  REQUIRE(two.size() == 2);
  CHECK(std::ranges::equal(two, std::span(all).first(2), same));
  CHECK(rank(ranker, {}).empty());
  FailingStore broken;
  RetrieveProject project;
  const auto evidence = sample_evidence();
  const auto result = ranker.rank({retrieve::analyse("age"), evidence, broken, project.files, 0, {}});
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().code() == Code::corrupt);
}

TEST_CASE("rankers: the classic ranker keeps the contract") {
  const auto ranker = retrieve::classic_ranker();
  check_order(*ranker);
  check_candidates(*ranker);
  check_limits(*ranker);
}

}  // namespace
}  // namespace grit::contract
