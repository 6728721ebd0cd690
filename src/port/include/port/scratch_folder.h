// A folder for as long as something needs it, made and removed here, and the removal of those that dead processes left.
#ifndef GRIT_PORT_SCRATCH_FOLDER_H_
#define GRIT_PORT_SCRATCH_FOLDER_H_

#include <memory>
#include <string>

#include <grit/status.h>
#include <grit/types.h>

#include "port/host_files.h"

namespace grit::port {

// Exists on disk as long as the object does.
//
// Thread rule: one thread at a time; several folders at once.
class ScratchFolder {
 public:
  // Makes a new folder under `parent` (made, too, where missing) and first removes those there whose process has gone.
  [[nodiscard]] static Result<ScratchFolder> make(const std::string& parent, const StopConditions& stop);
  ~ScratchFolder();
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  ScratchFolder(std::string path, std::unique_ptr<FileLock> lock) : path_(std::move(path)), lock_(std::move(lock)) {}

  std::string path_;
  std::unique_ptr<FileLock> lock_;  // held as long as the folder is in use
};

}  // namespace grit::port

#endif  // GRIT_PORT_SCRATCH_FOLDER_H_
