#include "walk.h"

#include <algorithm>
#include <utility>

#include <absl/container/flat_hash_set.h>

#include "base/try.h"
#include "ignore_stack.h"

namespace grit::index {
namespace {

// Deeper folders are left out; a path of the operating system cannot hold many more.
constexpr std::size_t kMaxFolders = 1000;

constexpr std::string_view kToolFolders[] = {".bzr", ".hg", ".svn", "_darcs", "__pycache__"};

constexpr std::string_view kLockFiles[] = {
    "Cargo.lock",        "Gemfile.lock", "Pipfile.lock",   "bun.lock",    "composer.lock", "flake.lock", "go.sum",
    "package-lock.json", "pdm.lock",     "pnpm-lock.yaml", "poetry.lock", "uv.lock",       "yarn.lock"};

constexpr std::string_view kMinifiedEndings[] = {".min.js", ".min.mjs", ".min.cjs", ".min.css", ".js.map", ".css.map"};

template <std::size_t N>
bool contains(const std::string_view (&names)[N], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

bool has_minified_name(std::string_view name) {
  return std::any_of(std::begin(kMinifiedEndings), std::end(kMinifiedEndings),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

// Orders entries as the paths of the files in or below them are ordered: a folder's name goes on with a '/'.
bool path_order(const FileInfo& a, const FileInfo& b) {
  const std::size_t common = std::min(a.name.size(), b.name.size());
  const int order = a.name.compare(0, common, b.name, 0, common);
  if (order != 0) return order < 0;
  const auto next = [common](const FileInfo& entry) {
    if (entry.name.size() > common) return static_cast<int>(static_cast<unsigned char>(entry.name[common]));
    return entry.type == FileType::directory ? static_cast<int>('/') : -1;
  };
  return next(a) < next(b);
}

class Walk {
 public:
  Walk(FileSystem& files, const WalkOptions& options, const StopConditions& stop)
      : files_(files), options_(options), stop_(stop), ignore_(files, options.root) {}

  Result<Walked> run(const std::function<void(std::uint64_t)>& progress) {
    ignore_.enter_project();
    GRIT_ASSIGN_OR_RETURN(auto entries, files_.list(""));
    open_folder("", std::move(entries));
    while (!folders_.empty()) {
      Folder& folder = folders_.back();
      if (folder.next == folder.entries.size()) {
        folders_.pop_back();
        ignore_.leave();
        continue;
      }
      const FileInfo& entry = folder.entries[folder.next++];
      std::string path = folder.path.empty() ? entry.name : folder.path + '/' + entry.name;
      if (entry.type == FileType::directory) {
        GRIT_RETURN_IF_ERROR(stop_.check());
        if (progress) progress(out_.files.size());
        visit_folder(std::move(path), entry);  // invalidates `folder` and `entry`
      } else {
        visit_file(std::move(path), entry);
      }
    }
    out_.notes = ignore_.notes();
    return std::move(out_);
  }

 private:
  struct Folder {
    std::string path;
    std::vector<FileInfo> entries;
    std::size_t next = 0;
  };

  void skip(std::string path, const char* reason) { out_.skipped.push_back({std::move(path), reason}); }

  void open_folder(std::string path, std::vector<FileInfo> entries) {
    ignore_.enter(path, entries);
    std::sort(entries.begin(), entries.end(), path_order);
    out_.folders.push_back(path);
    folders_.push_back({std::move(path), std::move(entries)});
  }

  void visit_folder(std::string path, const FileInfo& entry) {
    if (!check_fence(entry.name, {}).ok()) return;
    if (contains(kToolFolders, entry.name)) return skip(path + '/', "tool_folder");
    if (ignore_.ignored(path, true)) return skip(path + '/', "ignored");
    if (folders_.size() >= kMaxFolders) return skip(path + '/', "too_deep");
    if (entry.inode != 0 && !seen_.insert({entry.device, entry.inode}).second) return skip(path + '/', "loop");
    auto entries = files_.list(path);
    if (!entries) {
      const Code code = entries.error().code();
      if (code != Code::not_found && code != Code::fenced) skip(path + '/', "unreadable");
      return;
    }
    const auto is_marker = [](const FileInfo& each) { return each.name == "pyvenv.cfg"; };
    if (std::any_of(entries->begin(), entries->end(), is_marker)) return skip(path + '/', "virtual_environment");
    open_folder(std::move(path), std::move(*entries));
  }

  void visit_file(std::string path, const FileInfo& entry) {
    if (!check_fence(entry.name, {}).ok()) return;
    if (ignore_.ignored(path, false)) return skip(std::move(path), "ignored");
    if (entry.type == FileType::symlink) return skip(std::move(path), "link");
    if (entry.type != FileType::regular) return skip(std::move(path), "no_file");
    if (entry.size > options_.max_file_bytes) return skip(std::move(path), "too_large");
    if (contains(kLockFiles, entry.name) || ignore_.generated(path)) return skip(std::move(path), "generated");
    if (has_minified_name(entry.name)) return skip(std::move(path), "minified");
    out_.files.push_back({std::move(path), entry});
  }

  FileSystem& files_;
  const WalkOptions& options_;
  const StopConditions& stop_;
  IgnoreStack ignore_;
  std::vector<Folder> folders_;
  absl::flat_hash_set<std::pair<std::uint64_t, std::uint64_t>> seen_;  // device and inode of folders
  Walked out_;
};

}  // namespace

Result<Walked> walk(FileSystem& files, const WalkOptions& options, const std::function<void(std::uint64_t)>& progress,
                    const StopConditions& stop) {
  return Walk(files, options, stop).run(progress);
}

}  // namespace grit::index
