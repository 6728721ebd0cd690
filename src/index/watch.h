// watch_index with the source of its events given.
#ifndef GRIT_INDEX_WATCH_H_
#define GRIT_INDEX_WATCH_H_

#include <memory>
#include <string>

#include <grit/index.h>

#include "port/file_events.h"

namespace grit::index {

// `events` null: the project is scanned, and `why_not` says why in the notes.
[[nodiscard]] Status watch_with(std::unique_ptr<port::FileEvents> events, const std::string& why_not, FileSystem& files,
                                const std::string& root, const WatchOptions& options, const WatchSink& sink,
                                const StopConditions& stop);

}  // namespace grit::index

#endif  // GRIT_INDEX_WATCH_H_
