// What imports lead to in languages whose modules are known by their paths: all but Python.
#ifndef GRIT_INDEX_PATH_RESOLVER_H_
#define GRIT_INDEX_PATH_RESOLVER_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "resolve.h"
#include "snapshot.h"

namespace grit::index {

// How well the file at `path` fits what the file `importer` calls `module`: 0 where it does not, else the number of
// components that agree. "./lib/store", "../store.js" name one path; of "com.example.Store", "crate::net::tcp",
// "example.com/tool/store", "shop/store.h" the path, with or without its ending, or its folder ends in the module, or
// the module in the whole folder.
[[nodiscard]] std::size_t module_fit(std::string_view module, std::string_view importer, std::string_view path);

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

// Answers come from the snapshot alone: a name is taken to be imported from the file that defines it and fits the
// module best. Where none or several do, it is not known.
//
// Thread rule: one thread at a time.
class PathResolver {
 public:
  explicit PathResolver(Snapshot& snapshot) : snapshot_(snapshot) {}

  // What a use in `file` with the hint `imported` or `through` means.
  [[nodiscard]] Result<Resolved> use(std::size_t file, const FileOutline& outline, const UseRow& use);
  // What a bare name means that the file does not bind itself: something out of a file that it takes in as a whole.
  [[nodiscard]] Result<Resolved> free_name(std::size_t file, const FileOutline& outline, std::uint32_t term);

 private:
  [[nodiscard]] Result<Resolved> find(std::string_view module, std::size_t importer, std::uint32_t term);

  Snapshot& snapshot_;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_PATH_RESOLVER_H_
