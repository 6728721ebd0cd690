// Good replies, in all the forms in which servers send them.
#include "chat_fixture.h"

using namespace grit::model;
using namespace grit::test;
using grit::Code;
using grit::Json;

namespace {

const std::string kHead = stream_head("text/event-stream");

// The stream of llama-server as it was recorded, shortened by ids and timings: the first content is null, the last
// event has the counts and no choices.
const std::string kRecorded =
    R"(data: {"choices":[{"finish_reason":null,"index":0,"delta":{"role":"assistant","content":null}}],"created":1796042051,"id":"chatcmpl-8V0","model":"coder","system_fingerprint":"b0-unknown","object":"chat.completion.chunk"}

data: {"choices":[{"finish_reason":null,"index":0,"delta":{"content":"I"}}],"created":1796042051,"id":"chatcmpl-8V0","model":"coder","object":"chat.completion.chunk"}

data: {"choices":[{"finish_reason":null,"index":0,"delta":{"content":"'m gl\u00e4d \u20ac"}}],"created":1796042051,"id":"chatcmpl-8V0","model":"coder","object":"chat.completion.chunk"}

data: {"choices":[{"finish_reason":"length","index":0,"delta":{}}],"created":1796042051,"id":"chatcmpl-8V0","model":"coder","object":"chat.completion.chunk"}

data: {"choices":[],"created":1796042051,"id":"chatcmpl-8V0","model":"coder","object":"chat.completion.chunk","usage":{"completion_tokens":5,"prompt_tokens":32,"total_tokens":37,"prompt_tokens_details":{"cached_tokens":31}},"timings":{"cache_n":31}}

data: [DONE]

)";

void check_recorded(const Outcome& outcome) {
  REQUIRE(outcome.reply.has_value());
  CHECK(outcome.reply->text ==
        "I'm gl\xC3\xA4"
        "d \xE2\x82\xAC");
  CHECK(joined(outcome.pieces) == outcome.reply->text);
  CHECK(outcome.reply->finish_reason == "length");
  CHECK(outcome.reply->usage.prompt_tokens == 32);
  CHECK(outcome.reply->usage.completion_tokens == 5);
  CHECK(outcome.reply->usage.cached_tokens == 31);
  CHECK_FALSE(outcome.reply->usage.estimated);
}

}  // namespace

TEST_CASE("a recorded stream of llama-server, and what was asked for it") {
  FakeServer server;
  server.on(kChatPath, {send(kHead), send(chunk(kRecorded)), send(last_chunk())});
  BackendOptions options = quick_options();
  options.api_key = "s3cret";
  Request request = ask();
  request.temperature = 0.25;
  request.stop = {"END"};
  check_recorded(complete(*openai(server, options), request));
  const std::vector<Received> received = server.received();
  REQUIRE(received.size() == 1);
  CHECK(received[0].method == "POST");
  CHECK(received[0].path == kChatPath);
  CHECK(received[0].head.find("Authorization: Bearer s3cret\r\n") != std::string::npos);
  CHECK(received[0].head.find("Content-Type: application/json\r\n") != std::string::npos);
  const Json body = *grit::parse_json(received[0].body);
  CHECK(body["model"].as_string() == "coder");
  CHECK(body["messages"].dump() == R"([{"role":"user","content":"Say hi."}])");
  CHECK(body["stream"].as_bool());
  CHECK(body["stream_options"]["include_usage"].as_bool());
  CHECK(body["temperature"].as_double() == 0.25);
  CHECK(body["seed"].as_int() == 1);
  CHECK(body["max_tokens"].as_int() == 1024);
  CHECK(body["stop"].dump() == R"(["END"])");
}

TEST_CASE("a stream is the same however the network cuts it, within lines and characters") {
  const std::string split = text_event("\xE2\x82\xAC \xF0\x9F\x98\x80") + finish_event("stop") + done_event();
  FakeServer server;
  for (const std::size_t size : {1U, 2U, 3U, 7U, 50U}) {
    Script script = {send(kHead)};
    for (std::size_t i = 0; i < split.size(); i += size) script.push_back(send(chunk(split.substr(i, size))));
    script.push_back(send(last_chunk()));
    server.on(kChatPath, std::move(script));
  }
  auto model = openai(server);
  for (int i = 0; i < 5; ++i) CHECK(complete(*model).reply->text == "\xE2\x82\xAC \xF0\x9F\x98\x80");
}

TEST_CASE("a stream with pauses arrives in pieces") {
  FakeServer server;
  server.on(kChatPath,
            {send(kHead), send(chunk(role_event() + text_event("one "))), wait_ms(80), send(chunk(text_event("two"))),
             wait_ms(80), send(chunk(finish_event("stop") + done_event())), send(last_chunk())});
  const Outcome outcome = complete(*openai(server));
  REQUIRE(outcome.reply.has_value());
  CHECK(outcome.pieces == std::vector<std::string>{"one ", "two"});
  CHECK(outcome.reply->first_token_s < outcome.reply->seconds - 0.1);
  CHECK(outcome.reply->seconds >= 0.16);
}

TEST_CASE("the end of a reply is known without counts, without [DONE] and with a connection that stays open") {
  FakeServer server;
  const std::string text = text_event("hi") + finish_event("stop");
  server.on(kChatPath, {send(kHead), send(chunk(text)), send(last_chunk())});
  server.on(kChatPath, {send(kHead), send(chunk(text + done_event())), hang()});
  server.on(kChatPath, {send(kHead), send(chunk(text)), reset()});
  server.on(kChatPath, {send(kHead), send(chunk(text)), hang()});
  BackendOptions options = quick_options();
  options.idle_timeout_s = 0.2;
  auto model = openai(server, options);
  for (int i = 0; i < 4; ++i) {
    CAPTURE(i);
    const Outcome outcome = complete(*model);
    REQUIRE(outcome.reply.has_value());
    CHECK(outcome.reply->text == "hi");
    CHECK(outcome.reply->usage.estimated);
    CHECK(outcome.reply->usage.prompt_tokens == 2);
    CHECK(outcome.reply->usage.completion_tokens == 1);
  }
}

TEST_CASE("counts that are zero are estimated") {
  FakeServer server;
  server.on(kChatPath, {send(kHead), send(chunk(text_event("hi") + finish_event("stop") + usage_event(0, 0, 0))),
                        send(last_chunk())});
  const Outcome outcome = complete(*openai(server));
  CHECK(outcome.reply->usage.estimated);
  CHECK(outcome.reply->usage.prompt_tokens == 2);
}

TEST_CASE("reasoning is removed, in the text and beside it, also when a tag is split") {
  FakeServer server;
  server.on(kChatPath,
            {send(kHead),
             send(chunk(sse(R"({"choices":[{"delta":{"reasoning_content":"let me see"}}]})") + text_event("<thi") +
                        text_event("nk>no") + text_event("</th") + text_event("ink>\n\nyes") + finish_event("stop"))),
             send(last_chunk())});
  const Outcome outcome = complete(*openai(server));
  CHECK(outcome.reply->text == "yes");
  CHECK(joined(outcome.pieces) == "yes");
}

TEST_CASE("a server that does not stream is understood, and the begin that it repeats is removed") {
  FakeServer server;
  server.on(kChatPath, {send(response(200, "application/json; charset=utf-8",
                                      R"({"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":)"
                                      R"("1, 2, 3"}}],"usage":{"prompt_tokens":3,"completion_tokens":4}})"))});
  Request request = ask("Count.");
  request.messages.push_back({"assistant", "1, 2, "});
  const Outcome outcome = complete(*openai(server), request);
  REQUIRE(outcome.reply.has_value());
  CHECK(outcome.reply->text == "3");
  CHECK(outcome.reply->usage.completion_tokens == 4);
}

TEST_CASE("localhost is this machine") {
  FakeServer server;
  server.on(kChatPath, good_stream("hi"));
  const std::string port = server.url().substr(server.url().rfind(':'));
  CHECK(complete(*open("openai:http://localhost" + port + "#coder", quick_options())).reply->text == "hi");
}

TEST_CASE("an empty reply is a reply") {
  FakeServer server;
  server.on(kChatPath,
            {send(kHead), send(chunk(role_event() + finish_event("stop") + usage_event(9, 1, 0))), send(last_chunk())});
  const Outcome outcome = complete(*openai(server));
  REQUIRE(outcome.reply.has_value());
  CHECK(outcome.reply->text.empty());
  CHECK(outcome.reply->usage.prompt_tokens == 9);
}

TEST_CASE("a grammar goes to a server that honours it, which is asked once") {
  FakeServer server;
  server.on("/v1/models",
            {send(response(200, "application/json", R"({"data":[{"id":"coder","owned_by":"llamacpp"}]})"))});
  server.on(kChatPath, good_stream("yes"));
  Request request = ask();
  request.grammar = "root ::= \"yes\" | \"no\"";
  auto model = openai(server);
  CHECK(complete(*model, request).reply->text == "yes");
  CHECK(complete(*model, request).reply->text == "yes");
  CHECK(server.received("/v1/models").size() == 1);
  const std::vector<Received> received = server.received(kChatPath);
  REQUIRE(received.size() == 2);
  CHECK((*grit::parse_json(received[1].body))["grammar"].as_string() == request.grammar);
}

TEST_CASE("a grammar is not sent to a server that would ignore or refuse it") {
  FakeServer server;
  server.on("/v1/models",
            {send(response(200, "application/json", R"({"data":[{"id":"coder","owned_by":"library"}]})"))});
  server.on(kChatPath, good_stream("yes"));
  Request request = ask();
  request.grammar = "root ::= \"yes\"";
  CHECK(complete(*openai(server), request).reply.has_value());
  FakeServer without_list;
  without_list.on(kChatPath, good_stream("yes"));
  CHECK(complete(*openai(without_list), request).reply.has_value());
  for (const Received& received : server.received(kChatPath)) CHECK(received.body.find("grammar") == std::string::npos);
  for (const Received& received : without_list.received(kChatPath)) {
    CHECK(received.body.find("grammar") == std::string::npos);
  }
}
