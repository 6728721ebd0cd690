#include <doctest/doctest.h>

#include <algorithm>

#include "cached_store.h"
#include "sample_project.h"

namespace grit::retrieve {
namespace {

const char* const kValidation =
    "MINIMUM = 0\n"
    "\n"
    "\n"
    "def is_valid_age(age):\n"
    "    \"\"\"Whether the age is accepted.\"\"\"\n"
    "    return age >= MINIMUM\n";

struct Shop : SampleProject {
  Shop() {
    add("src/validation.py", kValidation)
        .add("src/users.py",
             "from validation import is_valid_age\n\n\ndef is_adult(age):\n    return is_valid_age(age) and age > 17\n",
             3)
        .add("README.md", "Checks that an age is valid; zero is not.\n");
  }
};

TEST_CASE("find puts the definition first and explains it") {
  Shop project;
  const FindResult result = find_classic(project, "age validation accepts zero");
  REQUIRE_FALSE(result.candidates.empty());
  const Candidate& best = result.candidates.front();
  CHECK(place_text(best.place) == "src/validation.py::is_valid_age");
  CHECK(best.boosted);
  double sum = 0;
  for (const Contribution& part : best.signals) {
    CHECK_FALSE(part.reason.empty());
    sum += part.weighted;
  }
  CHECK(best.score == 2.0 * sum);
  CHECK(result.stale_paths.empty());
  CHECK(result.bodies.empty());
  CHECK(result.query.tokens.size() == 4);
}

TEST_CASE("find gives as many as asked for and says how many there were") {
  Shop project;
  const FindResult all = find_classic(project, "age validation accepts zero", {.top = 0});
  CHECK(all.candidates.size() == all.considered);
  REQUIRE(all.considered > 2);
  const FindResult two = find_classic(project, "age validation accepts zero", {.top = 2});
  CHECK(two.candidates.size() == 2);
  CHECK(two.considered == all.considered);
  CHECK(two.candidates[1].place == all.candidates[1].place);
}

TEST_CASE("bodies are the bytes of the range, cut at a line end") {
  Shop project;
  const FindResult whole = find_classic(project, "is_valid_age", {.top = 1, .max_body_bytes = 1000});
  REQUIRE(whole.bodies.size() == 1);
  const std::string source = kValidation;
  const std::size_t begin = source.find("def");
  CHECK(whole.bodies[0] == source.substr(begin, source.size() - begin - 1));  // without the last line end
  const FindResult cut = find_classic(project, "is_valid_age", {.top = 1, .max_body_bytes = 40});
  CHECK(cut.bodies[0] == "def is_valid_age(age):\n");
  const FindResult inside = find_classic(project, "is_valid_age", {.top = 1, .max_body_bytes = 5});
  CHECK(inside.bodies[0] == "def i");
}

TEST_CASE("a file that changed, went away or cannot be read is reported and shows no body") {
  const auto stale = [](const auto& spoil) {
    Shop project;
    spoil(project);
    const FindResult result = find_classic(project, "is_valid_age", {.top = 1, .max_body_bytes = 1000});
    CHECK(result.stale_paths == std::vector<std::string>{"src/validation.py"});
    REQUIRE(result.bodies.size() == 1);
    CHECK(result.bodies[0].empty());
  };
  stale([](SampleProject& project) { project.files.put("src/validation.py", "\n" + std::string(kValidation)); });
  stale([](SampleProject& project) {
    REQUIRE(project.files.remove("src/validation.py", ContentHash::of(kValidation)).ok());
  });
  stale([](SampleProject& project) {
    project.files.set_fault([](std::string_view operation, std::string_view path) {
      return operation == "read" && path == "src/validation.py" ? Status(Code::permission_denied, "closed") : Status();
    });
  });
}

TEST_CASE("stale files are reported also when no body is asked for") {
  Shop project;
  project.files.put("src/validation.py", "changed");
  CHECK(find_classic(project, "is_valid_age", {.top = 1}).stale_paths.size() == 1);
}

TEST_CASE("nothing found is no error") {
  Shop project;
  const FindResult result = find_classic(project, "");
  CHECK(result.candidates.size() == 1);  // recency needs no words
  SampleProject empty;
  CHECK(find_classic(empty, "anything at all").candidates.empty());
}

TEST_CASE("the same ticket gives the same answer, twenty times over") {
  const auto text = [](const FindResult& result) {
    std::string all;
    for (const Candidate& candidate : result.candidates) {
      all += place_text(candidate.place) + " " + std::to_string(candidate.score);
      for (const Contribution& part : candidate.signals) all += " | " + part.signal + part.reason;
      all += "\n";
    }
    return all;
  };
  Shop first;
  const std::string expected = text(find_classic(first, "age validation accepts zero", {.top = 0}));
  for (int i = 0; i < 20; ++i) {
    Shop project;
    CHECK(text(find_classic(project, "age validation accepts zero", {.top = 0})) == expected);
  }
}

// Answers what it was made with.
class FixedSignal final : public Signal {
 public:
  FixedSignal(std::string name, Result<std::vector<Evidence>> answer)
      : name_(std::move(name)), answer_(std::move(answer)) {}
  std::string_view name() const override { return name_; }
  double default_weight() const override { return 1.0; }
  Result<std::vector<Evidence>> score(const SignalInput& input) override {
    seen_earlier = input.earlier.size();
    return answer_;
  }
  std::size_t seen_earlier = 99;

 private:
  std::string name_;
  Result<std::vector<Evidence>> answer_;
};

TEST_CASE("a host's own signal takes part, and a failing one is named") {
  Shop project;
  std::vector<std::unique_ptr<Signal>> signals = classic_signals();
  signals.push_back(std::make_unique<FixedSignal>("mine", std::vector<Evidence>{{{"README.md", ""}, 1.0, "because"}}));
  const auto run_find = [&] {
    return find(analyse("x"), signals, *classic_ranker(), project.store, project.files, {}, {});
  };
  const auto result = run_find();
  REQUIRE(result.has_value());
  CHECK(result->candidates.front().place.path == "README.md");
  CHECK(static_cast<FixedSignal&>(*signals.back()).seen_earlier == 7);
  signals.push_back(std::make_unique<FixedSignal>("broken", Status(Code::io, "the disk is gone")));
  const auto failed = run_find();
  REQUIRE_FALSE(failed.has_value());
  CHECK(failed.error().code() == Code::io);
  CHECK(failed.error().message() == "broken: the disk is gone");
}

TEST_CASE("find ends when it is cancelled or late") {
  Shop project;
  const auto signals = classic_signals();
  StopConditions cancelled;
  cancelled.cancel.cancel();
  const auto first = find(analyse("age"), signals, *classic_ranker(), project.store, project.files, {}, cancelled);
  REQUIRE_FALSE(first.has_value());
  CHECK(first.error().code() == Code::cancelled);
  StopConditions late;
  late.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  const auto second = find(analyse("age"), signals, *classic_ranker(), project.store, project.files, {}, late);
  REQUIRE_FALSE(second.has_value());
  CHECK(second.error().code() == Code::timeout);
}

template <class Query, class Visit>
std::vector<std::string> visited(const Query& query, const Visit& visit) {
  std::vector<std::string> seen;
  REQUIRE(visit(query, [&](const auto& item) {
            seen.push_back(item.path);
            if constexpr (requires { item.qualified; }) seen.back() += "::" + item.qualified;
            return true;
          }).ok());
  return seen;
}

TEST_CASE("the cached store answers as the store behind it does") {
  Shop project;
  CachedStore cached(project.store);
  CachedStore small(project.store, 1);  // too small for the project: passes everything on
  index::FileQuery of_path, of_word, recent;
  of_path.path = "src/users.py";
  of_word.word = "age";
  recent.commits_ago_below = 5;
  for (const index::FileQuery& query : {index::FileQuery(), of_path, of_word, recent}) {
    const auto with = [&](auto& store) {
      return visited(query, [&](const auto& q, const index::FileSink& sink) { return store.files(q, sink); });
    };
    CHECK_FALSE(with(project.store).empty());
    CHECK(with(cached) == with(project.store));
    CHECK(with(small) == with(project.store));
  }
  index::SymbolQuery file, name, qualified, substring;
  file.path = "src/validation.py";
  name.name = "is_adult";
  qualified.path = "src/validation.py";
  qualified.qualified = "is_valid_age";
  substring.name_substring = "adult";
  for (const index::SymbolQuery& query : {index::SymbolQuery(), file, name, qualified, substring}) {
    const auto with = [&](auto& store) {
      return visited(query, [&](const auto& q, const index::SymbolSink& sink) { return store.symbols(q, sink); });
    };
    CHECK_FALSE(with(project.store).empty());
    CHECK(with(cached) == with(project.store));
    CHECK(with(small) == with(project.store));
  }
}

TEST_CASE("a visit of the cached store ends when the sink says so") {
  Shop project;
  CachedStore cached(project.store);
  int symbols = 0;
  CHECK(cached.symbols({}, [&](const index::Symbol&) { return ++symbols < 2; }).ok());
  CHECK(symbols == 2);
  int files = 0;
  CHECK(cached.files({}, [&](const index::FileRecord&) { return ++files < 2; }).ok());
  CHECK(files == 2);
}

}  // namespace
}  // namespace grit::retrieve
