#include "server_error.h"

#include <array>

#include <absl/strings/match.h>
#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <base/text.h>

namespace grit::model {
namespace {

constexpr std::size_t kShownBytes = 300;

// What a server says about an error, whatever its form.
struct ErrorBody {
  std::string message;
  std::string type;
  std::int64_t code = 0;
  std::int64_t prompt_tokens = 0;
  std::int64_t window = 0;
};

// How servers word a prompt that does not fit, in lower case, and what stands before each of the two numbers.
struct OverflowWords {
  std::string_view mark;
  std::string_view before_prompt;
  std::string_view before_window;
};
constexpr std::array<OverflowWords, 8> kOverflowWords = {{
    {"exceeds the available context size", "request (", "context size ("},             // llama-server
    {"maximum context length is", "you requested ", "maximum context length is "},     // vLLM
    {"maximum context length is", "your request has ", "maximum context length is "},  // vLLM, newer
    {"maximum context length is", "resulted in ", "maximum context length is "},       // OpenAI
    {"when context the overflows", "keep the first ", "context length of only "},      // LM Studio
    {"context size has been exceeded", "", ""},                                        // LM Studio, MLX
    {"exceeds the context length", "", ""},                                            // Ollama
    {"context length exceeded", "", ""},
}};
constexpr std::array<std::string_view, 2> kOverflowTypes = {"exceed_context_size_error", "context_length_exceeded"};

// The number that follows `before` in `text`; 0 where there is none.
std::int64_t number_after(std::string_view text, std::string_view before) {
  const std::size_t place = before.empty() ? std::string_view::npos : text.find(before);
  if (place == std::string_view::npos) return 0;
  text.remove_prefix(place + before.size());
  std::int64_t number = 0;
  const std::string_view digits = text.substr(0, text.find_first_not_of("0123456789"));
  return absl::SimpleAtoi(digits, &number) ? number : 0;
}

ErrorBody read_object(const Json& error) {
  ErrorBody body;
  body.message = error["message"].as_string();
  body.type = error["type"].as_string();
  body.code = error["code"].as_int();
  if (error["code"].is_string()) absl::StrAppend(&body.type, " ", error["code"].as_string());
  body.prompt_tokens = error["n_prompt_tokens"].as_int();
  body.window = error["n_ctx"].as_int();
  return body;
}

// {"error": {…}}, {"error": "text"}, the same with another server's JSON as the text, {"object": "error", …}, and
// {"detail": …}.
ErrorBody read_body(const Json& json, std::string_view raw) {
  const Json& error = json["error"];
  if (error.is_string()) {
    const Result<Json> inner = parse_json(error.as_string());
    if (inner && (*inner)["error"].is_object()) return read_object((*inner)["error"]);
    return {std::string(error.as_string()), {}, 0, 0, 0};
  }
  ErrorBody body = read_object(error.is_object() ? error : json);
  if (body.message.empty()) body.message = json["detail"].is_string() ? json["detail"].as_string() : raw;
  return body;
}

// Fills the numbers out of the wording. False: it is not about the context.
bool read_overflow(ErrorBody& body) {
  bool overflow = false;
  for (const std::string_view type : kOverflowTypes) overflow |= absl::StrContains(body.type, type);
  const std::string text = to_lower_ascii(body.message);
  for (const OverflowWords& words : kOverflowWords) {
    if (!absl::StrContains(text, words.mark)) continue;
    overflow = true;
    if (body.prompt_tokens == 0) body.prompt_tokens = number_after(text, words.before_prompt);
    if (body.window == 0) body.window = number_after(text, words.before_window);
  }
  return overflow;
}

Status overflow_status(const ErrorContext& context, const ErrorBody& body) {
  const std::string prompt = body.prompt_tokens > 0
                                 ? absl::StrCat(body.prompt_tokens, " tokens")
                                 : absl::StrCat("about ", context.prompt_tokens, " tokens (estimated)");
  const std::string window = body.window > 0 ? absl::StrCat(body.window, " tokens") : "unknown size";
  return {Code::context_overflow,
          absl::StrCat("the prompt of ", prompt, " does not fit the window of ", window, " that ", context.model,
                       " has at ", context.server, "; shorten the prompt or start the server with a larger context (",
                       shown(body.message), ")")};
}

bool names_missing_model(const ErrorBody& body) {
  const std::string text = to_lower_ascii(body.message);
  const bool missing = absl::StrContains(text, "not found") || absl::StrContains(text, "does not exist");
  return absl::StrContains(body.type, "model_not_found") || (absl::StrContains(text, "model") && missing);
}

bool is_transient(long status) {
  return status == 429 || status == 500 || status == 502 || status == 503 || status == 504;
}

ServerFailure judge(const ErrorContext& context, long status, ErrorBody body) {
  if (read_overflow(body)) return {overflow_status(context, body)};
  const std::string answered = absl::StrCat(context.server, " answered HTTP ", status, ": ",
                                            body.message.empty() ? "nothing" : shown(body.message));
  if (status == 404 || names_missing_model(body)) return {{Code::unavailable, answered}, false, true};
  if (status == 401 || status == 403) {
    return {
        {Code::unavailable,
         absl::StrCat("the server did not accept the API key (the grit command takes HARNESS_API_KEY): ", answered)}};
  }
  if (is_transient(status)) return {{Code::unavailable, answered}, true};
  if (status >= 400 && status < 500) {
    return {{Code::invalid_argument, absl::StrCat("the server refused the request: ", answered)}};
  }
  return {{Code::unavailable, answered}};
}

}  // namespace

ServerFailure judge_answer(const ErrorContext& context, const HttpHead& head, std::string_view body) {
  if (!head.redirect.empty()) {
    return {{Code::unavailable, absl::StrCat(context.server, " redirects to ", shown(head.redirect),
                                             ", which is not followed; name that address instead")}};
  }
  const Result<Json> json = parse_json(body);
  return judge(context, head.status, json ? read_body(*json, body) : ErrorBody{std::string(body), {}, 0, 0, 0});
}

ServerFailure judge_event(const ErrorContext& context, const Json& event) {
  ErrorBody body = read_body(event, event.dump());
  const long status = body.code >= 400 && body.code < 600 ? static_cast<long>(body.code) : 500;
  return judge(context, status, std::move(body));
}

bool is_error_event(const Json& event) { return !event["error"].is_null() || event["object"].as_string() == "error"; }

std::string shown(std::string_view body) {
  std::string line;
  for (const char c : truncate_utf8(body, kShownBytes)) {
    const bool blank = static_cast<unsigned char>(c) <= ' ' || c == 0x7f;
    if (!blank) line += c;
    if (blank && !line.empty() && line.back() != ' ') line += ' ';
  }
  if (body.size() > kShownBytes) absl::StrAppend(&line, "… (", body.size(), " bytes)");
  return to_valid_utf8(line);
}

}  // namespace grit::model
