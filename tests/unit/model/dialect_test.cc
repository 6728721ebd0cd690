#include "dialect.h"

#include <doctest/doctest.h>

#include "json_path.h"

using grit::Code;
using grit::Json;
using grit::model::at;
using grit::model::chat_body;
using grit::model::kOllama;
using grit::model::kOpenAi;
using grit::model::Request;

namespace {

Request full_request() {
  Request request;
  request.messages = {{"user", "hi"}, {"assistant", "begin"}};
  request.max_tokens = 9;
  request.temperature = 0.5;
  request.seed = 3;
  request.stop = {"END"};
  request.grammar = "root ::= \"a\"";
  return request;
}

}  // namespace

TEST_CASE("a path finds members and elements, and null elsewhere") {
  const Json json = *grit::parse_json(R"({"a":[{"b":1},{"b":2}],"c":{"d":"x"}})");
  CHECK(at(json, "a/1/b").as_int() == 2);
  CHECK(at(json, "c/d").as_string() == "x");
  for (const char* path : {"", "a/2/b", "a/-1/b", "a/x/b", "c/d/e", "e", "a/b", "/", "a/"}) {
    CAPTURE(path);
    CHECK(at(json, path).is_null());
  }
}

TEST_CASE("the body of a chat completion") {
  CHECK(chat_body(kOpenAi, "m", full_request(), "grammar")->dump() ==
        R"({"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"begin"}],)"
        R"("stream":true,"stream_options":{"include_usage":true},"max_tokens":9,"temperature":0.5,"seed":3,)"
        R"("stop":["END"],"grammar":"root ::= \"a\""})");
}

TEST_CASE("the body of Ollama's own chat: options apart, and no silent cutting") {
  CHECK(chat_body(kOllama, "m", full_request(), "")->dump() ==
        R"({"model":"m","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"begin"}],)"
        R"("stream":true,"truncate":false,"shift":false,)"
        R"("options":{"num_predict":9,"temperature":0.5,"seed":3,"stop":["END"]}})");
}

TEST_CASE("a grammar goes only where the server takes one") {
  CHECK_FALSE(chat_body(kOpenAi, "m", full_request(), "")->contains("grammar"));
  Request request = full_request();
  request.grammar.clear();
  CHECK_FALSE(chat_body(kOpenAi, "m", request, "grammar")->contains("grammar"));
}

TEST_CASE("a schema is sent in the dialect's form, or refused when it is no JSON") {
  Request request = full_request();
  request.json_schema = R"({"type":"object"})";
  const Json openai = *chat_body(kOpenAi, "m", request, "");
  CHECK(openai["response_format"].dump() ==
        R"({"type":"json_schema","json_schema":{"name":"answer","strict":true,"schema":{"type":"object"}}})");
  CHECK((*chat_body(kOllama, "m", request, ""))["format"].dump() == R"({"type":"object"})");
  request.json_schema = "{";
  CHECK(chat_body(kOpenAi, "m", request, "").error().code() == Code::invalid_argument);
}
