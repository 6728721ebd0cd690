// The evidence of a run: a sink that writes events down under .grit/runs/<id>/.
#ifndef GRIT_LOOP_EVIDENCE_H_
#define GRIT_LOOP_EVIDENCE_H_

#include <memory>
#include <set>
#include <string>
#include <string_view>

#include <grit/loop.h>

#include "base/json.h"
#include "port/host_files.h"

namespace grit::loop {

// Writes trace.jsonl line by line, each line holding the hash of the one before, and the attachments as files. Members
// of an event's data with these names also go to a file of their own, which is rewritten atomically:
//   manifest  merged into manifest.json      action    appended to actions.json
//   exchange  appended to model-exchanges.json   report    becomes report.json
//
// Thread rule: one thread at a time.
class Evidence final : public EventSink {
 public:
  // Makes the folder runs/<id>. `now` gives the id its time.
  [[nodiscard]] static Result<std::unique_ptr<Evidence>> create(const std::string& runs,
                                                                std::chrono::system_clock::time_point now);
  Status on_event(const Event& event) override;
  [[nodiscard]] const std::string& id() const { return id_; }

 private:
  Evidence(std::string folder, std::string id, std::unique_ptr<port::AppendFile> trace)
      : folder_(std::move(folder)), id_(std::move(id)), trace_(std::move(trace)) {}
  Status write_attachment(const Attachment& attachment);
  Status write_members(const Json& data);
  Status append_trace(const Event& event, const Json& data);

  std::string folder_;
  std::string id_;
  std::unique_ptr<port::AppendFile> trace_;
  std::string previous_ = std::string(64, '0');
  Json manifest_ = Json::object();
  Json actions_ = Json::array();
  Json exchanges_ = Json::array();
};

// "2026-01-31T12:00:00Z".
[[nodiscard]] std::string rfc3339(std::int64_t unix_ms);

// Whether every line of a trace holds the hash of the one before and its own; the reason otherwise. A last line
// without its end (a run that was killed while it wrote) is left out of account.
[[nodiscard]] Status check_trace(std::string_view trace);

}  // namespace grit::loop

#endif  // GRIT_LOOP_EVIDENCE_H_
