// Models: those that ship with the library, and a host's own.
#include <chrono>

#include "guard.h"
#include "handles.h"

// What a host's `complete` writes into.
struct grit_model_reply {
  const grit::model::DeltaSink* sink = nullptr;
  const grit::StopConditions* stop = nullptr;
  grit::model::Reply reply;
  std::string error;
  bool ended = false;
};

namespace {

using grit::Code;
using grit::Result;
using grit::Status;
using grit::capi::guarded;
using grit::capi::take_table;

// Calls back into the host. Owns the callbacks' `user`.
//
// Thread rule: as ModelBackend.
class HostModel final : public grit::model::ModelBackend {
 public:
  explicit HostModel(const grit_model_callbacks& callbacks)
      : callbacks_(callbacks), name_(callbacks.name == nullptr ? "" : callbacks.name) {
    callbacks_.name = nullptr;  // borrowed for grit_model_new only
  }
  ~HostModel() override {
    if (callbacks_.destroy != nullptr) callbacks_.destroy(callbacks_.user);
  }
  HostModel(const HostModel&) = delete;
  HostModel& operator=(const HostModel&) = delete;

  Result<grit::model::ModelInfo> info(const grit::StopConditions&) override {
    grit::model::ModelInfo info;
    info.backend = "host";
    info.name = name_;
    info.context_tokens = callbacks_.context_tokens;
    return info;
  }

  Result<grit::model::Reply> complete(const grit::model::Request& request, const grit::model::DeltaSink& sink,
                                      const grit::StopConditions& stop) override {
    std::vector<const char*> roles;
    std::vector<const char*> contents;
    for (const grit::model::Message& message : request.messages) {
      roles.push_back(message.role.c_str());
      contents.push_back(message.content.c_str());
    }
    const grit_model_request view = {
        sizeof(grit_model_request), request.messages.size(), roles.data(), contents.data(),
        request.max_tokens,         request.temperature,     request.seed, request.grammar.c_str()};
    grit_model_reply reply;
    reply.sink = &sink;
    reply.stop = &stop;
    reply.reply.finish_reason = "stop";
    const auto begun = std::chrono::steady_clock::now();
    const grit_status status = call(view, reply);
    reply.reply.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return outcome(status, std::move(reply), stop);
  }

 private:
  // A host in C++ may throw although it must not: that is its error, and this step's.
  grit_status call(const grit_model_request& request, grit_model_reply& reply) const {
    try {
      return callbacks_.complete(callbacks_.user, &request, &reply);
    } catch (const std::exception& error) {
      reply.error = std::string("it threw: ") + error.what();
    } catch (...) {
      reply.error = "it threw";
    }
    return GRIT_CALLBACK;
  }

  static Result<grit::model::Reply> outcome(grit_status status, grit_model_reply reply,
                                            const grit::StopConditions& stop) {
    if (const Status stopped = stop.check(); !stopped.ok()) return stopped;
    if (reply.ended) return Status(Code::cancelled, "the reply was ended");
    if (status != GRIT_OK) {
      const std::string why = reply.error.empty() ? std::string(grit_status_name(status)) : reply.error;
      return Status(Code::callback, "the host's model failed: " + why);
    }
    if (reply.reply.usage.prompt_tokens == 0 && reply.reply.usage.completion_tokens == 0) {
      reply.reply.usage.completion_tokens = reply.reply.text.size() / 4;
      reply.reply.usage.estimated = true;
    }
    return std::move(reply.reply);
  }

  grit_model_callbacks callbacks_;
  std::string name_;
};

}  // namespace

extern "C" {

grit_status grit_model_open(const grit_project* project, const char* description, int32_t allow_remote,
                            const char* api_key, grit_model** out, grit_error** err) {
  return guarded(out, err, [&]() -> Status {
    if (project == nullptr || description == nullptr) {
      return Status(Code::invalid_argument, "project or description is NULL");
    }
    grit::model::BackendOptions options = grit::loop::backend_options(project->project->config());
    options.allow_remote = options.allow_remote || allow_remote != 0;
    if (api_key != nullptr) options.api_key = api_key;
    auto backend = grit::model::open_backend(description, options);
    if (!backend) return backend.error();
    auto handle = std::make_unique<grit_model>();
    handle->backend = std::move(*backend);
    *out = handle.release();
    return {};
  });
}

grit_status grit_model_new(const grit_model_callbacks* callbacks, grit_model** out, grit_error** err) {
  std::unique_ptr<HostModel> model;  // destroys the host's user data, whatever happens below
  return guarded(out, err, [&]() -> Status {
    if (callbacks == nullptr) return Status(Code::invalid_argument, "callbacks is NULL");
    auto read = take_table(callbacks, grit_model_callbacks GRIT_MODEL_CALLBACKS_INIT, "grit_model_callbacks");
    if (!read) return read.error();
    model = std::make_unique<HostModel>(*read);
    if (read->complete == nullptr) return Status(Code::invalid_argument, "grit_model_callbacks.complete is NULL");
    auto handle = std::make_unique<grit_model>();
    handle->backend = std::move(model);
    *out = handle.release();
    return {};
  });
}

void grit_model_free(grit_model* model) { delete model; }

int32_t grit_model_reply_append(grit_model_reply* reply, const char* text, size_t size) {
  if (reply == nullptr || (text == nullptr && size != 0)) return 1;
  try {
    const std::string_view piece(text == nullptr ? "" : text, size);
    reply->reply.text.append(piece);
    reply->ended = reply->ended || !reply->stop->check().ok() || (*reply->sink && !(*reply->sink)(piece));
    return reply->ended ? 1 : 0;
  } catch (...) {
    reply->ended = true;
    return 1;
  }
}

void grit_model_reply_set_finish_reason(grit_model_reply* reply, const char* reason) {
  if (reply != nullptr && reason != nullptr) reply->reply.finish_reason = reason;
}

void grit_model_reply_set_usage(grit_model_reply* reply, uint64_t prompt_tokens, uint64_t completion_tokens) {
  if (reply == nullptr) return;
  reply->reply.usage.prompt_tokens = prompt_tokens;
  reply->reply.usage.completion_tokens = completion_tokens;
}

void grit_model_reply_set_error(grit_model_reply* reply, const char* message) {
  if (reply != nullptr && message != nullptr) reply->error = message;
}

}  // extern "C"
