#include "events.h"

#include <chrono>
#include <exception>
#include <string>

namespace grit::loop {
namespace {

// A host's sink may throw although it must not; the run ends in order then.
Status deliver(EventSink& sink, const Event& event) {
  try {
    return sink.on_event(event);
  } catch (const std::exception& error) {
    return Status(Code::callback, std::string("an event sink threw: ") + error.what());
  } catch (...) {
    return Status(Code::callback, "an event sink threw");
  }
}

}  // namespace

Status Emitter::emit(std::string_view type, std::string text, const Json& data, std::vector<Attachment> attachments) {
  if (!status_.ok()) return status_;
  Event event;
  event.sequence = next_++;
  event.type = std::string(type);
  event.unix_ms = std::chrono::duration_cast<std::chrono::milliseconds>(clock_.wall().time_since_epoch()).count();
  event.text = std::move(text);
  event.data = data.dump();
  event.attachments = std::move(attachments);
  for (EventSink* sink : sinks_) {
    if (Status delivered = deliver(*sink, event); !delivered.ok() && status_.ok()) {
      status_ = delivered.with_context(event.type);
    }
  }
  return status_;
}

}  // namespace grit::loop
