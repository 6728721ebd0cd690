#include "freshness.h"

#include <utility>

namespace grit::index {
namespace {

// Linux stamps files with the time of the last timer tick, at most 10 ms ago.
constexpr std::int64_t kTickNs = 20'000'000;
// Other file systems count in seconds, FAT in two.
constexpr std::int64_t kCoarseNs = 2'000'000'000;
constexpr std::int64_t kSecondNs = 1'000'000'000;

}  // namespace

bool is_unchanged(const StoredFile& stored, const FileInfo& info) {
  if (stored.size != info.size || stored.mtime_ns != info.mtime_ns || stored.ctime_ns != info.ctime_ns ||
      stored.inode != info.inode) {
    return false;
  }
  // The time of change, which no program can set; a host's file system may not know it.
  const std::int64_t written = info.ctime_ns != 0 ? info.ctime_ns : info.mtime_ns;
  const bool coarse = written % kSecondNs == 0;
  return written < stored.checked_ns - (coarse ? kCoarseNs : kTickNs);
}

StoredFile describe(std::string path, const FileInfo& info, std::int64_t checked_ns) {
  StoredFile file;
  file.path = std::move(path);
  file.size = info.size;
  file.mtime_ns = info.mtime_ns;
  file.ctime_ns = info.ctime_ns;
  file.inode = info.inode;
  file.checked_ns = checked_ns;
  return file;
}

}  // namespace grit::index
