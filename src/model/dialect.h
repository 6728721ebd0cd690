// How the servers' chat interfaces differ, as data.
#ifndef GRIT_MODEL_DIALECT_H_
#define GRIT_MODEL_DIALECT_H_

#include <array>
#include <string_view>

#include <base/json.h>
#include <grit/model.h>

#include "event_reader.h"

namespace grit::model {

// One chat interface. Paths into requests and replies are as in json_path.h; an empty one: the interface has no such
// thing.
struct Dialect {
  std::string_view name;          // ModelInfo::backend
  std::string_view default_path;  // of the address, where it has none
  std::string_view chat_path;     // below the address
  std::string_view models_path;   // lists the models
  Framing framing;

  // The request.
  std::string_view fixed;  // members that every request has, as a JSON object
  std::string_view max_tokens;
  std::string_view temperature;
  std::string_view seed;
  std::string_view stop;
  std::string_view schema;
  std::string_view schema_type;  // non-empty: the schema is wrapped as {"type": this, this: {"name", "schema"}}

  // A streamed event, or the whole reply of a server that did not stream.
  std::string_view text;
  std::string_view whole_text;
  std::array<std::string_view, 2> reasoning;
  std::string_view finish_reason;
  std::string_view done;  // true in the last event, also where that has no finish reason
  std::string_view prompt_tokens;
  std::string_view completion_tokens;
  std::string_view cached_tokens;

  // The list of models.
  std::string_view models;      // the array
  std::string_view model_name;  // in an element
  std::string_view model_digest;
  std::string_view model_owner;
};

// Chat completions as OpenAI defined them: llama-server, vLLM, LM Studio, Ollama and hosted services.
inline constexpr Dialect kOpenAi = {
    .name = "openai",
    .default_path = "/v1",
    .chat_path = "/chat/completions",
    .models_path = "/models",
    .framing = Framing::sse,
    .fixed = R"({"stream":true,"stream_options":{"include_usage":true}})",
    .max_tokens = "max_tokens",
    .temperature = "temperature",
    .seed = "seed",
    .stop = "stop",
    .schema = "response_format",
    .schema_type = "json_schema",
    .text = "choices/0/delta/content",
    .whole_text = "choices/0/message/content",
    .reasoning = {"choices/0/delta/reasoning_content", "choices/0/delta/reasoning"},
    .finish_reason = "choices/0/finish_reason",
    .done = "",
    .prompt_tokens = "usage/prompt_tokens",
    .completion_tokens = "usage/completion_tokens",
    .cached_tokens = "usage/prompt_tokens_details/cached_tokens",
    .models = "data",
    .model_name = "id",
    .model_digest = "",
    .model_owner = "owned_by",
};

// Ollama's own interface. `truncate` and `shift` keep it from cutting a prompt that does not fit without saying so.
inline constexpr Dialect kOllama = {
    .name = "ollama",
    .default_path = "",
    .chat_path = "/api/chat",
    .models_path = "/api/tags",
    .framing = Framing::ndjson,
    .fixed = R"({"stream":true,"truncate":false,"shift":false})",
    .max_tokens = "options/num_predict",
    .temperature = "options/temperature",
    .seed = "options/seed",
    .stop = "options/stop",
    .schema = "format",
    .schema_type = "",
    .text = "message/content",
    .whole_text = "message/content",
    .reasoning = {"message/thinking", ""},
    .finish_reason = "done_reason",
    .done = "done",
    .prompt_tokens = "prompt_eval_count",
    .completion_tokens = "eval_count",
    .cached_tokens = "",
    .models = "models",
    .model_name = "name",
    .model_digest = "digest",
    .model_owner = "",
};

// What a server can do beyond its dialect, known by the owner that its list of models names.
struct ServerKind {
  std::string_view owner;         // in the list of models
  std::string_view name;          // ModelInfo::server
  std::string_view grammar;       // path of a GBNF grammar in a request; empty: it has none, or ignores it
  std::string_view info_path;     // below the server's root: where it tells its version
  std::string_view version;       // path in that answer
  std::string_view window;        // path in that answer: the tokens one request can have
  std::string_view model_window;  // the same in an element of the list of models
};

inline constexpr std::array<ServerKind, 2> kServerKinds = {{
    // The window is that of one slot: the context divided by the number of slots.
    {"llamacpp", "llama.cpp", "grammar", "/props", "build_info", "default_generation_settings/n_ctx", ""},
    {"vllm", "vLLM", "", "/version", "version", "", "max_model_len"},
}};

// The body of a chat request. `grammar` is the path for it in this server's requests; empty: it is left out.
// Code::invalid_argument for a schema that is not JSON.
[[nodiscard]] Result<Json> chat_body(const Dialect& dialect, std::string_view model, const Request& request,
                                     std::string_view grammar);

}  // namespace grit::model

#endif  // GRIT_MODEL_DIALECT_H_
