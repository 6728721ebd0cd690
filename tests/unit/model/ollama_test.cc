// Ollama's own chat interface.
#include "chat_fixture.h"

using namespace grit::model;
using namespace grit::test;
using grit::Code;
using grit::Json;

namespace {

constexpr const char* kOllamaPath = "/api/chat";

const std::string kHead = stream_head("application/x-ndjson");

std::string line(std::string_view content, std::string_view more = R"(,"done":false)") {
  return R"({"model":"coder","created_at":"2026-10-01T00:00:00Z","message":{"role":"assistant","content":)" +
         Json(content).dump() + "}" + std::string(more) + "}\n";
}

}  // namespace

TEST_CASE("a stream of JSON lines, and what was asked for it") {
  FakeServer server;
  server.on(kOllamaPath, {send(kHead), send(chunk(line("Hi") + line(" \xE2\x82\xAC").substr(0, 100))),
                          send(chunk(line(" \xE2\x82\xAC").substr(100))),
                          send(chunk(line("", R"(,"done":true,"done_reason":"stop","total_duration":1,)"
                                              R"("prompt_eval_count":26,"eval_count":298)"))),
                          send(last_chunk())});
  Request request = ask();
  request.json_schema = R"({"type":"object"})";
  const Outcome outcome = complete(*ollama(server), request);
  REQUIRE(outcome.reply.has_value());
  CHECK(outcome.reply->text == "Hi \xE2\x82\xAC");
  CHECK(outcome.reply->finish_reason == "stop");
  CHECK(outcome.reply->usage.prompt_tokens == 26);
  CHECK(outcome.reply->usage.completion_tokens == 298);
  CHECK_FALSE(outcome.reply->usage.estimated);
  const Json body = *grit::parse_json(server.received()[0].body);
  CHECK(body["model"].as_string() == "coder");
  CHECK(body["options"]["num_predict"].as_int() == 1024);
  CHECK(body["options"]["seed"].as_int() == 1);
  CHECK_FALSE(body["truncate"].as_bool(true));
  CHECK_FALSE(body["shift"].as_bool(true));
  CHECK(body["format"].dump() == R"({"type":"object"})");
}

TEST_CASE("an older server gives no reason: it was cut when it used all it had") {
  FakeServer server;
  server.on(kOllamaPath, {send(kHead), send(chunk(line("a", R"(,"done":true,"eval_count":7)"))), send(last_chunk())});
  auto model = ollama(server);
  Request request = ask();
  request.max_tokens = 8;
  CHECK(complete(*model, request).reply->finish_reason == "stop");
  request.max_tokens = 7;
  CHECK(complete(*model, request).reply->finish_reason == "length");
}

TEST_CASE("thinking is kept apart") {
  FakeServer server;
  server.on(kOllamaPath, {send(kHead),
                          send(chunk(R"({"message":{"content":"","thinking":"hm"},"done":false})"
                                     "\n" +
                                     line("a", R"(,"done":true,"done_reason":"stop")"))),
                          send(last_chunk())});
  CHECK(complete(*ollama(server)).reply->text == "a");
}

TEST_CASE("a grammar is not sent") {
  FakeServer server;
  server.on(kOllamaPath,
            {send(kHead), send(chunk(line("a", R"(,"done":true,"done_reason":"stop")"))), send(last_chunk())});
  Request request = ask();
  request.grammar = "root ::= \"a\"";
  CHECK(complete(*ollama(server), request).reply.has_value());
  CHECK(server.received().size() == 1);
  CHECK(server.received()[0].body.find("grammar") == std::string::npos);
}

TEST_CASE("errors before and within the stream, and a stream that is cut") {
  FakeServer server;
  server.on("/api/tags", {send(response(200, "application/json", R"({"models":[{"name":"big:7b"}]})"))});
  server.on(kOllamaPath, {send(response(404, "application/json", R"({"error":"model 'coder' not found"})"))});
  server.on(kOllamaPath,
            {send(response(400, "application/json", R"({"error":"the input length exceeds the context length"})"))});
  server.on(kOllamaPath, {send(kHead),
                          send(chunk(line("a") + R"({"error":"model runner has unexpectedly stopped"})"
                                                 "\n")),
                          send(last_chunk())});
  server.on(kOllamaPath, {send(kHead), send(chunk(line("a"))), send(last_chunk())});
  server.on(kOllamaPath, {send(response(200, "text/html", "<html>hello</html>"))});
  auto model = ollama(server);
  check_fails(*model, Code::unavailable, "has no model 'coder'; it has: big:7b");
  check_fails(*model, Code::context_overflow, "does not fit");
  check_fails(*model, Code::unavailable, "unexpectedly stopped");
  check_fails(*model, Code::malformed, "without a reason");
  check_fails(*model, Code::malformed, "<html>hello");
}
