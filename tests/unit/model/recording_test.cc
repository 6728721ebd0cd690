#include <doctest/doctest.h>
#include <grit/model.h>

#include <string>

using grit::Code;
using grit::model::Exchange;
using grit::model::parse_recording;
using grit::model::Recording;
using grit::model::Request;
using grit::model::to_json_lines;

namespace {

Recording sample() {
  Request request;
  request.messages = {{"user", "h\xC3\xA9llo\n"}};
  request.temperature = 0.25;
  Recording recording;
  recording.model = {"", "coder-1.5b", "sha256:ab", "llama.cpp b1 (x)", 8192};
  Exchange first;
  first.request = request_hash(request);
  first.request_json = canonical_json(request);
  first.reply = "a\nb\n";
  first.finish_reason = "length";
  first.usage = grit::model::Usage{10, 3, 2, false};
  first.delay_ms = 7;
  Exchange second;
  second.error = "timeout";
  recording.exchanges = {first, second};
  return recording;
}

void check_malformed(const std::string& lines, const std::string& about) {
  CAPTURE(lines);
  const auto recording = parse_recording(lines);
  REQUIRE_FALSE(recording.has_value());
  CHECK(recording.error().code() == Code::malformed);
  CAPTURE(recording.error().message());
  CHECK(recording.error().message().find(about) != std::string::npos);
}

}  // namespace

TEST_CASE("a recording survives being written and read") {
  const std::string lines = to_json_lines(sample());
  const auto read = parse_recording(lines);
  REQUIRE(read.has_value());
  CHECK(read->model.name == "coder-1.5b");
  CHECK(read->model.digest == "sha256:ab");
  CHECK(read->model.server == "llama.cpp b1 (x)");
  CHECK(read->model.context_tokens == 8192);
  REQUIRE(read->exchanges.size() == 2);
  const Exchange& first = read->exchanges[0];
  CHECK(first.request == sample().exchanges[0].request);
  CHECK(first.request_json == sample().exchanges[0].request_json);
  CHECK(first.reply == "a\nb\n");
  CHECK(first.finish_reason == "length");
  CHECK(first.usage->prompt_tokens == 10);
  CHECK(first.usage->completion_tokens == 3);
  CHECK(first.usage->cached_tokens == 2);
  CHECK(first.delay_ms == 7);
  CHECK(read->exchanges[1].error == "timeout");
  CHECK_FALSE(read->exchanges[1].usage.has_value());
  CHECK(to_json_lines(*read) == lines);
}

TEST_CASE("the form on disk") {
  Recording recording;
  recording.model = {"", "m", "d", "s v", 0};
  Exchange exchange;
  exchange.reply = "x";
  exchange.usage = grit::model::Usage{1, 2, 0, true};
  recording.exchanges = {exchange};
  CHECK(to_json_lines(recording) ==
        "{\"model\":\"m\",\"digest\":\"d\",\"server\":\"s\",\"version\":\"v\"}\n"
        "{\"reply\":\"x\",\"finish_reason\":\"stop\",\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2,"
        "\"estimated\":true}}\n");
}

TEST_CASE("a hand-written script needs no first line, no hashes and no counts") {
  const auto read =
      parse_recording("{\"reply\":\"a\"}\n\n{\"reply\":\"b\",\"finish_reason\":\"length\",\"note\":1}\r\n");
  REQUIRE(read.has_value());
  REQUIRE(read->exchanges.size() == 2);
  CHECK(read->model.name.empty());
  CHECK(read->exchanges[0].finish_reason == "stop");
  CHECK_FALSE(read->exchanges[0].request.has_value());
  CHECK(read->exchanges[1].finish_reason == "length");
  CHECK(parse_recording("").value().exchanges.empty());
}

TEST_CASE("a request without its hash gets it") {
  const auto read = parse_recording(R"({"request":{"messages":[]},"reply":"a"})");
  REQUIRE(read.has_value());
  CHECK(read->exchanges[0].request == grit::ContentHash::of(R"({"messages":[]})"));
}

TEST_CASE("mistakes are named with their line") {
  check_malformed("{\"reply\":\"a\"}\n{\"replay\":\"b\"}\n", "line 2: an exchange needs");
  check_malformed("{\"reply\":\"a\"", "line 1");
  check_malformed("[]", "line 1");
  check_malformed("{\"model\":\"m\"}\n{\"model\":\"m\"}\n", "line 2");
  check_malformed(R"({"reply":"a","finish_reason":1})", "finish_reason");
  check_malformed(R"({"reply":"a","usage":3})", "usage");
  check_malformed(R"({"reply":"a","usage":{"prompt_tokens":-1}})", "prompt_tokens");
  check_malformed(R"({"reply":"a","delay_ms":"1"})", "delay_ms");
  check_malformed(R"({"reply":"a","delay_ms":4294967296})", "delay_ms");
  check_malformed(R"({"error":"slow"})", "\"slow\"");
  check_malformed(R"({"error":"ok"})", "\"ok\"");
  check_malformed(R"({"reply":"a","request_sha256":"12"})", "request_sha256");
}

TEST_CASE("a request that was edited after recording is noticed") {
  std::string lines = to_json_lines(sample());
  const std::size_t place = lines.find("llo");
  lines[place] = 'L';
  check_malformed(lines, "line 2: \"request\" was changed");
}
