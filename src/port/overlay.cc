// OverlayFileSystem: buffers by the paths of the files that they stand for, over another file system.
#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>

#include <grit/platform.h>

#include "base/try.h"
#include "port/path.h"

namespace grit {
namespace {

struct Buffer {
  std::string bytes;
  FileInfo info;
};

bool is_below(std::string_view path, std::string_view folder) {
  return folder.empty() || (path.starts_with(folder) && path.size() > folder.size() && path[folder.size()] == '/');
}

// A folder that exists only because a buffer is in it.
FileInfo made_up_folder(std::string_view path, std::int64_t time_ns) {
  FileInfo info;
  info.name = port::last_name(path);
  info.type = FileType::directory;
  info.mode = 0755;
  info.mtime_ns = info.ctime_ns = time_ns;
  info.direct = true;
  return info;
}

}  // namespace

// `buffers` and `last_ns` are guarded by `mutex`.
struct OverlayFileSystem::State {
  explicit State(FileSystem& files) : inner(files) {}

  FileSystem& inner;
  mutable std::mutex mutex;
  std::map<std::string, Buffer, std::less<>> buffers;
  std::int64_t last_ns = 0;

  [[nodiscard]] bool any() const {
    const std::lock_guard lock(mutex);
    return !buffers.empty();
  }

  [[nodiscard]] Result<std::string> place(std::string_view path, bool follow_last) {
    GRIT_ASSIGN_OR_RETURN(const std::string normal, port::normal_path(path));
    return port::place_of(inner, normal, follow_last);
  }

  // No two contents of a file ever have the same time, so that nobody takes one for the other.
  std::int64_t next_time() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    last_ns = std::max(last_ns + 1, std::int64_t{std::chrono::nanoseconds(now).count()});
    return last_ns;
  }

  // A buffer's info as `path` has it, which may be a link to the buffer's file or lead through one.
  static FileInfo info_at(std::string_view path, const std::string& place, const Buffer& buffer) {
    FileInfo info = buffer.info;
    info.name = port::last_name(path);
    info.direct = port::normal_path(path).value_or(std::string()) == place;
    return info;
  }

  FileInfo put(const std::string& path, std::string_view bytes, std::uint32_t mode) {
    FileInfo info;
    info.name = port::last_name(path);
    info.type = FileType::regular;
    info.size = bytes.size();
    info.mode = mode;
    info.mtime_ns = info.ctime_ns = next_time();
    info.direct = true;
    buffers.insert_or_assign(path, Buffer{std::string(bytes), info});
    return info;
  }

  // Whether a file, or another buffer, is where `path` needs a folder.
  Status check_folders(const std::string& path) {
    for (std::string_view above = port::split_last(path).first; !above.empty(); above = port::split_last(above).first) {
      const auto info = inner.stat(above);
      if (info ? info->type != FileType::directory : buffers.contains(above)) return port::no_folder(above);
    }
    const auto below = buffers.upper_bound(path + '/');
    return below != buffers.end() && is_below(below->first, path) ? port::no_regular_file(path) : Status();
  }

  // Puts the buffers in `folder`, and the folders that only they need, among its entries. The time is the newest one.
  void add_entries(const std::string& folder, std::vector<FileInfo>& entries) {
    for (const auto& [path, buffer] : buffers) {
      if (!is_below(path, folder)) continue;
      const std::size_t begin = folder.empty() ? 0 : folder.size() + 1;
      const std::size_t end = path.find('/', begin);
      const bool deeper = end != std::string::npos;
      FileInfo entry = deeper ? made_up_folder(path.substr(0, end), buffer.info.mtime_ns) : buffer.info;
      const auto known =
          std::find_if(entries.begin(), entries.end(), [&](const FileInfo& each) { return each.name == entry.name; });
      if (known == entries.end()) {
        entries.push_back(std::move(entry));
      } else if (!deeper) {
        *known = std::move(entry);
      }
    }
    std::sort(entries.begin(), entries.end(), [](const FileInfo& a, const FileInfo& b) { return a.name < b.name; });
  }

  [[nodiscard]] const Buffer* first_below(const std::string& folder) const {
    const auto found = buffers.upper_bound(folder.empty() ? folder : folder + '/');
    return found != buffers.end() && is_below(found->first, folder) ? &found->second : nullptr;
  }
};

OverlayFileSystem::OverlayFileSystem(FileSystem& inner) : state_(std::make_unique<State>(inner)) {}
OverlayFileSystem::~OverlayFileSystem() = default;

Status OverlayFileSystem::set(std::string_view path, std::string_view bytes) {
  GRIT_ASSIGN_OR_RETURN(const std::string place, state_->place(path, true));
  if (place.empty()) return port::no_regular_file(path);
  const auto info = state_->inner.stat(place);
  if (info && info->type != FileType::regular) return port::no_regular_file(path);
  const std::lock_guard lock(state_->mutex);
  GRIT_RETURN_IF_ERROR(state_->check_folders(place));
  state_->put(place, bytes, info ? info->mode : 0644);
  return {};
}

Status OverlayFileSystem::clear(std::string_view path) {
  GRIT_ASSIGN_OR_RETURN(const std::string place, state_->place(path, true));
  const std::lock_guard lock(state_->mutex);
  if (state_->buffers.erase(place) != 0) return {};
  return Status(Code::not_found, port::shown(path) + " has no unsaved buffer");
}

std::map<std::string, std::string> OverlayFileSystem::buffers() const {
  const std::lock_guard lock(state_->mutex);
  std::map<std::string, std::string> out;
  for (const auto& [path, buffer] : state_->buffers) out.emplace(path, buffer.bytes);
  return out;
}

Result<FileInfo> OverlayFileSystem::stat(std::string_view path) {
  if (!state_->any()) return state_->inner.stat(path);
  GRIT_ASSIGN_OR_RETURN(const std::string place, state_->place(path, false));
  Result<FileInfo> info = state_->inner.stat(path);
  const std::lock_guard lock(state_->mutex);
  if (const auto found = state_->buffers.find(place); found != state_->buffers.end()) {
    return State::info_at(path, place, found->second);
  }
  if (info || info.error().code() != Code::not_found) return info;
  const Buffer* below = state_->first_below(place);
  return below == nullptr ? info : made_up_folder(place, below->info.mtime_ns);
}

Result<std::vector<FileInfo>> OverlayFileSystem::list(std::string_view directory) {
  if (!state_->any()) return state_->inner.list(directory);
  GRIT_ASSIGN_OR_RETURN(const std::string place, state_->place(directory, true));
  Result<std::vector<FileInfo>> entries = state_->inner.list(place);
  const std::lock_guard lock(state_->mutex);
  if (!entries && (entries.error().code() != Code::not_found || state_->first_below(place) == nullptr)) return entries;
  std::vector<FileInfo> all;
  if (entries) all = std::move(*entries);
  state_->add_entries(place, all);
  if (port::normal_path(directory).value_or(std::string()) != place) {
    for (FileInfo& entry : all) entry.direct = false;
  }
  return all;
}

Result<FileContent> OverlayFileSystem::read(std::string_view path, std::uint64_t max_bytes) {
  if (state_->any()) {
    GRIT_ASSIGN_OR_RETURN(const std::string place, state_->place(path, true));
    const std::lock_guard lock(state_->mutex);
    if (const auto found = state_->buffers.find(place); found != state_->buffers.end()) {
      if (found->second.bytes.size() > max_bytes) return port::too_large(path, max_bytes);
      return FileContent{found->second.bytes, State::info_at(path, place, found->second)};
    }
  }
  return state_->inner.read(path, max_bytes);
}

Result<FileInfo> OverlayFileSystem::create(std::string_view path, std::string_view bytes) {
  if (state_->any()) {
    GRIT_ASSIGN_OR_RETURN(const std::string place, state_->place(path, false));
    const std::lock_guard lock(state_->mutex);
    if (state_->buffers.contains(place) || state_->first_below(place) != nullptr) return port::is_there_already(path);
    GRIT_RETURN_IF_ERROR(state_->check_folders(place));
  }
  return state_->inner.create(path, bytes);
}

Result<FileInfo> OverlayFileSystem::replace(std::string_view path, std::string_view bytes,
                                            const ContentHash& expected) {
  if (state_->any()) {
    GRIT_ASSIGN_OR_RETURN(const std::string place, state_->place(path, true));
    const std::lock_guard lock(state_->mutex);
    if (const auto found = state_->buffers.find(place); found != state_->buffers.end()) {
      if (ContentHash::of(found->second.bytes) != expected) return port::has_changed(path);
      if ((found->second.info.mode & 0222) == 0) return port::is_read_only(path);
      FileInfo info = state_->put(place, bytes, found->second.info.mode);
      info.name = port::last_name(path);
      return info;
    }
  }
  return state_->inner.replace(path, bytes, expected);
}

Status OverlayFileSystem::remove(std::string_view path, const ContentHash& expected) {
  if (state_->any()) {
    GRIT_ASSIGN_OR_RETURN(const std::string place, state_->place(path, false));
    const std::lock_guard lock(state_->mutex);
    if (state_->buffers.contains(place)) {
      return Status(Code::unsupported, port::shown(path) + " has an unsaved buffer: close it first");
    }
  }
  return state_->inner.remove(path, expected);
}

}  // namespace grit
