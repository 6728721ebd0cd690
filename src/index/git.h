// What the index asks git: which files are tracked whatever the ignore rules say, where a repository keeps its own
// ignore rules, and which files the last commits changed.
#ifndef GRIT_INDEX_GIT_H_
#define GRIT_INDEX_GIT_H_

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <grit/status.h>
#include <grit/types.h>

namespace grit::index {

using CommitId = std::array<std::uint8_t, 20>;

// The paths that a repository tracks, relative to its work tree.
//
// Thread rule: immutable once built.
class TrackedFiles {
 public:
  explicit TrackedFiles(std::vector<std::string> sorted) : paths_(std::move(sorted)) {}
  TrackedFiles() = default;
  [[nodiscard]] bool contains(std::string_view path) const;
  [[nodiscard]] bool any_below(std::string_view folder) const;

 private:
  std::vector<std::string> paths_;
};

// A repository with a work tree.
//
// Thread rule: one thread at a time.
class GitRepository {
 public:
  // The repository whose work tree is `folder` or a folder above it. Code::not_found where there is none, or a bare
  // one; Code::permission_denied where git distrusts it because it belongs to another user.
  [[nodiscard]] static Result<std::unique_ptr<GitRepository>> open(const std::string& folder);
  ~GitRepository();
  GitRepository(const GitRepository&) = delete;
  GitRepository& operator=(const GitRepository&) = delete;

  // Its work tree, absolute, links resolved, without '/' at the end.
  [[nodiscard]] const std::string& work_tree() const;
  // Where git keeps what belongs to this work tree: HEAD, the list of tracked files; without '/' at the end.
  [[nodiscard]] std::string folder() const;
  // The file with its own ignore rules, which need not exist.
  [[nodiscard]] std::string exclude_file() const;
  [[nodiscard]] Result<TrackedFiles> tracked() const;

  // The commit that is checked out; nothing where there is no commit yet.
  [[nodiscard]] Result<std::optional<CommitId>> head() const;
  // The commits where a shallow clone ends, as git writes them down; empty for a whole one.
  [[nodiscard]] std::string shallow_ends() const;
  // The newest `limit` commits that are no merges, newest first. Empty where there is no commit yet.
  [[nodiscard]] Result<std::vector<CommitId>> newest_commits(std::uint32_t limit, const StopConditions& stop) const;
  // The paths, relative to the work tree and sorted, of the files that a commit added or changed against its first
  // parent; all of its files where it is the first commit. None where it changed more than `limit`, which says nothing
  // about any of them, and where a shallow clone ends, which hides what was changed.
  [[nodiscard]] Result<std::vector<std::string>> changed_paths(const CommitId& commit, std::size_t limit,
                                                               const StopConditions& stop) const;

 private:
  struct State;
  explicit GitRepository(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_GIT_H_
