// Reading one streamed chat reply.
#ifndef GRIT_MODEL_CHAT_RECEIVER_H_
#define GRIT_MODEL_CHAT_RECEIVER_H_

#include <optional>
#include <string>
#include <string_view>

#include <base/json.h>
#include <grit/model.h>

#include "event_reader.h"
#include "http.h"
#include "reply_builder.h"
#include "server.h"
#include "server_error.h"

namespace grit::model {

// Follows one exchange: events become text and counts, and each limit of time is kept on its own, with a message that
// says which one ended the call, its value, and how to raise it.
//
// Thread rule: one thread at a time.
class ChatReceiver final : public HttpReceiver {
 public:
  // `ends` is when the whole call must have ended. All references must outlive the receiver.
  ChatReceiver(const Server& server, const Request& request, ReplyBuilder& builder, SteadyClock::time_point ends);

  Result<Flow> on_body(const HttpHead& head, std::string_view bytes) override;
  Result<Flow> on_wait(bool connected) override;

  // Once, after the exchange: the reply, or what kept it from being one.
  [[nodiscard]] ServerFailure conclude(const HttpOutcome& outcome, std::optional<Reply>& reply);

 private:
  [[nodiscard]] Status on_event(std::string_view data);
  [[nodiscard]] Status on_json(const Json& json, std::string_view text_path);
  [[nodiscard]] Status read_whole();
  [[nodiscard]] Status read_rest();
  [[nodiscard]] ServerFailure broken_off(const HttpOutcome& outcome) const;
  [[nodiscard]] Status keep(std::string_view bytes, std::size_t max_bytes, bool cut);
  [[nodiscard]] Status check_prompt() const;
  [[nodiscard]] Status timed_out(std::string_view what, double limit_s, std::string_view name) const;
  void read_finish(const Json& json);
  void read_usage(const Json& json);
  [[nodiscard]] ErrorContext context() const;

  const Server& server_;
  const Request& request_;
  ReplyBuilder& builder_;
  SteadyClock::time_point started_ = SteadyClock::now();
  SteadyClock::time_point ends_;
  std::optional<SteadyClock::time_point> connected_;
  std::size_t max_event_bytes_;
  EventReader reader_;
  std::string body_;                    // of an error, or of a reply that is no stream
  bool whole_ = false;                  // body_ is a reply
  bool done_ = false;                   // the server said that nothing follows
  std::optional<std::string> finish_;   // why the reply ended
  SteadyClock::time_point finished_{};  // when the last event came
  std::optional<ServerFailure> error_;  // an error in the stream
  Usage usage_;
};

}  // namespace grit::model

#endif  // GRIT_MODEL_CHAT_RECEIVER_H_
