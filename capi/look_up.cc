// Looking up in the index.
#include <grit/json.h>

#include "guard.h"
#include "handles.h"

namespace {

using grit::Code;
using grit::Status;
using grit::capi::guarded;

// `ask` gets the store and the project, and answers with what to_json knows.
template <class Ask>
grit_status answer(grit_project* project, const char* what, grit_text** out, grit_error** err, Ask&& ask) {
  return guarded(out, err, [&]() -> Status {
    if (project == nullptr || what == nullptr)
      return Status(Code::invalid_argument, "project or what to look up is NULL");
    auto store = project->project->open_store();
    if (!store) return store.error();
    auto found = ask(**store, *project->project);
    if (!found) return found.error();
    *out = new grit_text{grit::to_json(*found)};
    return {};
  });
}

using grit::index::SymbolStore;
using grit::loop::Project;

}  // namespace

extern "C" {

grit_status grit_project_defs(grit_project* project, const char* name, grit_text** out, grit_error** err) {
  return answer(project, name, out, err,
                [&](SymbolStore& store, Project&) { return grit::retrieve::find_defs(store, name); });
}

grit_status grit_project_refs(grit_project* project, const char* name, grit_text** out, grit_error** err) {
  return answer(project, name, out, err,
                [&](SymbolStore& store, Project&) { return grit::retrieve::find_refs(store, name); });
}

grit_status grit_project_outline(grit_project* project, const char* path, grit_text** out, grit_error** err) {
  return answer(project, path, out, err, [&](SymbolStore& store, Project& opened) {
    return grit::retrieve::file_outline(store, opened.files(), path);
  });
}

grit_status grit_project_read(grit_project* project, const char* where, grit_text** out, grit_error** err) {
  return answer(project, where, out, err, [&](SymbolStore& store, Project& opened) {
    return grit::retrieve::read_symbol(store, opened.files(), where);
  });
}

grit_status grit_project_map(grit_project* project, const grit_map_options* options, grit_text** out,
                             grit_error** err) {
  return guarded(out, err, [&]() -> Status {
    if (project == nullptr) return Status(Code::invalid_argument, "project is NULL");
    auto read = grit::capi::read_options(options, grit_map_options GRIT_MAP_OPTIONS_INIT, "grit_map_options");
    if (!read) return read.error();
    grit::retrieve::RepoMapOptions map;
    map.max_tokens = read->max_tokens;
    if (read->focus_count != 0 && read->focus == nullptr) return Status(Code::invalid_argument, "focus is NULL");
    for (size_t i = 0; i < read->focus_count; ++i) {
      if (read->focus[i] == nullptr) return Status(Code::invalid_argument, "a path of focus is NULL");
      map.focus.emplace_back(read->focus[i]);
    }
    auto store = project->project->open_store();
    if (!store) return store.error();
    auto made = grit::retrieve::repo_map(**store, map, grit::capi::stop_of(read->cancel));
    if (!made) return made.error();
    *out = new grit_text{grit::to_json(*made)};
    return {};
  });
}

const char* grit_text_bytes(const grit_text* text) { return text == nullptr ? "" : text->bytes.c_str(); }
size_t grit_text_size(const grit_text* text) { return text == nullptr ? 0 : text->bytes.size(); }
void grit_text_free(grit_text* text) { delete text; }

}  // extern "C"
