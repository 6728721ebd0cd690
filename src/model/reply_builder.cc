#include "reply_builder.h"

#include <absl/strings/str_cat.h>
#include <base/try.h>

namespace grit::model {
namespace {

constexpr std::uint64_t kBytesPerToken = 4;

double seconds_between(ReplyBuilder::Time from, ReplyBuilder::Time to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

std::uint64_t estimated_tokens(std::uint64_t bytes) { return (bytes + kBytesPerToken - 1) / kBytesPerToken; }

std::uint64_t prompt_bytes(const Request& request) {
  std::uint64_t bytes = 0;
  for (const Message& message : request.messages) bytes += message.content.size();
  return bytes;
}

Status ReplyBuilder::add(std::string_view piece) {
  if (piece.empty()) return {};
  saw_token();
  raw_bytes_ += piece.size();
  return emit(filter_.push(piece));
}

void ReplyBuilder::saw_token() {
  last_token_ = std::chrono::steady_clock::now();
  if (!first_token_) first_token_ = last_token_;
}

Status ReplyBuilder::emit(std::string_view fresh) {
  if (filter_.text().size() > max_bytes_) {
    return {Code::limit,
            absl::StrCat("the model's reply is longer than ", max_bytes_,
                         " bytes (max_response_bytes); raise max_response_bytes or lower max_tokens"),
            absl::StrCat("Your reply was longer than ", max_bytes_, " bytes. Answer more briefly.")};
  }
  if (!fresh.empty() && sink_ && !sink_(fresh)) return {Code::cancelled, "the receiver of the reply ended it"};
  return {};
}

Result<Reply> ReplyBuilder::finish(const Request& request, std::string finish_reason) {
  GRIT_RETURN_IF_ERROR(emit(filter_.finish()));
  Reply reply;
  reply.text = filter_.text();
  reply.finish_reason = std::move(finish_reason);
  reply.usage = usage_;
  if (reply.usage.prompt_tokens == 0 && !request.messages.empty()) {
    reply.usage.prompt_tokens = estimated_tokens(prompt_bytes(request));
    reply.usage.estimated = true;
  }
  if (reply.usage.completion_tokens == 0 && raw_bytes_ > 0) {
    reply.usage.completion_tokens = estimated_tokens(raw_bytes_);
    reply.usage.estimated = true;
  }
  const Time now = std::chrono::steady_clock::now();
  reply.seconds = seconds_between(started_, now);
  reply.first_token_s = first_token_ ? seconds_between(started_, *first_token_) : reply.seconds;
  return reply;
}

}  // namespace grit::model
