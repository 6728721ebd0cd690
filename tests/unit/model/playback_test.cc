#include "playback.h"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

using grit::Code;
using grit::StopConditions;
using grit::model::BackendOptions;
using grit::model::Exchange;
using grit::model::make_scripted;
using grit::model::Recording;
using grit::model::replay_backend;
using grit::model::Request;
using grit::model::scripted_backend;

namespace {

Request ask(std::string content) {
  Request request;
  request.messages = {{"system", "Be brief."}, {"user", std::move(content)}};
  return request;
}

Exchange answer(std::string reply) {
  Exchange exchange;
  exchange.reply = std::move(reply);
  return exchange;
}

Exchange recorded(const Request& request, std::string reply) {
  Exchange exchange = answer(std::move(reply));
  exchange.request = request_hash(request);
  exchange.request_json = canonical_json(request);
  return exchange;
}

Exchange failure(std::string code) {
  Exchange exchange;
  exchange.error = std::move(code);
  return exchange;
}

Exchange late(std::uint32_t delay_ms) {
  Exchange exchange = answer("late");
  exchange.delay_ms = delay_ms;
  return exchange;
}

std::string message_for(const Recording& recording, const Request& request) {
  const auto reply = replay_backend(recording)->complete(request, {}, {});
  REQUIRE_FALSE(reply.has_value());
  CHECK(reply.error().code() == Code::unavailable);
  return reply.error().message();
}

void check_has(const std::string& text, std::string_view part) {
  CAPTURE(text);
  CHECK(text.find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("a scripted model answers in order, fails as told, and then has nothing more") {
  auto model = scripted_backend({{}, {answer("one"), failure("context_overflow"), answer("two")}});
  CHECK(model->complete(ask("x"), {}, {})->text == "one");
  CHECK(model->complete(ask("x"), {}, {}).error().code() == Code::context_overflow);
  CHECK(model->complete(ask("y"), {}, {})->text == "two");
  const auto end = model->complete(ask("x"), {}, {});
  CHECK(end.error().code() == Code::unavailable);
  check_has(end.error().message(), "all its 3 answers");
}

TEST_CASE("every name of a code can be scripted") {
  for (const char* name : {"timeout", "cancelled", "unavailable", "limit", "malformed", "internal", "no_space"}) {
    CHECK(grit::code_name(*grit::model::code_of(name)) == std::string(name));
  }
  CHECK_FALSE(grit::model::code_of("ok").has_value());
  CHECK_FALSE(grit::model::code_of("").has_value());
}

TEST_CASE("the reply comes line by line; missing counts are estimated and marked") {
  auto model = scripted_backend({{}, {answer("<think>hm</think>a\nbc\n"), recorded(ask("x"), "r")}});
  std::vector<std::string> pieces;
  const auto reply = model->complete(ask("12345678"),
                                     [&](std::string_view piece) {
                                       pieces.emplace_back(piece);
                                       return true;
                                     },
                                     {});
  REQUIRE(reply.has_value());
  CHECK(reply->text == "a\nbc\n");
  CHECK(pieces == std::vector<std::string>{"a\n", "bc\n"});
  CHECK(reply->usage.estimated);
  CHECK(reply->usage.prompt_tokens == 5);  // 9 + 8 bytes
  CHECK(reply->usage.completion_tokens == 6);
  CHECK(reply->finish_reason == "stop");
}

TEST_CASE("counts that are given are taken") {
  Exchange exchange = answer("a");
  exchange.usage = grit::model::Usage{9, 8, 7, false};
  const auto reply = scripted_backend({{}, {exchange}})->complete(ask("x"), {}, {});
  CHECK_FALSE(reply->usage.estimated);
  CHECK(reply->usage.prompt_tokens == 9);
  CHECK(reply->usage.completion_tokens == 8);
  CHECK(reply->usage.cached_tokens == 7);
}

TEST_CASE("a delay is waited for, and ends at a cancel, a deadline and a limit") {
  using std::chrono::milliseconds;
  const auto begin = std::chrono::steady_clock::now();
  const auto reply = scripted_backend({{}, {late(60)}})->complete(ask("x"), {}, {});
  CHECK(std::chrono::steady_clock::now() - begin >= milliseconds(60));
  CHECK(reply->seconds >= 0.06);
  CHECK(reply->first_token_s >= 0.06);

  const StopConditions deadline = StopConditions{}.within(milliseconds(50));
  CHECK(scripted_backend({{}, {late(60000)}})->complete(ask("x"), {}, deadline).error().code() == Code::timeout);

  StopConditions stop;
  std::thread canceller([&] {
    std::this_thread::sleep_for(milliseconds(50));
    stop.cancel.cancel();
  });
  CHECK(scripted_backend({{}, {late(60000)}})->complete(ask("x"), {}, stop).error().code() == Code::cancelled);
  canceller.join();

  BackendOptions options;
  options.first_token_timeout_s = 0.05;
  const auto slow = make_scripted({{}, {late(60000)}}, options)->complete(ask("x"), {}, {});
  CHECK(slow.error().code() == Code::timeout);
  check_has(slow.error().message(), "0.05 s (first_token_timeout)");
  options.total_timeout_s = 0.03;
  check_has(make_scripted({{}, {late(60000)}}, options)->complete(ask("x"), {}, {}).error().message(), "model_timeout");
}

TEST_CASE("a limit on the reply holds for scripts from a description") {
  BackendOptions options;
  options.max_response_bytes = 3;
  CHECK(make_scripted({{}, {answer("abc")}}, options)->complete(ask("x"), {}, {})->text == "abc");
  CHECK(make_scripted({{}, {answer("abcd")}}, options)->complete(ask("x"), {}, {}).error().code() == Code::limit);
}

TEST_CASE("a replayed model answers by the request, in any order, equal ones in turn") {
  auto model = replay_backend({{}, {recorded(ask("a"), "A1"), recorded(ask("b"), "B"), recorded(ask("a"), "A2")}});
  CHECK(model->complete(ask("b"), {}, {})->text == "B");
  CHECK(model->complete(ask("a"), {}, {})->text == "A1");
  CHECK(model->complete(ask("a"), {}, {})->text == "A2");
  CHECK(model->complete(ask("a"), {}, {})->text == "A2");
  CHECK(model->complete(ask("b"), {}, {})->text == "B");
}

TEST_CASE("an exchange without a hash answers what nothing else does, once") {
  auto model = replay_backend({{}, {answer("any"), recorded(ask("a"), "A")}});
  CHECK(model->complete(ask("a"), {}, {})->text == "A");
  CHECK(model->complete(ask("z"), {}, {})->text == "any");
  CHECK(model->complete(ask("z"), {}, {}).error().code() == Code::unavailable);
}

TEST_CASE("a request that was not recorded: the message says what differs from the nearest") {
  const Recording recording = {{},
                               {recorded(ask("something else"), "1"), recorded(ask("line 1\nline 2\nline 3\n"), "2")}};
  const std::string line = message_for(recording, ask("line 1\nline two\nline 3\n"));
  check_has(line, "exchange 2, message 2 (user) differs in line 2: recorded \"line 2\", now \"line two\"");
  check_has(line, request_hash(ask("line 1\nline two\nline 3\n")).hex());
  check_has(message_for(recording, ask("line 1\nline 2\n")), "in line 3: recorded \"line 3\", now the end");

  Request request = ask("line 1\nline 2\nline 3\n");
  request.messages.push_back({"assistant", "x"});
  check_has(message_for(recording, request), "there are 3 messages, recorded were 2");
  request.messages.pop_back();
  request.temperature = 0.5;
  check_has(message_for(recording, request), "temperature is \"0.5\", recorded was \"0.0\"");
  request.temperature = 0;
  request.grammar = "root ::= \"a\"";
  check_has(message_for(recording, request), "grammar is ");
  request.grammar.clear();
  request.messages[0].role = "user";
  check_has(message_for(recording, request), "message 1 has the role \"user\", recorded was \"system\"");

  Recording only_hashes = recording;
  for (Exchange& exchange : only_hashes.exchanges) exchange.request_json.clear();
  check_has(message_for(only_hashes, ask("z")), "keeps no requests");
  check_has(message_for({}, ask("z")), "in 0 exchanges");
}

TEST_CASE("the message about a difference is bounded") {
  const Recording recording = {{}, {recorded(ask(std::string(100000, 'a')), "1")}};
  CHECK(message_for(recording, ask(std::string(100000, 'b'))).size() < 1000);
}
