#include "identity.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/try.h"

#include "kernel.h"

namespace grit::sandbox {
namespace {

constexpr id_t kNobody = 65534;  // the overflow user of Linux: owns nothing on a well-kept machine

struct MapLine {
  unsigned long inside = 0, outside = 0, count = 0;
};

// The line of a user namespace's map that gives `id` a meaning; a count of 0 where none does.
MapLine mapping_of(const char* path, unsigned long id) {
  std::ifstream file(path);
  MapLine line;
  while (file >> line.inside >> line.outside >> line.count) {
    if (id >= line.inside && id - line.inside < line.count) return line;
  }
  return {};
}

Status write_file(pid_t process, const char* name, const std::string& text) {
  const std::string path = "/proc/" + std::to_string(process) + "/" + name;
  const Fd file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.valid() || write(file.get(), text.data(), text.size()) < 0) return failed(path);
  return Status();
}

std::string map_line(unsigned long inside, unsigned long outside) {
  return std::to_string(inside) + " " + std::to_string(outside) + " 1\n";
}

}  // namespace

Result<Identity> choose_identity() {
  if (geteuid() != 0) return Identity{geteuid(), getegid(), false};
  if (mapping_of("/proc/self/uid_map", kNobody).count > 0 && mapping_of("/proc/self/gid_map", kNobody).count > 0) {
    return Identity{kNobody, kNobody, true};
  }
  // Root in a namespace with few users, as in a container without privileges: outside it is somebody ordinary.
  const MapLine root = mapping_of("/proc/self/uid_map", 0);
  if (root.count > 0 && root.outside != 0) return Identity{kNobody, kNobody, false};
  return Status(Code::permission_denied, "running as root, and there is no ordinary user to become");
}

Status map_identity(pid_t process, const Identity& identity) {
  if (!identity.changes) {
    GRIT_RETURN_IF_ERROR(write_file(process, "setgroups", "deny"));
    GRIT_RETURN_IF_ERROR(write_file(process, "uid_map", map_line(identity.user, geteuid())));
    return write_file(process, "gid_map", map_line(identity.group, getegid()));
  }
  GRIT_RETURN_IF_ERROR(write_file(process, "uid_map", map_line(0, 0) + map_line(identity.user, identity.user)));
  return write_file(process, "gid_map", map_line(0, 0) + map_line(identity.group, identity.group));
}

Status give_folder(const std::string& folder, const Identity& identity) {
  if (!identity.changes) return Status();
  const auto give = [&identity](const std::string& path) {
    return lchown(path.c_str(), identity.user, identity.group) == 0 || errno == ENOENT ? Status() : failed(path);
  };
  GRIT_RETURN_IF_ERROR(give(folder));
  std::error_code error;
  for (std::filesystem::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    GRIT_RETURN_IF_ERROR(give(at->path().string()));
  }
  if (error) return Status(Code::io, folder + ": " + error.message());
  return Status();
}

}  // namespace grit::sandbox
