// Which files of a project are worth reading for a ticket.
#ifndef GRIT_RETRIEVE_FEATURES_POOL_H_
#define GRIT_RETRIEVE_FEATURES_POOL_H_

#include <cstdint>
#include <vector>

#include <grit/retrieve.h>
#include "features/project.h"
#include "features/ticket.h"

namespace grit::retrieve {

// A file that a frame, a link or a path of the ticket names, and where in it.
struct NamedFile {
  std::uint32_t file = 0;
  LineRange lines;       // 0: the file as a whole
  std::string function;  // of a frame; empty: none was said
  enum class By : std::uint8_t { frame, link, path } by = By::path;
  std::uint32_t position = 0;  // of a frame: 0 for the innermost inside the project, 1 for the next, …
};

struct Pool {
  std::vector<std::uint32_t> files;  // numbers of Project::files(), the most promising first
  std::vector<NamedFile> named;      // all of these are in `files`
};

struct PoolLimits {
  std::size_t max_files = 150;           // besides a few tests and the like, and those that are always taken
  std::uint64_t max_bytes = 6ULL << 20;  // of all together
  std::vector<std::uint32_t> always;     // files that are taken in any case
};

// Judges files by the words of the ticket that the index says they hold, by the names that they define and by their
// paths; reads none.
Result<Pool> choose_files(const Query& query, const Ticket& ticket, const Project& project, index::SymbolStore& store,
                          const PoolLimits& limits, const StopConditions& stop);

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_FEATURES_POOL_H_
