// Collecting a reply out of its pieces: the same rules for every backend.
#ifndef GRIT_MODEL_REPLY_BUILDER_H_
#define GRIT_MODEL_REPLY_BUILDER_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <grit/model.h>

#include "reasoning.h"

namespace grit::model {

// The tokens of `bytes` bytes by the rule of thumb of Usage::estimated: four bytes a token, rounded up.
[[nodiscard]] std::uint64_t estimated_tokens(std::uint64_t bytes);
// The bytes of all messages of a request.
[[nodiscard]] std::uint64_t prompt_bytes(const Request& request);

// Removes reasoning, keeps the limit, feeds the sink, and fills what the model did not say.
//
// Thread rule: one thread at a time.
class ReplyBuilder {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `sink` may be empty and must outlive the builder. `started` is when the call began.
  ReplyBuilder(const DeltaSink& sink, std::uint64_t max_bytes, Time started)
      : sink_(sink), max_bytes_(max_bytes), started_(started) {}

  // A piece as the model sent it. Code::cancelled when the sink has had enough, Code::limit beyond max_bytes of text.
  [[nodiscard]] Status add(std::string_view piece);
  // A token came that is no text, for example of reasoning that the server keeps apart.
  void saw_token();
  void set_usage(const Usage& usage) { usage_ = usage; }

  [[nodiscard]] bool has_token() const { return first_token_.has_value(); }
  [[nodiscard]] Time last_token() const { return last_token_; }
  [[nodiscard]] std::uint64_t raw_bytes() const { return raw_bytes_; }

  // Once, at the end. Counts that are missing or zero are estimated.
  [[nodiscard]] Result<Reply> finish(const Request& request, std::string finish_reason);

 private:
  [[nodiscard]] Status emit(std::string_view fresh);

  const DeltaSink& sink_;
  std::uint64_t max_bytes_;
  Time started_;
  ReasoningFilter filter_;
  Usage usage_;
  std::optional<Time> first_token_;
  Time last_token_{};
  std::uint64_t raw_bytes_ = 0;  // with reasoning
};

}  // namespace grit::model

#endif  // GRIT_MODEL_REPLY_BUILDER_H_
