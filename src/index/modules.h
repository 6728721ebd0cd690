// Which file a Python module name means, by the layout of the project alone: nothing is imported and no path of an
// interpreter is known.
#ifndef GRIT_INDEX_MODULES_H_
#define GRIT_INDEX_MODULES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "schema.h"

namespace grit::index {

// A module or package of the project.
struct Module {
  std::string path;                 // "src/flask/app" without ending; of a package its folder
  std::optional<std::size_t> file;  // none for a package without __init__
  bool is_package = false;
};

// Thread rule: immutable once built.
class Modules {
 public:
  // `files` in path order; answers are positions in it.
  explicit Modules(const std::vector<StoredFile>& files);

  // The module that an import in `importer` names; leading dots are relative. The same name can mean different modules
  // in different parts of a project: the one nearest to the importer counts. Nothing: not in the project.
  [[nodiscard]] std::optional<Module> find(std::string_view name, std::size_t importer) const;
  [[nodiscard]] std::optional<Module> child(const Module& package, std::string_view name) const;

 private:
  [[nodiscard]] std::optional<Module> at(std::string path) const;
  [[nodiscard]] std::optional<Module> find_top(std::string_view name, std::string_view importer_folder) const;
  void add_roots(const std::vector<StoredFile>& files);

  std::vector<std::string> importer_folders_;                         // by file
  absl::flat_hash_map<std::string, std::size_t> files_;               // by path without ending
  absl::flat_hash_set<std::string> folders_;                          // with a Python file somewhere below
  absl::flat_hash_map<std::string, std::vector<std::string>> roots_;  // folders that hold a top-level name, sorted
};

}  // namespace grit::index

#endif  // GRIT_INDEX_MODULES_H_
