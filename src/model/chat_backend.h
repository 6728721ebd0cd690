// The backend for model servers.
#ifndef GRIT_MODEL_CHAT_BACKEND_H_
#define GRIT_MODEL_CHAT_BACKEND_H_

#include <optional>
#include <string>

#include <grit/model.h>

#include "http.h"
#include "server.h"
#include "server_error.h"

namespace grit::model {

// Speaks one dialect with one server, a connection for each exchange, with bounded retries as long as no text came.
//
// Thread rule: that of ModelBackend.
class ChatBackend final : public ModelBackend {
 public:
  explicit ChatBackend(Server server) : server_(std::move(server)), library_(server_.curl) {}

  Result<ModelInfo> info(const StopConditions& stop) override;
  Result<Reply> complete(const Request& request, const DeltaSink& sink, const StopConditions& stop) override;

 private:
  struct Try {
    std::optional<Reply> reply;
    ServerFailure failure;
    double wait_s = 0;        // the server asked to wait
    bool may_repeat = false;  // it may be tried again: for the moment only, and no text came
  };
  // When the call began and must have ended.
  struct Span {
    SteadyClock::time_point begin;
    SteadyClock::time_point end;
    // What is left of it now, at most `cap_s`, in seconds.
    [[nodiscard]] double left(double cap_s) const;
  };
  [[nodiscard]] Try attempt(const Request& request, const DeltaSink& sink, const Span& span,
                            const StopConditions& stop);
  [[nodiscard]] Result<std::string_view> grammar_path(const Span& span, const StopConditions& stop, bool& transient);
  [[nodiscard]] Status explain(Try result, std::uint32_t tries, const Span& span, const StopConditions& stop) const;
  [[nodiscard]] Status without_key(const Status& status) const;

  Server server_;
  HttpLibrary library_;
  std::optional<const ServerKind*> kind_;  // asked once, when a request first has a grammar; null: unknown to us
};

}  // namespace grit::model

#endif  // GRIT_MODEL_CHAT_BACKEND_H_
