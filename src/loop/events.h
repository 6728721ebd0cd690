// Numbering events and handing them to every sink.
#ifndef GRIT_LOOP_EVENTS_H_
#define GRIT_LOOP_EVENTS_H_

#include <string_view>
#include <vector>

#include <grit/loop.h>

#include "base/json.h"

namespace grit::loop {

// Thread rule: one thread at a time.
class Emitter {
 public:
  Emitter(Clock& clock, std::vector<EventSink*> sinks) : clock_(clock), sinks_(std::move(sinks)) {}

  // The first failure of a sink is kept and returned by every later call, so that a run notices it at its next step.
  // `text` is for a person.
  Status emit(std::string_view type, std::string text, const Json& data, std::vector<Attachment> attachments = {});
  [[nodiscard]] const Status& status() const { return status_; }

 private:
  Clock& clock_;
  std::vector<EventSink*> sinks_;
  std::uint64_t next_ = 1;
  Status status_;
};

}  // namespace grit::loop

#endif  // GRIT_LOOP_EVENTS_H_
