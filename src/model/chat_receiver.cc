#include "chat_receiver.h"

#include <algorithm>
#include <utility>

#include <absl/strings/match.h>
#include <absl/strings/str_cat.h>
#include <base/try.h>

#include "json_path.h"

namespace grit::model {
namespace {

constexpr std::size_t kMaxErrorBytes = std::size_t{64} << 10;
// An event is the text of a piece with JSON around it, where every byte may be escaped as six.
constexpr std::size_t kEscapedBytes = 6;
constexpr std::size_t kEventOverheadBytes = std::size_t{64} << 10;
// How long the counts of a reply that has ended are waited for.
constexpr double kUsageWait_s = 2;
// A server that counts a prompt at more bytes a token than any tokenizer reaches on text or code did not read all of
// it. Where the count is smaller than any window, the count itself is nonsense.
constexpr std::uint64_t kMaxBytesPerToken = 6;
constexpr std::uint64_t kMinWindowTokens = 256;

std::uint64_t count_at(const Json& json, std::string_view path) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(at(json, path).as_int(), 0));
}

bool is_stream(std::string_view content_type) {
  return content_type.empty() || absl::StrContains(content_type, "event-stream") ||
         absl::StrContains(content_type, "ndjson");
}

}  // namespace

ChatReceiver::ChatReceiver(const Server& server, const Request& request, ReplyBuilder& builder,
                           SteadyClock::time_point ends)
    : server_(server),
      request_(request),
      builder_(builder),
      ends_(ends),
      max_event_bytes_(static_cast<std::size_t>(server.options.max_response_bytes) * kEscapedBytes +
                       kEventOverheadBytes),
      reader_(server.dialect.framing, max_event_bytes_) {}

Result<Flow> ChatReceiver::on_body(const HttpHead& head, std::string_view bytes) {
  whole_ = head.status == 200 && server_.dialect.framing == Framing::sse && !is_stream(head.content_type);
  if (head.status != 200) {
    GRIT_RETURN_IF_ERROR(keep(bytes, kMaxErrorBytes, true));
  } else if (whole_) {
    GRIT_RETURN_IF_ERROR(keep(bytes, max_event_bytes_, false));
  } else {
    GRIT_RETURN_IF_ERROR(reader_.push(bytes, [this](std::string_view data) { return on_event(data); }));
  }
  return done_ ? Flow::enough : Flow::more;
}

// Adds to body_, up to a bound where the rest is dropped or an error.
Status ChatReceiver::keep(std::string_view bytes, std::size_t max_bytes, bool cut) {
  body_.append(bytes.substr(0, max_bytes - body_.size()));
  if (cut || body_.size() < max_bytes) return {};
  return {Code::limit, absl::StrCat(server_.address.base, " answered more than ", max_bytes,
                                    " bytes (from max_response_bytes); raise max_response_bytes or lower max_tokens")};
}

Status ChatReceiver::on_event(std::string_view data) {
  if (done_) return {};
  if (data == "[DONE]") {
    done_ = true;
    return {};
  }
  const Result<Json> json = parse_json(data, max_event_bytes_);
  if (!json) {
    return {Code::malformed, absl::StrCat(server_.address.base, " sent an event that is no JSON: ", shown(data))};
  }
  return on_json(*json, server_.dialect.text);
}

Status ChatReceiver::on_json(const Json& json, std::string_view text_path) {
  if (is_error_event(json)) {
    error_ = judge_event(context(), json);
    return error_->status;
  }
  for (const std::string_view path : server_.dialect.reasoning) {
    if (!at(json, path).as_string().empty()) builder_.saw_token();
  }
  std::string_view text = at(json, text_path).as_string();
  // A server that continues an answer that was begun repeats the begin when it does not stream.
  if (whole_ && !request_.messages.empty() && request_.messages.back().role == "assistant" &&
      text.starts_with(request_.messages.back().content)) {
    text.remove_prefix(request_.messages.back().content.size());
  }
  GRIT_RETURN_IF_ERROR(builder_.add(text));
  read_usage(json);
  read_finish(json);
  return {};
}

void ChatReceiver::read_finish(const Json& json) {
  const Dialect& dialect = server_.dialect;
  const std::string_view reason = at(json, dialect.finish_reason).as_string();
  if (!reason.empty()) finish_ = shown(reason);
  finished_ = SteadyClock::now();
  if (dialect.done.empty() || !at(json, dialect.done).as_bool()) return;
  done_ = true;
  // Older servers only say that they are done: they were cut short when they used all they were given.
  if (!finish_) finish_ = usage_.completion_tokens >= request_.max_tokens ? "length" : "stop";
}

void ChatReceiver::read_usage(const Json& json) {
  const Dialect& dialect = server_.dialect;
  const std::uint64_t prompt = count_at(json, dialect.prompt_tokens);
  const std::uint64_t completion = count_at(json, dialect.completion_tokens);
  if (prompt > 0) usage_.prompt_tokens = prompt;
  if (completion > 0) usage_.completion_tokens = completion;
  if (const std::uint64_t cached = count_at(json, dialect.cached_tokens); cached > 0) usage_.cached_tokens = cached;
}

Result<Flow> ChatReceiver::on_wait(bool connected) {
  const SteadyClock::time_point now = SteadyClock::now();
  const BackendOptions& limits = server_.options;
  if (finish_) {
    return now - finished_ >= duration_of(std::min(kUsageWait_s, limits.idle_timeout_s)) ? Flow::enough : Flow::more;
  }
  if (now >= ends_) return timed_out("the whole reply took longer than", limits.total_timeout_s, "model_timeout");
  if (!connected) {
    if (now - started_ < duration_of(limits.connect_timeout_s)) return Flow::more;
    return timed_out("no connection within", limits.connect_timeout_s, "connect_timeout");
  }
  if (!connected_) connected_ = now;
  if (!builder_.has_token()) {
    if (now - *connected_ < duration_of(limits.first_token_timeout_s)) return Flow::more;
    return timed_out("no token within", limits.first_token_timeout_s, "first_token_timeout");
  }
  if (now - builder_.last_token() < duration_of(limits.idle_timeout_s)) return Flow::more;
  return timed_out("nothing more for", limits.idle_timeout_s, "idle_timeout");
}

Status ChatReceiver::timed_out(std::string_view what, double limit_s, std::string_view name) const {
  return {Code::timeout,
          absl::StrCat(what, " ", limit_s, " s (", name, ") from ", server_.model, " at ", server_.address.base,
                       ", after ", builder_.raw_bytes(), " bytes; raise ", name, " where the model needs longer")};
}

// A reply that came as one JSON value although a stream was asked for, or a page of something else.
Status ChatReceiver::read_whole() {
  const Result<Json> json = parse_json(body_, max_event_bytes_);
  if (json) return on_json(*json, server_.dialect.whole_text);
  return {Code::malformed,
          absl::StrCat(server_.address.base, " answered with something that is no reply: ", shown(body_))};
}

Status ChatReceiver::check_prompt() const {
  const std::uint64_t bytes = prompt_bytes(request_);
  const std::uint64_t tokens = usage_.prompt_tokens;
  if (tokens < kMinWindowTokens || tokens * kMaxBytesPerToken >= bytes) return {};
  return {Code::context_overflow,
          absl::StrCat("the server at ", server_.address.base, " cut the prompt without saying so: it read ", tokens,
                       " tokens of about ", estimated_tokens(bytes),
                       " (estimated); shorten the prompt or start the server with a larger context")};
}

ErrorContext ChatReceiver::context() const {
  return {server_.address.base, server_.model, estimated_tokens(prompt_bytes(request_))};
}

ServerFailure ChatReceiver::broken_off(const HttpOutcome& outcome) const {
  if (!outcome.transport || !builder_.has_token()) return {outcome.status, outcome.transport};
  return {outcome.status.with_context(absl::StrCat("the reply broke off after ", builder_.raw_bytes(), " bytes")),
          true};
}

// What the end of the body leaves to do, and whether the reply is whole.
Status ChatReceiver::read_rest() {
  GRIT_RETURN_IF_ERROR(whole_ ? read_whole()
                              : reader_.finish([this](std::string_view data) { return on_event(data); }));
  if (finish_) return check_prompt();
  return {Code::malformed, absl::StrCat("the reply of ", server_.address.base, " ended after ", builder_.raw_bytes(),
                                        " bytes without a reason (finish_reason): it may be cut")};
}

ServerFailure ChatReceiver::conclude(const HttpOutcome& outcome, std::optional<Reply>& reply) {
  if (error_) return *error_;
  const bool lost_after_the_end = outcome.transport && finish_;
  if (!outcome.status.ok() && !lost_after_the_end) return broken_off(outcome);
  if (outcome.head.status != 200) return judge_answer(context(), outcome.head, body_);
  Status status = read_rest();
  if (error_) return *error_;
  if (!status.ok()) return {std::move(status)};
  if (usage_.prompt_tokens * kMaxBytesPerToken < prompt_bytes(request_)) usage_.prompt_tokens = 0;
  builder_.set_usage(usage_);
  Result<Reply> built = builder_.finish(request_, *finish_);
  if (!built) return {built.error()};
  reply = *std::move(built);
  return {};
}

}  // namespace grit::model
