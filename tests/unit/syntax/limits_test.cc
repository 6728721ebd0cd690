#include <chrono>
#include <string>
#include <thread>

#include "parse.h"

namespace grit::syntax {
namespace {

Result<FileSyntax> parse_within(const std::string& source, const ParseLimits& limits, const StopConditions& stop = {}) {
  Parser parser;
  return parser.parse(source, "python", limits, {}, stop);
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST_CASE("the language of a path") {
  CHECK(language_of("a/b.py", "") == "python");
  CHECK(language_of("a/b.pyi", "") == "python");
  CHECK(language_of("B.PYW", "") == "python");
  CHECK(language_of("a.py/b", "") == "");
  CHECK(language_of("py", "") == "");
  CHECK(language_of("a.rst", "") == "");
  CHECK(language_of(".py", "") == "python");
}

TEST_CASE("a language without a grammar is unsupported") {
  Parser parser;
  CHECK(parser.parse("x", "cobol", {}, {}, {}).error().code() == Code::unsupported);
}

TEST_CASE("size limit") {
  CHECK(parse_within("x = 1\n", {.bytes = 6}).has_value());
  CHECK(parse_within("x = 12\n", {.bytes = 6}).error().code() == Code::limit);
}

TEST_CASE("time limit, and the parser works after it") {
  const std::string source = repeated("x = [1, 2, 3]\n", 200000);
  Parser parser;
  const auto begin = std::chrono::steady_clock::now();
  const auto parsed = parser.parse(source, "python", {.seconds = 0.02}, {}, {});
  REQUIRE(!parsed.has_value());
  CHECK(parsed.error().code() == Code::limit);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(1));
  CHECK(parser.parse("x = 1\n", "python", {}, {}, {})->definitions.size() == 1);
}

TEST_CASE("cancelling and deadlines end a parse") {
  const std::string source = repeated("x = [1, 2, 3]\n", 400000);
  StopConditions stop;
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.cancel.cancel();
  });
  CHECK(parse_within(source, {.seconds = 60}, stop).error().code() == Code::cancelled);
  canceller.join();
  StopConditions late;
  late.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  CHECK(parse_within(source, {.seconds = 60}, late).error().code() == Code::timeout);
}

TEST_CASE("deep nesting needs no deep stack") {
  for (const std::string_view open : {"(", "[", "{", "f(", "not ", "a.", "-", "lambda: "}) {
    CAPTURE(open);
    CHECK(parse_within(repeated(open, 100000) + "\n", {.seconds = 60}).has_value());
  }
  const auto sum = parse_within("x = 0" + repeated(" + y", 50000) + "\n", {.seconds = 60});
  REQUIRE(sum.has_value());
  REQUIRE(sum->errors.size() == 1);
  CHECK(sum->errors[0].kind == "too deep");
}

TEST_CASE("nested definitions and indentation") {
  std::string source;
  for (std::size_t depth = 0; depth < 90; ++depth) source += std::string(depth, ' ') + "def f():\n";
  source += std::string(90, ' ') + "pass\n";
  const auto nested = parse_within(source, {});
  REQUIRE(nested.has_value());
  CHECK(nested->definitions.size() == 90);
  for (std::size_t depth = 90; depth < 600; ++depth) source += std::string(depth, ' ') + "if x:\n";
  CHECK(parse_within(source, {}).error().code() == Code::limit);
}

TEST_CASE("the errors of a broken file are bounded") {
  const auto broken = parse_within(repeated("x = = )\n", 3000), {.seconds = 60});
  REQUIRE(broken.has_value());
  CHECK(broken->errors.size() <= kMaxErrors);
  CHECK(broken->errors.size() > 100);
}

}  // namespace
}  // namespace grit::syntax
