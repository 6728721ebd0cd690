// Bytes that a model was not shown are not its to change.
#include <doctest/doctest.h>

#include <string>

#include <grit/edit.h>

#include "try_edit.h"

using grit::ByteRange;
using grit::edit::Shown;
using grit::test::codes_of;

namespace {

const std::string kFile = "one\ntwo\nthree\nfour\n";

std::string replaced(const std::string& old_text, const std::string& new_text, std::vector<ByteRange> ranges) {
  const auto outcome = grit::edit::propose_replace(kFile, "x.txt", old_text, new_text, Shown{false, std::move(ranges)});
  return outcome.proposal ? outcome.proposal->bytes : codes_of(outcome.findings);
}

TEST_CASE("a replacement keeps to what was shown") {
  CHECK(replaced("two", "2", {{4, 8}}) == "one\n2\nthree\nfour\n");
  CHECK(replaced("two", "2", {{4, 6}}) == "not_shown");
  CHECK(replaced("two", "2", {}) == "not_shown");
  CHECK(replaced("two\nthree", "2\n3", {{8, 14}, {4, 8}}) == "one\n2\n3\nfour\n");
  CHECK(replaced("two\nthree", "2\n3", {{4, 7}, {8, 14}}) == "not_shown");  // the line end between them
}

TEST_CASE("what an answer only repeats does not count") {
  CHECK(replaced("one\ntwo\nthree", "one\nTWO\nthree", {{4, 7}}) == "one\nTWO\nthree\nfour\n");
}

TEST_CASE("an insertion touches what was shown") {
  CHECK(replaced("two\n", "two\nand a half\n", {{4, 8}}) == "one\ntwo\nand a half\nthree\nfour\n");
  CHECK(replaced("two\n", "two\nand a half\n", {{14, 18}}) == "not_shown");
}

TEST_CASE("the message names the line") {
  const auto outcome = grit::edit::propose_replace(kFile, "x.txt", "three", "3", Shown{false, {{0, 8}}});
  REQUIRE(outcome.findings.size() == 1);
  CHECK(outcome.findings[0].message.find("line 3") != std::string::npos);
}

TEST_CASE("a function whose middle was cut when it was shown") {
  const std::string file = "def f():\n    a = 1\n    b = 2\n    c = 3\n    return a + b + c\n";
  const auto target = grit::edit::locate(file, "x.py", "f");
  REQUIRE(target.has_value());
  const auto gates = grit::edit::default_gates();
  const std::size_t hidden = file.find("    b = 2");
  const Shown shown{false, {{0, hidden}, {hidden + 10, file.size()}}};
  const auto edit = [&](const std::string& answer) {
    const auto outcome =
        grit::edit::propose_function(file, *target, answer, grit::edit::FinishReason::stop, gates, shown);
    REQUIRE(outcome.has_value());
    return outcome->proposal ? outcome->proposal->bytes : codes_of(outcome->findings);
  };
  CHECK(edit("def f():\n    a = 10\n    b = 2\n    c = 3\n    return a + b + c\n").find("a = 10") != std::string::npos);
  CHECK(edit("def f():\n    a = 1\n    b = 20\n    c = 3\n    return a + b + c\n") == "not_shown");
}

}  // namespace
