// The seams to the machine: FileSystem and Clock. The only doors through which the other layers reach a project's
// files and the time, so that every failure of either can be produced by a test in memory (grit/testing.h).
#ifndef GRIT_PLATFORM_H_
#define GRIT_PLATFORM_H_

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <grit/status.h>
#include <grit/types.h>

namespace grit {

enum class FileType : std::uint8_t { regular, directory, symlink, other };

// What is known of a file without reading it. Times are nanoseconds since the Unix epoch.
struct FileInfo {
  std::string name;  // the last component of its path
  FileType type = FileType::other;
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::uint64_t inode = 0;
  std::uint64_t device = 0;
  std::uint32_t mode = 0;   // permission bits only (07777)
  std::string target = {};  // of a symbolic link: the text it holds; else empty
  // Known that no folder on the way to it is a link; of what was read, that no link was followed at all.
  bool direct = false;
};

// A file's bytes together with what was known of it when they were read.
struct FileContent {
  std::string bytes;
  FileInfo info;
};

// The files of one project. Paths are relative to its root, with '/' between components; "" is the root itself.
// Empty and "." components are skipped. An implementation resolves every path beneath the root: a path that is
// absolute, holds "..", NUL, or leaves the root through a symbolic link (an absolute link always does) is Code::fenced;
// links that go round in circles are Code::unsupported. The deny rules for names (.git and so on) are a wrapper's job.
//
// Thread rule: all members may be called from several threads at once.
class FileSystem {
 public:
  virtual ~FileSystem() = default;

  // About the entry itself; a symbolic link is not followed. Code::not_found where nothing is.
  virtual Result<FileInfo> stat(std::string_view path) = 0;

  // The entries of a folder without "." and "..", sorted by the bytes of their names; entries that are links are not
  // followed. An entry that vanishes while it is listed is left out. Code::unsupported where `directory` is no folder,
  // Code::limit beyond a million entries.
  virtual Result<std::vector<FileInfo>> list(std::string_view directory) = 0;

  // The bytes of a regular file (a link that stays inside the root is followed). More than `max_bytes` is
  // Code::limit and nothing is returned; a folder, device, FIFO or socket is Code::unsupported and never opened
  // for reading in a way that can wait. Code::changed where another program keeps writing to the file.
  virtual Result<FileContent> read(std::string_view path, std::uint64_t max_bytes) = 0;

  // A new regular file holding `bytes`, complete or not at all; missing folders above it are made. The mode is
  // 0666 less the process's umask. Code::already_exists where anything is, also a dangling link; Code::unsupported
  // where something above it is no folder.
  virtual Result<FileInfo> create(std::string_view path, std::string_view bytes) = 0;

  // Replaces the content of an existing regular file atomically and durably: under a lock by the file's identity,
  // and only if its content still has the hash `expected`, else Code::changed. Mode, owner and extended attributes
  // stay; a symbolic link stays and its target inside the root changes. A read-only file is
  // Code::permission_denied (one that nobody may write also for root), and so is one whose owner or attributes this
  // process may not give to the new content. A file with further hard links is Code::refused: the other names would
  // silently keep the old content. Code::busy when another process holds the lock for ten seconds. On any failure
  // bytes, mode, mtime and inode are as they were; the one exception is Code::io after the new content is in place,
  // when the disk does not confirm it, and the message says so.
  virtual Result<FileInfo> replace(std::string_view path, std::string_view bytes, const ContentHash& expected) = 0;

  // Removes a regular file whose content has the hash `expected`, else Code::changed. A symbolic link is
  // Code::unsupported, a read-only file Code::permission_denied.
  virtual Status remove(std::string_view path, const ContentHash& expected) = 0;
};

// Opens the folder `root` of this machine. Code::not_found, Code::permission_denied, Code::unsupported where it is no
// folder, Code::unavailable where the kernel has no openat2 (Linux 5.6). Links in `root` itself are followed once,
// here. While a file is written its new content stands beside it as ".grit-tmp-" and 16 hexadecimal digits; what a
// crash leaves of those is removed by the next write in that folder.
[[nodiscard]] Result<std::unique_ptr<FileSystem>> open_file_system(const std::string& root);

// Which paths of a project may be touched at all, whatever the operating system would allow.
struct FencePolicy {
  // Denied in every component of a path, compared after Unicode case folding, removal of ignorable code points and
  // of trailing dots and blanks: ".git", "node_modules", "dist", ".grit", and every name that starts with ".env" or
  // ".grit-tmp-". Denied too are their 8.3 names ("git~1") and streams (".git::$INDEX_ALLOCATION"), backslashes and
  // drive letters. These are built in; `deny` adds patterns (gitignore-like globs: *, ?, **, and [classes]) against the
  // whole path, as it is and folded as above. A pattern denies what is below a folder that fits it, and one without a
  // '/' fits names at any depth.
  std::vector<std::string> deny;
};

// Ok, or Code::fenced with a sentence that says which rule. Pure: looks at the name only.
[[nodiscard]] Status check_fence(std::string_view path, const FencePolicy& policy);

// A file system that refuses every path which the policy denies, also one that leads there through a link, and leaves
// such entries out of listings. Borrows `inner`, which must outlive it.
[[nodiscard]] std::unique_ptr<FileSystem> fence(FileSystem& inner, const FencePolicy& policy);

// A host's unsaved buffers in place of files: what an editor shows, before it is saved. Everything that reads a project
// through it sees the buffers, and an edit of a file that has one changes the buffer; the disk is not touched. Files
// without a buffer are those of `inner`.
//
// Thread rule: all members may be called from several threads at once.
class OverlayFileSystem final : public FileSystem {
 public:
  // Borrows `inner`, which must outlive it.
  explicit OverlayFileSystem(FileSystem& inner);
  ~OverlayFileSystem() override;

  // Puts `bytes` in place of the file at `path`, which need not exist; where that is a link, in place of the file that
  // it leads to. Code::unsupported for a folder, and where something above it is a file.
  Status set(std::string_view path, std::string_view bytes);
  // The file is again what is on disk. Code::not_found where it has no buffer.
  Status clear(std::string_view path);
  // All buffers, by the paths of the files that they stand for.
  [[nodiscard]] std::map<std::string, std::string> buffers() const;

  Result<FileInfo> stat(std::string_view path) override;
  Result<std::vector<FileInfo>> list(std::string_view directory) override;
  Result<FileContent> read(std::string_view path, std::uint64_t max_bytes) override;
  Result<FileInfo> create(std::string_view path, std::string_view bytes) override;
  Result<FileInfo> replace(std::string_view path, std::string_view bytes, const ContentHash& expected) override;
  // A file with a buffer is Code::unsupported: the buffer would stay.
  Status remove(std::string_view path, const ContentHash& expected) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The time. Deadlines use the steady clock, evidence uses the wall clock.
//
// Thread rule: all members may be called from several threads at once.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::chrono::steady_clock::time_point steady() = 0;
  virtual std::chrono::system_clock::time_point wall() = 0;
};

// This machine's clock.
[[nodiscard]] std::unique_ptr<Clock> system_clock();

}  // namespace grit

#endif  // GRIT_PLATFORM_H_
