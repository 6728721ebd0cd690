#include "port/path.h"

#include <deque>

#include "base/text.h"
#include "base/try.h"

namespace grit::port {
namespace {

// Calls `use` with each component of `path` that names something.
template <class Use>
void for_each_component(std::string_view path, Use use) {
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view component = path.substr(0, slash);
    if (!component.empty() && component != ".") use(component);
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  }
}

// Follows one path component by component.
class Resolver {
 public:
  Resolver(const std::string& path, bool follow_last, const LookUp& look_up)
      : path_(path), follow_last_(follow_last), look_up_(look_up) {
    for_each_component(path, [this](std::string_view component) { ahead_.emplace_back(component); });
  }

  Result<std::string> run() {
    while (!ahead_.empty()) {
      const std::string component = std::move(ahead_.front());
      ahead_.pop_front();
      on_link_ = from_links_ > 0;
      if (on_link_) --from_links_;
      GRIT_RETURN_IF_ERROR(component == ".." ? go_up() : go_down(component));
    }
    return std::move(done_);
  }

 private:
  // ".." stands in links only: normal_path has refused it elsewhere.
  Status go_up() {
    if (done_.empty()) return leaves_root(path_);
    if (missing_) return does_not_exist(path_);
    done_ = std::string(split_last(done_).first);
    return {};
  }

  Status go_down(const std::string& component) {
    std::string next = join_path(done_, component);
    if (!missing_ && (follow_last_ || !ahead_.empty())) {
      const Result<FileInfo> found = look_up_(next);
      missing_ = !found && found.error().code() == Code::not_found;
      if (missing_ && on_link_) return does_not_exist(path_);
      if (!found && !missing_) return found.error();
      if (found && found->type == FileType::symlink) return follow(found->target);
    }
    done_ = std::move(next);
    return {};
  }

  Status follow(const std::string& target) {
    if (target.starts_with('/')) return leaves_root(path_);
    if (++links_ > kMaxLinks) return too_many_links(path_);
    std::size_t at = 0;
    for_each_component(target, [&](std::string_view component) {
      ahead_.emplace(ahead_.begin() + static_cast<std::ptrdiff_t>(at++), component);
    });
    from_links_ += at;
    return {};
  }

  const std::string& path_;
  const bool follow_last_;
  const LookUp& look_up_;
  std::deque<std::string> ahead_;
  std::size_t from_links_ = 0;  // how many of them stood in a link
  std::string done_;
  bool on_link_ = false;  // the component at hand stood in a link
  bool missing_ = false;
  int links_ = 0;
};

Status about(Code code, std::string_view path, std::string_view what) {
  std::string message = shown(path);
  message += ' ';
  message += what;
  return Status(code, std::move(message));
}

}  // namespace

Result<std::string> normal_path(std::string_view path) {
  if (path.starts_with('/')) return about(Code::fenced, path, "is absolute; name files relative to the project");
  if (path.find('\0') != std::string_view::npos) return about(Code::fenced, path, "holds a NUL byte");
  std::string normal;
  normal.reserve(path.size());
  bool up = false;
  for_each_component(path, [&](std::string_view component) {
    up = up || component == "..";
    if (!normal.empty()) normal += '/';
    normal += component;
  });
  if (up) return about(Code::fenced, path, "holds \"..\"; name files from the project's root");
  return normal;
}

std::string join_path(std::string_view folder, std::string_view name) {
  std::string path(folder);
  if (!path.empty() && !name.empty()) path += '/';
  path += name;
  return path;
}

std::pair<std::string_view, std::string_view> split_last(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {{}, path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

std::string last_name(std::string_view path) {
  std::string_view last;
  for_each_component(path, [&](std::string_view component) { last = component; });
  return std::string(last);
}

std::string shown(std::string_view path) {
  constexpr std::size_t max_bytes = 400;  // long enough for any real path, short enough for a message
  std::string text = "'";
  for (char byte : to_valid_utf8(truncate_utf8(path, max_bytes))) {
    const auto code = static_cast<unsigned char>(byte);
    text += code < 0x20 || code == 0x7F ? '?' : byte;
  }
  text += path.size() > max_bytes ? "…'" : "'";
  return text;
}

Result<std::string> resolve_links(const std::string& path, bool follow_last, const LookUp& look_up) {
  return Resolver(path, follow_last, look_up).run();
}

Result<std::string> place_of(FileSystem& files, const std::string& path, bool follow_last) {
  const Result<FileInfo> found = files.stat(path);
  if (found && found->direct && !(follow_last && found->type == FileType::symlink)) return path;
  return resolve_links(path, follow_last, [&files](const std::string& each) { return files.stat(each); });
}

Status leaves_root(std::string_view path) {
  return about(Code::fenced, path, "leads out of the project; only files inside may be used");
}
Status too_many_links(std::string_view path) {
  return about(Code::unsupported, path, "leads through links that go round in circles; remove one of them");
}
Status does_not_exist(std::string_view path) { return about(Code::not_found, path, "does not exist"); }
Status is_there_already(std::string_view path) {
  return about(Code::already_exists, path, "exists already; replace it or choose another name");
}
Status no_folder(std::string_view path) { return about(Code::unsupported, path, "is no folder"); }
Status no_regular_file(std::string_view path) {
  return about(Code::unsupported, path, "is no regular file; only those are read and written");
}
Status is_unreadable(std::string_view path) {
  return about(Code::permission_denied, path, "may not be read by this user; change its mode (chmod u+r)");
}
Status is_read_only(std::string_view path) {
  return about(Code::permission_denied, path, "is read-only; make it writable (chmod u+w) to change it");
}
Status has_changed(std::string_view path) {
  return about(Code::changed, path, "is no longer what was read; read it again");
}
Status too_large(std::string_view path, std::uint64_t max_bytes) {
  return about(Code::limit, path, "has more than " + std::to_string(max_bytes) + " bytes, the limit for reading it");
}

}  // namespace grit::port
