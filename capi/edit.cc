// Edits that a host asks for.
#include <grit/json.h>

#include "guard.h"
#include "handles.h"

namespace {

using grit::Code;
using grit::Status;
using grit::edit::FinishReason;

grit::Result<FinishReason> finish_of(const char* reason) {
  const std::string text = reason == nullptr ? "stop" : reason;
  if (text == "stop") return FinishReason::stop;
  if (text == "length") return FinishReason::length;
  if (text == "other") return FinishReason::other;
  return Status(Code::invalid_argument, "finish_reason is '" + text + "', not stop, length or other");
}

// A host's text; an error where it is NULL and has a size.
grit::Result<std::string_view> text_of(const char* bytes, size_t size, const char* what) {
  if (bytes == nullptr && size != 0) return Status(Code::invalid_argument, std::string(what) + " is NULL");
  return bytes == nullptr ? std::string_view() : std::string_view(bytes, size);
}

// Checks what all of these calls get, then does `edit(project, options, finish)`.
template <class Edit>
grit_status edited(grit_project* project, const char* name, const grit_edit_options* options, grit_edit_result** out,
                   grit_error** err, Edit&& edit) {
  return grit::capi::guarded(out, err, [&]() -> Status {
    if (project == nullptr || name == nullptr) return Status(Code::invalid_argument, "project or a name is NULL");
    auto read = grit::capi::read_options(options, grit_edit_options GRIT_EDIT_OPTIONS_INIT, "grit_edit_options");
    if (!read) return read.error();
    auto finish = finish_of(read->finish_reason);
    if (!finish) return finish.error();
    grit::Result<grit::loop::EditReport> report = edit(*project->project, *finish, read->dry_run != 0);
    if (!report) return report.error();
    auto handle = std::make_unique<grit_edit_result>();
    handle->json = grit::to_json(*report);
    handle->report = std::move(*report);
    *out = handle.release();
    return {};
  });
}

using grit::loop::EditReport;
using grit::loop::Project;

}  // namespace

extern "C" {

grit_status grit_project_edit(grit_project* project, const char* path, const char* symbol, const char* answer,
                              size_t answer_size, const grit_edit_options* options, grit_edit_result** out,
                              grit_error** err) {
  return edited(project, path, options, out, err,
                [&](Project& opened, FinishReason finish, bool dry_run) -> grit::Result<EditReport> {
                  if (symbol == nullptr) return Status(Code::invalid_argument, "symbol is NULL");
                  const auto text = text_of(answer, answer_size, "answer");
                  if (!text) return text.error();
                  return opened.edit_function(path, symbol, *text, finish, dry_run);
                });
}

grit_status grit_project_replace(grit_project* project, const char* path, const char* old_text, size_t old_size,
                                 const char* new_text, size_t new_size, const grit_edit_options* options,
                                 grit_edit_result** out, grit_error** err) {
  return edited(project, path, options, out, err,
                [&](Project& opened, FinishReason, bool dry_run) -> grit::Result<EditReport> {
                  const auto before = text_of(old_text, old_size, "old_text");
                  if (!before) return before.error();
                  const auto after = text_of(new_text, new_size, "new_text");
                  if (!after) return after.error();
                  return opened.replace_text(path, *before, *after, dry_run);
                });
}

grit_status grit_project_create(grit_project* project, const char* path, const char* bytes, size_t size,
                                const grit_edit_options* options, grit_edit_result** out, grit_error** err) {
  return edited(project, path, options, out, err,
                [&](Project& opened, FinishReason, bool dry_run) -> grit::Result<EditReport> {
                  const auto text = text_of(bytes, size, "bytes");
                  if (!text) return text.error();
                  return opened.create_file(path, *text, dry_run);
                });
}

grit_status grit_project_undo(grit_project* project, const char* run, const grit_edit_options* options,
                              grit_edit_result** out, grit_error** err) {
  return edited(project, run, options, out, err,
                [&](Project& opened, FinishReason, bool dry_run) { return opened.undo(run, dry_run); });
}

int32_t grit_edit_result_applied(const grit_edit_result* result) { return result->report.applied ? 1 : 0; }
const char* grit_edit_result_patch(const grit_edit_result* result) { return result->report.patch.c_str(); }
const char* grit_edit_result_json(const grit_edit_result* result) { return result->json.c_str(); }
void grit_edit_result_free(grit_edit_result* result) { delete result; }

}  // extern "C"
