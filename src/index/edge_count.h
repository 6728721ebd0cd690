// How many edges an index has.
#ifndef GRIT_INDEX_EDGE_COUNT_H_
#define GRIT_INDEX_EDGE_COUNT_H_

#include <cstdint>

#include "sqlite.h"

namespace grit::index {

// The number of pairs of a file and a name that the file uses and that could mean a definition in another file.
[[nodiscard]] Result<std::uint64_t> count_edges(Database& database);

}  // namespace grit::index

#endif  // GRIT_INDEX_EDGE_COUNT_H_
