// Writing edits: all files or none, whatever happens in between.
#include <chrono>
#include <set>

#include <grit/edit.h>

#include "base/try.h"
#include "journal.h"
#include "port/host_files.h"

namespace grit::edit {
namespace {

using namespace std::chrono_literals;

constexpr auto kLockPatience = 10s;  // other commits hold the lock for as long as they write
constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kMaxJournalBytes = std::uint64_t{4} << 30;

std::string pending_path(const std::string& journal) { return journal + "/pending"; }

Result<std::unique_ptr<port::FileLock>> lock(const std::string& journal) {
  GRIT_RETURN_IF_ERROR(port::make_folders(journal));
  return port::FileLock::acquire(journal + "/lock", StopConditions().within(kLockPatience));
}

Status changed(const std::string& path, const std::string& how) {
  return {Code::changed, path + " " + how + " since the edit was made; nothing was written"};
}

// The file as it is, for the journal: only when it is what the change was made from.
Result<JournalEntry> entry_of(FileSystem& files, const FileChange& change) {
  JournalEntry entry{change.path, std::nullopt, ContentHash::of(change.bytes)};
  if (!change.before) {
    const auto present = files.stat(change.path);
    if (present) return Status(Code::already_exists, change.path + " exists already; nothing was written");
    if (present.error().code() != Code::not_found) return present.error();
    return entry;
  }
  auto content = files.read(change.path, kMaxFileBytes);
  if (!content && content.error().code() == Code::not_found) return changed(change.path, "was removed");
  if (!content) return content.error();
  if (ContentHash::of(content->bytes) != *change.before) return changed(change.path, "was changed");
  entry.before = std::move(content->bytes);
  return entry;
}

Status write_one(FileSystem& files, const FileChange& change) {
  if (change.before && *change.before == ContentHash::of(change.bytes)) return {};
  const auto written = change.before ? files.replace(change.path, change.bytes, *change.before)
                                     : files.create(change.path, change.bytes);
  return written ? Status() : written.error();
}

// Where the file of an entry stands between its old and its new content.
enum class Stand : std::uint8_t { old, done, other };

Result<Stand> stand_of(FileSystem& files, const JournalEntry& entry) {
  const auto content = files.read(entry.path, kMaxFileBytes);
  if (!content && content.error().code() != Code::not_found) return content.error();
  if (!content) return entry.before ? Stand::other : Stand::old;
  const ContentHash hash = ContentHash::of(content->bytes);
  // A file that was to keep its content is as it was.
  if (entry.before && hash == ContentHash::of(*entry.before)) return Stand::old;
  return hash == entry.after ? Stand::done : Stand::other;
}

Status take_back_one(FileSystem& files, const JournalEntry& entry) {
  if (!entry.before) return files.remove(entry.path, entry.after);
  const auto written = files.replace(entry.path, *entry.before, entry.after);
  return written ? Status() : written.error();
}

struct TakenBack {
  std::vector<std::string> paths;
  std::vector<std::string> foreign;  // changed by someone else since: left alone
  Status failure;                    // the first one
};

TakenBack take_back(FileSystem& files, const std::vector<JournalEntry>& entries) {
  TakenBack out;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    const auto stand = stand_of(files, *entry);
    Status status = stand ? Status() : stand.error();
    if (stand && *stand == Stand::done) {
      status = take_back_one(files, *entry);
      if (status.ok()) out.paths.push_back(entry->path);
    }
    if (stand && *stand == Stand::other) out.foreign.push_back(entry->path);
    if (!status.ok() && out.failure.ok()) out.failure = status;
  }
  return out;
}

// Ends a journal for good. An empty one says so durably; that its name goes away too may be lost with the power.
Status close_journal(const std::string& journal) {
  GRIT_RETURN_IF_ERROR(port::write_file(pending_path(journal), ""));
  (void)port::remove_file(pending_path(journal));
  return {};
}

std::string listed(const std::vector<std::string>& paths) {
  std::string out;
  for (const std::string& path : paths) out += (out.empty() ? "" : ", ") + path;
  return out;
}

// Keeps the old bytes of files that could not be taken back because somebody changed them since.
Status keep_conflict(const std::string& journal, std::string_view bytes, const std::vector<std::string>& paths) {
  const std::string name = journal + "/conflict-" + ContentHash::of(bytes).hex().substr(0, 16);
  GRIT_RETURN_IF_ERROR(port::write_file(name, bytes));
  GRIT_RETURN_IF_ERROR(close_journal(journal));
  return {Code::changed, "an edit was interrupted, and " + listed(paths) +
                             " changed since, so it was left alone; its content before the edit is kept in " + name};
}

Result<std::vector<std::string>> recover_locked(FileSystem& files, const std::string& journal) {
  std::vector<std::string> none;
  if (!port::exists(pending_path(journal))) return none;
  GRIT_ASSIGN_OR_RETURN(const std::string bytes, port::read_file(pending_path(journal), kMaxJournalBytes));
  if (bytes.empty()) {
    GRIT_RETURN_IF_ERROR(close_journal(journal));
    return none;
  }
  const auto read = read_journal(bytes);
  if (!read) return read.error().with_context(pending_path(journal));
  const std::vector<JournalEntry>& entries = *read;
  bool all_done = true;
  for (const JournalEntry& entry : entries) {
    GRIT_ASSIGN_OR_RETURN(const Stand stand, stand_of(files, entry));
    const bool keeps = entry.before && ContentHash::of(*entry.before) == entry.after;
    all_done = all_done && (stand == Stand::done || keeps);
  }
  if (all_done) {  // killed after the last file was in place
    GRIT_RETURN_IF_ERROR(close_journal(journal));
    return none;
  }
  TakenBack taken = take_back(files, entries);
  if (!taken.failure.ok()) return taken.failure.with_context("taking back an interrupted edit");
  if (!taken.foreign.empty()) return keep_conflict(journal, bytes, taken.foreign);
  GRIT_RETURN_IF_ERROR(close_journal(journal));
  return taken.paths;
}

Status check_paths(std::span<const FileChange> changes) {
  std::set<std::string_view> paths;
  for (const FileChange& change : changes) {
    if (!paths.insert(change.path).second) {
      return {Code::invalid_argument, change.path + " is in one commit twice"};
    }
  }
  return {};
}

// Several files: the journal is on disk before the first of them changes, and away after the last.
Status commit_journaled(FileSystem& files, std::span<const FileChange> changes,
                        const std::vector<JournalEntry>& entries, const std::string& journal) {
  const std::string bytes = write_journal(entries);
  GRIT_RETURN_IF_ERROR(port::write_file(pending_path(journal), bytes));
  Status status;
  for (std::size_t i = 0; i < changes.size() && status.ok(); ++i) status = write_one(files, changes[i]);
  // With the journal still open a later recover() might take these files back, so failing to close it is failing.
  if (status.ok()) {
    status = close_journal(journal);
    if (status.ok()) return {};
    // It may be closed although the disk did not confirm that; a crash while files are taken back still needs it.
    (void)port::write_file(pending_path(journal), bytes);
  }
  const TakenBack taken = take_back(files, entries);
  if (!taken.failure.ok()) {
    return {status.code(), status.message() + "; taking back the other files failed too (" + taken.failure.message() +
                               "), the journal is kept for the next attempt"};
  }
  if (!taken.foreign.empty()) return keep_conflict(journal, bytes, taken.foreign);
  (void)close_journal(journal);  // what it says is true: every file is as it was
  return status;
}

}  // namespace

Status commit(FileSystem& files, std::span<const FileChange> changes, const std::string& journal) {
  if (changes.empty()) return {};
  GRIT_RETURN_IF_ERROR(check_paths(changes));
  GRIT_ASSIGN_OR_RETURN(const std::unique_ptr<port::FileLock> held, lock(journal));
  auto recovered = recover_locked(files, journal);
  if (!recovered) return recovered.error();
  std::vector<JournalEntry> entries;
  std::uint64_t total = 0;
  for (const FileChange& change : changes) {
    GRIT_ASSIGN_OR_RETURN(JournalEntry entry, entry_of(files, change));
    total += entry.before ? entry.before->size() : 0;
    if (total > kMaxJournalBytes / 2) return {Code::limit, "the files of one commit hold more than 2 GiB"};
    entries.push_back(std::move(entry));
  }
  if (changes.size() == 1) return write_one(files, changes[0]);
  return commit_journaled(files, changes, entries, journal);
}

Result<std::vector<std::string>> recover(FileSystem& files, const std::string& journal) {
  if (!port::exists(pending_path(journal))) return std::vector<std::string>();
  GRIT_ASSIGN_OR_RETURN(const std::unique_ptr<port::FileLock> held, lock(journal));
  return recover_locked(files, journal);
}

}  // namespace grit::edit
