// Language models: the ModelBackend seam and the backends that ship with the library.
#ifndef GRIT_MODEL_H_
#define GRIT_MODEL_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <grit/status.h>
#include <grit/types.h>

namespace grit::model {

struct Message {
  std::string role;  // "system", "user", "assistant"
  std::string content;
};

// One request. Everything in it is part of its hash, so that a recording finds its answer again.
struct Request {
  std::vector<Message> messages;
  std::uint32_t max_tokens = 1024;
  double temperature = 0;
  std::int64_t seed = 1;
  std::vector<std::string> stop;
  std::string grammar;      // GBNF; empty: none. Sent only to servers that are known to honour it
  std::string json_schema;  // JSON; empty: none
};

// The canonical JSON of a request, and its SHA-256: what recordings and evidence refer to.
[[nodiscard]] std::string canonical_json(const Request& request);
[[nodiscard]] ContentHash request_hash(const Request& request);

struct Usage {
  std::uint64_t prompt_tokens = 0;
  std::uint64_t completion_tokens = 0;
  std::uint64_t cached_tokens = 0;
  bool estimated = false;  // the server gave none: four bytes a token
};

// Why a reply ended: "stop", "length", or the server's own word.
struct Reply {
  std::string text;  // reasoning sections removed
  std::string finish_reason;
  Usage usage;
  double seconds = 0;
  double first_token_s = 0;
};

// Who answered, as far as it is known.
struct ModelInfo {
  std::string backend;  // "openai", "ollama", "scripted", "replay", "host"
  std::string name;
  std::string digest;                // of the weights; empty where the server does not say
  std::string server;                // name and version of the server
  std::uint64_t context_tokens = 0;  // the real window; 0: not known
};

// Pieces of the text as they arrive, for showing; Reply::text is what counts (a late closing tag of reasoning takes
// back what came before it). Return false to end the reply, which then is Code::cancelled.
using DeltaSink = std::function<bool(std::string_view)>;

// One model.
//
// Thread rule: one complete() at a time per instance; cancelling through `stop` may come from any thread.
class ModelBackend {
 public:
  virtual ~ModelBackend() = default;
  // Asks the server where it must. Code::unavailable: not reachable, or the model is not there (the message names the
  // address and what to do).
  virtual Result<ModelInfo> info(const StopConditions& stop) = 0;
  // Code::unavailable, Code::timeout, Code::cancelled, Code::context_overflow (both numbers in the message),
  // Code::limit (more than max_response_bytes), Code::invalid_argument (the server refuses the request, for example its
  // grammar), Code::malformed (the server's answer; its bounded body is in the message). Blocks; ends within 100 ms of
  // a cancel.
  virtual Result<Reply> complete(const Request& request, const DeltaSink& sink, const StopConditions& stop) = 0;
};

struct BackendOptions {
  double connect_timeout_s = 5;
  double first_token_timeout_s = 30;
  double idle_timeout_s = 30;
  double total_timeout_s = 30;
  std::uint64_t max_response_bytes = 32768;  // of text
  std::uint32_t retries = 2;                 // of connection failures, 429 and 5xx before the first byte of text
  bool allow_remote = false;                 // a host that is not loopback is refused without it
  std::string api_key;                       // sent as a bearer token; never logged, never in evidence
};

// Opens a backend by its description:
//   openai:URL#MODEL    chat completions at URL (".../v1" is added where the path is empty), streaming
//   ollama:URL#MODEL    Ollama's own API
//   replay:FILE         recorded exchanges, found by the request's hash
//   scripted:FILE       exchanges in order
// Code::configuration for a description that cannot be read, Code::fenced for a remote host without allow_remote.
// No connection is made yet.
[[nodiscard]] Result<std::unique_ptr<ModelBackend>> open_backend(std::string_view description,
                                                                 const BackendOptions& options);

// One line of a recording.
struct Exchange {
  std::optional<ContentHash> request;  // empty: answers whatever comes
  std::string request_json;            // canonical; kept so that a difference can be shown
  std::string reply;
  std::string finish_reason = "stop";
  std::optional<Usage> usage;
  std::uint32_t delay_ms = 0;
  std::string error;  // a code's name: this exchange fails with it
};

// A recording: JSON lines, the first one about the model, each further one an exchange.
struct Recording {
  ModelInfo model;
  std::vector<Exchange> exchanges;
};
[[nodiscard]] Result<Recording> parse_recording(std::string_view json_lines);
[[nodiscard]] std::string to_json_lines(const Recording& recording);

// Passes everything on to `inner` and adds each exchange that succeeded to `into`, which must outlive it.
[[nodiscard]] std::unique_ptr<ModelBackend> recording_backend(std::unique_ptr<ModelBackend> inner, Recording& into);

// Answers in order. After the last exchange: Code::unavailable.
[[nodiscard]] std::unique_ptr<ModelBackend> scripted_backend(Recording recording);
// Answers by the request's hash; where there is none the message says which part of the nearest request differs.
[[nodiscard]] std::unique_ptr<ModelBackend> replay_backend(Recording recording);

}  // namespace grit::model

#endif  // GRIT_MODEL_H_
