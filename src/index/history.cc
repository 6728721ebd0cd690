#include "history.h"

#include <cstring>
#include <map>
#include <utility>

#include "base/try.h"
#include "git.h"

namespace grit::index {
namespace {

// A commit that changes more files (a merge of vendored code, a reformatting) says nothing about any of them.
constexpr std::size_t kMaxChangedFiles = 2000;

struct StoredCommit {
  std::int64_t id = 0;
  std::int64_t ago = 0;
};
using StoredCommits = std::map<CommitId, StoredCommit>;

std::string_view bytes_of(const CommitId& id) { return {reinterpret_cast<const char*>(id.data()), id.size()}; }

Result<StoredCommits> load_commits(Database& database) {
  StoredCommits out;
  GRIT_ASSIGN_OR_RETURN(Statement select, database.prepare("SELECT id, hash, ago FROM commits"));
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
    if (!row) return out;
    const std::string_view hash = select.blob(1);
    CommitId id;
    if (hash.size() != id.size()) return Status(Code::corrupt, "index file: a commit is damaged");
    std::memcpy(id.data(), hash.data(), id.size());
    out[id] = {select.integer(0), select.integer(2)};
  }
}

// The part of the repository's paths that lies in the project: the prefix from its work tree, with '/' at the end.
std::string prefix_of(const GitRepository& repository, const std::string& root) {
  const std::string& work_tree = repository.work_tree();
  if (root == work_tree || !root.starts_with(work_tree + '/')) return {};
  return root.substr(work_tree.size() + 1) + '/';
}

// What the stored history was made of. With another `base`, what a commit changed reads differently; with another
// `head` there may be other commits.
struct Stamp {
  std::string base;
  std::string head;
  bool operator==(const Stamp&) const = default;
};

Result<Stamp> stamp_of(const GitRepository& repository, const std::string& prefix, std::uint32_t commits) {
  Stamp out;
  out.base = ContentHash::of(prefix + '\0' + repository.shallow_ends()).hex();
  GRIT_ASSIGN_OR_RETURN(const auto head, repository.head());
  out.head = std::to_string(commits) + ' ' + (head ? ContentHash::of(bytes_of(*head)).hex() : "");
  return out;
}

constexpr const char* kBaseKey = "history_base";
constexpr const char* kHeadKey = "history_head";

Result<Stamp> load_stamp(Database& database) {
  Stamp out;
  GRIT_ASSIGN_OR_RETURN(Statement select, database.prepare("SELECT value FROM meta WHERE key=?"));
  for (const auto& [key, value] : {std::pair(kBaseKey, &out.base), std::pair(kHeadKey, &out.head)}) {
    select.bind_text(key);
    GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
    if (!row) continue;
    *value = select.text(0);
    select.reset();
  }
  return out;
}

class HistoryUpdate {
 public:
  HistoryUpdate(Database& database, IndexWriter& writer, const GitRepository* repository, std::string prefix,
                const StopConditions& stop)
      : database_(database), writer_(writer), repository_(repository), prefix_(std::move(prefix)), stop_(stop) {}

  // True where something changed that a reader sees.
  Result<bool> run(const std::vector<CommitId>& commits, const Stamp& stamp) {
    StoredCommits stored;
    Stamp before;
    if (writer_.continues()) {
      GRIT_ASSIGN_OR_RETURN(stored, load_commits(database_));
      GRIT_ASSIGN_OR_RETURN(before, load_stamp(database_));
    }
    if (before == stamp && is_same(commits, stored)) return false;
    GRIT_RETURN_IF_ERROR(writer_.begin());
    GRIT_RETURN_IF_ERROR(save(stamp));
    if (before.base == stamp.base && is_same(commits, stored)) return false;
    GRIT_RETURN_IF_ERROR(prepare());
    if (before.base != stamp.base) {
      GRIT_RETURN_IF_ERROR(database_.execute("DELETE FROM commits; DELETE FROM changes"));
      stored.clear();
    }
    for (const auto& [id, commit] : stored) next_id_ = std::max(next_id_, commit.id + 1);
    for (std::size_t ago = 0; ago < commits.size(); ++ago) {
      GRIT_RETURN_IF_ERROR(stop_.check());
      const auto known = stored.find(commits[ago]);
      const auto position = static_cast<std::int64_t>(ago);
      if (known == stored.end()) {
        GRIT_RETURN_IF_ERROR(add(commits[ago], position));
        continue;
      }
      if (known->second.ago != position) GRIT_RETURN_IF_ERROR(move_.bind(known->second.id).bind(position).run());
      stored.erase(known);
    }
    for (const auto& [id, commit] : stored) {
      GRIT_RETURN_IF_ERROR(delete_commit_.bind(commit.id).run());
      GRIT_RETURN_IF_ERROR(delete_changes_.bind(commit.id).run());
    }
    return true;
  }

 private:
  static bool is_same(const std::vector<CommitId>& commits, const StoredCommits& stored) {
    if (commits.size() != stored.size()) return false;
    for (std::size_t ago = 0; ago < commits.size(); ++ago) {
      const auto known = stored.find(commits[ago]);
      if (known == stored.end() || known->second.ago != static_cast<std::int64_t>(ago)) return false;
    }
    return true;
  }

  Status save(const Stamp& stamp) {
    GRIT_ASSIGN_OR_RETURN(Statement set, database_.prepare("INSERT OR REPLACE INTO meta(key,value) VALUES(?,?)"));
    GRIT_RETURN_IF_ERROR(set.bind_text(kBaseKey).bind_text(stamp.base).run());
    return set.bind_text(kHeadKey).bind_text(stamp.head).run();
  }

  Status prepare() {
    GRIT_ASSIGN_OR_RETURN(insert_, database_.prepare("INSERT INTO commits(id,hash,ago,files) VALUES(?,?,?,?)"));
    GRIT_ASSIGN_OR_RETURN(move_, database_.prepare("UPDATE commits SET ago=?2 WHERE id=?1"));
    GRIT_ASSIGN_OR_RETURN(change_, database_.prepare("INSERT INTO changes(path,commit_id) VALUES(?,?)"));
    GRIT_ASSIGN_OR_RETURN(delete_commit_, database_.prepare("DELETE FROM commits WHERE id=?"));
    GRIT_ASSIGN_OR_RETURN(delete_changes_, database_.prepare("DELETE FROM changes WHERE commit_id=?"));
    return {};
  }

  Status add(const CommitId& commit, std::int64_t ago) {
    auto changed = repository_->changed_paths(commit, kMaxChangedFiles, stop_);
    GRIT_RETURN_IF_ERROR(stop_.check());
    std::vector<std::string> paths =
        changed ? std::move(*changed) : std::vector<std::string>();  // an object is missing: as if none changed
    const auto files = static_cast<std::int64_t>(paths.size());      // of the whole repository
    std::erase_if(paths, [this](const std::string& path) { return !path.starts_with(prefix_); });
    GRIT_RETURN_IF_ERROR(insert_.bind(next_id_).bind_blob(bytes_of(commit)).bind(ago).bind(files).run());
    for (const std::string& path : paths) {
      GRIT_RETURN_IF_ERROR(change_.bind_text(std::string_view(path).substr(prefix_.size())).bind(next_id_).run());
    }
    ++next_id_;
    return {};
  }

  Database& database_;
  IndexWriter& writer_;
  const GitRepository* repository_;
  std::string prefix_;
  const StopConditions& stop_;
  std::int64_t next_id_ = 1;
  Statement insert_, move_, change_, delete_commit_, delete_changes_;
};

}  // namespace

Result<bool> update_history(Database& database, IndexWriter& writer, const std::string& root, std::uint32_t commits,
                            std::vector<std::string>& notes, const StopConditions& stop) {
  std::unique_ptr<GitRepository> repository;
  if (!root.empty()) {
    auto opened = GitRepository::open(root);
    if (opened) {
      repository = std::move(*opened);
    } else if (opened.error().code() != Code::not_found) {
      notes.push_back(opened.error().message());
    }
  }
  const std::string prefix = repository == nullptr ? std::string() : prefix_of(*repository, root);
  std::vector<CommitId> newest;
  Stamp now;
  if (repository != nullptr) {
    auto stamp = stamp_of(*repository, prefix, commits);
    if (stamp && writer.continues()) {
      GRIT_ASSIGN_OR_RETURN(const Stamp before, load_stamp(database));
      if (before == *stamp) return false;
    }
    auto found = stamp ? repository->newest_commits(commits, stop) : Result<std::vector<CommitId>>(stamp.error());
    if (!found) {
      GRIT_RETURN_IF_ERROR(stop.check());
      notes.push_back(found.error().message());
      return false;
    }
    newest = std::move(*found);
    now = *stamp;
  }
  HistoryUpdate update(database, writer, repository.get(), prefix, stop);
  return update.run(newest, now);
}

}  // namespace grit::index
