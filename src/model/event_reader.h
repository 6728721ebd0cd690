// Cutting the body of a streamed answer into its events.
#ifndef GRIT_MODEL_EVENT_READER_H_
#define GRIT_MODEL_EVENT_READER_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include <grit/status.h>

namespace grit::model {

enum class Framing {
  sse,     // server-sent events: "data: …" lines, an empty line ends an event
  ndjson,  // one JSON value a line
};

// Takes bytes as they come off the wire, cut anywhere (within a line, a CRLF or a UTF-8 sequence), and hands on the
// data of each event. Comments and other fields of server-sent events are skipped. A line ends at LF or CRLF.
//
// Thread rule: one thread at a time.
class EventReader {
 public:
  // Called with the data of one event. A Status that is not ok ends the reading.
  using Sink = std::function<Status(std::string_view data)>;

  EventReader(Framing framing, std::size_t max_event_bytes) : framing_(framing), max_event_bytes_(max_event_bytes) {}

  // Code::limit for an event of more than max_event_bytes; else what the sink returned.
  [[nodiscard]] Status push(std::string_view bytes, const Sink& sink);
  // The end of the body: an event whose last line end is missing is handed on too.
  [[nodiscard]] Status finish(const Sink& sink);

 private:
  [[nodiscard]] Status end_line(const Sink& sink);
  [[nodiscard]] Status end_event(const Sink& sink);
  [[nodiscard]] Status check_size() const;

  Framing framing_;
  std::size_t max_event_bytes_;
  std::string line_;
  std::string data_;
  bool has_data_ = false;
};

}  // namespace grit::model

#endif  // GRIT_MODEL_EVENT_READER_H_
