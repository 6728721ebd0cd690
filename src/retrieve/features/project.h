// The definitions of a whole project by name: as little of each as choosing files and following names takes.
#ifndef GRIT_RETRIEVE_FEATURES_PROJECT_H_
#define GRIT_RETRIEVE_FEATURES_PROJECT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <grit/index.h>
#include "absl/container/flat_hash_map.h"

namespace grit::retrieve {

// A file of the project.
struct ProjectFile {
  std::string path;
  std::string language;
  std::uint64_t size = 0;
  bool aside = false;  // a test, example, benchmark or part of the documentation
};

// Whether a path is by its folders and name one of a test, an example, a benchmark or documentation.
bool is_aside(std::string_view path);

// All files and the names that they define.
//
// Thread rule: immutable once built.
class Project {
 public:
  static Result<Project> of(index::SymbolStore& store, const StopConditions& stop);

  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  [[nodiscard]] const std::vector<ProjectFile>& files() const { return files_; }  // by path
  [[nodiscard]] std::uint32_t file(std::string_view path) const;                  // kNone where there is none

  [[nodiscard]] std::size_t names() const { return names_.size(); }
  [[nodiscard]] const std::string& name(std::uint32_t number) const { return names_[number]; }
  [[nodiscard]] std::uint32_t number_of(std::string_view name) const;  // kNone of what nothing is called
  // The files of the functions and classes of a name, one entry each, in the order of the index. Files aside are left
  // out.
  [[nodiscard]] std::span<const std::uint32_t> definitions(std::uint32_t name) const {
    return std::span(owners_).subspan(begins_[name], begins_[name + 1] - begins_[name]);
  }

 private:
  std::vector<ProjectFile> files_;
  std::vector<std::string> names_;
  absl::flat_hash_map<std::string, std::uint32_t> numbers_;
  std::vector<std::uint32_t> begins_;  // into owners_, by name
  std::vector<std::uint32_t> owners_;
};

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_FEATURES_PROJECT_H_
