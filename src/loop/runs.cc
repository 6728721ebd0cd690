// The runs that evidence is kept of: listing, pruning, reading back.
#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "base/try.h"
#include "evidence.h"
#include "port/host_files.h"
#include "project_state.h"
#include "recorded.h"

namespace grit::loop {
namespace {

constexpr std::uint64_t kMaxEvidenceBytes = 256ULL << 20;

// "20260131-120000-abcdef": what Evidence::create makes, and nothing else.
bool is_run_id(std::string_view name) {
  constexpr std::string_view pattern = "dddddddd-dddddd-xxxxxx";
  if (name.size() != pattern.size()) return false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool digit = c >= '0' && c <= '9';
    if (pattern[i] == '-' && c != '-') return false;
    if (pattern[i] == 'd' && !digit) return false;
    if (pattern[i] == 'x' && !digit && (c < 'a' || c > 'f')) return false;
  }
  return true;
}

// Newest first: ids start with their time.
Result<std::vector<std::string>> run_ids(const Places& places) {
  if (!port::exists(places.runs)) return std::vector<std::string>{};
  GRIT_ASSIGN_OR_RETURN(auto names, port::list_folder(places.runs));
  std::erase_if(names, [](const std::string& name) { return !is_run_id(name); });
  std::sort(names.rbegin(), names.rend());
  return names;
}

std::string started_of(const std::string& id) {
  return id.substr(0, 4) + "-" + id.substr(4, 2) + "-" + id.substr(6, 2) + "T" + id.substr(9, 2) + ":" +
         id.substr(11, 2) + ":" + id.substr(13, 2) + "Z";
}

std::uint64_t bytes_in(const std::string& folder) {
  std::uint64_t total = 0;
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->is_regular_file(error)) total += it->file_size(error);
  }
  return total;
}

// The JSON in a file of the evidence; null where there is none (a run that was killed early).
Result<Json> read_json(const std::string& path) {
  if (!port::exists(path)) return Json();
  GRIT_ASSIGN_OR_RETURN(const std::string text, port::read_file(path, kMaxEvidenceBytes));
  auto parsed = parse_json(text, kMaxEvidenceBytes);
  if (!parsed) return parsed.error().with_context(path);
  return parsed;
}

Result<std::string> resolve_run(const Places& places, std::string_view run) {
  GRIT_ASSIGN_OR_RETURN(const auto ids, run_ids(places));
  if (run == "last" && !ids.empty()) return ids.front();
  std::vector<std::string> found;
  std::copy_if(ids.begin(), ids.end(), std::back_inserter(found),
               [&](const std::string& id) { return !run.empty() && id.starts_with(run); });
  if (found.size() == 1) return found.front();
  return Status(Code::not_found, found.empty()
                                     ? "there is no run '" + std::string(run) + "': `grit runs list` shows them"
                                     : "'" + std::string(run) + "' begins more than one run: give more of its id");
}

}  // namespace

Result<StoredRun> load_run(const Places& places, std::string_view run) {
  GRIT_ASSIGN_OR_RETURN(const std::string id, resolve_run(places, run));
  StoredRun stored;
  stored.folder = places.runs + "/" + id;
  GRIT_ASSIGN_OR_RETURN(stored.trace, port::read_file(stored.folder + "/trace.jsonl", kMaxEvidenceBytes));
  GRIT_RETURN_IF_ERROR(check_trace(stored.trace));
  GRIT_ASSIGN_OR_RETURN(stored.manifest, read_json(stored.folder + "/manifest.json"));
  GRIT_ASSIGN_OR_RETURN(stored.actions, read_json(stored.folder + "/actions.json"));
  GRIT_ASSIGN_OR_RETURN(stored.report, read_json(stored.folder + "/report.json"));
  return stored;
}

Result<std::vector<RunSummary>> Project::runs() const {
  GRIT_ASSIGN_OR_RETURN(const auto ids, run_ids(state_->places));
  std::vector<RunSummary> summaries;
  for (const std::string& id : ids) {
    const std::string folder = state_->places.runs + "/" + id;
    RunSummary summary;
    summary.id = id;
    summary.started = started_of(id);
    summary.bytes = bytes_in(folder);
    if (const auto manifest = read_json(folder + "/manifest.json")) {
      summary.ticket = first_line((*manifest)["ticket"].as_string());
    }
    if (const auto report = read_json(folder + "/report.json")) {
      summary.stop = std::string((*report)["stop"].as_string());
    }
    summaries.push_back(std::move(summary));
  }
  return summaries;
}

Result<std::uint64_t> Project::prune_runs(std::uint32_t keep) {
  GRIT_ASSIGN_OR_RETURN(const auto ids, run_ids(state_->places));
  std::uint64_t removed = 0;
  for (std::size_t i = keep; i < ids.size(); ++i) {
    GRIT_RETURN_IF_ERROR(port::remove_tree(state_->places.runs + "/" + ids[i]));
    ++removed;
  }
  return removed;
}

}  // namespace grit::loop
