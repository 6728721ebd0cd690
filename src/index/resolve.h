// What an import leads to: from the file that imports, through packages that pass names on, to the file of the
// definition.
#ifndef GRIT_INDEX_RESOLVE_H_
#define GRIT_INDEX_RESOLVE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "modules.h"
#include "snapshot.h"

namespace grit::index {

// Where an import leads.
struct Resolved {
  enum class Kind : std::uint8_t {
    file,     // to a definition in `file`
    outside,  // out of the project, or to a module, which is no definition
    unknown,  // to a module of the project that does not say where it has the name from
  };
  Kind kind = Kind::unknown;
  std::size_t file = 0;
};

// Answers come from the snapshot alone.
//
// Thread rule: one thread at a time.
class Resolver {
 public:
  explicit Resolver(Snapshot& snapshot) : snapshot_(snapshot), modules_(snapshot.files()) {}

  // What a use in `file` with the hint `imported` or `through` means; `term` is its name.
  [[nodiscard]] Result<Resolved> use(std::size_t file, const FileOutline& outline, const UseRow& use);
  // What a bare name means that the file does not bind itself: something out of a module that it imports with "*".
  [[nodiscard]] Result<Resolved> free_name(std::size_t file, const FileOutline& outline, std::uint32_t term);

 private:
  // What a module defines, binds and passes on, by terms.
  struct Names {
    absl::flat_hash_map<std::uint32_t, bool> definitions;                  // at module level; true: a class
    absl::flat_hash_set<std::pair<std::uint32_t, std::uint32_t>> members;  // class and name
    absl::flat_hash_map<std::uint32_t, std::uint32_t> bound;               // by an import: its index
    std::vector<ImportRow> imports;                                        // words are terms
    std::vector<std::uint32_t> stars;                                      // indexes of imports
  };
  using Path = std::vector<std::uint32_t>;  // terms, one below the other

  [[nodiscard]] Result<const Names*> names(std::size_t file);
  [[nodiscard]] Result<Path> path_of(std::string_view dotted);
  [[nodiscard]] Result<Resolved> import(std::size_t file, const ImportRow& import, Path path, unsigned depth);
  [[nodiscard]] Result<Resolved> below(Module module, const Path& path, std::size_t importer, unsigned depth);
  [[nodiscard]] Result<Resolved> in_file(std::size_t file, const Path& path, std::size_t at, unsigned depth,
                                         bool& bound);

  Snapshot& snapshot_;
  Modules modules_;
  absl::flat_hash_map<std::size_t, std::unique_ptr<const Names>> names_;
  absl::flat_hash_map<std::string, std::uint32_t> terms_;
  unsigned steps_ = 0;  // imports that were followed for one question
};

}  // namespace grit::index

#endif  // GRIT_INDEX_RESOLVE_H_
