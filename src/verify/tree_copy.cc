#include "tree_copy.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/hash.h"
#include "base/try.h"

namespace grit::verify {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxDepth = 256;

constexpr std::array<std::string_view, 10> kNeverCopied = {
    ".git", ".hg", ".svn", ".grit", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".nox"};

Status failed(const std::string& path, const std::error_code& error) {
  const bool full = error == std::errc::no_space_on_device;
  const bool denied = error == std::errc::permission_denied;
  return Status(full     ? Code::no_space
                : denied ? Code::permission_denied
                         : Code::io,
                "cannot copy " + path + ": " + error.message());
}

// Whether a link leads to a place inside the root by way of whatever other links are on it, there or not there.
bool stays_inside(const std::string& root, const std::string& link, const fs::path& target) {
  if (target.is_absolute()) return false;
  std::error_code error;
  const fs::path base = fs::canonical(root, error);
  const fs::path led = error ? fs::path() : fs::weakly_canonical(base / fs::path(link).parent_path() / target, error);
  if (error) return false;
  const fs::path inside = led.lexically_relative(base);
  return !inside.empty() && *inside.begin() != "..";
}

class Copier {
 public:
  Copier(const std::string& root, const std::string& target, const CopyOptions& options, const StopConditions& stop)
      : root_(root), target_(target), options_(options), stop_(stop), buffer_(std::size_t{1} << 20, '\0') {}

  Status copy_folder(const std::string& path, int depth) {
    if (depth > kMaxDepth) return Status(Code::limit, root_ + " has more than 256 levels of folders");
    std::error_code error;
    if (!fs::create_directory(to(path), error)) return failed(path, error);
    fs::permissions(to(path), fs::perms(0700), error);
    if (error) return failed(path, error);
    std::vector<fs::directory_entry> entries;
    fs::directory_iterator at(from(path), error);
    for (; !error && at != fs::directory_iterator(); at.increment(error)) entries.push_back(*at);
    if (error) return failed(from(path), error);
    for (const fs::directory_entry& entry : entries) {
      const std::string name = entry.path().filename().string();
      if (never_copied(name) || (path.empty() && is_environment(name))) continue;
      if (entry.path() == options_.leave_out) continue;
      GRIT_RETURN_IF_ERROR(copy_entry(path.empty() ? name : path + "/" + name, entry, depth));
    }
    return Status();
  }

  [[nodiscard]] TreeCopy take() && { return std::move(copy_); }

 private:
  [[nodiscard]] std::string from(const std::string& path) const { return path.empty() ? root_ : root_ + "/" + path; }
  [[nodiscard]] std::string to(const std::string& path) const { return path.empty() ? target_ : target_ + "/" + path; }

  [[nodiscard]] bool is_environment(const std::string& name) const {
    return std::find(options_.environments.begin(), options_.environments.end(), name) != options_.environments.end();
  }

  Status copy_entry(const std::string& path, const fs::directory_entry& entry, int depth) {
    std::error_code error;
    const fs::file_status status = entry.symlink_status(error);
    if (status.type() == fs::file_type::directory) return copy_folder(path, depth + 1);
    if (status.type() == fs::file_type::symlink) return copy_link(path);
    if (status.type() == fs::file_type::regular) return copy_file(path, status.permissions());
    return Status();  // no content, or gone meanwhile
  }

  Status copy_link(const std::string& path) {
    std::error_code error;
    const fs::path target = fs::read_symlink(from(path), error);
    if (error || !stays_inside(root_, path, target)) return Status();
    fs::create_symlink(target, to(path), error);
    if (error) return failed(path, error);
    copy_.links[path] = target.string();
    return Status();
  }

  Status copy_file(const std::string& path, fs::perms mode) {
    GRIT_RETURN_IF_ERROR(stop_.check());
    GRIT_RETURN_IF_ERROR(copy_bytes(path));
    const bool executable = (mode & fs::perms::owner_exec) != fs::perms::none;
    const bool read_only = options_.protect && options_.protect(path);
    copy_.executable[path] = executable;
    std::error_code error;
    const fs::file_time_type time = fs::last_write_time(from(path), error);
    if (!error) fs::last_write_time(to(path), time, error);
    fs::permissions(to(path), fs::perms((read_only ? 0444 : 0644) | (executable ? 0111 : 0)), error);
    return error ? failed(path, error) : Status();
  }

  Status copy_bytes(const std::string& path) {
    std::ifstream in(from(path), std::ios::binary);
    if (!in) return failed(from(path), std::error_code(errno, std::generic_category()));
    std::ofstream out(to(path), std::ios::binary);
    Hasher hasher;
    while (in && out) {
      in.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
      const auto size = static_cast<std::size_t>(in.gcount());
      bytes_ += size;
      if (bytes_ > options_.max_bytes) return too_large();
      hasher.add({buffer_.data(), size});
      out.write(buffer_.data(), in.gcount());
    }
    out.close();
    if (in.bad() || !out) return failed(path, std::error_code(errno, std::generic_category()));
    copy_.files[path] = hasher.finish();
    return Status();
  }

  [[nodiscard]] Status too_large() const {
    return Status(Code::limit, "the project is larger than the scratch limit of " +
                                   std::to_string(options_.max_bytes >> 20) + " MiB");
  }

  const std::string root_;
  const std::string target_;
  const CopyOptions& options_;
  const StopConditions& stop_;
  std::string buffer_;
  std::uint64_t bytes_ = 0;
  TreeCopy copy_;
};

}  // namespace

bool never_copied(std::string_view name) {
  return name.substr(0, 4) == ".env" || std::find(kNeverCopied.begin(), kNeverCopied.end(), name) != kNeverCopied.end();
}

std::vector<std::string> environments_of(const std::string& root) {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const char* name : {".venv", "venv"}) {
    if (fs::is_regular_file(root + "/" + name + "/pyvenv.cfg", ignored)) found.emplace_back(name);
  }
  if (fs::is_directory(root + "/node_modules", ignored)) found.emplace_back("node_modules");
  return found;
}

Result<TreeCopy> copy_tree(const std::string& root, const std::string& target, const CopyOptions& options,
                           const StopConditions& stop) {
  Copier copier(root, target, options, stop);
  GRIT_RETURN_IF_ERROR(copier.copy_folder("", 0));
  return std::move(copier).take();
}

}  // namespace grit::verify
