#include "chat_backend.h"

#include <algorithm>
#include <utility>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_replace.h>
#include <base/try.h>

#include "chat_receiver.h"
#include "pause.h"

namespace grit::model {
namespace {

// The pause before the first repetition; it doubles with each further one.
constexpr double kFirstPause_s = 0.25;
// Asking for the list of models after a failure must not cost more than this.
constexpr double kSideQuestion_s = 2;

}  // namespace

Result<ModelInfo> ChatBackend::info(const StopConditions& stop) {
  if (!library_.ok()) return Status(Code::internal, "libcurl could not be initialised");
  Result<ModelInfo> info = describe(server_, stop);
  if (!info) return without_key(info.error());
  return info;
}

Result<Reply> ChatBackend::complete(const Request& request, const DeltaSink& sink, const StopConditions& stop) {
  if (!library_.ok()) return Status(Code::internal, "libcurl could not be initialised");
  const SteadyClock::time_point now = SteadyClock::now();
  const Span span{now, now + duration_of(server_.options.total_timeout_s)};
  double pause_s = kFirstPause_s;
  for (std::uint32_t tries = 1;; ++tries, pause_s *= 2) {
    Try result = attempt(request, sink, span, stop);
    if (result.reply) return *std::move(result.reply);
    const SteadyClock::time_point again = SteadyClock::now() + duration_of(std::max(pause_s, result.wait_s));
    if (!result.may_repeat || tries > server_.options.retries || again >= span.end) {
      return explain(std::move(result), tries, span, stop);
    }
    GRIT_RETURN_IF_ERROR(pause_until(again, stop));
  }
}

double ChatBackend::Span::left(double cap_s) const {
  return std::clamp(std::chrono::duration<double>(end - SteadyClock::now()).count(), 0.0, cap_s);
}

ChatBackend::Try ChatBackend::attempt(const Request& request, const DeltaSink& sink, const Span& span,
                                      const StopConditions& stop) {
  Try result;
  std::string_view grammar;
  if (!request.grammar.empty()) {
    Result<std::string_view> path = grammar_path(span, stop, result.may_repeat);
    if (!path) {
      result.failure.status = path.error();
      return result;
    }
    grammar = *path;
  }
  const Result<Json> body = chat_body(server_.dialect, server_.model, request, grammar);
  if (!body) {
    result.failure.status = body.error();
    return result;
  }
  HttpRequest http = request_to(server_, server_.address.base, server_.dialect.chat_path);
  http.body = body->dump();
  ReplyBuilder builder(sink, server_.options.max_response_bytes, span.begin);
  ChatReceiver receiver(server_, request, builder, span.end);
  const HttpOutcome outcome = http_exchange(server_.curl, http, receiver, stop);
  result.failure = receiver.conclude(outcome, result.reply);
  result.wait_s = outcome.head.retry_after_s;
  result.may_repeat = result.failure.retryable && !builder.has_token();
  return result;
}

// Where this server takes a grammar; empty: it is not known to honour one.
Result<std::string_view> ChatBackend::grammar_path(const Span& span, const StopConditions& stop, bool& transient) {
  if (!kind_ && server_.dialect.model_owner.empty()) kind_ = nullptr;
  if (!kind_) {
    Result<Models> models = list_models(server_, span.left(server_.options.first_token_timeout_s), stop);
    transient = !models && models.error().code() == Code::unavailable;
    if (!models) return models.error();
    kind_ = models->kind;
  }
  return *kind_ == nullptr ? std::string_view() : (*kind_)->grammar;
}

// The last failure for a person: with the models that are there, and how often it was tried.
Status ChatBackend::explain(Try result, std::uint32_t tries, const Span& span, const StopConditions& stop) const {
  Status status = std::move(result.failure.status);
  if (result.failure.model_missing) {
    const Result<Models> models = list_models(server_, span.left(kSideQuestion_s), stop);
    if (models && models->known && !models->has_model) status = missing_model(server_, *models);
  }
  std::string more;
  if (result.wait_s > 0) absl::StrAppend(&more, "; it asks to wait ", result.wait_s, " s");
  if (tries > 1) absl::StrAppend(&more, " (tried ", tries, " times)");
  if (!more.empty()) status = {status.code(), status.message() + more, status.for_model()};
  return without_key(status);
}

// A server may repeat in an error what it was sent.
Status ChatBackend::without_key(const Status& status) const {
  const std::string& key = server_.options.api_key;
  if (key.empty()) return status;
  return {status.code(), absl::StrReplaceAll(status.message(), {{key, "[API key]"}}),
          absl::StrReplaceAll(status.for_model(), {{key, "[API key]"}})};
}

}  // namespace grit::model
