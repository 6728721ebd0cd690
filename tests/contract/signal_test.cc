// What every Signal promises.
#include <doctest/doctest.h>
#include <grit/retrieve.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "retrieve_project.h"

namespace grit::contract {
namespace {

using retrieve::Evidence;
using retrieve::Place;
using retrieve::Query;
using retrieve::Signal;

std::vector<Query> queries() {
  const std::string bytes = [] {
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
    return all;
  }();
  return {
      retrieve::analyse("age validation accepts zero in users"),
      retrieve::analyse(
          "  File \"/srv/src/users.py\", line 3, in is_adult\n  File \"src/validation.py\", line 2, in is_valid_age"),
      retrieve::analyse("年龄 age возраст"),
      retrieve::analyse(bytes, bytes),
      retrieve::analyse(""),
  };
}

std::set<Place> places_of(index::SymbolStore& store) {
  std::set<Place> places;
  CHECK(store.files({}, [&](const index::FileRecord& file) { return places.insert({file.path, ""}).second; }).ok());
  CHECK(store.symbols({}, [&](const index::Symbol& s) { return places.insert({s.path, s.qualified}).second; }).ok());
  return places;
}

std::vector<Evidence> sorted(std::vector<Evidence> evidence) {
  std::ranges::sort(evidence, {}, &Evidence::place);
  return evidence;
}

void check_evidence(const std::vector<Evidence>& evidence, const std::set<Place>& known) {
  std::set<Place> seen;
  for (const Evidence& one : evidence) {
    CAPTURE(one.place.path);
    CAPTURE(one.place.symbol);
    CHECK(one.score >= 0);
    CHECK(one.score <= 1);
    CHECK_FALSE(one.reason.empty());
    CHECK(known.contains(one.place));
    CHECK(seen.insert(one.place).second);  // at most one per place
  }
}

void check_scores(Signal& signal) {
  RetrieveProject project;
  const std::set<Place> known = places_of(project.store);
  // What an earlier signal may have said, so that signals that spread have something to spread from.
  const std::vector<std::vector<Evidence>> earlier = {{{{"src/validation.py", "is_valid_age"}, 1.0, "words"}}};
  bool said_anything = false;
  for (const Query& query : queries()) {
    const retrieve::SignalInput input{query, project.store, project.files, earlier, {}};
    const auto first = signal.score(input);
    REQUIRE(first.has_value());
    check_evidence(*first, known);
    said_anything = said_anything || !first->empty();
    const auto second = signal.score(input);
    REQUIRE(second.has_value());
    const auto a = sorted(*first);
    const auto b = sorted(*second);
    CHECK(std::ranges::equal(a, b, [](const Evidence& x, const Evidence& y) {
      return x.place == y.place && x.score == y.score && x.reason == y.reason;
    }));
  }
  CHECK(said_anything);
}

void check_failures(Signal& signal) {
  RetrieveProject project;
  const Query query = queries()[1];
  const std::vector<std::vector<Evidence>> earlier;
  StopConditions cancelled;
  cancelled.cancel.cancel();
  StopConditions late;
  late.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  FailingStore broken;
  const auto code_of = [&](index::SymbolStore& store, const StopConditions& stop) {
    const auto result = signal.score({query, store, project.files, earlier, stop});
    return result.has_value() ? Code::ok : result.error().code();
  };
  CHECK(code_of(project.store, cancelled) == Code::cancelled);
  CHECK(code_of(project.store, late) == Code::timeout);
  CHECK(code_of(broken, {}) == Code::corrupt);
  testing::MemoryStore empty;
  const auto nothing = signal.score({query, empty, project.files, earlier, {}});
  REQUIRE(nothing.has_value());
  CHECK(nothing->empty());
}

TEST_CASE("signals: every classic signal keeps the contract") {
  const std::vector<std::string> names = {"keyword_symbol",    "keyword_path", "keyword_content", "lexical_overlap",
                                          "structural_spread", "recency",      "traceback"};
  const std::vector<double> weights = {0.8, 0.4, 0.6, 0.9, 0.5, 0.3, 1.0};
  const auto signals = retrieve::classic_signals();
  REQUIRE(signals.size() == names.size());
  for (std::size_t i = 0; i < signals.size(); ++i) {
    CAPTURE(names[i]);
    CHECK(signals[i]->name() == names[i]);
    CHECK(signals[i]->default_weight() == weights[i]);
    check_scores(*signals[i]);
    check_failures(*signals[i]);
  }
}

}  // namespace
}  // namespace grit::contract
