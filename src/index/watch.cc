#include "watch.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <absl/container/flat_hash_set.h>

#include "base/try.h"
#include "git.h"
#include "port/host_files.h"
#include "walk.h"

namespace grit::index {
namespace {

using Milliseconds = std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

// How soon an end that `stop` asks for is seen.
constexpr Milliseconds kPatience{100};
// Folders that come faster than they can be watched are left to the next round.
constexpr int kMaxRounds = 8;

Milliseconds milliseconds(double seconds) {
  return Milliseconds(static_cast<std::int64_t>(std::clamp(seconds, 0.0, 86400.0) * 1000));
}

// What Grit itself writes, and git's locks, come and go without meaning a change.
bool matters(std::string_view name) {
  return name != ".grit" && !name.starts_with(".grit-tmp-") && !name.ends_with(".lock");
}

class Watch {
 public:
  Watch(std::unique_ptr<port::FileEvents> events, const std::string& why_not, FileSystem& files, std::string root,
        const WatchOptions& options, const StopConditions& stop)
      : events_(std::move(events)), files_(files), root_(std::move(root)), options_(options), stop_(stop) {
    if (events_ == nullptr) scan_instead(why_not);
  }

  Status run(const WatchSink& sink) {
    for (;;) {
      GRIT_RETURN_IF_ERROR(watch_folders());
      auto report = update_index(files_, root_, options_.index, {}, stop_);
      GRIT_RETURN_IF_ERROR(stop_.check());
      if (!report && report.error().code() != Code::busy) return report.error();
      if (report) {
        report->notes.insert(report->notes.end(), notes_.begin(), notes_.end());
        notes_.clear();
        if (!sink(*report)) return {};
      }
      // Where another process indexes, what it stores may be from before the last change.
      GRIT_RETURN_IF_ERROR(events_ == nullptr || !report ? sleep(milliseconds(options_.scan_interval_s)) : wait());
    }
  }

 private:
  void scan_instead(const std::string& why) {
    events_.reset();
    notes_.push_back("the project is looked through every " +
                     std::to_string(milliseconds(options_.scan_interval_s).count()) + " ms, because " + why);
  }

  // Watches all folders that are indexed before they are read, until there is none that is new: what is made in a
  // watched folder from then on is told.
  Status watch_folders() {
    for (int round = 0; events_ != nullptr && round < kMaxRounds; ++round) {
      GRIT_ASSIGN_OR_RETURN(const Walked walked, walk(files_, {root_, options_.index.max_file_bytes}, {}, stop_));
      std::vector<std::string> folders = git_folders();
      for (const std::string& folder : walked.folders) folders.push_back(folder.empty() ? root_ : root_ + '/' + folder);
      bool any_new = false;
      for (const std::string& folder : folders) {
        if (events_ == nullptr || !watched_.insert(folder).second) continue;
        any_new = true;
        const Status added = events_->add(folder);
        if (added.code() == Code::limit) scan_instead(added.message());
      }
      if (!any_new) return {};
    }
    return {};
  }

  // Where a checkout, a commit and a change of the repository's own rules are seen.
  [[nodiscard]] std::vector<std::string> git_folders() const {
    const auto git = GitRepository::open(root_);
    if (!git) return {};
    return {(*git)->folder(), (*git)->folder() + "/info"};
  }

  // Until something changed and then nothing more did for a moment.
  Status wait() {
    std::optional<SteadyClock::time_point> first;
    auto quiet_until = SteadyClock::time_point::max();
    for (;;) {
      GRIT_RETURN_IF_ERROR(stop_.check());
      const auto now = SteadyClock::now();
      if (first && (now >= quiet_until || now - *first >= milliseconds(options_.longest_wait_s))) return {};
      const Milliseconds patience =
          first ? std::min(kPatience, std::chrono::ceil<Milliseconds>(quiet_until - now)) : kPatience;
      auto seen = events_->wait(patience, matters);
      if (!seen) {
        scan_instead(seen.error().message());
        return {};
      }
      if (seen->folders) watched_.clear();
      if (seen->lost && notes_.empty())
        notes_.emplace_back("more changed than the system could tell; all was looked through");
      if (!seen->changed) continue;
      if (!first) first = SteadyClock::now();
      quiet_until = SteadyClock::now() + milliseconds(options_.quiet_s);
    }
  }

  Status sleep(Milliseconds time) const {
    const auto end = SteadyClock::now() + time;
    for (auto now = SteadyClock::now(); now < end; now = SteadyClock::now()) {
      GRIT_RETURN_IF_ERROR(stop_.check());
      std::this_thread::sleep_for(std::min<SteadyClock::duration>(kPatience, end - now));
    }
    return stop_.check();
  }

  std::unique_ptr<port::FileEvents> events_;
  FileSystem& files_;
  std::string root_;
  const WatchOptions& options_;
  const StopConditions& stop_;
  absl::flat_hash_set<std::string> watched_;  // by the names that folders had when they were added
  std::vector<std::string> notes_;            // for the next report
};

}  // namespace

Status watch_with(std::unique_ptr<port::FileEvents> events, const std::string& why_not, FileSystem& files,
                  const std::string& root, const WatchOptions& options, const WatchSink& sink,
                  const StopConditions& stop) {
  GRIT_ASSIGN_OR_RETURN(std::string real_root, port::real_path(root));
  return Watch(std::move(events), why_not, files, std::move(real_root), options, stop).run(sink);
}

Status watch_index(FileSystem& files, const std::string& root, const WatchOptions& options, const WatchSink& sink,
                   const StopConditions& stop) {
  auto events = port::open_file_events();
  if (!events) return watch_with(nullptr, events.error().message(), files, root, options, sink, stop);
  return watch_with(std::move(*events), "", files, root, options, sink, stop);
}

}  // namespace grit::index
