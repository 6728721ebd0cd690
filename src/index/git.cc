#include "git.h"

#include <algorithm>
#include <cstring>
#include <queue>
#include <utility>

#include <absl/container/flat_hash_set.h>

#include "base/try.h"
#include "libgit2.h"
#include "port/host_files.h"

namespace grit::index {
namespace {

// A history with more merges than this for each commit asked for is cut short.
constexpr std::uint32_t kMaxVisitedPerCommit = 20;

template <class T>
using Pointer = std::unique_ptr<T, void (*)(T*)>;
using CommitPtr = Pointer<git_commit>;
using TreePtr = Pointer<git_tree>;
using DiffPtr = Pointer<git_diff>;
using IndexPtr = Pointer<git_index>;

Status git_failure(const LibGit2& git, int result, std::string_view doing) {
  const git_error* error = git.error_last();
  std::string message = "git: " + std::string(doing);
  if (error != nullptr && error->message != nullptr) message += std::string(": ") + error->message;
  const Code code = result == GIT_ENOTFOUND ? Code::not_found
                    : result == GIT_EOWNER  ? Code::permission_denied
                                            : Code::io;
  return Status(code, std::move(message));
}

CommitId id_of(const git_oid& oid) {
  CommitId id;
  static_assert(sizeof(oid.id) == sizeof(id));
  std::memcpy(id.data(), oid.id, id.size());
  return id;
}

std::string without_slash(const char* path) {
  std::string out(path);
  while (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

// Whether there can be a repository around `folder`. Where not, libgit2 is not started: it begins with reading the
// certificates of the machine, which takes longer than looking through a project.
bool may_have_repository(std::string folder) {
  for (;;) {
    if (port::exists(folder + "/.git")) return true;
    if (folder.empty()) return false;
    folder.resize(folder.rfind('/') == std::string::npos ? 0 : folder.rfind('/'));
  }
}

int stop_diff(const git_diff*, const char*, const char*, void* payload) {
  return static_cast<const StopConditions*>(payload)->check().ok() ? 0 : GIT_EUSER;
}

}  // namespace

bool TrackedFiles::contains(std::string_view path) const {
  return std::binary_search(paths_.begin(), paths_.end(), path);
}

bool TrackedFiles::any_below(std::string_view folder) const {
  const std::string prefix = std::string(folder) + '/';
  const auto at = std::lower_bound(paths_.begin(), paths_.end(), prefix);
  return at != paths_.end() && at->starts_with(prefix);
}

struct GitRepository::State {
  const LibGit2 git;
  git_repository* repository = nullptr;
  std::string work_tree;

  explicit State(const LibGit2& library) : git(library) { git.init(); }  // it counts its users
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    git.repository_free(repository);
    git.shutdown();
  }

  // Null where the commit is not here: the clone is shallow.
  [[nodiscard]] CommitPtr find_commit(const git_oid& oid) const {
    git_commit* commit = nullptr;
    if (git.commit_lookup(&commit, repository, &oid) != 0) commit = nullptr;
    return CommitPtr(commit, git.commit_free);
  }

  Result<TreePtr> tree_of(const git_commit* commit) const {
    git_tree* tree = nullptr;
    const int result = git.commit_tree(&tree, commit);
    return result == 0 ? Result<TreePtr>(TreePtr(tree, git.tree_free))
                       : git_failure(git, result, "cannot read the tree of a commit");
  }

  Result<DiffPtr> diff(git_tree* before, git_tree* after, const StopConditions& stop) const {
    git_diff_options options = {};  // the macro for it leaves members out
    options.version = GIT_DIFF_OPTIONS_VERSION;
    options.ignore_submodules = GIT_SUBMODULE_IGNORE_UNSPECIFIED;
    options.flags = GIT_DIFF_SKIP_BINARY_CHECK | GIT_DIFF_IGNORE_SUBMODULES;
    options.progress_cb = stop_diff;
    options.payload = const_cast<StopConditions*>(&stop);  // only read in stop_diff
    git_diff* diff = nullptr;
    const int result = git.diff_tree_to_tree(&diff, repository, before, after, &options);
    DiffPtr owned(diff, git.diff_free);
    GRIT_RETURN_IF_ERROR(stop.check());
    if (result != 0) return git_failure(git, result, "cannot compare two commits");
    return owned;
  }
};

GitRepository::GitRepository(std::unique_ptr<State> state) : state_(std::move(state)) {}
GitRepository::~GitRepository() = default;

Result<std::unique_ptr<GitRepository>> GitRepository::open(const std::string& folder) {
  if (!may_have_repository(folder)) return Status(Code::not_found, "git: no repository at or above " + folder);
  GRIT_ASSIGN_OR_RETURN(const LibGit2 git, load_libgit2());
  auto state = std::make_unique<State>(git);
  const int result = git.repository_open_ext(&state->repository, folder.c_str(), 0, nullptr);
  if (result != 0) return git_failure(git, result, "cannot open the repository of " + folder);
  const char* work_tree = git.repository_workdir(state->repository);
  if (work_tree == nullptr) return Status(Code::not_found, "git: the repository of " + folder + " has no work tree");
  state->work_tree = without_slash(work_tree);
  return std::unique_ptr<GitRepository>(new GitRepository(std::move(state)));
}

const std::string& GitRepository::work_tree() const { return state_->work_tree; }

std::string GitRepository::folder() const { return without_slash(state_->git.repository_path(state_->repository)); }

std::string GitRepository::exclude_file() const {
  const LibGit2& git = state_->git;
  git_buf path = GIT_BUF_INIT;
  std::string out;
  if (git.repository_item_path(&path, state_->repository, GIT_REPOSITORY_ITEM_INFO) == 0) {
    out = without_slash(path.ptr) + "/exclude";
  }
  git.buf_dispose(&path);
  return out;
}

Result<TrackedFiles> GitRepository::tracked() const {
  const LibGit2& git = state_->git;
  git_index* raw = nullptr;
  const int result = git.repository_index(&raw, state_->repository);
  if (result != 0) return git_failure(git, result, "cannot read the list of tracked files");
  const IndexPtr index(raw, git.index_free);
  std::vector<std::string> paths;
  const std::size_t count = git.index_entrycount(index.get());
  paths.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const git_index_entry* entry = git.index_get_byindex(index.get(), i);
    if (paths.empty() || paths.back() != entry->path) paths.emplace_back(entry->path);
  }
  std::sort(paths.begin(), paths.end());
  return TrackedFiles(std::move(paths));
}

Result<std::optional<CommitId>> GitRepository::head() const {
  const LibGit2& git = state_->git;
  git_oid head;
  const int result = git.reference_name_to_id(&head, state_->repository, "HEAD");
  if (result == GIT_ENOTFOUND) return std::optional<CommitId>();
  if (result != 0) return git_failure(git, result, "cannot read HEAD");
  return std::optional(id_of(head));
}

std::string GitRepository::shallow_ends() const {
  const LibGit2& git = state_->git;
  constexpr std::uint64_t kMaxBytes = 16ULL << 20;
  git_buf path = GIT_BUF_INIT;
  std::string out;
  if (git.repository_item_path(&path, state_->repository, GIT_REPOSITORY_ITEM_COMMONDIR) == 0) {
    if (auto text = port::read_file(without_slash(path.ptr) + "/shallow", kMaxBytes)) out = std::move(*text);
  }
  git.buf_dispose(&path);
  return out;
}

// Newest first by the commits' times, where a commit comes only after one that it is a parent of.
Result<std::vector<CommitId>> GitRepository::newest_commits(std::uint32_t limit, const StopConditions& stop) const {
  const LibGit2& git = state_->git;
  std::vector<CommitId> out;
  GRIT_ASSIGN_OR_RETURN(const std::optional<CommitId> newest, head());
  if (!newest) return out;
  git_oid first;
  std::memcpy(first.id, newest->data(), sizeof(first.id));
  using Entry = std::pair<git_time_t, CommitId>;
  std::priority_queue<Entry> waiting;
  absl::flat_hash_set<CommitId> seen;
  const auto add = [&](const git_oid& oid) {
    if (!seen.insert(id_of(oid)).second) return;
    if (const CommitPtr commit = state_->find_commit(oid)) waiting.emplace(git.commit_time(commit.get()), id_of(oid));
  };
  add(first);
  const std::uint64_t most = static_cast<std::uint64_t>(limit) * kMaxVisitedPerCommit;
  while (!waiting.empty() && out.size() < limit && seen.size() < most) {
    GRIT_RETURN_IF_ERROR(stop.check());
    git_oid oid;
    std::memcpy(oid.id, waiting.top().second.data(), sizeof(oid.id));
    waiting.pop();
    const CommitPtr commit = state_->find_commit(oid);
    if (commit == nullptr) continue;
    const unsigned parents = git.commit_parentcount(commit.get());
    if (parents <= 1) out.push_back(id_of(oid));
    for (unsigned i = 0; i < parents; ++i) add(*git.commit_parent_id(commit.get(), i));
  }
  return out;
}

Result<std::vector<std::string>> GitRepository::changed_paths(const CommitId& id, std::size_t limit,
                                                              const StopConditions& stop) const {
  const LibGit2& git = state_->git;
  git_oid oid;
  std::memcpy(oid.id, id.data(), sizeof(oid.id));
  const CommitPtr commit = state_->find_commit(oid);
  if (commit == nullptr) return Status(Code::not_found, "git: a commit of the history is gone");
  std::vector<std::string> out;
  GRIT_ASSIGN_OR_RETURN(const TreePtr after, state_->tree_of(commit.get()));
  TreePtr before(nullptr, git.tree_free);
  if (git.commit_parentcount(commit.get()) > 0) {
    const CommitPtr parent = state_->find_commit(*git.commit_parent_id(commit.get(), 0));
    if (parent == nullptr) return out;  // a shallow clone ends here: what the commit changed is not known
    GRIT_ASSIGN_OR_RETURN(before, state_->tree_of(parent.get()));
  }
  GRIT_ASSIGN_OR_RETURN(const DiffPtr diff, state_->diff(before.get(), after.get(), stop));
  const std::size_t count = git.diff_num_deltas(diff.get());
  if (count > limit) return out;
  for (std::size_t i = 0; i < count; ++i) {
    const git_diff_delta* delta = git.diff_get_delta(diff.get(), i);
    if (delta->status != GIT_DELTA_DELETED) out.emplace_back(delta->new_file.path);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace grit::index
