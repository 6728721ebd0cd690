#include "path_ends.h"

#include <algorithm>
#include <string>

#include "absl/strings/match.h"

namespace grit::retrieve {
namespace {

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// How many of their last components two paths share.
std::size_t common_components(std::string_view a, std::string_view b) {
  std::size_t count = 0;
  while (!a.empty() && !b.empty() && base_name(a) == base_name(b)) {
    ++count;
    a = a.substr(0, a.size() - std::min(a.size(), base_name(a).size() + 1));
    b = b.substr(0, b.size() - std::min(b.size(), base_name(b).size() + 1));
  }
  return count;
}

std::size_t count_components(std::string_view path) {
  return static_cast<std::size_t>(std::count(path.begin(), path.end(), '/')) + 1;
}

// "./a\b.py" as the index writes it.
std::string normal_path(std::string_view path) {
  std::string normal(path);
  std::replace(normal.begin(), normal.end(), '\\', '/');
  while (absl::StartsWith(normal, "./")) normal.erase(0, 2);
  return normal;
}

}  // namespace

void PathEnds::add(std::string_view path) {
  by_name_[base_name(path)].push_back(static_cast<std::uint32_t>(paths_.size()));
  paths_.push_back(path);
}

std::optional<PathEnds::Match> PathEnds::find(std::string_view written) const {
  const std::string wanted = normal_path(written);
  const auto candidates = by_name_.find(base_name(wanted));
  if (candidates == by_name_.end()) return std::nullopt;
  std::uint32_t best = 0;
  std::size_t best_common = 0;
  for (const std::uint32_t file : candidates->second) {
    const std::size_t common = common_components(paths_[file], wanted);
    const bool better = common > best_common || (common == best_common && paths_[file].size() < paths_[best].size());
    if (!better) continue;
    best = file;
    best_common = common;
  }
  const bool whole_written = best_common == count_components(wanted);
  const bool whole_path = best_common == count_components(paths_[best]);
  if (best_common == 1 && !whole_written && !whole_path) return std::nullopt;
  return Match{best, best_common == 1 && !whole_written};
}

}  // namespace grit::retrieve
