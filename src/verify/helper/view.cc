#include "view.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <sys/mount.h>
#include <sys/stat.h>

#include "base/try.h"

#include "kernel.h"

namespace grit::sandbox {
namespace {

using verify::Command;
using verify::kInsideFolder;

// Programs and libraries of the system. Where one of them is a link, as on a merged /usr, the view has the same link.
constexpr std::array<std::string_view, 9> kSystem = {"/usr",   "/bin",    "/sbin",      "/lib",      "/lib32",
                                                     "/lib64", "/libx32", "/nix/store", "/gnu/store"};
// What the dynamic linker and the programs' own choice of versions need of /etc. Nothing that names users or hosts.
constexpr std::array<std::string_view, 5> kConfiguration = {"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
                                                            "/etc/alternatives", "/etc/localtime"};
constexpr std::array<std::string_view, 5> kDevices = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                                      "/dev/urandom"};
// As container run times size it: room for semaphores and small segments.
constexpr std::string_view kSharedMemoryOptions = "mode=1777,size=64m,nr_inodes=4096";

struct Piece {
  std::string place;  // where it goes in the view
  Fd mount;
  bool folder;
};

struct Link {
  std::string place;
  std::string target;
};

struct Pieces {
  std::vector<Piece> mounts;
  std::vector<Link> links;
};

bool below(std::string_view path, std::string_view folder) {
  return !folder.empty() && path.size() > folder.size() && path.substr(0, folder.size()) == folder &&
         path[folder.size()] == '/';
}

bool part_of_system(std::string_view path) {
  return std::any_of(kSystem.begin(), kSystem.end(),
                     [&](std::string_view folder) { return path == folder || below(path, folder); });
}

// The place in the view of a path of this machine: what lies in the command's folder moves with it.
std::string place_of(const Command& command, const std::string& path) {
  for (const std::string& folder : {command.directory, command.also_at}) {
    if (below(path, folder)) return std::string(kInsideFolder) + path.substr(folder.size());
  }
  return path;
}

Status take_mount(Pieces& pieces, const std::string& source, const std::string& place, std::uint64_t attributes) {
  struct stat info{};
  if (stat(source.c_str(), &info) != 0) return failed(source);
  Fd mount = clone_mount(source);
  if (!mount.valid()) return failed("cannot take " + source + " into the view");
  if (!set_mount_attributes(mount.get(), attributes, true)) {
    return failed("cannot restrict the mount of " + source + " (needs Linux 5.12 or newer)");
  }
  pieces.mounts.push_back({place, std::move(mount), S_ISDIR(info.st_mode)});
  return Status();
}

Status take_system(Pieces& pieces) {
  for (const std::string_view folder : kSystem) {
    const std::string path(folder);
    struct stat info{};
    if (lstat(path.c_str(), &info) != 0) continue;
    if (S_ISLNK(info.st_mode)) {
      std::array<char, 4096> target{};
      const ssize_t size = readlink(path.c_str(), target.data(), target.size());
      if (size > 0) pieces.links.push_back({path, std::string(target.data(), static_cast<std::size_t>(size))});
    } else {
      GRIT_RETURN_IF_ERROR(take_mount(pieces, path, path, kReadOnly | kNoSetuid | kNoDevices));
    }
  }
  for (const std::string_view file : kConfiguration) {
    if (access(std::string(file).c_str(), F_OK) != 0) continue;
    GRIT_RETURN_IF_ERROR(
        take_mount(pieces, std::string(file), std::string(file), kReadOnly | kNoSetuid | kNoDevices | kNoExecute));
  }
  for (const std::string_view device : kDevices) {
    GRIT_RETURN_IF_ERROR(take_mount(pieces, std::string(device), std::string(device), kNoSetuid | kNoExecute));
  }
  return Status();
}

Status take_project(Pieces& pieces, const Command& command) {
  const std::string inside(kInsideFolder);
  GRIT_RETURN_IF_ERROR(take_mount(pieces, command.directory, inside, kNoSetuid | kNoDevices));
  for (const std::string& path : command.read_only) {
    if (path.empty() || path[0] != '/') return Status(Code::invalid_argument, "not an absolute path: " + path);
    if (part_of_system(path)) continue;
    GRIT_RETURN_IF_ERROR(take_mount(pieces, path, place_of(command, path), kReadOnly | kNoSetuid | kNoDevices));
  }
  return Status();
}

// Opens the folder that holds `place` and makes what is missing above it; no link is ever followed, so that nothing in
// the command's own folder can lead a mount elsewhere.
Result<Fd> open_parent(const std::string& place, std::string& name) {
  Fd folder(open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  std::size_t begin = 1;
  for (std::size_t end = place.find('/', begin); end != std::string::npos; end = place.find('/', begin)) {
    const std::string part = place.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty()) continue;
    if (mkdirat(folder.get(), part.c_str(), 0755) != 0 && errno != EEXIST && errno != EROFS) return failed(place);
    Fd next(openat(folder.get(), part.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!next.valid()) return failed(place);
    folder = std::move(next);
  }
  name = place.substr(begin);
  if (name.empty() || name == "." || name == "..") return Status(Code::invalid_argument, "not a place: " + place);
  return folder;
}

Status place_mount(const Piece& piece) {
  std::string name;
  GRIT_ASSIGN_OR_RETURN(const Fd parent, open_parent(piece.place, name));
  if (piece.folder) {
    if (mkdirat(parent.get(), name.c_str(), 0755) != 0 && errno != EEXIST) return failed(piece.place);
  } else {
    const Fd made(openat(parent.get(), name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (!made.valid() && errno != EEXIST) return failed(piece.place);
  }
  const Fd place(openat(parent.get(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat info{};
  if (!place.valid() || fstat(place.get(), &info) != 0) return failed(piece.place);
  if (S_ISLNK(info.st_mode)) return Status(Code::fenced, piece.place + " is a link");
  if (!attach_mount(piece.mount.get(), place.get())) return failed("cannot mount " + piece.place);
  return Status();
}

Status write_text(const std::string& path, const std::string& text) {
  const Fd file(open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644));
  if (!file.valid() || write(file.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    return failed(path);
  }
  return Status();
}

// An empty root in memory, in place of the machine's: from here on only mounts already taken can be reached.
Status enter_empty_root(bool& proc) {
  constexpr const char* kBase = "/tmp";  // any folder that is there; it is covered in this namespace only
  if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return failed("cannot make mounts private");
  if (mount("tmpfs", kBase, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=4m,nr_inodes=16384") != 0) {
    return failed("cannot mount a file system in memory");
  }
  if (chdir(kBase) != 0) return failed(kBase);
  if (mkdir("proc", 0755) != 0) return failed("/proc");
  // Now, because the kernel allows it only where a whole /proc can be seen already.
  proc = mount("proc", "proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0;
  if (syscall(SYS_pivot_root, ".", ".") != 0) return failed("cannot change the root (pivot_root)");
  if (umount2(".", MNT_DETACH) != 0) return failed("cannot leave the old root");
  return chdir("/") == 0 ? Status() : failed("/");
}

Status make_folder(const char* path, mode_t mode) {
  return mkdir(path, mode) == 0 || errno == EEXIST ? Status() : failed(path);
}

Status mount_memory(const char* path, const std::string& options) {
  if (mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()) != 0) return failed(path);
  return Status();
}

Status fill_devices() {
  const std::array<Link, 4> links = {Link{"/dev/fd", "/proc/self/fd"}, Link{"/dev/stdin", "/proc/self/fd/0"},
                                     Link{"/dev/stdout", "/proc/self/fd/1"}, Link{"/dev/stderr", "/proc/self/fd/2"}};
  for (const Link& link : links) {
    if (symlink(link.target.c_str(), link.place.c_str()) != 0) return failed(link.place);
  }
  GRIT_RETURN_IF_ERROR(make_folder("/dev/shm", 0755));
  return mount_memory("/dev/shm", std::string(kSharedMemoryOptions));
}

// Names for the one user that exists, so that programs which ask get an answer.
Status fill_configuration(const ViewRequest& request) {
  const std::string user = std::to_string(request.user);
  const std::string group = std::to_string(request.group);
  GRIT_RETURN_IF_ERROR(make_folder("/etc", 0755));
  GRIT_RETURN_IF_ERROR(write_text("/etc/passwd", "check:x:" + user + ":" + group + "::/tmp:/bin/sh\n"));
  GRIT_RETURN_IF_ERROR(write_text("/etc/group", "check:x:" + group + ":\n"));
  GRIT_RETURN_IF_ERROR(write_text("/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n"));
  return write_text("/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n");
}

Status seal(const char* path) {
  const Fd place(open(path, O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!place.valid() || !set_mount_attributes(place.get(), kReadOnly, false)) return failed(path);
  return Status();
}

Status place_also(const std::string& place) {
  Piece piece{place, clone_mount(std::string(kInsideFolder)), true};
  if (!piece.mount.valid()) return failed(place);
  return place_mount(piece);
}

}  // namespace

Status enter_view(const ViewRequest& request, bool& proc) {
  const Command& command = request.command;
  Pieces pieces;
  GRIT_RETURN_IF_ERROR(take_system(pieces));
  GRIT_RETURN_IF_ERROR(take_project(pieces, command));
  GRIT_RETURN_IF_ERROR(enter_empty_root(proc));
  for (const Link& link : pieces.links) {
    if (symlink(link.target.c_str(), link.place.c_str()) != 0) return failed(link.place);
  }
  GRIT_RETURN_IF_ERROR(make_folder("/dev", 0755));
  GRIT_RETURN_IF_ERROR(mount_memory("/dev", "mode=0755,size=64k,nr_inodes=64"));
  GRIT_RETURN_IF_ERROR(make_folder("/tmp", 0755));
  GRIT_RETURN_IF_ERROR(
      mount_memory("/tmp", "mode=1777,nr_inodes=65536,size=" + std::to_string(request.temporary_bytes)));
  GRIT_RETURN_IF_ERROR(fill_configuration(request));
  for (const Piece& piece : pieces.mounts) GRIT_RETURN_IF_ERROR(place_mount(piece));
  GRIT_RETURN_IF_ERROR(fill_devices());
  if (!command.also_at.empty()) GRIT_RETURN_IF_ERROR(place_also(command.also_at));
  GRIT_RETURN_IF_ERROR(make_folder("/var", 0755));
  if (symlink("/tmp", "/var/tmp") != 0) return failed("/var/tmp");
  GRIT_RETURN_IF_ERROR(seal("/dev"));
  return seal("/");
}

}  // namespace grit::sandbox
