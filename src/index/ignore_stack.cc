#include "ignore_stack.h"

#include <algorithm>
#include <utility>

#include "port/host_files.h"

namespace grit::index {
namespace {

constexpr std::uint64_t kMaxRulesBytes = 4ULL << 20;

std::string read_host(const std::string& path) {
  const auto text = port::read_file(path, kMaxRulesBytes);
  return text ? *text : std::string();
}

// The patterns of a .gitattributes file that say which files are generated, as rules of an ignore file.
std::string generated_rules(std::string_view attributes) {
  std::string out;
  while (!attributes.empty()) {
    const std::size_t end = std::min(attributes.find('\n'), attributes.size());
    const std::string_view line = attributes.substr(0, end);
    attributes.remove_prefix(std::min(end + 1, attributes.size()));
    const std::size_t name_end = std::min(line.find_first_of(" \t"), line.size());
    const std::size_t at = line.find("linguist-generated", name_end);
    if (at == std::string_view::npos || line.starts_with('#') || line.starts_with('"')) continue;
    const bool unset =
        line[at - 1] == '-' || line[at - 1] == '!' || line.substr(at).starts_with("linguist-generated=false");
    out += (unset ? "!" : "") + std::string(line.substr(0, name_end)) + '\n';
  }
  return out;
}

}  // namespace

IgnoreStack::IgnoreStack(FileSystem& files, std::string root) : files_(files), root_(std::move(root)) {
  repositories_.emplace_back();
}

void IgnoreStack::enter_project() {
  if (root_.empty()) return;
  const auto opened = GitRepository::open(root_);
  if (!opened) {
    if (opened.error().code() != Code::not_found) notes_.push_back(opened.error().message());
    return;
  }
  const GitRepository& git = **opened;
  Repository repository;
  if (root_ != git.work_tree()) {
    if (!root_.starts_with(git.work_tree() + '/')) return;
    repository.prefix = root_.substr(git.work_tree().size() + 1) + '/';
  }
  repository.exclude = IgnoreRules(read_host(git.exclude_file()));
  if (auto tracked = git.tracked()) {
    repository.tracked = std::move(*tracked);
  } else {
    notes_.push_back(tracked.error().message());
  }
  add_outer_rules(repository);
  if (!ignores_project(repository)) repositories_.push_back(std::move(repository));
}

// Reads the .gitignore files from the work tree down to the project's parent.
void IgnoreStack::add_outer_rules(Repository& repository) const {
  const std::string work_tree = root_.substr(0, root_.size() + 1 - repository.prefix.size());
  for (std::size_t at = 0; at < repository.prefix.size(); at = repository.prefix.find('/', at) + 1) {
    const std::string folder = work_tree + repository.prefix.substr(0, at);
    repository.outer.push_back({at, IgnoreRules(read_host(folder + ".gitignore"))});
  }
}

// Who keeps a home folder in a repository ignores most of it, and still wants a project there indexed.
bool IgnoreStack::ignores_project(const Repository& repository) {
  const std::string& prefix = repository.prefix;
  for (std::size_t at = prefix.find('/'); at != std::string::npos; at = prefix.find('/', at + 1)) {
    const std::string folder = prefix.substr(0, at);
    if (repository.verdict(folder, true) == Verdict::ignored && !repository.tracks(folder, true)) return true;
  }
  return false;
}

bool IgnoreStack::begins_repository(const std::string& folder, const std::vector<FileInfo>& entries) const {
  if (folder.empty()) return false;
  const auto is_git = [](const FileInfo& entry) { return entry.name == ".git"; };
  if (std::any_of(entries.begin(), entries.end(), is_git)) return true;
  return !root_.empty() && port::exists(root_ + "/" + folder + "/.git");  // the fence leaves it out of listings
}

void IgnoreStack::add_nested_repository(const std::string& folder) {
  Repository repository;
  repository.base = folder + '/';
  if (!root_.empty()) {
    const std::string path = root_ + "/" + folder;
    const auto git = GitRepository::open(path);
    if (git && (*git)->work_tree() == path) {
      repository.exclude = IgnoreRules(read_host((*git)->exclude_file()));
      if (auto tracked = (*git)->tracked()) repository.tracked = std::move(*tracked);
    } else {
      repository.exclude = IgnoreRules(read_host(path + "/.git/info/exclude"));
    }
  }
  repositories_.push_back(std::move(repository));
}

std::string IgnoreStack::read(const std::string& folder, const std::vector<FileInfo>& entries, std::string_view name) {
  const bool there = std::any_of(entries.begin(), entries.end(), [&](const FileInfo& entry) {
    return entry.name == name && entry.type == FileType::regular;
  });
  if (!there) return {};
  const std::string path = folder.empty() ? std::string(name) : folder + '/' + std::string(name);
  auto content = files_.read(path, kMaxRulesBytes);
  if (content) return std::move(content->bytes);
  notes_.push_back("the rules in " + path + " are not used: " + content.error().message());
  return {};
}

void IgnoreStack::enter(const std::string& folder, const std::vector<FileInfo>& entries) {
  Folder rules;
  rules.base = folder.empty() ? folder : folder + '/';
  if (begins_repository(folder, entries)) {
    add_nested_repository(folder);
  } else if (!folder.empty()) {
    rules.ignored = rules_ignore(folder, true) && grit_verdict(folder, true) != Verdict::wanted;
  }
  rules.repository = repositories_.size() - 1;
  rules.git = IgnoreRules(read(folder, entries, ".gitignore"));
  rules.grit = IgnoreRules(read(folder, entries, ".gritignore"));
  rules.generated = IgnoreRules(generated_rules(read(folder, entries, ".gitattributes")));
  folders_.push_back(std::move(rules));
}

void IgnoreStack::leave() {
  const std::string base = std::move(folders_.back().base);
  folders_.pop_back();
  if (!base.empty() && repositories_.back().base == base) repositories_.pop_back();
}

std::string IgnoreStack::Repository::path_of(std::string_view path) const {
  return prefix + std::string(path.substr(std::min(base.size(), path.size())));
}

Verdict IgnoreStack::Repository::verdict(std::string_view path, bool is_folder) const {
  for (auto rules = outer.rbegin(); rules != outer.rend(); ++rules) {
    if (path.size() <= rules->begin) continue;
    const Verdict verdict = rules->rules.verdict(path.substr(rules->begin), is_folder);
    if (verdict != Verdict::none) return verdict;
  }
  return exclude.verdict(path, is_folder);
}

bool IgnoreStack::Repository::tracks(const std::string& path, bool is_folder) const {
  return tracked.contains(path) || (is_folder && tracked.any_below(path));
}

// What git's rules say of a path, whether it is tracked or not.
bool IgnoreStack::rules_ignore(std::string_view path, bool is_folder) const {
  Verdict verdict = Verdict::none;
  for (auto folder = folders_.rbegin(); folder != folders_.rend() && verdict == Verdict::none; ++folder) {
    if (folder->repository + 1 != repositories_.size()) break;
    if (folder->ignored) return true;
    verdict = folder->git.verdict(path.substr(folder->base.size()), is_folder);
  }
  const Repository& repository = repositories_.back();
  if (verdict == Verdict::none) verdict = repository.verdict(repository.path_of(path), is_folder);
  return verdict == Verdict::ignored;
}

Verdict IgnoreStack::grit_verdict(std::string_view path, bool is_folder) const {
  for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder) {
    const Verdict verdict = folder->grit.verdict(path.substr(folder->base.size()), is_folder);
    if (verdict != Verdict::none) return verdict;
  }
  return Verdict::none;
}

// .gritignore has the last word, also about tracked files.
bool IgnoreStack::ignored(std::string_view path, bool is_folder) const {
  const Verdict verdict = grit_verdict(path, is_folder);
  if (verdict != Verdict::none) return verdict == Verdict::ignored;
  const Repository& repository = repositories_.back();
  return rules_ignore(path, is_folder) && !repository.tracks(repository.path_of(path), is_folder);
}

bool IgnoreStack::generated(std::string_view path) const {
  for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder) {
    const Verdict verdict = folder->generated.verdict(path.substr(folder->base.size()), false);
    if (verdict != Verdict::none) return verdict == Verdict::ignored;
  }
  return false;
}

}  // namespace grit::index
