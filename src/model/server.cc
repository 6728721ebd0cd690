#include "server.h"

#include <algorithm>
#include <utility>

#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_split.h>
#include <base/try.h>

#include "json_path.h"
#include "server_error.h"

namespace grit::model {
namespace {

constexpr std::size_t kMaxAnswerBytes = std::size_t{8} << 20;
constexpr std::size_t kNamesShown = 10;
constexpr double kMaxSeconds = 1e9;
constexpr int kMaxQuestions = 3;  // that describe() asks after the list of models

// Collects a whole body within its limits.
class BodyReceiver final : public HttpReceiver {
 public:
  BodyReceiver(const Server& server, double limit_s) : server_(server), limit_s_(limit_s) {}

  Result<Flow> on_body(const HttpHead&, std::string_view bytes) override {
    body_.append(bytes);
    if (body_.size() <= kMaxAnswerBytes) return Flow::more;
    return Status(Code::limit, absl::StrCat(server_.address.base, " answered more than ", kMaxAnswerBytes, " bytes"));
  }

  Result<Flow> on_wait(bool connected) override {
    const double limit_s = connected ? limit_s_ : std::min(limit_s_, server_.options.connect_timeout_s);
    if (SteadyClock::now() - started_ < duration_of(limit_s)) return Flow::more;
    return Status(Code::timeout, absl::StrCat(connected ? "no answer from " : "no connection to ", server_.address.base,
                                              " within ", limit_s, " s"));
  }

  [[nodiscard]] const std::string& body() const { return body_; }

 private:
  const Server& server_;
  double limit_s_;
  SteadyClock::time_point started_ = SteadyClock::now();
  std::string body_;
};

bool is_name_of(const Dialect& dialect, const Json& entry, const std::string& wanted) {
  const std::string_view name = at(entry, dialect.model_name).as_string();
  if (name == wanted || name == wanted + ":latest") return true;
  const Json::Array& aliases = entry["aliases"].items();
  return std::any_of(aliases.begin(), aliases.end(), [&](const Json& alias) { return alias.as_string() == wanted; });
}

const ServerKind* kind_of(std::string_view owner) {
  for (const ServerKind& kind : kServerKinds) {
    if (!owner.empty() && kind.owner == owner) return &kind;
  }
  return nullptr;
}

std::uint64_t count_of(const Json& value) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(value.as_int(), 0));
}

Models read_models(const Server& server, const Json& json) {
  const Dialect& dialect = server.dialect;
  Models models;
  models.known = at(json, dialect.models).is_array();
  for (const Json& entry : at(json, dialect.models).items()) {
    models.names.push_back(shown(at(entry, dialect.model_name).as_string()));
    const bool wanted = is_name_of(dialect, entry, server.model);
    if (wanted || models.kind == nullptr) models.kind = kind_of(at(entry, dialect.model_owner).as_string());
    if (!wanted) continue;
    models.has_model = true;
    models.digest = shown(at(entry, dialect.model_digest).as_string());
    if (models.kind != nullptr) models.window = count_of(at(entry, models.kind->model_window));
  }
  return models;
}

// The window that a loaded model of Ollama has, else the one its Modelfile sets; 0 where neither says. The length it
// was trained with is not what it gets.
std::uint64_t ollama_window(const Server& server, double limit_s, const StopConditions& stop) {
  const Answer loaded = ask(server, request_to(server, server.address.base, "/api/ps"), limit_s, stop);
  for (const Json& entry : loaded.json["models"].items()) {
    if (is_name_of(server.dialect, entry, server.model)) return count_of(entry["context_length"]);
  }
  HttpRequest show = request_to(server, server.address.base, "/api/show");
  show.body = Json::object({{"model", server.model}}).dump();
  const Answer shown = ask(server, show, limit_s, stop);
  for (const std::string_view line : absl::StrSplit(shown.json["parameters"].as_string(), '\n')) {
    const std::vector<std::string_view> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
    std::uint64_t window = 0;
    if (words.size() == 2 && words[0] == "num_ctx" && absl::SimpleAtoi(words[1], &window)) return window;
  }
  return 0;
}

std::string name_and_version(std::string_view name, const Json& version) {
  const std::string_view text = version.as_string();
  return text.empty() ? std::string(name) : absl::StrCat(name, " ", shown(text));
}

void describe_ollama(const Server& server, double limit_s, const StopConditions& stop, ModelInfo& info) {
  const Answer version = ask(server, request_to(server, server.address.base, "/api/version"), limit_s, stop);
  info.server = name_and_version("ollama", version.json["version"]);
  info.context_tokens = ollama_window(server, limit_s, stop);
}

void describe_kind(const Server& server, const ServerKind& kind, double limit_s, const StopConditions& stop,
                   ModelInfo& info) {
  const Answer answer = ask(server, request_to(server, server.address.root, kind.info_path), limit_s, stop);
  info.server = name_and_version(kind.name, at(answer.json, kind.version));
  if (!kind.window.empty()) info.context_tokens = count_of(at(answer.json, kind.window));
}

}  // namespace

SteadyClock::duration duration_of(double seconds) {
  return std::chrono::duration_cast<SteadyClock::duration>(
      std::chrono::duration<double>(std::clamp(seconds, 0.0, kMaxSeconds)));
}

HttpRequest request_to(const Server& server, std::string_view base, std::string_view path) {
  HttpRequest request;
  request.url = absl::StrCat(base, path);
  request.server = server.address.base;
  request.api_key = server.options.api_key;
  request.loopback = server.address.loopback;
  return request;
}

Answer ask(const Server& server, const HttpRequest& request, double limit_s, const StopConditions& stop) {
  BodyReceiver receiver(server, limit_s);
  HttpOutcome outcome = http_exchange(server.curl, request, receiver, stop);
  Answer answer{std::move(outcome.status), outcome.head.status, outcome.transport, {}};
  if (!answer.status.ok()) return answer;
  if (answer.http != 200) {
    answer.status = judge_answer({server.address.base, server.model}, outcome.head, receiver.body()).status;
    return answer;
  }
  Result<Json> json = parse_json(receiver.body());
  if (json) {
    answer.json = *std::move(json);
  } else {
    answer.status = {Code::malformed, absl::StrCat(request.url, " did not answer JSON: ", shown(receiver.body()))};
  }
  return answer;
}

Result<Models> list_models(const Server& server, double limit_s, const StopConditions& stop) {
  const Answer answer = ask(server, request_to(server, server.address.base, server.dialect.models_path), limit_s, stop);
  if (answer.status.ok()) return read_models(server, answer.json);
  if (answer.http == 404 || answer.http == 405 || answer.http == 501) return Models{};
  return answer.status;
}

Status missing_model(const Server& server, const Models& models) {
  std::vector<std::string> names = models.names;
  std::sort(names.begin(), names.end());
  const std::size_t more = names.size() > kNamesShown ? names.size() - kNamesShown : 0;
  names.resize(names.size() - more);
  std::string has = names.empty() ? "none" : absl::StrJoin(names, ", ");
  if (more > 0) absl::StrAppend(&has, " and ", more, " more");
  return {Code::unavailable,
          absl::StrCat("the server at ", server.address.base, " has no model '", server.model, "'; it has: ", has)};
}

Result<ModelInfo> describe(const Server& server, const StopConditions& stop) {
  const double limit_s = server.options.total_timeout_s;
  const SteadyClock::time_point ends = SteadyClock::now() + duration_of(limit_s);
  GRIT_ASSIGN_OR_RETURN(const Models models, list_models(server, limit_s, stop));
  if (models.known && !models.has_model) return missing_model(server, models);
  ModelInfo info;
  info.backend = server.dialect.name;
  info.name = server.model;
  info.digest = models.digest;
  info.context_tokens = models.window;
  // What follows is good to know but not needed, so all of it has one limit, and failures are passed over.
  const double left_s = std::chrono::duration<double>(ends - SteadyClock::now()).count() / kMaxQuestions;
  if (server.dialect.name == kOllama.name) {
    describe_ollama(server, left_s, stop, info);
  } else if (models.kind != nullptr) {
    describe_kind(server, *models.kind, left_s, stop, info);
  }
  GRIT_RETURN_IF_ERROR(stop.check());
  return info;
}

}  // namespace grit::model
