#include "playback.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <absl/strings/str_cat.h>
#include <base/text.h>
#include <base/try.h>

#include "pause.h"
#include "reply_builder.h"
#include "server.h"

namespace grit::model {
namespace {

constexpr std::array<Code, 22> kFailures = {
    Code::invalid_argument, Code::not_found,
    Code::already_exists,   Code::permission_denied,
    Code::fenced,           Code::io,
    Code::no_space,         Code::corrupt,
    Code::newer_format,     Code::busy,
    Code::changed,          Code::limit,
    Code::cancelled,        Code::timeout,
    Code::unavailable,      Code::refused,
    Code::unsupported,      Code::configuration,
    Code::malformed,        Code::context_overflow,
    Code::callback,         Code::internal,
};

// Waits until the exchange's first token is due, or the first limit on the way there.
Status wait_for_reply(const Exchange& exchange, const std::optional<BackendOptions>& options,
                      SteadyClock::time_point started, const StopConditions& stop) {
  const SteadyClock::time_point due = started + std::chrono::milliseconds(exchange.delay_ms);
  if (!options) return pause_until(due, stop);
  const bool total = options->total_timeout_s <= options->first_token_timeout_s;
  const double limit_s = total ? options->total_timeout_s : options->first_token_timeout_s;
  const SteadyClock::time_point ends = started + duration_of(limit_s);
  GRIT_RETURN_IF_ERROR(pause_until(std::min(due, ends), stop));
  if (due <= ends) return {};
  const std::string_view name = total ? "model_timeout" : "first_token_timeout";
  return {Code::timeout, absl::StrCat("no token within ", limit_s, " s (", name, ") from the recorded model; raise ",
                                      name, " where the model needs longer")};
}

}  // namespace

std::optional<Code> code_of(std::string_view name) {
  for (const Code code : kFailures) {
    if (name == code_name(code)) return code;
  }
  return std::nullopt;
}

Result<Reply> play(const Exchange& exchange, const Request& request, const std::optional<BackendOptions>& options,
                   const DeltaSink& sink, const StopConditions& stop) {
  const SteadyClock::time_point started = SteadyClock::now();
  GRIT_RETURN_IF_ERROR(wait_for_reply(exchange, options, started, stop));
  if (!exchange.error.empty()) {
    const Code code = code_of(exchange.error).value_or(Code::malformed);
    return Status(code, absl::StrCat("the recorded model failed: ", exchange.error));
  }
  ReplyBuilder builder(sink, options ? options->max_response_bytes : std::numeric_limits<std::uint64_t>::max(),
                       started);
  for (const std::string_view line : split_lines(exchange.reply)) {
    GRIT_RETURN_IF_ERROR(stop.check());
    GRIT_RETURN_IF_ERROR(builder.add(line));
  }
  Usage usage = exchange.usage.value_or(Usage{});
  builder.set_usage(usage);
  return builder.finish(request, exchange.finish_reason);
}

}  // namespace grit::model
