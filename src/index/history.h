// The last commits and the files they changed, as the index keeps them.
#ifndef GRIT_INDEX_HISTORY_H_
#define GRIT_INDEX_HISTORY_H_

#include <string>
#include <vector>

#include <grit/index.h>

#include "writer.h"

namespace grit::index {

// Brings the stored history up to that of the repository that `root` lies in: commits that are stored already are not
// looked into again. An empty `root`, or none, drops what is stored. True when something changed. Trouble with git is a
// note, not a failure.
[[nodiscard]] Result<bool> update_history(Database& database, IndexWriter& writer, const std::string& root,
                                          std::uint32_t commits, std::vector<std::string>& notes,
                                          const StopConditions& stop);

}  // namespace grit::index

#endif  // GRIT_INDEX_HISTORY_H_
