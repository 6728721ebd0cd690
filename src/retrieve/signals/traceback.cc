// traceback: the definitions that the frames of a traceback stand in, the innermost first.
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "base/try.h"
#include "definitions.h"
#include "path_ends.h"
#include "signals/signals.h"

namespace grit::retrieve {
namespace {

// Of all files, in their order.
Result<std::vector<std::string>> all_paths(index::SymbolStore& store) {
  std::vector<std::string> paths;
  GRIT_RETURN_IF_ERROR(store.files({}, [&](const index::FileRecord& file) {
    paths.push_back(file.path);
    return true;
  }));
  return paths;
}

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
    GRIT_ASSIGN_OR_RETURN(const std::vector<std::string> paths, all_paths(input.store));
    PathEnds ends;
    for (const std::string& path : paths) ends.add(path);
    absl::flat_hash_set<std::pair<std::string, std::string>> seen;
    std::size_t inside = 0;  // frames of this project so far
    for (const Frame& frame : input.query.frames) {
      const std::optional<PathEnds::Match> match = ends.find(frame.file);
      if (!match) continue;
      GRIT_ASSIGN_OR_RETURN(std::optional<Place> place, place_in(paths[match->file], frame, match->weak, input.store));
      if (!place) continue;
      ++inside;
      if (!seen.emplace(place->path, place->symbol).second) continue;  // recursion: the innermost frame counts
      evidence.push_back({*std::move(place), 1.0 / static_cast<double>(inside), reason(frame, inside)});
    }
    return evidence;
  }

 private:
  // Where a file agrees with a frame weakly, the function must agree too.
  static Result<std::optional<Place>> place_in(const std::string& path, const Frame& frame, bool weak,
                                               index::SymbolStore& store) {
    GRIT_ASSIGN_OR_RETURN(const FileDefinitions definitions, FileDefinitions::of(store, path));
    const FileDefinitions::Entry* definition = definitions.innermost(frame.line);
    if (weak && !function_agrees(frame, definition)) return std::optional<Place>();
    return std::optional<Place>(Place{path, definition == nullptr ? "" : definition->qualified});
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
