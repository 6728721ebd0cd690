// What every Verifier promises.
#include <doctest/doctest.h>
#include <grit/testing.h>

#include "support/sandbox_case.h"

namespace grit::verify {
namespace {

// A project whose check passes when `word` holds "right", and prints the word.
struct Shop {
  test::TemporaryFolder base;
  Check check;
  Candidate candidate;
  std::unique_ptr<Sandbox> sandbox = test::full_sandbox();
  std::unique_ptr<Verifier> scratch = scratch_verifier(*sandbox, base.path() + "/scratch");
  testing::ScriptedVerifier scripted{[](const Check&, const Candidate& tried) {
    const auto word = tried.changed.find("word");
    Verdict verdict;
    verdict.outcome = word != tried.changed.end() && word->second == "right" ? Outcome::pass : Outcome::fail;
    verdict.process.ending = Ending::exited;
    verdict.process.status = verdict.outcome == Outcome::pass ? 0 : 1;
    verdict.reason = "exit status " + std::to_string(verdict.process.status);
    verdict.process.output = word != tried.changed.end() ? word->second : "wrong";
    return verdict;
  }};

  Shop() {
    candidate.root = base.path() + "/project";
    test::write_text(candidate.root + "/word", "wrong");
    test::write_text(candidate.root + "/judge.py",
                     "import sys\nword = open('word').read()\nsys.stdout.write(word)\nsys.exit(word != 'right')\n");
    check.name = "word";
    check.argv = {"python3", "judge.py"};
    check.verifier = {"judge.py"};
  }
};

template <class Body>
void with_each(Body body) {
  Shop shop;
  for (Verifier* verifier : {static_cast<Verifier*>(&shop.scripted), shop.scratch.get()}) {
    const bool scripted = verifier == &shop.scripted;
    CAPTURE(scripted);
    body(*verifier, shop);
  }
}

}  // namespace

TEST_CASE("verifier: a pass and a fail, bound to check and candidate") {
  with_each([](Verifier& verifier, Shop& shop) {
    for (const char* word : {"right", "other"}) {
      const bool right = std::string(word) == "right";
      shop.candidate.changed = {{"word", word}};
      const auto verdict = verifier.run(shop.check, shop.candidate, {}, {}, {});
      REQUIRE_MESSAGE(verdict, (verdict ? std::string() : verdict.error().message()));
      CHECK(verdict->check == "word");
      CHECK(verdict->outcome == (right ? Outcome::pass : Outcome::fail));
      CHECK(verdict->reason == (right ? "exit status 0" : "exit status 1"));
      CHECK(verdict->candidate == std::map<std::string, ContentHash>{{"word", ContentHash::of(word)}});
      CHECK(verdict->process.output == word);
      CHECK(confirm(*verdict, shop.candidate.changed).ok() == right);
      CHECK_FALSE(confirm(*verdict, {{"word", "right "}}).ok());
    }
  });
}

TEST_CASE("verifier: the hash of a check is that of everything which decides") {
  Shop shop;
  const auto hash_of = [&](Verifier& verifier, const Check& check, const VerifyOptions& options = {}) {
    const auto verdict = verifier.run(check, shop.candidate, options, {}, {});
    REQUIRE(verdict);
    return verdict->check_hash;
  };
  const ContentHash hash = hash_of(shop.scripted, shop.check);
  CHECK(hash_of(*shop.scratch, shop.check) == hash);
  Check other = shop.check;
  other.argv.push_back("x");
  CHECK(hash_of(shop.scripted, other) != hash);
  other = shop.check;
  other.role = Role::reproduces;
  CHECK(hash_of(shop.scripted, other) != hash);
  other = shop.check;
  other.verifier.push_back("word");
  CHECK(hash_of(shop.scripted, other) != hash);
  VerifyOptions options;
  options.limits.wall_s = 6;
  CHECK(hash_of(shop.scripted, shop.check, options) != hash);
}

TEST_CASE("verifier: the sink gets the output") {
  with_each([](Verifier& verifier, Shop& shop) {
    std::string seen;
    const auto verdict =
        verifier.run(shop.check, shop.candidate, {}, [&](std::string_view piece) { seen += piece; }, {});
    REQUIRE(verdict);
    CHECK(seen == "wrong");
  });
}

TEST_CASE("verifier: a cancel is an outcome, a deadline that has passed an error") {
  with_each([](Verifier& verifier, Shop& shop) {
    StopConditions stop;
    stop.cancel.cancel();
    const auto cancelled = verifier.run(shop.check, shop.candidate, {}, {}, stop);
    REQUIRE(cancelled);
    CHECK(cancelled->outcome == Outcome::cancelled);
    CHECK(cancelled->check == "word");
    const auto late =
        verifier.run(shop.check, shop.candidate, {}, {}, StopConditions().within(std::chrono::milliseconds(0)));
    REQUIRE_FALSE(late);
    CHECK(late.error().code() == Code::timeout);
  });
}

TEST_CASE("verifier: the project stays as it was") {
  with_each([](Verifier& verifier, Shop& shop) {
    shop.candidate.changed = {{"word", "right"}, {"new/file", "x"}};
    CHECK(verifier.run(shop.check, shop.candidate, {}, {}, {}));
    CHECK(test::read_text(shop.candidate.root + "/word") == "wrong");
    CHECK_FALSE(std::filesystem::exists(shop.candidate.root + "/new"));
  });
}

}  // namespace grit::verify
