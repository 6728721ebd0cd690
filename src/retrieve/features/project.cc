#include "features/project.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "base/text.h"
#include "base/try.h"

namespace grit::retrieve {
namespace {

// Folders that hold nothing else, wherever they stand; and those that do at the top of a project only, as a package may
// have a part of that name.
constexpr std::string_view kAsideFolders[] = {"tests", "benchmarks", "asv_bench"};
constexpr std::string_view kAsideTopFolders[] = {"test",     "testing",   "doc",     "docs",     "example",
                                                 "examples", "benchmark", "samples", "tutorials"};

template <class List>
bool is_one_of(const List& list, std::string_view text) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

}  // namespace

bool is_aside(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const std::string_view folders = path.substr(0, slash == std::string_view::npos ? 0 : slash);
  bool top = true;
  for (const std::string_view folder : absl::StrSplit(folders, '/')) {
    if (is_one_of(kAsideFolders, folder) || (top && is_one_of(kAsideTopFolders, folder))) return true;
    top = false;
  }
  const std::string_view stem = name.substr(0, name.rfind('.'));
  return absl::StartsWith(name, "test_") || absl::EndsWith(stem, "_test") || absl::EndsWith(stem, "_tests") ||
         absl::EndsWith(stem, ".test") || absl::EndsWith(stem, ".spec") || stem == "conftest" || path == "setup.py";
}

Result<Project> Project::of(index::SymbolStore& store, const StopConditions& stop) {
  Project project;
  GRIT_RETURN_IF_ERROR(store.files({}, [&](const index::FileRecord& file) {
    project.files_.push_back({file.path, file.language, file.size, is_aside(file.path)});
    return true;
  }));
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // name, file
  std::uint32_t at = 0;
  std::size_t seen = 0;
  Status stopped;
  GRIT_RETURN_IF_ERROR(store.symbols({}, [&](const index::Symbol& symbol) {
    if (++seen % 4096 == 0) stopped = stop.check();
    if (!stopped.ok()) return false;
    if (symbol.kind == index::SymbolKind::variable || symbol.kind == index::SymbolKind::module) return true;
    // Symbols come in the order of the files' paths.
    while (at < project.files_.size() && project.files_[at].path != symbol.path) ++at;
    if (at == project.files_.size()) at = project.file(symbol.path);
    if (at == kNone) {
      at = 0;
      return true;
    }
    if (project.files_[at].aside) return true;
    const auto [known, added] =
        project.numbers_.try_emplace(symbol.name, static_cast<std::uint32_t>(project.names_.size()));
    if (added) project.names_.push_back(symbol.name);
    pairs.emplace_back(known->second, at);
    return true;
  }));
  if (!stopped.ok()) return stopped;
  project.begins_.assign(project.names_.size() + 1, 0);
  for (const auto& [name, file] : pairs) ++project.begins_[name + 1];
  for (std::size_t i = 1; i < project.begins_.size(); ++i) project.begins_[i] += project.begins_[i - 1];
  project.owners_.resize(pairs.size());
  std::vector<std::uint32_t> next(project.begins_.begin(), project.begins_.end() - 1);
  for (const auto& [name, file] : pairs) project.owners_[next[name]++] = file;
  return project;
}

std::uint32_t Project::file(std::string_view path) const {
  const auto found =
      std::ranges::lower_bound(files_, path, {}, [](const ProjectFile& f) { return std::string_view(f.path); });
  return found != files_.end() && found->path == path ? static_cast<std::uint32_t>(found - files_.begin()) : kNone;
}

std::uint32_t Project::number_of(std::string_view name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? kNone : found->second;
}

}  // namespace grit::retrieve
