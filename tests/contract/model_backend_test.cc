// What every ModelBackend must do, run against the scripted, the replayed and the two served ones.
#include <base/text.h>
#include <doctest/doctest.h>
#include <grit/model.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "support/chat_events.h"
#include "support/fake_server.h"

using grit::Code;
using grit::Json;
using grit::StopConditions;
using namespace grit::model;

namespace {

// A backend that will give `exchange` to its next completion, and what it needs to live.
struct Subject {
  std::unique_ptr<grit::test::FakeServer> server;
  std::unique_ptr<ModelBackend> backend;
};
using Maker = std::function<Subject(const Exchange& exchange)>;

Request question() {
  Request request;
  request.messages = {{"system", "Be brief."}, {"user", "Which?"}};
  return request;
}

Exchange answer(std::string reply) {
  Exchange exchange;
  exchange.reply = std::move(reply);
  exchange.usage = Usage{11, 5, 3, false};
  return exchange;
}

ModelInfo known_model() { return {"", "coder", "", "server 1", 4096}; }

Subject scripted(const Exchange& exchange) { return {nullptr, scripted_backend({known_model(), {exchange}})}; }

Subject replayed(const Exchange& exchange) {
  Exchange recorded = exchange;
  recorded.request = request_hash(question());
  recorded.request_json = canonical_json(question());
  return {nullptr, replay_backend({known_model(), {recorded}})};
}

// A server that sends the reply in pieces of a few bytes, after the delay.
Subject served(const Exchange& exchange, const std::string& kind) {
  using namespace grit::test;
  auto server = std::make_unique<FakeServer>();
  const bool openai = kind == "openai";
  Script script = {wait_ms(static_cast<int>(exchange.delay_ms)),
                   send(stream_head(openai ? "text/event-stream" : "application/x-ndjson"))};
  if (openai) script.push_back(send(chunk(role_event())));
  std::string_view rest = exchange.reply;
  while (!rest.empty()) {
    const std::string_view piece = grit::truncate_utf8(rest, 5);
    rest.remove_prefix(piece.size());
    script.push_back(send(chunk(
        openai ? text_event(piece) : Json::object({{"message", Json::object({{"content", piece}})}}).dump() + "\n")));
  }
  const std::string end = openai ? finish_event(exchange.finish_reason) + usage_event(11, 5, 3) + done_event()
                                 : R"({"done":true,"prompt_eval_count":11,"eval_count":5,"done_reason":")" +
                                       exchange.finish_reason + "\"}\n";
  script.push_back(send(chunk(end)));
  script.push_back(send(last_chunk()));
  if (!exchange.error.empty())
    script = {send(response(400, "application/json", R"({"error":"the input length exceeds the context length"})"))};
  server->on(openai ? "/v1/chat/completions" : "/api/chat", std::move(script));
  server->on(openai ? "/v1/models" : "/api/tags",
             {send(response(200, "application/json",
                            openai ? R"({"data":[{"id":"coder"}]})" : R"({"models":[{"name":"coder"}]})"))});
  auto backend = open_backend(kind + ":" + server->url() + "#coder", {});
  REQUIRE(backend.has_value());
  return {std::move(server), *std::move(backend)};
}

const std::vector<std::pair<std::string, Maker>>& makers() {
  static const std::vector<std::pair<std::string, Maker>> all = {
      {"scripted", scripted},
      {"replay", replayed},
      {"openai", [](const Exchange& exchange) { return served(exchange, "openai"); }},
      {"ollama", [](const Exchange& exchange) { return served(exchange, "ollama"); }},
  };
  return all;
}

template <class Check>
void each(const Exchange& exchange, const Check& check) {
  for (const auto& [name, make] : makers()) {
    CAPTURE(name);
    Subject subject = make(exchange);
    check(name, *subject.backend);
  }
}

}  // namespace

TEST_CASE("a backend says who it is") {
  each(answer("x"), [](const std::string& name, ModelBackend& backend) {
    const auto info = backend.info({});
    REQUIRE(info.has_value());
    CHECK(info->backend == name);
    CHECK(info->name == "coder");
  });
}

TEST_CASE("the pieces add up to the text; counts, reason and times are filled") {
  Exchange exchange = answer("def f():\n    return \"\xE2\x82\xAC\"\n");
  exchange.finish_reason = "length";
  each(exchange, [&](const std::string&, ModelBackend& backend) {
    std::string pieces;
    const auto reply = backend.complete(question(),
                                        [&](std::string_view piece) {
                                          pieces += piece;
                                          return true;
                                        },
                                        {});
    REQUIRE(reply.has_value());
    CHECK(reply->text == exchange.reply);
    CHECK(pieces == exchange.reply);
    CHECK(reply->finish_reason == "length");
    CHECK(reply->usage.prompt_tokens == 11);
    CHECK(reply->usage.completion_tokens == 5);
    CHECK_FALSE(reply->usage.estimated);
    CHECK(reply->first_token_s >= 0);
    CHECK(reply->first_token_s <= reply->seconds);
  });
}

TEST_CASE("reasoning is removed and the sink may be empty") {
  each(answer("<think>so\n</think>\n    return 1\n"), [](const std::string&, ModelBackend& backend) {
    CHECK(backend.complete(question(), {}, {})->text == "    return 1\n");
  });
}

TEST_CASE("an empty reply is a reply") {
  each(answer(""), [](const std::string&, ModelBackend& backend) {
    const auto reply = backend.complete(question(), {}, {});
    REQUIRE(reply.has_value());
    CHECK(reply->text.empty());
  });
}

TEST_CASE("a failure is typed") {
  Exchange exchange;
  exchange.error = "context_overflow";
  each(exchange, [](const std::string&, ModelBackend& backend) {
    CHECK(backend.complete(question(), {}, {}).error().code() == Code::context_overflow);
  });
}

TEST_CASE("the sink ends the reply") {
  each(answer("one\ntwo\nthree\n"), [](const std::string&, ModelBackend& backend) {
    int pieces = 0;
    const auto reply = backend.complete(question(), [&](std::string_view) { return ++pieces < 2; }, {});
    REQUIRE_FALSE(reply.has_value());
    CHECK(reply.error().code() == Code::cancelled);
    CHECK(pieces == 2);
  });
}

TEST_CASE("a cancel ends a waiting call within 100 ms, a deadline at its moment") {
  using std::chrono::milliseconds;
  constexpr milliseconds kBound{100 + 150};  // with slack for a busy machine
  Exchange exchange = answer("late");
  exchange.delay_ms = 20000;
  each(exchange, [&](const std::string&, ModelBackend& backend) {
    StopConditions stop;
    std::chrono::steady_clock::time_point cancelled;
    std::thread canceller([&] {
      std::this_thread::sleep_for(milliseconds(80));
      cancelled = std::chrono::steady_clock::now();
      stop.cancel.cancel();
    });
    const auto reply = backend.complete(question(), {}, stop);
    const auto ended = std::chrono::steady_clock::now();
    canceller.join();
    CHECK(reply.error().code() == Code::cancelled);
    CHECK(ended - cancelled < kBound);
  });
  each(exchange, [&](const std::string&, ModelBackend& backend) {
    const auto begin = std::chrono::steady_clock::now();
    const auto reply = backend.complete(question(), {}, StopConditions{}.within(milliseconds(100)));
    CHECK(reply.error().code() == Code::timeout);
    CHECK(std::chrono::steady_clock::now() - begin < milliseconds(100) + kBound);
  });
}
