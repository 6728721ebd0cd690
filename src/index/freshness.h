// Whether a file is the one that was read, without reading it.
#ifndef GRIT_INDEX_FRESHNESS_H_
#define GRIT_INDEX_FRESHNESS_H_

#include <string>

#include <grit/platform.h>

#include "schema.h"

namespace grit::index {

// Whether size, times and inode are the stored ones, and the times are old enough to be trusted: a file that was
// written at the moment it was read may have been written again without its times telling.
[[nodiscard]] bool is_unchanged(const StoredFile& stored, const FileInfo& info);

// The row of a file with what its FileInfo tells.
[[nodiscard]] StoredFile describe(std::string path, const FileInfo& info, std::int64_t checked_ns);

}  // namespace grit::index

#endif  // GRIT_INDEX_FRESHNESS_H_
