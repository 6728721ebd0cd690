#include "server_error.h"

#include <doctest/doctest.h>

#include <string>

using grit::Code;
using grit::model::HttpHead;
using grit::model::judge_answer;
using grit::model::judge_event;
using grit::model::ServerFailure;
using grit::model::shown;

namespace {

ServerFailure judge(long status, std::string_view body) {
  HttpHead head;
  head.status = status;
  return judge_answer({"http://127.0.0.1:1/v1", "coder", 500}, head, body);
}

bool has(const ServerFailure& failure, std::string_view part) {
  return failure.status.message().find(part) != std::string::npos;
}

void check_overflow(long status, std::string_view body, std::string_view prompt, std::string_view window) {
  const ServerFailure failure = judge(status, body);
  CAPTURE(failure.status.message());
  CHECK(failure.status.code() == Code::context_overflow);
  CHECK(has(failure, prompt));
  CHECK(has(failure, window));
  CHECK_FALSE(failure.retryable);
}

}  // namespace

TEST_CASE("a prompt that does not fit is known in every server's words, with both numbers") {
  check_overflow(
      400,
      R"({"error":{"code":400,"message":"request (20031 tokens) exceeds the available context size (8192 )"
      R"(tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":20031,"n_ctx":8192}})",
      "20031 tokens", "8192 tokens");
  // Ollama hands on llama-server's answer as text.
  check_overflow(
      400,
      R"({"error":"{\"error\":{\"code\":400,\"message\":\"request (2622 tokens) exceeds the available context )"
      R"(size (512 tokens)\",\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":2622,\"n_ctx\":512}}"})",
      "2622 tokens", "512 tokens");
  check_overflow(400, R"({"error":"the input length exceeds the context length"})", "about 500 tokens", "unknown size");
  check_overflow(
      400,
      R"({"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested )"
      R"(5000 tokens (4000 in the messages, 1000 in the completion).","type":"BadRequestError","code":400})",
      "5000 tokens", "4096 tokens");
  check_overflow(400,
                 R"({"error":{"message":"This model's maximum context length is 4096 tokens. However, your messages )"
                 R"(resulted in 4987 tokens.","type":"invalid_request_error","code":"context_length_exceeded"}})",
                 "4987 tokens", "4096 tokens");
  check_overflow(400,
                 R"({"error":"Trying to keep the first 10136 tokens when context the overflows. However, the model is )"
                 R"(loaded with context length of only 7866 tokens, which is not enough."})",
                 "10136 tokens", "7866 tokens");
}

TEST_CASE("a model that is not there") {
  for (const char* body : {R"({"error":{"message":"The model `x` does not exist.","type":"NotFoundError","code":404}})",
                           R"({"error":"model 'x' not found"})", "", "<html>404</html>"}) {
    const ServerFailure failure = judge(404, body);
    CHECK(failure.status.code() == Code::unavailable);
    CHECK(failure.model_missing);
    CHECK_FALSE(failure.retryable);
  }
  CHECK(judge(400, R"({"error":{"message":"model not found: x","code":"model_not_found"}})").model_missing);
  CHECK_FALSE(judge(400, R"({"error":{"message":"tool not found"}})").model_missing);
}

TEST_CASE("busy and broken servers may be asked again, refusals may not") {
  for (const long status : {429L, 500L, 502L, 503L, 504L}) {
    CAPTURE(status);
    CHECK(judge(status, "").retryable);
    CHECK(judge(status, "").status.code() == Code::unavailable);
  }
  const ServerFailure refused = judge(400, R"({"error":{"code":400,"message":"failed to parse grammar"}})");
  CHECK(refused.status.code() == Code::invalid_argument);
  CHECK(has(refused, "failed to parse grammar"));
  CHECK_FALSE(refused.retryable);
  for (const long status : {401L, 403L}) {
    CHECK(judge(status, R"({"error":{"message":"bad key"}})").status.code() == Code::unavailable);
    CHECK(has(judge(status, ""), "API key"));
    CHECK_FALSE(judge(status, "").retryable);
  }
}

TEST_CASE("a page instead of JSON is shown, bounded and on one line") {
  const std::string page =
      "<html>\r\n<head>\x01<title>502 Bad Gateway</title>\n" + std::string(5000, 'x') + "\xFF</html>";
  const ServerFailure failure = judge(502, page);
  CHECK(has(failure, "HTTP 502: <html> <head> <title>502 Bad Gateway</title> xxx"));
  CHECK(has(failure, "bytes)"));
  CHECK(failure.status.message().size() < 500);
  CHECK(failure.status.message().find('\n') == std::string::npos);
}

TEST_CASE("a redirect is named and not followed") {
  HttpHead head;
  head.status = 302;
  head.redirect = "http://example.org/v1/chat/completions";
  const ServerFailure failure = judge_answer({"http://127.0.0.1:1/v1", "coder", 1}, head, "");
  CHECK(failure.status.code() == Code::unavailable);
  CHECK(has(failure, "http://example.org/v1/chat/completions"));
}

TEST_CASE("an error inside of a stream is judged by its own code") {
  const auto judge_text = [](std::string_view text) {
    return judge_event({"http://127.0.0.1:1/v1", "coder", 1}, *grit::parse_json(text));
  };
  CHECK(judge_text(R"({"error":{"code":503,"message":"Loading model"}})").retryable);
  CHECK(judge_text(R"({"error":"model runner has unexpectedly stopped"})").status.code() == Code::unavailable);
  CHECK(judge_text(R"({"error":{"message":"Context size has been exceeded."}})").status.code() ==
        Code::context_overflow);
}

TEST_CASE("what is shown is valid and bounded") {
  CHECK(shown("  a \n\t b\x7f ") == "a b ");
  CHECK(shown("") == "");
  CHECK(shown(std::string(299, 'a') + "\xE2\x82\xAC").starts_with(std::string(299, 'a') + "…"));
}
