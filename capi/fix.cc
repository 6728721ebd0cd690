// Running from a ticket to a patch.
#include <grit/json.h>

#include "guard.h"
#include "handles.h"

namespace {

using grit::Code;
using grit::Status;
using grit::capi::guarded;
using grit::capi::read_options;

// Hands events to the host.
//
// Thread rule: as EventSink.
class HostEvents final : public grit::loop::EventSink {
 public:
  explicit HostEvents(const grit_fix_options& options) : options_(options) {}
  Status on_event(const grit::loop::Event& event) override {
    if (options_.event == nullptr) return {};
    if (options_.event(options_.event_user, event.sequence, event.type.c_str(), event.data.c_str()) == 0) return {};
    return Status(Code::callback, "the host's event function ended the run");
  }

 private:
  const grit_fix_options& options_;
};

grit::Result<grit::loop::FixOptions> fix_options(const grit_fix_options& read) {
  grit::loop::FixOptions fix;
  if (read.check_count != 0 && read.checks == nullptr) return Status(Code::invalid_argument, "checks is NULL");
  for (size_t i = 0; i < read.check_count; ++i) {
    if (read.checks[i] == nullptr) return Status(Code::invalid_argument, "a check's name is NULL");
    fix.checks.emplace_back(read.checks[i]);
  }
  fix.dry_run = read.dry_run != 0;
  fix.accept_unreproduced = read.accept_unreproduced != 0;
  return fix;
}

}  // namespace

extern "C" {

grit_status grit_project_fix(grit_project* project, const char* ticket, size_t ticket_size, grit_model* model,
                             const grit_fix_options* options, grit_fix_result** out, grit_error** err) {
  return guarded(out, err, [&]() -> Status {
    if (project == nullptr || model == nullptr) return Status(Code::invalid_argument, "project or model is NULL");
    if (ticket == nullptr && ticket_size != 0) return Status(Code::invalid_argument, "ticket is NULL");
    auto read = read_options(options, grit_fix_options GRIT_FIX_OPTIONS_INIT, "grit_fix_options");
    if (!read) return read.error();
    auto fix = fix_options(*read);
    if (!fix) return fix.error();
    if (ticket_size != 0) fix->ticket.assign(ticket, ticket_size);
    HostEvents events(*read);
    grit::loop::EventSink* const sinks[] = {&events};
    auto report = project->project->fix(*fix, *model->backend, sinks, grit::capi::stop_of(read->cancel));
    if (!report) return report.error();
    auto handle = std::make_unique<grit_fix_result>();
    handle->json = grit::to_json(*report);
    handle->report = std::move(*report);
    *out = handle.release();
    return {};
  });
}

int32_t grit_fix_result_accepted(const grit_fix_result* result) { return result->report.accepted ? 1 : 0; }
const char* grit_fix_result_stop(const grit_fix_result* result) { return grit::loop::stop_name(result->report.stop); }
const char* grit_fix_result_reason(const grit_fix_result* result) { return result->report.reason.c_str(); }
const char* grit_fix_result_run(const grit_fix_result* result) { return result->report.run.c_str(); }
const char* grit_fix_result_patch(const grit_fix_result* result) { return result->report.patch.c_str(); }
const char* grit_fix_result_json(const grit_fix_result* result) { return result->json.c_str(); }
void grit_fix_result_free(grit_fix_result* result) { delete result; }

}  // extern "C"
