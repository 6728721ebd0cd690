#include "workspace.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <grit/platform.h>

#include "base/glob.h"
#include "base/hash.h"
#include "base/try.h"
#include "port/host_files.h"

namespace grit::verify {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{256} << 20;  // of one file that is hashed again
constexpr int kMaxDepth = 256;

// Read by Python or pytest by themselves, wherever they lie; and what names the checks.
constexpr std::array<std::string_view, 6> kAlwaysJudge = {"**/conftest.py",      "**/pytest.ini", "**/sitecustomize.py",
                                                          "**/usercustomize.py", "**/*.pth",      "harness.toml"};

Status failed(const std::string& path, const std::error_code& error) {
  return Status(error == std::errc::no_space_on_device ? Code::no_space : Code::io,
                "cannot put " + path + " into the scratch copy: " + error.message());
}

std::error_code last_error() { return {errno, std::generic_category()}; }

std::optional<ContentHash> hash_file(FileSystem& files, const std::string& path) {
  const auto content = files.read(path, kMaxFileBytes);
  if (!content) return std::nullopt;
  return ContentHash::of(content->bytes);
}

ContentHash hash_of(const TreeCopy& copy) {
  Hasher hasher;
  for (const auto& [path, hash] : copy.files) {
    hasher.add_field(path);
    hasher.add_field(copy.executable.at(path) ? "x" : "");
    hasher.add_field(hash.hex());
  }
  for (const auto& [path, target] : copy.links) {
    hasher.add_field(path);
    hasher.add_field("link");
    hasher.add_field(target);
  }
  return hasher.finish();
}

bool inside(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != ".." && *relative.begin() != ".";
}

}  // namespace

Status validate(const Check& check) {
  const std::string name = "checks." + check.name;
  if (check.argv.empty() || check.argv[0].empty()) return Status(Code::configuration, name + ".argv is empty");
  if (check.adapter != "exit") {
    return Status(Code::configuration, name + ".adapter: \"" + check.adapter + "\" is not one of: exit");
  }
  return Status();
}

ContentHash hash_of(const Check& check, const Limits& limits) {
  Hasher hasher;
  const auto add_number = [&hasher](std::uint64_t number) { hasher.add_field(std::to_string(number)); };
  hasher.add_field(check.name);
  hasher.add_field(check.adapter);
  add_number(static_cast<std::uint64_t>(check.role));
  add_number(check.argv.size());
  for (const std::string& argument : check.argv) hasher.add_field(argument);
  for (const std::string& pattern : check.verifier) hasher.add_field(pattern);
  add_number(static_cast<std::uint64_t>(limits.wall_s * 1000));
  for (const std::uint64_t number : {limits.cpu_s, limits.memory_bytes, limits.file_bytes, limits.scratch_bytes,
                                     std::uint64_t{limits.processes}, limits.output_bytes}) {
    add_number(number);
  }
  return hasher.finish();
}

bool judges(const Check& check, std::string_view path) {
  return glob_match_any(check.verifier, path) ||
         std::any_of(kAlwaysJudge.begin(), kAlwaysJudge.end(),
                     [path](std::string_view pattern) { return glob_match(pattern, path); });
}

std::optional<std::string> changed_verifier(const Check& check, const Candidate& candidate) {
  for (const auto& [path, bytes] : candidate.changed) {
    if (judges(check, path)) return path;
  }
  return std::nullopt;
}

Result<Workspace> Workspace::make(const Check& check, const Candidate& candidate, const Options& options,
                                  const StopConditions& stop) {
  for (const auto* files : {&candidate.changed, &candidate.unsaved}) {
    for (const auto& [path, bytes] : *files) GRIT_RETURN_IF_ERROR(check_fence(path, {}));
  }
  GRIT_ASSIGN_OR_RETURN(port::ScratchFolder scratch, port::ScratchFolder::make(options.scratch, stop));
  Workspace workspace(std::move(scratch), check);
  GRIT_RETURN_IF_ERROR(workspace.fill(candidate, options, stop));
  return workspace;
}

Status Workspace::fill(const Candidate& candidate, const Options& options, const StopConditions& stop) {
  GRIT_ASSIGN_OR_RETURN(root_, port::real_path(candidate.root));
  GRIT_ASSIGN_OR_RETURN(const std::string scratch, port::real_path(scratch_.path()));
  folder_ = scratch + "/project";
  environments_ = environments_of(root_);
  CopyOptions copying;
  copying.max_bytes = options.max_bytes;
  copying.leave_out = fs::path(scratch).parent_path().string();
  copying.environments = environments_;
  copying.protect = [this](std::string_view path) { return judges(check_, path); };
  GRIT_ASSIGN_OR_RETURN(TreeCopy copy, copy_tree(root_, folder_, copying, stop));
  for (const auto& [path, bytes] : candidate.unsaved) {
    GRIT_RETURN_IF_ERROR(apply(path, bytes));
    copy.files[path] = ContentHash::of(bytes);
    copy.executable.try_emplace(path, false);
  }
  for (const auto& [path, bytes] : candidate.changed) {
    GRIT_RETURN_IF_ERROR(apply(path, bytes));
    candidate_[path] = ContentHash::of(bytes);
  }
  GRIT_RETURN_IF_ERROR(note_verifier(copy, candidate));
  for (const auto& [path, hash] : candidate_) copy.files.erase(path);
  for (const auto& [path, hash] : verifier_) copy.files.erase(path);
  project_ = hash_of(copy);
  return Status();
}

// As the edit would reach the project: a link on the way stays, and the file that it leads to changes.
Status Workspace::apply(const std::string& path, const std::string& bytes) {
  const std::string top = path.substr(0, path.find('/'));
  std::error_code error;
  const fs::path place = fs::weakly_canonical(fs::path(folder_) / path, error);
  const bool environment = std::find(environments_.begin(), environments_.end(), top) != environments_.end();
  if (error || environment || !inside(place, folder_)) {
    return Status(Code::fenced, path + " leads out of the project");
  }
  const fs::perms mode = fs::status(place, error).permissions();
  const bool executable = !error && (mode & fs::perms::owner_exec) != fs::perms::none;
  fs::create_directories(place.parent_path(), error);
  if (error) return failed(path, error);
  fs::remove(place, error);  // it may be read-only
  if (error) return failed(path, error);
  std::ofstream out(place, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return failed(path, last_error());
  fs::permissions(place, fs::perms(executable ? 0755 : 0644), error);
  return error ? failed(path, error) : Status();
}

Status Workspace::note_verifier(const TreeCopy& copy, const Candidate& candidate) {
  GRIT_ASSIGN_OR_RETURN(const auto disk, open_file_system(root_));
  GRIT_ASSIGN_OR_RETURN(const auto scratch, open_file_system(folder_));
  OverlayFileSystem project(*disk);
  for (const auto& [path, bytes] : candidate.unsaved) GRIT_RETURN_IF_ERROR(project.set(path, bytes));
  for (const auto& [path, hash] : copy.files) {
    if (judges(check_, path)) GRIT_RETURN_IF_ERROR(note_judge(project, *scratch, path));
  }
  for (const auto& [path, target] : copy.links) {
    if (judges(check_, path)) GRIT_RETURN_IF_ERROR(note_judge(project, *scratch, path));
  }
  const bool named = std::any_of(verifier_.begin(), verifier_.end(),
                                 [this](const auto& file) { return glob_match_any(check_.verifier, file.first); });
  if (check_.verifier.empty() || named) return Status();
  return Status(Code::configuration, "checks." + check_.name + ".verifier matches no file of the project");
}

Status Workspace::note_judge(FileSystem& project, FileSystem& scratch, const std::string& path) {
  GRIT_ASSIGN_OR_RETURN(const FileContent content, project.read(path, kMaxFileBytes));
  const ContentHash hash = ContentHash::of(content.bytes);
  if (hash_file(scratch, path) != hash && !changed_by_candidate_) changed_by_candidate_ = path;
  verifier_[path] = hash;
  hidden_.add_file(content.bytes);
  std::error_code error;
  const fs::path place = fs::canonical(fs::path(folder_) / path, error);
  if (!error && inside(place, folder_)) read_only_.push_back(place.string());
  return Status();
}

Status Workspace::place_environments(bool mounted) const {
  for (const std::string& name : environments_) {
    std::error_code error;
    if (mounted) {
      fs::create_directory(folder_ + "/" + name, error);
    } else {
      fs::create_directory_symlink(root_ + "/" + name, folder_ + "/" + name, error);
    }
    if (error) return failed(name, error);
  }
  return Status();
}

std::optional<std::string> Workspace::changed_by_run() const {
  const auto files = open_file_system(folder_);
  if (!files) return "the whole copy";
  for (const auto* hashes : {&candidate_, &verifier_}) {
    for (const auto& [path, hash] : *hashes) {
      if (hash_file(**files, path) != hash) return path;
    }
  }
  return new_judge(**files, "", 0);
}

std::optional<std::string> Workspace::new_judge(FileSystem& files, const std::string& folder, int depth) const {
  const auto entries = files.list(folder);
  if (!entries || depth > kMaxDepth) return folder;
  for (const FileInfo& entry : *entries) {
    const std::string path = folder.empty() ? entry.name : folder + "/" + entry.name;
    if (entry.type == FileType::directory) {
      if (std::find(environments_.begin(), environments_.end(), path) != environments_.end()) continue;
      if (auto found = new_judge(files, path, depth + 1)) return found;
    } else if (judges(check_, path) && verifier_.count(path) == 0) {
      return path;
    }
  }
  return std::nullopt;
}

}  // namespace grit::verify
