// Posting lists are kept in segments: each run that adds files writes one. Too many of them, and entries of files that
// are gone, are merged away.
#ifndef GRIT_INDEX_SEGMENTS_H_
#define GRIT_INDEX_SEGMENTS_H_

#include <cstdint>

#include <grit/types.h>

#include "sqlite.h"

namespace grit::index {

// A word is looked up in each segment, so their number is what a look-up costs.
inline constexpr std::size_t kMaxSegments = 12;

// Merges segments where there are too many or too much of them is about files that are gone; to be called within a
// transaction, after the files were written. Small ones are merged with small ones, so that each entry is rewritten a
// logarithmic number of times.
[[nodiscard]] Status merge_segments(Database& database, const StopConditions& stop);

}  // namespace grit::index

#endif  // GRIT_INDEX_SEGMENTS_H_
