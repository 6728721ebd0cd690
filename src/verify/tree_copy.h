// A private copy of a project to run a check on, with the hash of everything that came into it.
#ifndef GRIT_VERIFY_TREE_COPY_H_
#define GRIT_VERIFY_TREE_COPY_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <grit/status.h>
#include <grit/types.h>

namespace grit::verify {

struct CopyOptions {
  std::uint64_t max_bytes = 0;                         // of all files together; more is Code::limit
  std::vector<std::string> environments;               // folders at the top that are left out
  std::string leave_out;                               // a folder of this machine that is left out, if it lies inside
  std::function<bool(std::string_view path)> protect;  // files that get no write permission
};

struct TreeCopy {
  std::map<std::string, ContentHash> files;  // path → content, links that were copied are not in here
  std::map<std::string, std::string> links;  // path → target
  std::map<std::string, bool> executable;    // of `files`
};

// Folders at the top of a project that hold installed packages, not code of the project: ".venv", "venv" and
// "node_modules", where they look like that. They are shown to a check in place instead of being copied.
[[nodiscard]] std::vector<std::string> environments_of(const std::string& root);

// Whether no copy ever holds a file or folder of this name: version control, secrets (.env*), caches that could hold
// results of other code.
[[nodiscard]] bool never_copied(std::string_view name);

// Copies `root` into `target`, which must not exist. Left out are never_copied() names, devices and the like, and links
// that lead out of the project. Times stay as they are. Code::limit beyond 256 levels.
[[nodiscard]] Result<TreeCopy> copy_tree(const std::string& root, const std::string& target, const CopyOptions& options,
                                         const StopConditions& stop);

}  // namespace grit::verify

#endif  // GRIT_VERIFY_TREE_COPY_H_
