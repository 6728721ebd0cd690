// Finds files by the end of a path, wherever the tree lay when it was written down.
#ifndef GRIT_RETRIEVE_PATH_ENDS_H_
#define GRIT_RETRIEVE_PATH_ENDS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace grit::retrieve {

// Files are named by their number, in the order in which they were added: that of their paths.
//
// Thread rule: one thread at a time while files are added, immutable then; borrows the paths.
class PathEnds {
 public:
  struct Match {
    std::uint32_t file = 0;
    // Only the file's name agrees while what was written has folders above it: a file of another project may be meant.
    bool weak = false;
  };

  void add(std::string_view path);

  // The file that shares most of its last components with the written path; of equals the one with the shortest path,
  // then the first. Nothing where no more than a name agrees although both have folders.
  [[nodiscard]] std::optional<Match> find(std::string_view written) const;

 private:
  std::vector<std::string_view> paths_;
  absl::flat_hash_map<std::string_view, std::vector<std::uint32_t>> by_name_;
};

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_PATH_ENDS_H_
