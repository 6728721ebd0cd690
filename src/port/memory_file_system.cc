#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include <grit/testing.h>

#include "base/try.h"
#include "port/path.h"

namespace grit::testing {
namespace {

using port::last_name;
using port::split_last;

struct Node {
  FileInfo info;
  std::string bytes;
};

}  // namespace

// Every entry by its normal path; folders are entries too, and "" is the root. All but `fault` is guarded by `mutex`.
struct MemoryFileSystem::State {
  std::mutex mutex;
  std::mutex fault_mutex;
  Fault fault;
  std::map<std::string, Node, std::less<>> nodes;
  std::uint64_t last_inode = 0;
  std::int64_t now_ns = 1'700'000'000'000'000'000;

  Status fault_at(std::string_view operation, std::string_view path) {
    Fault ask;
    {
      const std::lock_guard lock(fault_mutex);
      ask = fault;
    }
    return ask ? ask(operation, path) : Status();
  }

  Node& add(const std::string& path, FileType type, std::uint32_t mode) {
    now_ns += 1'000'000;
    Node& node = nodes[path];
    node.info.name = std::string(split_last(path).second);
    node.info.type = type;
    node.info.mode = mode;
    node.info.inode = ++last_inode;
    node.info.device = 1;
    node.info.mtime_ns = node.info.ctime_ns = now_ns;
    touch_parent(path);
    return node;
  }

  Node& add_file(const std::string& path, std::string_view bytes, std::uint32_t mode) {
    Node& node = add(path, FileType::regular, mode);
    node.bytes = std::string(bytes);
    node.info.size = bytes.size();
    return node;
  }

  void touch_parent(std::string_view path) {
    const auto parent = nodes.find(split_last(path).first);
    if (!path.empty() && parent != nodes.end()) parent->second.info.mtime_ns = parent->second.info.ctime_ns = now_ns;
  }

  void add_folders(std::string_view path) {
    if (nodes.contains(path)) return;
    add_folders(split_last(path).first);
    add(std::string(path), FileType::directory, 0755);
  }

  Node* find(std::string_view path) {
    const auto node = nodes.find(path);
    return node == nodes.end() ? nullptr : &node->second;
  }

  Result<std::string> resolve(std::string_view path, bool follow_last) {
    GRIT_ASSIGN_OR_RETURN(const std::string normal, port::normal_path(path));
    return port::resolve_links(normal, follow_last, [this](const std::string& each) -> Result<FileInfo> {
      const Node* node = find(each);
      return node != nullptr ? Result<FileInfo>(node->info) : port::does_not_exist(each);
    });
  }

  // The entry that `path` leads to.
  Result<Node*> look_up(std::string_view path, bool follow_last) {
    GRIT_ASSIGN_OR_RETURN(const std::string place, resolve(path, follow_last));
    Node* node = find(place);
    return node != nullptr ? Result<Node*>(node) : port::does_not_exist(path);
  }

  // The same, when it is a regular file that its owner may change and that still has the content.
  Result<Node*> look_up_unchanged(std::string_view path, bool follow_last, const ContentHash& expected) {
    GRIT_ASSIGN_OR_RETURN(Node* const node, look_up(path, follow_last));
    if (node->info.type != FileType::regular) return port::no_regular_file(path);
    if ((node->info.mode & 0200) == 0) return port::is_read_only(path);
    if ((node->info.mode & 0400) == 0) return port::is_unreadable(path);
    if (ContentHash::of(node->bytes) != expected) return port::has_changed(path);
    return node;
  }

  // Like mkdir -p, but what it has to pass must be folders.
  Status make_folders(const std::string& path, std::string_view asked) {
    GRIT_ASSIGN_OR_RETURN(const std::string place, resolve(path, true));
    const Node* node = find(place);
    if (node != nullptr) return node->info.type == FileType::directory ? Status() : port::no_folder(asked);
    if (find(path) != nullptr) return port::does_not_exist(asked);  // a dangling link
    GRIT_RETURN_IF_ERROR(make_folders(std::string(split_last(path).first), asked));
    GRIT_ASSIGN_OR_RETURN(const std::string made, resolve(path, true));
    add(made, FileType::directory, 0755);
    return {};
  }
};

MemoryFileSystem::MemoryFileSystem() : state_(std::make_unique<State>()) { state_->add("", FileType::directory, 0755); }

MemoryFileSystem::~MemoryFileSystem() = default;

void MemoryFileSystem::put(std::string_view path, std::string_view bytes, std::uint32_t mode) {
  const std::lock_guard lock(state_->mutex);
  state_->add_folders(split_last(path).first);
  state_->add_file(std::string(path), bytes, mode);
}

void MemoryFileSystem::put_link(std::string_view path, std::string_view target) {
  const std::lock_guard lock(state_->mutex);
  state_->add_folders(split_last(path).first);
  FileInfo& info = state_->add(std::string(path), FileType::symlink, 0777).info;
  info.target = std::string(target);
  info.size = target.size();
}

void MemoryFileSystem::set_fault(Fault fault) {
  const std::lock_guard lock(state_->fault_mutex);
  state_->fault = std::move(fault);
}

Result<FileInfo> MemoryFileSystem::stat(std::string_view path) {
  GRIT_RETURN_IF_ERROR(state_->fault_at("stat", path));
  const std::lock_guard lock(state_->mutex);
  GRIT_ASSIGN_OR_RETURN(const Node* const node, state_->look_up(path, false));
  FileInfo info = node->info;
  info.direct = state_->resolve(path, false).value_or(std::string()) == port::normal_path(path).value_or(std::string());
  return info;
}

Result<std::vector<FileInfo>> MemoryFileSystem::list(std::string_view directory) {
  GRIT_RETURN_IF_ERROR(state_->fault_at("list", directory));
  const std::lock_guard lock(state_->mutex);
  GRIT_ASSIGN_OR_RETURN(const std::string place, state_->resolve(directory, true));
  const Node* folder = state_->find(place);
  if (folder == nullptr) return port::does_not_exist(directory);
  if (folder->info.type != FileType::directory) return port::no_folder(directory);
  std::vector<FileInfo> entries;
  const std::string below = place.empty() ? "" : place + '/';
  for (auto at = state_->nodes.upper_bound(below); at != state_->nodes.end() && at->first.starts_with(below); ++at) {
    if (split_last(at->first).first == place) entries.push_back(at->second.info);
  }
  std::sort(entries.begin(), entries.end(), [](const FileInfo& a, const FileInfo& b) { return a.name < b.name; });
  return entries;
}

Result<FileContent> MemoryFileSystem::read(std::string_view path, std::uint64_t max_bytes) {
  GRIT_RETURN_IF_ERROR(state_->fault_at("read", path));
  const std::lock_guard lock(state_->mutex);
  GRIT_ASSIGN_OR_RETURN(const Node* const node, state_->look_up(path, true));
  if (node->info.type != FileType::regular) return port::no_regular_file(path);
  if ((node->info.mode & 0400) == 0) return port::is_unreadable(path);
  if (node->bytes.size() > max_bytes) return port::too_large(path, max_bytes);
  FileContent content{node->bytes, node->info};
  content.info.name = last_name(path);
  return content;
}

Result<FileInfo> MemoryFileSystem::create(std::string_view path, std::string_view bytes) {
  GRIT_RETURN_IF_ERROR(state_->fault_at("create", path));
  const std::lock_guard lock(state_->mutex);
  GRIT_ASSIGN_OR_RETURN(const std::string normal, port::normal_path(path));
  if (normal.empty()) return port::is_there_already(path);
  const auto [folder, name] = split_last(normal);
  GRIT_RETURN_IF_ERROR(state_->make_folders(std::string(folder), folder));
  GRIT_ASSIGN_OR_RETURN(const std::string place, state_->resolve(normal, false));
  if (state_->find(place) != nullptr) return port::is_there_already(path);
  return state_->add_file(place, bytes, 0644).info;
}

Result<FileInfo> MemoryFileSystem::replace(std::string_view path, std::string_view bytes, const ContentHash& expected) {
  GRIT_RETURN_IF_ERROR(state_->fault_at("replace", path));
  const std::lock_guard lock(state_->mutex);
  GRIT_ASSIGN_OR_RETURN(const Node* const node, state_->look_up_unchanged(path, true, expected));
  GRIT_ASSIGN_OR_RETURN(const std::string place, state_->resolve(path, true));
  FileInfo info = state_->add_file(place, bytes, node->info.mode).info;
  info.name = last_name(path);
  return info;
}

Status MemoryFileSystem::remove(std::string_view path, const ContentHash& expected) {
  GRIT_RETURN_IF_ERROR(state_->fault_at("remove", path));
  const std::lock_guard lock(state_->mutex);
  GRIT_ASSIGN_OR_RETURN(const Node* const node, state_->look_up_unchanged(path, false, expected));
  (void)node;
  GRIT_ASSIGN_OR_RETURN(const std::string place, state_->resolve(path, false));
  state_->nodes.erase(state_->nodes.find(place));
  state_->now_ns += 1'000'000;
  state_->touch_parent(place);
  return {};
}

}  // namespace grit::testing
