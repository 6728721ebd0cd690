// traceback: the definitions that the frames of a traceback stand in, the innermost first.
#include <algorithm>
#include <optional>
#include <string>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "base/try.h"
#include "definitions.h"
#include "signals/signals.h"

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

// A file of the project that a frame may mean.
struct Match {
  std::string path;
  // Only the file's name agrees while the frame has folders above it: a file of another project may be meant, so the
  // function must agree too.
  bool weak = false;
};

// Finds the files that frames mean, wherever the tree lay when the traceback was made.
//
// Thread rule: one thread at a time.
class FrameFiles {
 public:
  static Result<FrameFiles> of(index::SymbolStore& store) {
    FrameFiles files;
    GRIT_RETURN_IF_ERROR(store.files({}, [&](const index::FileRecord& file) {
      files.by_name_[std::string(base_name(file.path))].push_back(file.path);
      return true;
    }));
    return files;
  }

  // The file that shares most of its last components with the frame's; of equals the one with the shortest path,
  // then the first in path order.
  std::optional<Match> find(std::string_view frame_file) const {
    const std::string wanted = normal_path(frame_file);
    const auto candidates = by_name_.find(base_name(wanted));
    if (candidates == by_name_.end()) return std::nullopt;
    const std::string* best = nullptr;
    std::size_t best_common = 0;
    for (const std::string& path : candidates->second) {
      const std::size_t common = common_components(path, wanted);
      const bool better = common > best_common || (common == best_common && path.size() < best->size());
      if (!better) continue;
      best = &path;
      best_common = common;
    }
    const bool whole_frame = best_common == count_components(wanted);
    const bool whole_path = best_common == count_components(*best);
    if (best_common == 1 && !whole_frame && !whole_path) return std::nullopt;
    return Match{*best, best_common == 1 && !whole_frame};
  }

 private:
  absl::flat_hash_map<std::string, std::vector<std::string>> by_name_;
};

// The last component of "Class.method" without a lambda's or comprehension's brackets making it special: those run
// inside the definition around them, so they agree with any.
bool function_agrees(const Frame& frame, const FileDefinitions::Entry* definition) {
  if (frame.function == "<module>") return definition == nullptr;
  if (frame.function.empty() || frame.function.front() == '<') return true;
  const std::string_view name = std::string_view(frame.function).substr(frame.function.rfind('.') + 1);
  return definition != nullptr && definition->name == name;
}

class Traceback final : public Signal {
 public:
  std::string_view name() const override { return "traceback"; }
  double default_weight() const override { return 1.0; }

  Result<std::vector<Evidence>> score(const SignalInput& input) override {
    GRIT_RETURN_IF_ERROR(input.stop.check());
    std::vector<Evidence> evidence;
    if (input.query.frames.empty()) return evidence;
    GRIT_ASSIGN_OR_RETURN(const FrameFiles files, FrameFiles::of(input.store));
    absl::flat_hash_set<std::pair<std::string, std::string>> seen;
    std::size_t inside = 0;  // frames of this project so far
    for (const Frame& frame : input.query.frames) {
      GRIT_ASSIGN_OR_RETURN(std::optional<Place> place, place_of(frame, files, input.store));
      if (!place) continue;
      ++inside;
      if (!seen.emplace(place->path, place->symbol).second) continue;  // recursion: the innermost frame counts
      evidence.push_back({*std::move(place), 1.0 / static_cast<double>(inside), reason(frame, inside)});
    }
    return evidence;
  }

 private:
  static Result<std::optional<Place>> place_of(const Frame& frame, const FrameFiles& files, index::SymbolStore& store) {
    const std::optional<Match> match = files.find(frame.file);
    if (!match) return std::optional<Place>();
    GRIT_ASSIGN_OR_RETURN(const FileDefinitions definitions, FileDefinitions::of(store, match->path));
    const FileDefinitions::Entry* definition = definitions.innermost(frame.line);
    if (match->weak && !function_agrees(frame, definition)) return std::optional<Place>();
    return std::optional<Place>(Place{match->path, definition == nullptr ? "" : definition->qualified});
  }

  static std::string reason(const Frame& frame, std::size_t position) {
    std::string text = position == 1 ? "innermost frame" : "frame " + std::to_string(position);
    text += ": " + frame.file + ":" + std::to_string(frame.line);
    if (!frame.function.empty()) text += " in " + frame.function;
    return text;
  }
};

}  // namespace

std::unique_ptr<Signal> make_traceback() { return std::make_unique<Traceback>(); }

}  // namespace grit::retrieve
