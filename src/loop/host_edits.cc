// Edits that a person or a host asks for, and taking back those of a run.
#include <algorithm>
#include <optional>

#include "base/text.h"
#include "base/try.h"
#include "port/host_files.h"
#include "port/path.h"
#include "project_state.h"
#include "recorded.h"

namespace grit::loop {
namespace {

// A file that a run committed.
struct Committed {
  std::string path;
  ContentHash before;
  ContentHash after;
};

// In the order in which they were committed; of a file that was several times its first `before` and its last `after`.
Result<std::vector<Committed>> committed_by(const StoredRun& run) {
  std::vector<Committed> out;
  for (const std::string_view line : split_lines(run.trace)) {
    auto event = parse_json(strip_line_end(line));
    if (!event || (*event)["type"].as_string() != "edit.committed") continue;
    const Json& data = (*event)["data"];
    const auto before = ContentHash::from_hex(data["before_sha256"].as_string());
    const auto after = ContentHash::from_hex(data["after_sha256"].as_string());
    if (!before || !after) return Status(Code::corrupt, run.folder + "/trace.jsonl holds a commit without its hashes");
    const std::string path(data["path"].as_string());
    const auto same = std::find_if(out.begin(), out.end(), [&](const Committed& each) { return each.path == path; });
    if (same == out.end()) {
      out.push_back({path, *before, *after});
    } else {
      same->after = *after;
    }
  }
  return out;
}

// The bytes of a file before the run, as the evidence has them.
Result<std::string> bytes_before(const StoredRun& run, const Committed& file) {
  const std::string kept = run.folder + "/before/" + file.path;
  GRIT_ASSIGN_OR_RETURN(std::string bytes, port::read_file(kept, kMaxSourceBytes));
  if (ContentHash::of(bytes) != file.before) {
    return Status(Code::corrupt, kept + " does not have the hash that the run recorded");
  }
  return bytes;
}

edit::Finding finding(const char* code, std::string message, std::string for_model) {
  return {code, 0, std::move(message), std::move(for_model)};
}

// Something on the way to `path` whose name some file system takes for the one in it: "Src" beside "src/a.py".
Result<std::optional<std::string>> same_by_case(FileSystem& files, const std::string& path) {
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string name = path.substr(begin, end - begin);
    const std::string folder = path.substr(0, begin == 0 ? 0 : begin - 1);
    const auto entries = files.list(folder);
    if (!entries) break;  // the rest does not exist, or cannot: creating says which
    bool exact = false;
    std::optional<std::string> similar;
    for (const FileInfo& entry : *entries) {
      exact = exact || entry.name == name;
      if (fold_name(entry.name) == fold_name(name)) similar = port::join_path(folder, entry.name);
    }
    if (exact) {
      begin = end + 1;
      continue;
    }
    return similar;
  }
  return std::optional<std::string>();
}

}  // namespace

Result<EditReport> Project::State::apply(std::vector<edit::FileChange> changes, std::string patch, bool dry_run) {
  EditReport report;
  report.patch = std::move(patch);
  for (const edit::FileChange& change : changes) report.paths.push_back(change.path);
  if (!dry_run) {
    GRIT_RETURN_IF_ERROR(prepare_state());
    GRIT_RETURN_IF_ERROR(edit::commit(*fenced, changes, places.journal));
  }
  report.applied = true;
  return report;
}

Result<EditReport> Project::State::conclude(std::string_view before, edit::Outcome outcome, bool dry_run) {
  if (!outcome.proposal) {
    EditReport report;
    report.findings = std::move(outcome.findings);
    return report;
  }
  edit::Proposal& proposal = *outcome.proposal;
  std::string patch = edit::unified_diff(proposal.path, before, proposal.bytes);
  GRIT_ASSIGN_OR_RETURN(EditReport report, apply({{proposal.path, proposal.before, std::move(proposal.bytes)}},
                                                 std::move(patch), dry_run));
  report.findings = std::move(proposal.notes);
  return report;
}

Result<EditReport> Project::edit_function(std::string_view path, std::string_view symbol, std::string_view answer,
                                          edit::FinishReason finish, bool dry_run) {
  GRIT_ASSIGN_OR_RETURN(const FileContent content, state_->fenced->read(path, kMaxSourceBytes));
  GRIT_ASSIGN_OR_RETURN(const std::string normal, port::normal_path(path));
  GRIT_ASSIGN_OR_RETURN(const edit::Target target, edit::locate(content.bytes, normal, symbol));
  GRIT_ASSIGN_OR_RETURN(edit::Outcome outcome,
                        edit::propose_function(content.bytes, target, answer, finish, state_->gates));
  return state_->conclude(content.bytes, std::move(outcome), dry_run);
}

Result<EditReport> Project::replace_text(std::string_view path, std::string_view old_text, std::string_view new_text,
                                         bool dry_run) {
  GRIT_ASSIGN_OR_RETURN(const FileContent content, state_->fenced->read(path, kMaxSourceBytes));
  GRIT_ASSIGN_OR_RETURN(const std::string normal, port::normal_path(path));
  return state_->conclude(content.bytes, edit::propose_replace(content.bytes, normal, old_text, new_text), dry_run);
}

Result<EditReport> Project::create_file(std::string_view path, std::string_view bytes, bool dry_run) {
  EditReport refused;
  GRIT_ASSIGN_OR_RETURN(const std::string normal, port::normal_path(path));
  const auto there = state_->fenced->stat(normal);
  if (there) {
    const auto content = state_->fenced->read(normal, kMaxSourceBytes);
    if (content && content->bytes == bytes) {
      refused.findings = {finding("already_done", normal + " exists with this content",
                                  "The file is there already, with exactly this content.")};
    } else {
      refused.findings = {finding("exists", normal + " exists already",
                                  "The file exists: change it by an edit, or choose another name.")};
    }
    return refused;
  }
  if (there.error().code() != Code::not_found) return there.error();
  GRIT_ASSIGN_OR_RETURN(const auto similar, same_by_case(*state_->fenced, normal));
  if (similar) {
    refused.findings = {finding("exists", *similar + " exists, which many file systems take for " + normal,
                                "A file of that name exists but for its case: use " + *similar + ".")};
    return refused;
  }
  return state_->apply({{normal, std::nullopt, std::string(bytes)}}, edit::unified_diff(normal, {}, bytes, true),
                       dry_run);
}

Result<EditReport> Project::undo(std::string_view run, bool dry_run) {
  GRIT_ASSIGN_OR_RETURN(const StoredRun stored, load_run(state_->places, run));
  const std::string id = stored.folder.substr(stored.folder.rfind('/') + 1);
  GRIT_ASSIGN_OR_RETURN(const std::vector<Committed> files, committed_by(stored));
  if (files.empty()) return Status(Code::unsupported, "run " + id + " changed no file, so there is nothing to undo");
  std::vector<edit::FileChange> changes;
  std::string patch;
  for (const Committed& file : files) {
    GRIT_ASSIGN_OR_RETURN(std::string before, bytes_before(stored, file));
    const auto now = state_->fenced->read(file.path, kMaxSourceBytes);
    const bool gone = !now && now.error().code() == Code::not_found;
    if (!now && !gone) return now.error();
    const auto hash = gone ? ContentHash() : ContentHash::of(now->bytes);
    if (!gone && hash == file.before) continue;  // as before already
    if (gone || hash != file.after) {
      return Status(Code::changed, file.path + (gone ? " was removed" : " was changed") + " after run " + id +
                                       ", and undoing it would lose that; nothing was written. Its content before the "
                                       "run is in " +
                                       stored.folder + "/before/" + file.path);
    }
    patch += edit::unified_diff(file.path, now->bytes, before);
    changes.push_back({file.path, file.after, std::move(before)});
  }
  if (changes.empty()) return Status(Code::already_exists, "the files of run " + id + " are as they were before it");
  return state_->apply(std::move(changes), std::move(patch), dry_run);
}

}  // namespace grit::loop
