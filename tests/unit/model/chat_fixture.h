// What the tests of chat backends share.
#ifndef GRIT_TESTS_UNIT_MODEL_CHAT_FIXTURE_H_
#define GRIT_TESTS_UNIT_MODEL_CHAT_FIXTURE_H_

#include <doctest/doctest.h>
#include <grit/model.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/chat_events.h"
#include "support/fake_server.h"

namespace grit::model {

inline constexpr const char* kChatPath = "/v1/chat/completions";

// Short enough for tests, long enough for a busy machine.
inline BackendOptions quick_options() {
  BackendOptions options;
  options.retries = 0;
  return options;
}

inline std::unique_ptr<ModelBackend> open(const std::string& description, const BackendOptions& options) {
  auto backend = open_backend(description, options);
  REQUIRE(backend.has_value());
  return *std::move(backend);
}

inline std::unique_ptr<ModelBackend> openai(const test::FakeServer& server,
                                            const BackendOptions& options = quick_options()) {
  return open("openai:" + server.url() + "#coder", options);
}

inline std::unique_ptr<ModelBackend> ollama(const test::FakeServer& server,
                                            const BackendOptions& options = quick_options()) {
  return open("ollama:" + server.url() + "#coder", options);
}

inline Request ask(std::string content = "Say hi.") {
  Request request;
  request.messages = {{"user", std::move(content)}};
  return request;
}

// The outcome of one completion with its pieces.
struct Outcome {
  Result<Reply> reply;
  std::vector<std::string> pieces;
  std::chrono::milliseconds took;
};

inline Outcome complete(ModelBackend& backend, const Request& request = ask(), const StopConditions& stop = {}) {
  std::vector<std::string> pieces;
  const auto begin = std::chrono::steady_clock::now();
  auto reply = backend.complete(
      request,
      [&](std::string_view piece) {
        pieces.emplace_back(piece);
        return true;
      },
      stop);
  const auto took = std::chrono::steady_clock::now() - begin;
  return {std::move(reply), std::move(pieces), std::chrono::duration_cast<std::chrono::milliseconds>(took)};
}

inline std::string joined(const std::vector<std::string>& pieces) {
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

// A completion that must fail with `code` and `part` in its message.
inline Outcome check_fails(ModelBackend& backend, Code code, std::string_view part, const Request& request = ask(),
                           const StopConditions& stop = {}) {
  Outcome outcome = complete(backend, request, stop);
  REQUIRE_FALSE(outcome.reply.has_value());
  CAPTURE(outcome.reply.error().message());
  CHECK(code_name(outcome.reply.error().code()) == std::string(code_name(code)));
  CHECK(outcome.reply.error().message().find(part) != std::string::npos);
  return outcome;
}

}  // namespace grit::model

#endif  // GRIT_TESTS_UNIT_MODEL_CHAT_FIXTURE_H_
