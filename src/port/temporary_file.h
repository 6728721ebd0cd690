// Writing a file whole or not at all: into a temporary file beside it, which then takes its name.
#ifndef GRIT_SRC_PORT_TEMPORARY_FILE_H_
#define GRIT_SRC_PORT_TEMPORARY_FILE_H_

#include <sys/types.h>

#include <string>
#include <string_view>

#include <grit/status.h>

#include "fd.h"

namespace grit::port {

// A file ".grit-tmp-" + 16 random hexadecimal digits in a folder, removed by the destructor unless it was published.
// It is locked (flock) as long as its maker lives: whoever gets the lock knows that the file was left by a crash.
//
// Thread rule: one thread at a time.
class TemporaryFile {
 public:
  // `folder` is borrowed and must outlive the object; `path` is the file that shall be written, for messages. `mode`
  // is taken less the process's umask. Removes what earlier crashes left in the folder.
  [[nodiscard]] static Result<TemporaryFile> create(int folder, mode_t mode, const std::string& path);
  ~TemporaryFile();
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) = delete;

  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] Status write(std::string_view bytes);
  // Waits until what was written is on the disk.
  [[nodiscard]] Status sync();
  // Gives it its name in the same folder, in the place of what has it now.
  [[nodiscard]] Status publish_over(const std::string& name);
  // The same, but Code::already_exists where anything has that name.
  [[nodiscard]] Status publish_new(const std::string& name);

 private:
  TemporaryFile(int folder, Fd fd, std::string name, std::string path);

  int folder_;
  Fd fd_;
  std::string name_;  // empty once published
  std::string path_;
};

}  // namespace grit::port

#endif  // GRIT_SRC_PORT_TEMPORARY_FILE_H_
