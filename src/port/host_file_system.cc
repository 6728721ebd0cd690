// The FileSystem of this machine.
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include <grit/platform.h>

#include "base/try.h"
#include "beneath.h"
#include "port/path.h"
#include "posix.h"
#include "replace.h"
#include "temporary_file.h"

namespace grit {
namespace port {
namespace {

constexpr std::size_t max_entries = 1'000'000;
// How often a file is read again that changes while it is read.
constexpr int read_attempts = 4;

// The text of a link; nothing, with errno set, where it cannot be read.
std::optional<std::string> read_target(int folder, const char* name) {
  std::string text(PATH_MAX, '\0');
  const ssize_t size = ::readlinkat(folder, name, text.data(), text.size());
  if (size < 0) return std::nullopt;
  text.resize(static_cast<std::size_t>(size));
  return text;
}

// About one entry of a folder; nothing where it vanished.
Result<std::optional<FileInfo>> describe(int folder, const char* name, const std::string& path) {
  constexpr int attempts = 4;  // what was a link may be something else when it is read
  for (int i = 0; i < attempts; ++i) {
    struct stat status;
    if (::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
      if (errno == ENOENT) return std::optional<FileInfo>();
      return from_errno(errno, join_path(path, name), "look at");
    }
    FileInfo info = info_of(status, name);
    if (info.type != FileType::symlink) return std::optional<FileInfo>(std::move(info));
    std::optional<std::string> target = read_target(folder, name);
    if (target) {
      info.target = std::move(*target);
      return std::optional<FileInfo>(std::move(info));
    }
    if (errno != ENOENT && errno != EINVAL) return from_errno(errno, join_path(path, name), "read");
  }
  return std::optional<FileInfo>();
}

// Reads an open file. Nothing where it changed meanwhile.
Result<std::optional<FileContent>> read_once(int fd, const std::string& path, std::uint64_t max_bytes) {
  struct stat before;
  struct stat after;
  if (::fstat(fd, &before) != 0) return from_errno(errno, path, "read");
  if (!S_ISREG(before.st_mode)) return no_regular_file(path);
  FileContent content;
  GRIT_ASSIGN_OR_RETURN(content.bytes, read_all(fd, static_cast<std::uint64_t>(before.st_size), max_bytes, path));
  if (::fstat(fd, &after) != 0) return from_errno(errno, path, "read");
  if (!same_content_times(before, after)) return std::optional<FileContent>();
  content.info = info_of(after, split_last(path).second);
  return std::optional<FileContent>(std::move(content));
}

class HostFileSystem final : public FileSystem {
 public:
  explicit HostFileSystem(Fd root) : root_(std::move(root)) {}

  Result<FileInfo> stat(std::string_view path) override {
    GRIT_ASSIGN_OR_RETURN(const std::string normal, normal_path(path));
    bool direct = false;
    GRIT_ASSIGN_OR_RETURN(const Fd fd, open_beneath(root_.get(), normal, O_PATH | O_NOFOLLOW, "look at", direct));
    struct stat status;
    if (::fstat(fd.get(), &status) != 0) return from_errno(errno, normal, "look at");
    FileInfo info = info_of(status, split_last(normal).second);
    info.direct = direct;
    if (info.type != FileType::symlink) return info;
    std::optional<std::string> target = read_target(fd.get(), "");
    if (!target) return from_errno(errno, normal, "read");
    info.target = std::move(*target);
    return info;
  }

  Result<std::vector<FileInfo>> list(std::string_view directory) override {
    GRIT_ASSIGN_OR_RETURN(const std::string normal, normal_path(directory));
    bool direct = false;
    GRIT_ASSIGN_OR_RETURN(Fd folder, open_folder(normal, direct));
    std::vector<FileInfo> entries;
    GRIT_RETURN_IF_ERROR(for_each_name(std::move(folder), normal, [&](int within, const char* name) -> Status {
      if (entries.size() == max_entries) {
        return Status(Code::limit, shown(normal) + " holds more than " + std::to_string(max_entries) + " entries");
      }
      GRIT_ASSIGN_OR_RETURN(std::optional<FileInfo> entry, describe(within, name, normal));
      if (!entry) return {};
      entry->direct = direct;
      entries.push_back(std::move(*entry));
      return {};
    }));
    std::sort(entries.begin(), entries.end(), [](const FileInfo& a, const FileInfo& b) { return a.name < b.name; });
    return entries;
  }

  Result<FileContent> read(std::string_view path, std::uint64_t max_bytes) override {
    GRIT_ASSIGN_OR_RETURN(const std::string normal, normal_path(path));
    for (int i = 0; i < read_attempts; ++i) {
      bool direct = false;
      GRIT_ASSIGN_OR_RETURN(const Fd fd, open_regular(normal, direct));
      GRIT_ASSIGN_OR_RETURN(std::optional<FileContent> content, read_once(fd.get(), normal, max_bytes));
      if (!content) continue;
      content->info.direct = direct;
      return std::move(*content);
    }
    return Status(Code::changed, shown(normal) + " is being written by another program; try again");
  }

  Result<FileInfo> create(std::string_view path, std::string_view bytes) override {
    GRIT_ASSIGN_OR_RETURN(const std::string normal, normal_path(path));
    return create_file(root_.get(), normal, bytes);
  }

  Result<FileInfo> replace(std::string_view path, std::string_view bytes, const ContentHash& expected) override {
    GRIT_ASSIGN_OR_RETURN(const std::string normal, normal_path(path));
    return replace_file(root_.get(), normal, bytes, expected);
  }

  Status remove(std::string_view path, const ContentHash& expected) override {
    GRIT_ASSIGN_OR_RETURN(const std::string normal, normal_path(path));
    return remove_regular_file(root_.get(), normal, expected);
  }

 private:
  Result<Fd> open_folder(const std::string& path, bool& direct) {
    Result<Fd> folder = open_beneath(root_.get(), path, O_RDONLY | O_DIRECTORY, "list", direct);
    // The kernel says the same of a file and of what cannot be below one.
    const bool file = !folder && folder.error().code() == Code::not_found &&
                      open_beneath(root_.get(), path, O_PATH, "list").has_value();
    if (file) return no_folder(path);
    return folder;
  }

  // Opens a regular file for reading. What it is is found out first without opening it: opening alone can wake the
  // other end of a FIFO or rewind a tape. O_NONBLOCK is for what may take its place between the two calls. `direct`
  // tells whether no link was followed.
  Result<Fd> open_regular(const std::string& path, bool& direct) {
    struct stat status;
    const bool there = ::fstatat(root_.get(), path.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    if (!there || !S_ISREG(status.st_mode)) {  // a link perhaps
      GRIT_ASSIGN_OR_RETURN(const Fd found, open_beneath(root_.get(), path, O_PATH, "read"));
      if (::fstat(found.get(), &status) != 0) return from_errno(errno, path, "read");
      if (!S_ISREG(status.st_mode)) return no_regular_file(path);
    }
    return open_beneath(root_.get(), path, O_RDONLY | O_NONBLOCK | O_NOCTTY, "read", direct);
  }

  const Fd root_;
};

}  // namespace
}  // namespace port

Result<std::unique_ptr<FileSystem>> open_file_system(const std::string& root) {
  using namespace port;
  Fd fd(retry([&] { return ::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC); }));
  if (!fd.valid() && errno == ENOTDIR) return no_folder(root);
  if (!fd.valid()) return from_errno(errno, root, "open");
  GRIT_RETURN_IF_ERROR(check_kernel(fd.get(), root));
  return std::unique_ptr<FileSystem>(std::make_unique<HostFileSystem>(std::move(fd)));
}

}  // namespace grit
