// update_index: compares the project with what is stored and writes the difference.
#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <absl/container/flat_hash_map.h>
#include <grit/index.h>

#include "base/try.h"
#include "damage.h"
#include "extract.h"
#include "freshness.h"
#include "history.h"
#include "port/host_files.h"
#include "reader.h"
#include "segments.h"
#include "walk.h"
#include "writer.h"

namespace grit::index {
namespace {

constexpr std::chrono::milliseconds kLockPatience{10000};
constexpr std::chrono::milliseconds kProgressInterval{100};
constexpr std::uint32_t kMaxThreads = 256;
constexpr std::size_t kMaxSkipped = 100'000;

using SteadyClock = std::chrono::steady_clock;

// Calls a sink at most ten times a second, and at the begin of each stage.
class ProgressReporter {
 public:
  explicit ProgressReporter(const ProgressSink& sink) : sink_(sink) {}
  void report(const Progress& progress) {
    const auto now = SteadyClock::now();
    if (!sink_ || (progress.stage == stage_ && now < next_)) return;
    stage_ = progress.stage;
    next_ = now + kProgressInterval;
    sink_(progress);
  }

 private:
  const ProgressSink& sink_;
  std::string_view stage_;
  SteadyClock::time_point next_;
};

// One run.
class Update {
 public:
  Update(FileSystem& files, const std::string& root, const IndexOptions& options, const ProgressSink& progress,
         const StopConditions& stop)
      : files_(files), root_(root), options_(options), progress_(progress), stop_(stop) {}

  Result<IndexReport> run() {
    GRIT_RETURN_IF_ERROR(open());
    GRIT_RETURN_IF_ERROR(compare());
    GRIT_RETURN_IF_ERROR(read_files());
    GRIT_RETURN_IF_ERROR(drop_vanished());
    GRIT_RETURN_IF_ERROR(add_history());
    GRIT_RETURN_IF_ERROR(finish());
    return std::move(report_);
  }

 private:
  Status open();
  Status compare();
  void compare_one(WalkedFile file, const StoredFile* stored);
  Status read_files();
  Status store(const ReadJob& job, const StoredFile* old, const ReadFile& read);
  Status store_rows(const ReadJob& job, const ReadFile& read, const FileRows& rows);
  Status store_renamed(const ReadJob& job, const ReadFile& read);
  Status refresh(StoredFile file, const ReadFile& read);
  Status drop_vanished();
  Status add_history();
  Status save_limit();
  Status finish();

  void skip(std::string path, std::string reason) {
    if (report_.skipped.size() < kMaxSkipped) report_.skipped.push_back({std::move(path), std::move(reason)});
  }
  [[nodiscard]] std::int64_t limit_ms() const {
    return static_cast<std::int64_t>(std::clamp(options_.parse_limit_s, 0.0, 1e9) * 1000);
  }

  // Counts a file that the index will hold, or hold to be left out.
  void count(const StoredFile& file) {
    if (!file.reason.empty()) skip(file.path, file.reason);
    if (!file.kept) return;
    ++report_.files;
    report_.bytes += file.size;
    report_.symbols += file.symbols;
    report_.references += file.references;
  }

  FileSystem& files_;
  const std::string& root_;
  const IndexOptions& options_;
  ProgressReporter progress_;
  const StopConditions& stop_;

  std::unique_ptr<Database> database_;
  std::unique_ptr<IndexWriter> writer_;
  std::vector<StoredFile> stored_;  // what the file held before, by path
  std::vector<ReadJob> jobs_;
  std::vector<const StoredFile*> old_;  // beside jobs_: the row under the same path, or null
  std::vector<const StoredFile*> vanished_;
  absl::flat_hash_map<std::array<std::uint8_t, 32>, std::vector<const StoredFile*>> vanished_by_hash_;
  std::int64_t stored_limit_ms_ = 0;  // the least parse limit under which a stored file could not be parsed
  bool changed_ = false;              // more than times
  IndexReport report_;
};

Status Update::open() {
  GRIT_ASSIGN_OR_RETURN(database_, Database::open(options_.database, Database::Mode::read_write));
  GRIT_ASSIGN_OR_RETURN(const Format format, format_of(*database_));
  GRIT_RETURN_IF_ERROR(database_->execute(
      "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-16384; PRAGMA temp_store=MEMORY"));
  auto start = IndexWriter::Start::go_on;
  if (format == Format::empty) start = IndexWriter::Start::create;
  if (format == Format::older || (format == Format::current && options_.rebuild)) start = IndexWriter::Start::replace;
  if (format == Format::older) report_.notes.emplace_back("the index was of an older format and was rebuilt");
  if (start == IndexWriter::Start::go_on) {
    GRIT_ASSIGN_OR_RETURN(stored_, load_files(*database_));
    GRIT_ASSIGN_OR_RETURN(stored_limit_ms_, database_->integer("SELECT value FROM meta WHERE key='parse_limit_ms'"));
  }
  writer_ = std::make_unique<IndexWriter>(*database_, start);
  return {};
}

// Walks the project and goes through both lists of paths, which are sorted alike.
Status Update::compare() {
  progress_.report({.stage = "walk"});
  const auto walking = [this](std::uint64_t files) { progress_.report({.stage = "walk", .files_done = files}); };
  GRIT_ASSIGN_OR_RETURN(Walked walked, walk(files_, {root_, options_.max_file_bytes}, walking, stop_));
  report_.notes.insert(report_.notes.end(), walked.notes.begin(), walked.notes.end());
  for (SkippedFile& skipped : walked.skipped) skip(std::move(skipped.path), std::move(skipped.reason));
  auto stored = stored_.cbegin();
  for (WalkedFile& file : walked.files) {
    for (; stored != stored_.cend() && stored->path < file.path; ++stored) vanished_.push_back(&*stored);
    const bool known = stored != stored_.cend() && stored->path == file.path;
    compare_one(std::move(file), known ? &*stored : nullptr);
    if (known) ++stored;
  }
  for (; stored != stored_.cend(); ++stored) vanished_.push_back(&*stored);
  for (const StoredFile* file : vanished_) {
    if (file->kept) vanished_by_hash_[file->hash.bytes].push_back(file);
  }
  return {};
}

void Update::compare_one(WalkedFile file, const StoredFile* stored) {
  const bool again = stored != nullptr && stored->reason == kParseLimit && limit_ms() > stored_limit_ms_;
  if (stored != nullptr && !again && is_unchanged(*stored, file.info)) {
    if (stored->kept) ++report_.reused;
    return count(*stored);
  }
  std::optional<ContentHash> hash;
  if (stored != nullptr && !again) hash = stored->hash;
  jobs_.push_back({std::move(file.path), std::move(file.info), hash});
  old_.push_back(stored);
}

Status Update::read_files() {
  if (jobs_.empty()) return {};
  ReadOptions read_options;
  read_options.threads = options_.threads != 0 ? options_.threads : std::thread::hardware_concurrency();
  read_options.threads = std::clamp<std::uint32_t>(read_options.threads, 1, kMaxThreads);
  read_options.max_file_bytes = options_.max_file_bytes;
  read_options.parse_limit_s = options_.parse_limit_s;
  for (const auto& [hash, files] : vanished_by_hash_) read_options.known.insert(hash);
  Progress progress{.stage = "parse", .files_total = jobs_.size()};
  for (const ReadJob& job : jobs_) progress.bytes_total += job.info.size;
  ReadPool pool(files_, jobs_, read_options, stop_);
  for (std::size_t i = 0; i < jobs_.size();) {
    progress_.report(progress);
    GRIT_ASSIGN_OR_RETURN(const std::optional<ReadFile> read, pool.next());
    if (!read) continue;
    GRIT_RETURN_IF_ERROR(store(jobs_[i], old_[i], *read));
    ++progress.files_done;
    progress.bytes_done += jobs_[i].info.size;
    ++i;
  }
  progress_.report({"parse", jobs_.size(), jobs_.size(), progress.bytes_total, progress.bytes_total});
  return {};
}

Status Update::store(const ReadJob& job, const StoredFile* old, const ReadFile& read) {
  if (read.outcome == ReadOutcome::same) return refresh(*old, read);
  if (old != nullptr) {
    GRIT_RETURN_IF_ERROR(writer_->remove(*old));
    changed_ = true;
  }
  switch (read.outcome) {
    case ReadOutcome::rows:
      return store_rows(job, read, read.rows);
    case ReadOutcome::known:
      return store_renamed(job, read);
    case ReadOutcome::unsuitable: {
      StoredFile file = describe(job.path, read.info, read.checked_ns);
      file.kept = false;
      file.reason = read.reason;
      file.hash = read.hash;
      GRIT_ASSIGN_OR_RETURN(file, writer_->add(std::move(file), {}));
      count(file);
      return {};
    }
    case ReadOutcome::gone:
      break;
    case ReadOutcome::failed:
      GRIT_RETURN_IF_ERROR(stop_.check());
      skip(job.path, read.status.code() == Code::limit ? "too_large" : "unreadable");
      break;
    case ReadOutcome::same:
      break;
  }
  if (old != nullptr) ++report_.removed;
  return {};
}

Status Update::store_rows(const ReadJob& job, const ReadFile& read, const FileRows& rows) {
  StoredFile file = describe(job.path, read.info, read.checked_ns);
  file.hash = rows.hash;
  file.reason = rows.note;
  file.language = rows.language;
  file.lines = rows.lines;
  file.symbols = static_cast<std::uint32_t>(rows.outline.symbols.size());
  file.references = static_cast<std::uint32_t>(rows.outline.uses.size());
  file.parse_errors = rows.parse_errors;
  file.import_lines = encode_line_ranges(rows.import_lines);
  GRIT_ASSIGN_OR_RETURN(file, writer_->add(std::move(file), rows));
  changed_ = true;
  ++report_.parsed;
  count(file);
  return {};
}

// A file whose content is stored under a path that is gone was moved: its rows stay, only the path changes. When two
// files take the content of one, the second is read like any other.
Status Update::store_renamed(const ReadJob& job, const ReadFile& read) {
  auto& candidates = vanished_by_hash_[read.hash.bytes];
  const std::string_view language = syntax::language_of(job.path, read.bytes);
  const auto same = std::find_if(candidates.begin(), candidates.end(),
                                 [&](const StoredFile* file) { return file->language == language; });
  if (same == candidates.end()) {
    Extractor extractor;
    GRIT_ASSIGN_OR_RETURN(const FileRows rows, extractor.extract(job.path, read.bytes, read.hash,
                                                                 {.seconds = options_.parse_limit_s}, stop_));
    return store_rows(job, read, rows);
  }
  StoredFile file = **same;
  vanished_.erase(std::find(vanished_.begin(), vanished_.end(), *same));
  candidates.erase(same);
  file.path = job.path;
  changed_ = true;
  return refresh(std::move(file), read);
}

// Stores the times of a file whose content is the stored one.
Status Update::refresh(StoredFile file, const ReadFile& read) {
  const StoredFile times = describe(file.path, read.info, read.checked_ns);
  file.mtime_ns = times.mtime_ns;
  file.ctime_ns = times.ctime_ns;
  file.inode = times.inode;
  file.checked_ns = times.checked_ns;
  GRIT_RETURN_IF_ERROR(writer_->update(file));
  if (file.kept) ++report_.reused;
  count(file);
  return {};
}

Status Update::drop_vanished() {
  for (const StoredFile* file : vanished_) {
    GRIT_RETURN_IF_ERROR(stop_.check());
    GRIT_RETURN_IF_ERROR(writer_->remove(*file));
    if (!file->kept) continue;
    changed_ = true;
    ++report_.removed;
  }
  return {};
}

Status Update::add_history() {
  progress_.report({.stage = "history"});
  GRIT_ASSIGN_OR_RETURN(const bool changed,
                        update_history(*database_, *writer_, options_.git_history ? root_ : std::string(),
                                       options_.history_commits, report_.notes, stop_));
  changed_ = changed_ || changed;
  return {};
}

// Where the limit was raised, all files that had exceeded it were tried again.
Status Update::save_limit() {
  const bool all_tried = !writer_->continues() || limit_ms() > stored_limit_ms_;
  GRIT_ASSIGN_OR_RETURN(Statement set,
                        database_->prepare("INSERT OR REPLACE INTO meta(key,value) VALUES('parse_limit_ms',?)"));
  return set.bind(all_tried ? limit_ms() : std::min(limit_ms(), stored_limit_ms_)).run();
}

Status Update::finish() {
  progress_.report({.stage = "store"});
  // An empty project has an index too.
  if (!writer_->continues()) GRIT_RETURN_IF_ERROR(writer_->begin());
  changed_ = changed_ || !writer_->continues();
  if (changed_) GRIT_RETURN_IF_ERROR(save_limit());
  GRIT_RETURN_IF_ERROR(writer_->flush());
  if (changed_) GRIT_RETURN_IF_ERROR(merge_segments(*database_, stop_));
  if (changed_) {
    GRIT_RETURN_IF_ERROR(database_->execute(
        "INSERT INTO meta(key,value) VALUES('generation',1) ON CONFLICT(key) DO UPDATE SET value=value+1"));
  }
  GRIT_ASSIGN_OR_RETURN(report_.edges, writer_->edges());
  GRIT_RETURN_IF_ERROR(stop_.check());
  GRIT_RETURN_IF_ERROR(writer_->commit());
  std::sort(report_.skipped.begin(), report_.skipped.end(),
            [](const SkippedFile& a, const SkippedFile& b) { return a.path < b.path; });
  if (report_.skipped.size() == kMaxSkipped) report_.notes.emplace_back("the list of skipped files was cut");
  auto& notes = report_.notes;
  for (auto note = notes.begin(); note != notes.end();) {
    note = std::find(notes.begin(), note, *note) != note ? notes.erase(note) : note + 1;
  }
  return {};
}

}  // namespace

Result<IndexReport> update_index(FileSystem& files, const std::string& root, const IndexOptions& options,
                                 const ProgressSink& progress, const StopConditions& stop) {
  const auto begin = SteadyClock::now();
  GRIT_RETURN_IF_ERROR(stop.check());
  const StopConditions patience = stop.deadline ? stop : stop.within(kLockPatience);
  GRIT_ASSIGN_OR_RETURN(const auto lock, port::FileLock::acquire(options.database + ".lock", patience));
  std::string real_root;
  if (!root.empty()) {
    GRIT_ASSIGN_OR_RETURN(real_root, port::real_path(root));
  }
  const auto run = [&] { return Update(files, real_root, options, progress, stop).run(); };
  Result<IndexReport> report = Status(Code::corrupt, "");
  if (!is_known_damaged(options.database)) report = run();
  if (!report && report.error().code() == Code::corrupt) {
    GRIT_RETURN_IF_ERROR(remove_database(options.database));
    report = run();
    if (report) report->notes.insert(report->notes.begin(), "the index file was damaged and was rebuilt");
  }
  if (report) report->seconds = std::chrono::duration<double>(SteadyClock::now() - begin).count();
  return report;
}

}  // namespace grit::index
