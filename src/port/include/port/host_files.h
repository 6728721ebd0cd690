// Files of this machine outside of a project's fence: Grit's own folders (.grit/runs, .grit/journal, scratch). Paths
// are absolute or relative to this process's working folder.
#ifndef GRIT_PORT_HOST_FILES_H_
#define GRIT_PORT_HOST_FILES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <grit/status.h>
#include <grit/types.h>

namespace grit::port {

// Makes the folder and those above it (mode 0777 less umask); fine when it is there.
[[nodiscard]] Status make_folders(const std::string& path);
[[nodiscard]] bool exists(const std::string& path);
// Whether this process may write to the file, or make entries in the folder (a read-only file system says no).
[[nodiscard]] bool is_writable(const std::string& path);
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes);
// Writes a whole file through a temporary one beside it, fsynced, then renamed.
[[nodiscard]] Status write_file(const std::string& path, std::string_view bytes);
[[nodiscard]] Status remove_file(const std::string& path);
// Removes a folder with everything in it; links are removed, not followed. Folders without write permission are made
// writable first.
[[nodiscard]] Status remove_tree(const std::string& path);
// The names in a folder, sorted.
[[nodiscard]] Result<std::vector<std::string>> list_folder(const std::string& path);
// A new empty folder under `parent` with a unique name that starts with `prefix`, mode 0700.
[[nodiscard]] Result<std::string> make_temporary_folder(const std::string& parent, const std::string& prefix);
// The absolute path with all links resolved.
[[nodiscard]] Result<std::string> real_path(const std::string& path);

// A file that only grows: every line is written whole, in order, by one write call.
//
// Thread rule: one thread at a time.
class AppendFile {
 public:
  [[nodiscard]] static Result<std::unique_ptr<AppendFile>> open(const std::string& path);
  ~AppendFile();
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;
  // Reaches the kernel before it returns; on failure nothing of it stays.
  [[nodiscard]] Status append(std::string_view bytes);
  [[nodiscard]] Status sync();  // reaches the disk before it returns

 private:
  AppendFile(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  int fd_;
  std::string path_;  // for messages
};

// An exclusive lock on a file between processes and threads, released by the destructor or the process's end.
//
// Thread rule: one thread at a time.
class FileLock {
 public:
  // Waits until `stop` says otherwise. Code::busy after its deadline.
  [[nodiscard]] static Result<std::unique_ptr<FileLock>> acquire(const std::string& path, const StopConditions& stop);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  explicit FileLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace grit::port

#endif  // GRIT_PORT_HOST_FILES_H_
