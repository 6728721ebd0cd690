#include "attributes.h"

#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string>
#include <vector>

#include "base/try.h"
#include "port/path.h"
#include "posix.h"

namespace grit::port {
namespace {

constexpr std::array<std::string_view, 3> bound_to_content = {"security.capability", "security.ima", "security.evm"};

Status cannot_keep(std::string_view path, std::string_view what) {
  return Status(Code::permission_denied, "cannot write " + shown(path) +
                                             ": this user may not give the new content its " + std::string(what) +
                                             "; run as the file's owner");
}

// Calls `read(buffer, size)`, one of the xattr calls, with a buffer that is large enough for what it gives. Nothing
// where there are no attributes or not this one.
template <class Read>
Result<std::optional<std::string>> read_sized(std::string_view path, Read read) {
  constexpr int attempts = 8;  // it may grow between the two calls
  for (int i = 0; i < attempts; ++i) {
    const ssize_t size = read(nullptr, 0);
    if (size < 0 && (errno == ENOTSUP || errno == ENODATA)) return std::optional<std::string>();
    if (size < 0) return from_errno(errno, path, "read");
    std::string value(static_cast<std::size_t>(size), '\0');
    const ssize_t got = size == 0 ? 0 : read(value.data(), value.size());
    if (got < 0 && errno == ERANGE) continue;
    if (got < 0 && errno == ENODATA) return std::optional<std::string>();
    if (got < 0) return from_errno(errno, path, "read");
    value.resize(static_cast<std::size_t>(got));
    return std::optional<std::string>(std::move(value));
  }
  return from_errno(EAGAIN, path, "read");
}

Result<std::vector<std::string>> names_of(int fd, std::string_view path) {
  GRIT_ASSIGN_OR_RETURN(const std::optional<std::string> list,
                        read_sized(path, [&](char* to, std::size_t size) { return ::flistxattr(fd, to, size); }));
  std::vector<std::string> names;
  std::string_view rest = list ? std::string_view(*list) : std::string_view();
  while (!rest.empty()) {
    const std::string_view name = rest.substr(0, rest.find('\0'));
    if (std::find(bound_to_content.begin(), bound_to_content.end(), name) == bound_to_content.end()) {
      names.emplace_back(name);
    }
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
  }
  return names;
}

Result<std::optional<std::string>> value_of(int fd, const std::string& name, std::string_view path) {
  return read_sized(path, [&](char* to, std::size_t size) { return ::fgetxattr(fd, name.c_str(), to, size); });
}

// A new file may already have some, for example an ACL that its folder hands down.
Status drop_others(int to, const std::vector<std::string>& wanted, std::string_view path) {
  GRIT_ASSIGN_OR_RETURN(const std::vector<std::string> present, names_of(to, path));
  for (const std::string& name : present) {
    if (std::find(wanted.begin(), wanted.end(), name) != wanted.end() || name.starts_with("security.")) continue;
    if (::fremovexattr(to, name.c_str()) != 0 && errno != ENODATA) return cannot_keep(path, "extended attributes");
  }
  return {};
}

Status copy_extended(int from, int to, std::string_view path) {
  GRIT_ASSIGN_OR_RETURN(const std::vector<std::string> names, names_of(from, path));
  GRIT_RETURN_IF_ERROR(drop_others(to, names, path));
  for (const std::string& name : names) {
    GRIT_ASSIGN_OR_RETURN(const std::optional<std::string> value, value_of(from, name, path));
    if (!value) continue;
    const Result<std::optional<std::string>> present = value_of(to, name, path);
    if (present && *present == value) continue;
    if (::fsetxattr(to, name.c_str(), value->data(), value->size(), 0) == 0) continue;
    if (errno == ENOSPC || errno == EDQUOT) return from_errno(errno, path, "write");
    return cannot_keep(path, "extended attribute " + name);
  }
  return {};
}

}  // namespace

Status copy_attributes(int from, const struct stat& status, int to, std::string_view path) {
  GRIT_RETURN_IF_ERROR(copy_extended(from, to, path));
  struct stat now;
  if (::fstat(to, &now) != 0) return from_errno(errno, path, "write");
  const bool same_owner = now.st_uid == status.st_uid && now.st_gid == status.st_gid;
  if (!same_owner && ::fchown(to, status.st_uid, status.st_gid) != 0) return cannot_keep(path, "owner and group");
  // Last, because changing the owner clears the bits that run a program as its owner.
  if (::fchmod(to, status.st_mode & 07777) != 0 || ::fstat(to, &now) != 0) return from_errno(errno, path, "write");
  if ((now.st_mode & 07777) != (status.st_mode & 07777)) return cannot_keep(path, "mode");
  return {};
}

}  // namespace grit::port
