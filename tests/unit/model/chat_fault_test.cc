// Servers that fail, stall, talk too much, or are not there.
#include <cstdlib>

#include "chat_fixture.h"

using namespace grit::model;
using namespace grit::test;
using grit::Code;
using grit::StopConditions;
using std::chrono::milliseconds;

namespace {

const std::string kHead = stream_head("text/event-stream");

// A cancel is noticed within 100 ms; the rest is for a machine that does other things too.
constexpr milliseconds kCancelled{100};
constexpr milliseconds kSlack{150};

BackendOptions with_retries(std::uint32_t retries) {
  BackendOptions options;
  options.retries = retries;
  return options;
}

// Cancels after a while; the call must end soon after that.
void check_cancels(ModelBackend& backend, milliseconds after) {
  StopConditions stop;
  std::chrono::steady_clock::time_point cancelled;
  std::thread canceller([&] {
    std::this_thread::sleep_for(after);
    cancelled = std::chrono::steady_clock::now();
    stop.cancel.cancel();
  });
  const auto reply = backend.complete(ask(), {}, stop);
  const auto ended = std::chrono::steady_clock::now();
  canceller.join();
  REQUIRE_FALSE(reply.has_value());
  CHECK(reply.error().code() == Code::cancelled);
  CHECK(ended - cancelled < kCancelled + kSlack);
}

}  // namespace

TEST_CASE("nobody there: the message says what to do, after bounded retries") {
  const std::string url = closed_port_url();
  auto model = open("openai:" + url + "#m", quick_options());
  check_fails(*model, Code::unavailable, "no model server at " + url + "/v1 (Connection refused); start one");
  check_fails(*model, Code::unavailable, "HARNESS_MODEL");
  CHECK(model->info({}).error().message().find("no model server at " + url) != std::string::npos);
  auto patient = open("openai:" + url + "#m", with_retries(1));
  CHECK(check_fails(*patient, Code::unavailable, "(tried 2 times)").took >= milliseconds(250));
}

TEST_CASE("a server that is busy for a moment is asked again, as late as it says") {
  FakeServer server;
  server.on(kChatPath, {send(response(429, "text/plain", "slow down", "Retry-After: 1\r\n"))});
  server.on(kChatPath,
            {send(response(503, "application/json", R"({"error":{"code":503,"message":"Loading model"}})"))});
  server.on(kChatPath, good_stream("hi"));
  const Outcome outcome = complete(*openai(server, with_retries(2)));
  REQUIRE(outcome.reply.has_value());
  CHECK(outcome.reply->text == "hi");
  CHECK(outcome.reply->seconds >= 1.5);
  CHECK(server.received().size() == 3);
}

TEST_CASE("retries end, and a wait that is too long is not begun") {
  FakeServer server;
  server.on(kChatPath,
            {send(response(500, "text/html", "<html><h1>Oops</h1>" + std::string(100000, 'x') + "</html>"))});
  const Outcome outcome = check_fails(*openai(server, with_retries(1)), Code::unavailable, "HTTP 500: <html><h1>Oops");
  CHECK(outcome.reply.error().message().size() < 600);
  CHECK(outcome.reply.error().message().ends_with("(tried 2 times)"));
  CHECK(server.received().size() == 2);

  FakeServer busy;
  busy.on(kChatPath, {send(response(429, "text/plain", "", "Retry-After: 3600\r\n"))});
  const Outcome refused = check_fails(*openai(busy, with_retries(2)), Code::unavailable, "it asks to wait 3600 s");
  CHECK(refused.took < milliseconds(2000));
  CHECK(busy.received().size() == 1);
}

TEST_CASE("what cannot get better is not tried again") {
  FakeServer server;
  server.on(kChatPath,
            {send(response(400, "application/json", R"({"error":{"code":400,"message":"failed to parse grammar"}})"))});
  check_fails(*openai(server, with_retries(2)), Code::invalid_argument, "failed to parse grammar");
  CHECK(server.received().size() == 1);
}

TEST_CASE("a prompt that does not fit, before and within the stream") {
  const std::string error =
      R"x({"error":{"code":400,"message":"request (20031 tokens) exceeds the available context size (8192 tokens)",)x"
      R"("type":"exceed_context_size_error","n_prompt_tokens":20031,"n_ctx":8192}})";
  FakeServer server;
  server.on(kChatPath, {send(response(400, "application/json; charset=utf-8", error))});
  server.on(kChatPath, {send(kHead), send(chunk("event: error\n" + sse(error))), send(last_chunk())});
  auto model = openai(server);
  for (int i = 0; i < 2; ++i) {
    const Outcome outcome = check_fails(*model, Code::context_overflow, "20031 tokens");
    CHECK(outcome.reply.error().message().find("8192 tokens") != std::string::npos);
  }
}

TEST_CASE("a server that reads only part of the prompt is noticed by its count") {
  FakeServer server;
  server.on(kChatPath, {send(kHead), send(chunk(text_event("hi") + finish_event("stop") + usage_event(2048, 1, 0))),
                        send(last_chunk())});
  auto model = openai(server);
  check_fails(*model, Code::context_overflow, "it read 2048 tokens of about 5000", ask(std::string(20000, 'x')));
  CHECK(complete(*model, ask(std::string(8192, 'x'))).reply->usage.prompt_tokens == 2048);
}

TEST_CASE("a count that is smaller than any window is nonsense and estimated") {
  FakeServer server;
  server.on(kChatPath, good_stream("hi"));
  const Outcome outcome = complete(*openai(server), ask(std::string(20000, 'x')));
  REQUIRE(outcome.reply.has_value());
  CHECK(outcome.reply->usage.prompt_tokens == 5000);
  CHECK(outcome.reply->usage.estimated);
}

TEST_CASE("a model that is not there: the message lists those that are") {
  FakeServer server;
  server.on(kChatPath, {send(response(404, "application/json", R"({"error":{"message":"model 'coder' not found"}})"))});
  server.on("/v1/models", {send(response(200, "application/json", R"({"data":[{"id":"zeta"},{"id":"alpha"}]})"))});
  check_fails(*openai(server), Code::unavailable, "has no model 'coder'; it has: alpha, zeta");
}

TEST_CASE("a wrong path is not called a missing model") {
  FakeServer server;
  check_fails(*openai(server), Code::unavailable, "HTTP 404: File Not Found");
  server.on("/v1/models", {send(response(200, "application/json", R"({"data":[{"id":"coder"}]})"))});
  check_fails(*openai(server), Code::unavailable, "HTTP 404: File Not Found");
}

TEST_CASE("a connection that drops: tried again before the first text, never after it") {
  FakeServer server;
  server.on(kChatPath, {reset()});
  server.on(kChatPath, {send(kHead), send(chunk(role_event())), reset()});
  server.on(kChatPath, good_stream("hi"));
  CHECK(complete(*openai(server, with_retries(2))).reply->text == "hi");

  FakeServer late;
  late.on(kChatPath, {send(kHead), send(chunk(text_event("12345"))), wait_ms(50), reset()});
  late.on(kChatPath, {send(kHead), send(chunk(text_event("12345")))});
  late.on(kChatPath, good_stream("hi"));
  auto model = openai(late, with_retries(2));
  check_fails(*model, Code::unavailable, "the reply broke off after 5 bytes");
  CHECK(late.received().size() == 1);
  check_fails(*model, Code::unavailable, "the reply broke off after 5 bytes");
  CHECK(late.received().size() == 2);
}

TEST_CASE("a stream that ends without saying why may be cut") {
  FakeServer server;
  server.on(kChatPath, {send(kHead), send(chunk(text_event("12345"))), send(last_chunk())});
  server.on(kChatPath, {send(kHead), send(chunk(text_event("12345") + done_event())), send(last_chunk())});
  server.on(kChatPath, {send(kHead), send(last_chunk())});
  auto model = openai(server);
  check_fails(*model, Code::malformed, "ended after 5 bytes without a reason");
  check_fails(*model, Code::malformed, "ended after 5 bytes without a reason");
  check_fails(*model, Code::malformed, "ended after 0 bytes without a reason");
}

TEST_CASE("answers that are no chat are malformed, with their bounded body") {
  FakeServer server;
  server.on(kChatPath, {send(response(200, "text/html", "<html>login</html>" + std::string(100000, 'x')))});
  server.on(kChatPath, {send(kHead), send(chunk(sse("not json"))), send(last_chunk())});
  server.on(kChatPath,
            {send(kHead), send(chunk(sse(R"({"choices":[{"delta":{"content":"\ud800"}}]})"))), send(last_chunk())});
  auto model = openai(server);
  CHECK(check_fails(*model, Code::malformed, "<html>login").reply.error().message().size() < 600);
  check_fails(*model, Code::malformed, "no JSON: not json");
  check_fails(*model, Code::malformed, "no JSON");
  FakeServer no_http;
  no_http.on(kChatPath, {send("SSH-2.0-OpenSSH_9.2\r\n")});
  check_fails(*openai(no_http), Code::unavailable, "failed (");
}

TEST_CASE("a redirect is not followed, and the key does not travel") {
  FakeServer elsewhere;
  FakeServer server;
  server.on(kChatPath,
            {send(response(307, "text/plain", "", "Location: " + elsewhere.url() + "/v1/chat/completions\r\n"))});
  check_fails(*openai(server), Code::unavailable, elsewhere.url());
  CHECK(elsewhere.received().empty());
}

TEST_CASE("each limit of time ends the call and names itself, its value and the way out") {
  FakeServer server;
  SUBCASE("connecting") {
    const FullPort port;
    BackendOptions options = quick_options();
    options.connect_timeout_s = 0.2;
    const Outcome outcome = check_fails(*open("openai:" + port.url() + "#m", options), Code::timeout,
                                        "no connection within 0.2 s (connect_timeout)");
    CHECK(outcome.took >= milliseconds(200));
    CHECK(outcome.took < milliseconds(200) + kSlack);
  }
  SUBCASE("the first token: an answer that never begins, keep-alive comments or not") {
    server.on(kChatPath, {hang()});
    server.on(kChatPath,
              {send(kHead), send(chunk(role_event())), wait_ms(100), send(chunk(": waiting\n\n")), wait_ms(100),
               send(chunk(": waiting\n\n")), wait_ms(100), send(chunk(": waiting\n\n")), hang()});
    BackendOptions options = quick_options();
    options.first_token_timeout_s = 0.25;
    options.idle_timeout_s = 0.05;
    auto model = openai(server, options);
    for (int i = 0; i < 2; ++i) {
      const Outcome outcome = check_fails(*model, Code::timeout, "no token within 0.25 s (first_token_timeout)");
      CHECK(outcome.took >= milliseconds(250));
      CHECK(outcome.took < milliseconds(250) + kSlack);
    }
  }
  SUBCASE("silence after a token") {
    server.on(kChatPath, {send(kHead), send(chunk(text_event("a"))), hang()});
    BackendOptions options = quick_options();
    options.idle_timeout_s = 0.2;
    const Outcome outcome =
        check_fails(*openai(server, options), Code::timeout, "nothing more for 0.2 s (idle_timeout)");
    CHECK(outcome.pieces == std::vector<std::string>{"a"});
    CHECK(outcome.reply.error().message().find("after 1 bytes; raise idle_timeout") != std::string::npos);
    CHECK(outcome.took < milliseconds(200) + kSlack);
  }
  SUBCASE("tokens that are too slow on the whole") {
    Script slow = {send(kHead)};
    for (int i = 0; i < 50; ++i) {
      slow.push_back(send(chunk(text_event("a"))));
      slow.push_back(wait_ms(50));
    }
    server.on(kChatPath, std::move(slow));
    BackendOptions options = quick_options();
    options.total_timeout_s = 0.4;
    options.idle_timeout_s = 0.3;
    options.first_token_timeout_s = 0.3;
    const Outcome outcome =
        check_fails(*openai(server, options), Code::timeout, "took longer than 0.4 s (model_timeout)");
    CHECK(outcome.took >= milliseconds(400));
    CHECK(outcome.took < milliseconds(400) + kSlack);
  }
  SUBCASE("the caller's own deadline") {
    server.on(kChatPath, {hang()});
    const Outcome outcome =
        check_fails(*openai(server), Code::timeout, "", ask(), StopConditions{}.within(milliseconds(200)));
    CHECK(outcome.took < milliseconds(200) + kSlack);
  }
}

TEST_CASE("a slow first token does not end the call where its limit is long enough") {
  FakeServer server;
  server.on(kChatPath,
            {wait_ms(300), send(kHead), send(chunk(text_event("a") + finish_event("stop"))), send(last_chunk())});
  BackendOptions options = quick_options();
  options.idle_timeout_s = 0.1;
  options.connect_timeout_s = 0.1;
  CHECK(complete(*openai(server, options)).reply->text == "a");
}

TEST_CASE("a reply that is too long is cut off at its limit, in every form") {
  FakeServer server;
  Script endless = {send(kHead)};
  for (int i = 0; i < 100; ++i) endless.push_back(send(chunk(text_event("0123456789"))));
  server.on(kChatPath, std::move(endless));
  server.on(kChatPath, {send(kHead), send(chunk("data: " + std::string(300000, 'x')))});
  server.on(kChatPath, {send(response(200, "application/json", "{" + std::string(300000, ' ') + "}"))});
  BackendOptions options = quick_options();
  options.max_response_bytes = 100;
  auto model = openai(server, options);
  const Outcome outcome = check_fails(*model, Code::limit, "100 bytes (max_response_bytes)");
  CHECK(joined(outcome.pieces).size() == 100);
  check_fails(*model, Code::limit, "event of more than");
  check_fails(*model, Code::limit, "max_response_bytes");
}

TEST_CASE("a cancel ends the call at every stage") {
  FakeServer server;
  SUBCASE("before it begins") {
    server.on(kChatPath, good_stream("hi"));
    StopConditions stop;
    stop.cancel.cancel();
    CHECK(openai(server)->complete(ask(), {}, stop).error().code() == Code::cancelled);
    CHECK(openai(server)->info(stop).error().code() == Code::cancelled);
  }
  SUBCASE("while connecting") {
    const FullPort port;
    check_cancels(*open("openai:" + port.url() + "#m", quick_options()), milliseconds(100));
  }
  SUBCASE("before the first token") {
    server.on(kChatPath, {hang()});
    check_cancels(*openai(server), milliseconds(100));
  }
  SUBCASE("within the stream") {
    server.on(kChatPath, {send(kHead), send(chunk(text_event("a"))), hang()});
    check_cancels(*openai(server), milliseconds(150));
  }
  SUBCASE("between two tries") {
    server.on(kChatPath, {send(response(429, "text/plain", "", "Retry-After: 20\r\n"))});
    check_cancels(*openai(server, with_retries(2)), milliseconds(150));
    CHECK(server.received().size() == 1);
  }
}

TEST_CASE("the receiver of the text can end the reply, and may throw") {
  FakeServer server;
  server.on(kChatPath, {send(kHead), send(chunk(text_event("a") + text_event("b"))), hang()});
  auto model = openai(server);
  int pieces = 0;
  const auto ended = model->complete(ask(), [&](std::string_view) { return ++pieces < 2; }, {});
  CHECK(ended.error().code() == Code::cancelled);
  CHECK(pieces == 2);
  CHECK_THROWS_AS((void)model->complete(ask(), [](std::string_view) -> bool { throw std::runtime_error("host"); }, {}),
                  std::runtime_error);
  CHECK(model->complete(ask(), [](std::string_view) { return false; }, {}).error().code() == Code::cancelled);
}

TEST_CASE("the key is in no message, also when the server repeats it") {
  FakeServer server;
  server.on(kChatPath,
            {send(response(401, "application/json", R"({"error":{"message":"Incorrect API key: s3cret"}})"))});
  server.on("/v1/models",
            {send(response(401, "application/json", R"({"error":{"message":"Incorrect API key: s3cret"}})"))});
  BackendOptions options = quick_options();
  options.api_key = "s3cret";
  auto model = openai(server, options);
  const Outcome outcome = check_fails(*model, Code::unavailable, "did not accept the API key");
  CHECK(outcome.reply.error().message().find("s3cret") == std::string::npos);
  CHECK(outcome.reply.error().for_model().find("s3cret") == std::string::npos);
  CHECK(model->info({}).error().message().find("s3cret") == std::string::npos);
}

TEST_CASE("a proxy of the environment is not asked about loopback") {
  FakeServer proxy;
  FakeServer server;
  server.on(kChatPath, good_stream("hi"));
  for (const char* name : {"http_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"}) setenv(name, proxy.url().c_str(), 1);
  unsetenv("no_proxy");
  CHECK(complete(*openai(server)).reply->text == "hi");
  for (const char* name : {"http_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"}) unsetenv(name);
  CHECK(proxy.received().empty());
}
