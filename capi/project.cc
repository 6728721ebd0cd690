// Opening, indexing and finding.
#include <grit/json.h>

#include "guard.h"
#include "handles.h"
#include "host_layers.h"

namespace {

using grit::Code;
using grit::Status;
using grit::capi::guarded;
using grit::capi::read_options;
using grit::capi::stop_of;

// The host may also cancel by what its progress function returns.
grit::ProgressSink progress_of(const grit_index_options& options, const grit::CancelToken& token) {
  if (options.progress == nullptr) return {};
  return [&options, token](const grit::Progress& progress) {
    const std::string stage(progress.stage);
    const grit_progress view = {sizeof(grit_progress), stage.c_str(),       progress.files_done,
                                progress.files_total,  progress.bytes_done, progress.bytes_total};
    if (options.progress(options.progress_user, &view) != 0) token.cancel();
  };
}

// Both tables are taken over whatever becomes of either.
grit::Result<grit::loop::HostLayers> layers_of(const grit_open_options& options) {
  grit::loop::HostLayers layers;
  Status failure;
  if (options.files != nullptr) {
    auto files = grit::capi::host_files(options.files);
    if (files) layers.files = std::move(*files);
    if (!files) failure = files.error();
  }
  if (options.store != nullptr) {
    auto store = grit::capi::host_store(options.store);
    if (store) layers.store = std::move(*store);
    if (!store && failure.ok()) failure = store.error();
  }
  if (!failure.ok()) return failure;
  return layers;
}

}  // namespace

extern "C" {

grit_status grit_project_open(const char* root, const grit_open_options* options, grit_project** out,
                              grit_error** err) {
  return guarded(out, err, [&]() -> Status {
    auto read = read_options(options, grit_open_options GRIT_OPEN_OPTIONS_INIT, "grit_open_options");
    if (!read) {
      if (options->struct_size >= sizeof(grit_open_options)) (void)layers_of(*options);  // taken over all the same
      return read.error();
    }
    auto layers = layers_of(*read);
    if (!layers) return layers.error();
    if (root == nullptr) return Status(Code::invalid_argument, "root is NULL");
    grit::loop::OpenOptions open;
    if (read->sandbox_helper != nullptr) open.sandbox_helper = read->sandbox_helper;
    auto project = grit::loop::Project::open(root, open, std::move(*layers));
    if (!project) return project.error();
    auto handle = std::make_unique<grit_project>();
    handle->project = std::move(*project);
    handle->log = read->log;
    handle->log_user = read->log_user;
    for (const std::string& path : handle->project->recovered()) {
      handle->say(GRIT_LOG_WARNING, "an interrupted edit of " + path + " was taken back");
    }
    *out = handle.release();
    return {};
  });
}

void grit_project_free(grit_project* project) { delete project; }

grit_status grit_project_set_buffer(grit_project* project, const char* path, const char* bytes, size_t size,
                                    grit_error** err) {
  return guarded(err, [&]() -> Status {
    if (project == nullptr || path == nullptr) return Status(Code::invalid_argument, "project or path is NULL");
    if (bytes == nullptr && size != 0) return Status(Code::invalid_argument, "bytes is NULL");
    return project->project->set_buffer(path, std::string_view(bytes == nullptr ? "" : bytes, size));
  });
}

grit_status grit_project_clear_buffer(grit_project* project, const char* path, grit_error** err) {
  return guarded(err, [&]() -> Status {
    if (project == nullptr || path == nullptr) return Status(Code::invalid_argument, "project or path is NULL");
    return project->project->clear_buffer(path);
  });
}

grit_status grit_project_get_buffer(grit_project* project, const char* path, grit_text** out, grit_error** err) {
  return guarded(out, err, [&]() -> Status {
    if (project == nullptr || path == nullptr) return Status(Code::invalid_argument, "project or path is NULL");
    auto buffers = project->project->buffers();
    const auto found = buffers.find(path);
    if (found == buffers.end()) return Status(Code::not_found, std::string(path) + " has no unsaved buffer");
    *out = new grit_text{std::move(found->second)};
    return {};
  });
}

grit_status grit_project_index(grit_project* project, const grit_index_options* options, grit_index_report** out,
                               grit_error** err) {
  return guarded(out, err, [&]() -> Status {
    if (project == nullptr) return Status(Code::invalid_argument, "project is NULL");
    auto read = read_options(options, grit_index_options GRIT_INDEX_OPTIONS_INIT, "grit_index_options");
    if (!read) return read.error();
    grit::index::IndexOptions index;
    index.threads = read->threads;
    index.rebuild = read->rebuild != 0;
    // A token of this call's own where the host gave none, so that its progress function can cancel; shared with the
    // host's where it gave one.
    const grit::StopConditions stop = stop_of(read->cancel);
    auto report = project->project->update_index(index, progress_of(*read, stop.cancel), stop);
    if (!report) return report.error();
    for (const std::string& note : report->notes) project->say(GRIT_LOG_INFO, note);
    auto handle = std::make_unique<grit_index_report>();
    handle->json = grit::to_json(*report);
    handle->report = std::move(*report);
    *out = handle.release();
    return {};
  });
}

uint64_t grit_index_report_files(const grit_index_report* report) { return report->report.files; }
uint64_t grit_index_report_parsed(const grit_index_report* report) { return report->report.parsed; }
uint64_t grit_index_report_reused(const grit_index_report* report) { return report->report.reused; }
uint64_t grit_index_report_symbols(const grit_index_report* report) { return report->report.symbols; }
const char* grit_index_report_json(const grit_index_report* report) { return report->json.c_str(); }
void grit_index_report_free(grit_index_report* report) { delete report; }

grit_status grit_project_find(grit_project* project, const char* ticket, size_t ticket_size,
                              const grit_find_options* options, grit_find_result** out, grit_error** err) {
  return guarded(out, err, [&]() -> Status {
    if (project == nullptr) return Status(Code::invalid_argument, "project is NULL");
    if (ticket == nullptr && ticket_size != 0) return Status(Code::invalid_argument, "ticket is NULL");
    auto read = read_options(options, grit_find_options GRIT_FIND_OPTIONS_INIT, "grit_find_options");
    if (!read) return read.error();
    grit::retrieve::FindOptions find;
    find.top = read->top;
    find.max_body_bytes = read->max_body_bytes;
    auto result = project->project->find(std::string_view(ticket == nullptr ? "" : ticket, ticket_size), find,
                                         stop_of(read->cancel));
    if (!result) return result.error();
    auto handle = std::make_unique<grit_find_result>();
    handle->json = grit::to_json(*result);
    handle->result = std::move(*result);
    *out = handle.release();
    return {};
  });
}

size_t grit_find_result_count(const grit_find_result* result) { return result->result.candidates.size(); }

grit_status grit_find_result_get(const grit_find_result* result, size_t index, grit_candidate* out, grit_error** err) {
  return guarded(err, [&]() -> Status {
    if (result == nullptr || out == nullptr) return Status(Code::invalid_argument, "result or out is NULL");
    if (out->struct_size < sizeof(size_t)) {
      return Status(Code::invalid_argument, "grit_candidate.struct_size is not set: start from its _INIT macro");
    }
    const auto& candidates = result->result.candidates;
    if (index >= candidates.size()) {
      return Status(Code::invalid_argument, "there are " + std::to_string(candidates.size()) + " candidates");
    }
    const grit::retrieve::Candidate& from = candidates[index];
    const auto& bodies = result->result.bodies;
    const size_t known = std::min(out->struct_size, sizeof(grit_candidate));
    const grit_candidate view = {out->struct_size,
                                 from.place.path.c_str(),
                                 from.place.symbol.c_str(),
                                 from.kind.c_str(),
                                 from.score,
                                 from.bytes.begin,
                                 from.bytes.end,
                                 from.lines.begin,
                                 from.lines.end,
                                 index < bodies.size() ? bodies[index].c_str() : ""};
    std::memcpy(static_cast<void*>(out), &view, known);
    return {};
  });
}

const char* grit_find_result_json(const grit_find_result* result) { return result->json.c_str(); }
void grit_find_result_free(grit_find_result* result) { delete result; }

}  // extern "C"
