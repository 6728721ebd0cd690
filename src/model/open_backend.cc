// Opening a backend by its description.
#include <array>
#include <cmath>
#include <utility>

#include <absl/strings/str_cat.h>
#include <base/try.h>
#include <grit/model.h>
#include <port/host_files.h>

#include "chat_backend.h"
#include "playback.h"

namespace grit::model {
namespace {

constexpr std::uint64_t kMaxRecordingBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kMaxResponseBytes = std::uint64_t{1} << 30;
constexpr std::uint32_t kMaxRetries = 100;

constexpr std::string_view kForms = "openai:URL#MODEL, ollama:URL#MODEL, replay:FILE or scripted:FILE";

Status wrong(std::string message) { return {Code::configuration, std::move(message)}; }

Status check_options(const BackendOptions& options) {
  const std::array<std::pair<std::string_view, double>, 4> limits = {{
      {"connect_timeout", options.connect_timeout_s},
      {"first_token_timeout", options.first_token_timeout_s},
      {"idle_timeout", options.idle_timeout_s},
      {"model_timeout", options.total_timeout_s},
  }};
  for (const auto& [name, seconds] : limits) {
    if (!std::isfinite(seconds) || seconds <= 0) return wrong(absl::StrCat(name, " must be more than 0 seconds"));
  }
  if (options.max_response_bytes == 0 || options.max_response_bytes > kMaxResponseBytes) {
    return wrong(absl::StrCat("max_response_bytes must be 1 to ", kMaxResponseBytes));
  }
  if (options.retries > kMaxRetries) return wrong(absl::StrCat("retries must be at most ", kMaxRetries));
  for (const char c : options.api_key) {
    if (static_cast<unsigned char>(c) <= ' ' || c == 0x7f) return wrong("the API key has a blank or line end in it");
  }
  return {};
}

Result<std::unique_ptr<ModelBackend>> open_chat(const Dialect& dialect, std::string_view rest,
                                                const BackendOptions& options) {
  const std::size_t hash = rest.find('#');
  if (hash == std::string_view::npos || hash + 1 == rest.size()) {
    return wrong(absl::StrCat("the description names no model: write ", dialect.name, ":URL#MODEL"));
  }
  GRIT_ASSIGN_OR_RETURN(Address address, parse_address(rest.substr(0, hash), dialect.default_path));
  if (!address.loopback && !options.allow_remote) {
    return Status(Code::fenced,
                  absl::StrCat("the model server at ", address.root,
                               " is not on this machine; code would leave it. Allow it with --allow-remote "
                               "or in the configuration, or use localhost, 127.0.0.1 or [::1]"));
  }
  GRIT_ASSIGN_OR_RETURN(const Curl curl, load_curl());
  return std::unique_ptr<ModelBackend>(std::make_unique<ChatBackend>(
      Server{curl, dialect, std::move(address), std::string(rest.substr(hash + 1)), options}));
}

Result<Recording> load(std::string_view file) {
  if (file.empty()) return wrong("the description names no file: write replay:FILE or scripted:FILE");
  Result<std::string> lines = port::read_file(std::string(file), kMaxRecordingBytes);
  if (!lines) return wrong(absl::StrCat("the recording cannot be read: ", lines.error().message()));
  Result<Recording> recording = parse_recording(*lines);
  if (!recording) return recording.error().with_context(file);
  return recording;
}

}  // namespace

Result<std::unique_ptr<ModelBackend>> open_backend(std::string_view description, const BackendOptions& options) {
  GRIT_RETURN_IF_ERROR(check_options(options));
  const std::size_t colon = description.find(':');
  const std::string_view kind = description.substr(0, colon);
  const std::string_view rest = colon == std::string_view::npos ? std::string_view() : description.substr(colon + 1);
  if (kind == kOpenAi.name) return open_chat(kOpenAi, rest, options);
  if (kind == kOllama.name) return open_chat(kOllama, rest, options);
  if (kind == "replay" || kind == "scripted") {
    GRIT_ASSIGN_OR_RETURN(Recording recording, load(rest));
    return kind == "replay" ? make_replay(std::move(recording), options) : make_scripted(std::move(recording), options);
  }
  return wrong(absl::StrCat("a model is described as ", kForms));
}

}  // namespace grit::model
