// Events of streamed chat replies, in the form that real servers send them.
#ifndef GRIT_TESTS_SUPPORT_CHAT_EVENTS_H_
#define GRIT_TESTS_SUPPORT_CHAT_EVENTS_H_

#include <string>
#include <string_view>

#include <base/json.h>

#include "support/fake_server.h"

namespace grit::test {

inline std::string sse(std::string_view data) { return "data: " + std::string(data) + "\n\n"; }

// The first event of llama-server: the role, and content that is null.
inline std::string role_event() {
  return sse(R"({"choices":[{"finish_reason":null,"index":0,"delta":{"role":"assistant","content":null}}]})");
}

inline std::string text_event(std::string_view text) {
  return sse(R"({"choices":[{"finish_reason":null,"index":0,"delta":{"content":)" + Json(text).dump() + "}}]}");
}

inline std::string finish_event(std::string_view reason) {
  return sse(R"({"choices":[{"finish_reason":)" + Json(reason).dump() + R"(,"index":0,"delta":{}}]})");
}

// The last event: counts, and choices that are empty.
inline std::string usage_event(int prompt, int completion, int cached) {
  return sse(R"({"choices":[],"usage":{"completion_tokens":)" + std::to_string(completion) + R"(,"prompt_tokens":)" +
             std::to_string(prompt) + R"(,"prompt_tokens_details":{"cached_tokens":)" + std::to_string(cached) + "}}}");
}

inline std::string done_event() { return sse("[DONE]"); }

// A complete good stream of `text` in one piece.
inline Script good_stream(std::string_view text) {
  return {send(stream_head("text/event-stream")),
          send(chunk(role_event() + text_event(text) + finish_event("stop") + usage_event(7, 3, 2) + done_event())),
          send(last_chunk())};
}

}  // namespace grit::test

#endif  // GRIT_TESTS_SUPPORT_CHAT_EVENTS_H_
