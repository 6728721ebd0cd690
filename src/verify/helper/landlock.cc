#include <array>
#include <string_view>

#include <sys/stat.h>

#include "base/try.h"

#include "confine.h"
#include "kernel.h"

namespace grit::sandbox {
namespace {

// Of linux/landlock.h as of Linux 6.12; older systems' headers end earlier.
constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;
constexpr unsigned kAskVersion = 1;
constexpr int kPathRule = 1;
constexpr int kVersionWithScopes = 6;

constexpr std::uint64_t kExecute = 1U << 0;
constexpr std::uint64_t kWriteFile = 1U << 1;
constexpr std::uint64_t kReadFile = 1U << 2;
constexpr std::uint64_t kReadFolder = 1U << 3;
constexpr std::uint64_t kTruncate = 1U << 14;
constexpr std::uint64_t kAllFileRights = (1U << 16) - 1;  // up to device ioctls, its version 5
constexpr std::uint64_t kFileOnly = kExecute | kWriteFile | kReadFile | kTruncate | (1U << 15);
constexpr std::uint64_t kReading = kExecute | kReadFile | kReadFolder;
// Not into a writable folder: making device files.
constexpr std::uint64_t kMakeDevices = (1U << 6) | (1U << 11);
constexpr std::uint64_t kTcp = 0b11;     // bind and connect
constexpr std::uint64_t kScopes = 0b11;  // abstract sockets and signals

struct Ruleset {
  std::uint64_t files = kAllFileRights;
  std::uint64_t network = kTcp;
  std::uint64_t scopes = kScopes;
};

struct [[gnu::packed]] PathRule {
  std::uint64_t rights;
  std::int32_t folder;
};

constexpr std::array<std::string_view, 14> kReadable = {"/usr",
                                                        "/bin",
                                                        "/sbin",
                                                        "/lib",
                                                        "/lib32",
                                                        "/lib64",
                                                        "/libx32",
                                                        "/nix/store",
                                                        "/gnu/store",
                                                        "/etc/ld.so.cache",
                                                        "/etc/alternatives",
                                                        "/etc/passwd",
                                                        "/etc/localtime",
                                                        "/proc"};
constexpr std::array<std::string_view, 5> kDevices = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                                      "/dev/urandom"};

// A path that is not there needs no rule.
Status allow(int ruleset, const std::string& path, std::uint64_t rights) {
  const Fd place(open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat info{};
  if (!place.valid() || fstat(place.get(), &info) != 0) return Status();
  if (!S_ISDIR(info.st_mode)) rights &= kFileOnly;
  PathRule rule{rights, place.get()};
  if (syscall(kAddRule, ruleset, kPathRule, &rule, 0) != 0) return failed("landlock: " + path);
  return Status();
}

}  // namespace

Status restrict_files(const std::vector<std::string>& read_only, const std::vector<std::string>& writable) {
  const long version = syscall(kCreateRuleset, nullptr, 0, kAskVersion);
  if (version < kVersionWithScopes) return Status(Code::unavailable, "landlock needs Linux 6.12 or newer");
  Ruleset wanted;
  const Fd ruleset(static_cast<int>(syscall(kCreateRuleset, &wanted, sizeof wanted, 0)));
  if (!ruleset.valid()) return failed("landlock");
  for (const std::string_view path : kReadable) {
    GRIT_RETURN_IF_ERROR(allow(ruleset.get(), std::string(path), kReading));
  }
  for (const std::string_view path : kDevices) {
    GRIT_RETURN_IF_ERROR(allow(ruleset.get(), std::string(path), kReading | kWriteFile | kTruncate));
  }
  for (const std::string& path : read_only) GRIT_RETURN_IF_ERROR(allow(ruleset.get(), path, kReading));
  for (const std::string& path : writable) {
    GRIT_RETURN_IF_ERROR(allow(ruleset.get(), path, kAllFileRights & ~kMakeDevices));
  }
  if (syscall(kRestrictSelf, ruleset.get(), 0) != 0) return failed("landlock");
  return Status();
}

}  // namespace grit::sandbox
