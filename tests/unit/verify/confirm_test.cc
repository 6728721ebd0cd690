#include <doctest/doctest.h>
#include <grit/verify.h>

namespace grit::verify {
namespace {

Verdict passed() {
  Verdict verdict;
  verdict.check = "ticket";
  verdict.outcome = Outcome::pass;
  verdict.candidate = {{"a.py", ContentHash::of("a")}, {"b.py", ContentHash::of("b")}};
  return verdict;
}

}  // namespace

TEST_CASE("exactly what was tested is confirmed") { CHECK(confirm(passed(), {{"a.py", "a"}, {"b.py", "b"}}).ok()); }

TEST_CASE("anything else is not, and the file is named") {
  const auto refuse = [](const std::map<std::string, std::string>& changed, const char* named) {
    const Status status = confirm(passed(), changed);
    CHECK(status.code() == Code::changed);
    CHECK(status.message().find(named) != std::string::npos);
  };
  refuse({{"a.py", "a"}, {"b.py", "B"}}, "b.py");
  refuse({{"a.py", "a"}}, "b.py");
  refuse({{"a.py", "a"}, {"b.py", "b"}, {"c.py", "c"}}, "c.py");
  refuse({}, "a.py");
}

TEST_CASE("only a pass can be confirmed") {
  for (const Outcome outcome : {Outcome::fail, Outcome::unverified, Outcome::unavailable, Outcome::cancelled}) {
    Verdict verdict = passed();
    verdict.outcome = outcome;
    const Status status = confirm(verdict, {{"a.py", "a"}, {"b.py", "b"}});
    CHECK(status.code() == Code::refused);
    CHECK(status.message().find(outcome_name(outcome)) != std::string::npos);
  }
}

TEST_CASE("names are stable words") {
  CHECK(std::string(outcome_name(Outcome::unverified)) == "unverified");
  CHECK(std::string(level_name(Level::degraded)) == "degraded");
  CHECK(std::string(ending_name(Ending::output_limit)) == "output_limit");
}

}  // namespace grit::verify
