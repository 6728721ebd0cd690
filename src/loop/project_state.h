// What an opened project holds, shared by the files that implement Project.
#ifndef GRIT_LOOP_PROJECT_STATE_H_
#define GRIT_LOOP_PROJECT_STATE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <grit/loop.h>

#include "base/json.h"
#include "port/scratch_folder.h"

namespace grit::loop {

struct Project::State {
  Places places;
  Config config;
  OpenOptions options;
  std::unique_ptr<FileSystem> disk;
  std::unique_ptr<OverlayFileSystem> overlay;  // over `disk`
  std::unique_ptr<FileSystem> fenced;          // over `overlay`
  std::shared_ptr<index::SymbolStore> store;   // the host's, if it brought one
  std::unique_ptr<Clock> clock;
  std::unique_ptr<verify::Sandbox> sandbox;  // opened when first needed
  std::unique_ptr<verify::Verifier> verifier;
  std::vector<std::unique_ptr<edit::EditGate>> gates;
  std::vector<std::unique_ptr<Strategy>> strategies;
  std::vector<std::string> recovered;
  std::optional<port::ScratchFolder> own_index;  // where the index is while there are buffers

  // Makes .grit (which ignores itself in git) where it is missing.
  [[nodiscard]] Status prepare_state() const;
  [[nodiscard]] Result<verify::Verifier*> open_verifier();
  // Commits what an edit came to, unless it is a dry run. `before` is the file's content.
  Result<EditReport> conclude(std::string_view before, edit::Outcome outcome, bool dry_run);
  Result<EditReport> apply(std::vector<edit::FileChange> changes, std::string patch, bool dry_run);
  // The index file to read; with buffers the one that may hold them.
  [[nodiscard]] std::string database() const;
  // The same, made where it is missing.
  [[nodiscard]] Result<std::string> prepare_database(const StopConditions& stop);
};

// Where the things of the project at `root` are kept; writes nothing.
[[nodiscard]] Result<Places> find_places(const std::string& root, const Environment& environment);

// The evidence of one run, read back.
struct StoredRun {
  std::string folder;
  std::string trace;  // checked
  Json manifest;
  Json actions;
  Json report;  // null when the run did not end by itself
};
// `run` is an id, the beginning of one that is unique, or "last".
[[nodiscard]] Result<StoredRun> load_run(const Places& places, std::string_view run);

}  // namespace grit::loop

#endif  // GRIT_LOOP_PROJECT_STATE_H_
