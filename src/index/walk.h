// Which files of a project are indexed.
#ifndef GRIT_INDEX_WALK_H_
#define GRIT_INDEX_WALK_H_

#include <functional>
#include <string>
#include <vector>

#include <grit/index.h>
#include <grit/platform.h>

namespace grit::index {

struct WalkedFile {
  std::string path;
  FileInfo info;
};

struct Walked {
  std::vector<WalkedFile> files;     // in the order of their paths' bytes
  std::vector<std::string> folders;  // that were entered; "" is the project itself
  std::vector<SkippedFile> skipped;  // folders with '/' at the end
  std::vector<std::string> notes;
};

struct WalkOptions {
  std::string root;  // the project's folder on this machine, links resolved; empty: no repository is looked for
  std::uint64_t max_file_bytes = 4ULL << 20;
};

// Lists the project without following links and without going into what the fence denies, ignored folders, virtual
// environments and folders of tools. `progress` gets the number of files so far. Fails only where the root itself
// cannot be listed or `stop` says so; anything else that goes wrong is a skipped file with the reason "unreadable".
[[nodiscard]] Result<Walked> walk(FileSystem& files, const WalkOptions& options,
                                  const std::function<void(std::uint64_t)>& progress, const StopConditions& stop);

}  // namespace grit::index

#endif  // GRIT_INDEX_WALK_H_
