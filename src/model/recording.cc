// Recordings as JSON lines.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include <absl/strings/str_cat.h>
#include <base/json.h>
#include <base/text.h>
#include <base/try.h>
#include <grit/model.h>

#include "playback.h"

namespace grit::model {
namespace {

// A value of the wrong type; a key that is not there is fine.
Status expect(bool right, const Json& value, std::string_view key, std::string_view what) {
  if (right || value.is_null()) return {};
  return {Code::malformed, absl::StrCat("\"", key, "\" must be ", what)};
}

Status read_text(const Json& line, std::string_view key, std::string& into) {
  const Json& value = line[key];
  GRIT_RETURN_IF_ERROR(expect(value.is_string(), value, key, "a string"));
  if (value.is_string()) into = value.as_string();
  return {};
}

Status read_count(const Json& line, std::string_view key, std::uint64_t& into) {
  const Json& value = line[key];
  GRIT_RETURN_IF_ERROR(expect(value.is_int() && value.as_int() >= 0, value, key, "a whole number"));
  into = static_cast<std::uint64_t>(value.as_int());
  return {};
}

Status read_model(const Json& line, ModelInfo& model) {
  std::string version;
  GRIT_RETURN_IF_ERROR(read_text(line, "model", model.name));
  GRIT_RETURN_IF_ERROR(read_text(line, "digest", model.digest));
  GRIT_RETURN_IF_ERROR(read_text(line, "server", model.server));
  GRIT_RETURN_IF_ERROR(read_text(line, "version", version));
  if (!version.empty()) absl::StrAppend(&model.server, model.server.empty() ? "" : " ", version);
  return read_count(line, "context_tokens", model.context_tokens);
}

Status read_usage(const Json& line, std::optional<Usage>& into) {
  const Json& value = line["usage"];
  GRIT_RETURN_IF_ERROR(expect(value.is_object(), value, "usage", "an object"));
  if (!value.is_object()) return {};
  Usage usage;
  GRIT_RETURN_IF_ERROR(read_count(value, "prompt_tokens", usage.prompt_tokens));
  GRIT_RETURN_IF_ERROR(read_count(value, "completion_tokens", usage.completion_tokens));
  GRIT_RETURN_IF_ERROR(read_count(value, "cached_tokens", usage.cached_tokens));
  usage.estimated = value["estimated"].as_bool();
  into = usage;
  return {};
}

// The hash, and the request where it was kept: both must belong together.
Status read_request(const Json& line, Exchange& exchange) {
  std::string hex;
  GRIT_RETURN_IF_ERROR(read_text(line, "request_sha256", hex));
  GRIT_RETURN_IF_ERROR(expect(line["request"].is_object(), line["request"], "request", "an object"));
  if (line["request"].is_object()) exchange.request_json = line["request"].dump();
  if (!hex.empty()) exchange.request = ContentHash::from_hex(hex);
  if (!hex.empty() && !exchange.request) return {Code::malformed, "\"request_sha256\" must be 64 hexadecimal digits"};
  if (exchange.request_json.empty()) return {};
  const ContentHash hash = ContentHash::of(exchange.request_json);
  if (exchange.request && *exchange.request != hash) {
    return {Code::malformed,
            absl::StrCat("\"request\" was changed: its hash is ", hash.hex(), ", not \"request_sha256\"")};
  }
  exchange.request = hash;
  return {};
}

Status read_exchange(const Json& line, Exchange& exchange) {
  if (!line["reply"].is_string() && !line["error"].is_string()) {
    return {Code::malformed, "an exchange needs a \"reply\" or an \"error\""};
  }
  std::uint64_t delay_ms = 0;
  GRIT_RETURN_IF_ERROR(read_request(line, exchange));
  GRIT_RETURN_IF_ERROR(read_text(line, "reply", exchange.reply));
  GRIT_RETURN_IF_ERROR(read_text(line, "finish_reason", exchange.finish_reason));
  GRIT_RETURN_IF_ERROR(read_text(line, "error", exchange.error));
  GRIT_RETURN_IF_ERROR(read_usage(line, exchange.usage));
  GRIT_RETURN_IF_ERROR(read_count(line, "delay_ms", delay_ms));
  if (delay_ms > UINT32_MAX) return {Code::malformed, "\"delay_ms\" is too large"};
  exchange.delay_ms = static_cast<std::uint32_t>(delay_ms);
  if (!exchange.error.empty() && !code_of(exchange.error)) {
    return {Code::malformed, absl::StrCat("\"error\" must be the name of a code, not \"", exchange.error, "\"")};
  }
  return {};
}

Status read_line(std::string_view text, bool first, Recording& recording) {
  GRIT_ASSIGN_OR_RETURN(const Json line, parse_json(text));
  if (!line.is_object()) return {Code::malformed, "a line must be a JSON object"};
  if (first && line["model"].is_string() && !line.contains("reply")) return read_model(line, recording.model);
  return read_exchange(line, recording.exchanges.emplace_back());
}

void set_text(Json& json, std::string_view key, std::string_view value) {
  if (!value.empty()) json.set(key, value);
}

Json model_line(const ModelInfo& model) {
  // "llama.cpp b4567": the version is what follows the first blank, and no server's name is empty.
  const std::string_view server = model.server;
  const std::size_t blank = std::min(server.find(' ', 1), server.size());
  Json line = Json::object({{"model", model.name},
                            {"digest", model.digest},
                            {"server", server.substr(0, blank)},
                            {"version", server.substr(std::min(blank + 1, server.size()))}});
  if (model.context_tokens > 0) line.set("context_tokens", model.context_tokens);
  return line;
}

Json usage_value(const Usage& usage) {
  Json value = Json::object({{"prompt_tokens", usage.prompt_tokens}, {"completion_tokens", usage.completion_tokens}});
  if (usage.cached_tokens > 0) value.set("cached_tokens", usage.cached_tokens);
  if (usage.estimated) value.set("estimated", true);
  return value;
}

Json exchange_line(const Exchange& exchange) {
  Json line = Json::object();
  if (exchange.request) line.set("request_sha256", exchange.request->hex());
  if (Result<Json> request = parse_json(exchange.request_json); request && request->is_object()) {
    line.set("request", *std::move(request));
  }
  line.set("reply", exchange.reply);
  line.set("finish_reason", exchange.finish_reason);
  if (exchange.usage) line.set("usage", usage_value(*exchange.usage));
  if (exchange.delay_ms > 0) line.set("delay_ms", exchange.delay_ms);
  set_text(line, "error", exchange.error);
  return line;
}

}  // namespace

Result<Recording> parse_recording(std::string_view json_lines) {
  Recording recording;
  std::size_t number = 0;
  bool first = true;
  for (const std::string_view raw : split_lines(json_lines)) {
    ++number;
    const std::string_view line = strip_line_end(raw);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    if (Status status = read_line(line, first, recording); !status.ok()) {
      return status.with_context(absl::StrCat("line ", number));
    }
    first = false;
  }
  return recording;
}

std::string to_json_lines(const Recording& recording) {
  std::string lines = model_line(recording.model).dump() + "\n";
  for (const Exchange& exchange : recording.exchanges) absl::StrAppend(&lines, exchange_line(exchange).dump(), "\n");
  return lines;
}

}  // namespace grit::model
