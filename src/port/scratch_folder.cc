#include "port/scratch_folder.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/try.h"

namespace grit::port {
namespace {

constexpr std::string_view kPrefix = "work-";

std::string lock_of(const std::string& folder) { return folder + "/lock"; }

// A folder whose lock can be had belongs to nobody: its process would hold it. The caller holds the lock of `parent`,
// so that no folder is seen between its making and its locking.
void remove_dead(const std::string& parent) {
  const auto names = list_folder(parent);
  if (!names) return;
  for (const std::string& name : *names) {
    if (name.compare(0, kPrefix.size(), kPrefix) != 0) continue;
    const std::string folder = parent + "/" + name;
    StopConditions at_once;
    at_once = at_once.within(std::chrono::milliseconds(0));
    const auto lock = FileLock::acquire(lock_of(folder), at_once);
    if (lock) (void)remove_tree(folder);  // what resists now is tried again by the next run
  }
}

}  // namespace

Result<ScratchFolder> ScratchFolder::make(const std::string& parent, const StopConditions& stop) {
  GRIT_RETURN_IF_ERROR(make_folders(parent));
  GRIT_ASSIGN_OR_RETURN(const auto making, FileLock::acquire(parent + "/.lock", stop));
  remove_dead(parent);
  GRIT_ASSIGN_OR_RETURN(std::string path, make_temporary_folder(parent, std::string(kPrefix)));
  // A check that runs as another user must get through to its own folder inside, but may not look around here.
  std::error_code error;
  std::filesystem::permissions(path, std::filesystem::perms(0711), error);
  auto lock = FileLock::acquire(lock_of(path), stop);
  if (error || !lock) {
    (void)remove_tree(path);
    return error ? Status(Code::io, path + ": " + error.message()) : lock.error();
  }
  return ScratchFolder(std::move(path), std::move(lock).value());
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, std::string())), lock_(std::move(other.lock_)) {}

ScratchFolder::~ScratchFolder() {
  if (!path_.empty()) (void)remove_tree(path_);
}

}  // namespace grit::port
