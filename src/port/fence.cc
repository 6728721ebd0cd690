// The path fence: which names may be touched at all, and a file system that obeys it.
#include <algorithm>
#include <array>

#include <grit/platform.h>

#include "base/glob.h"
#include "base/text.h"
#include "base/try.h"
#include "port/path.h"

namespace grit {
namespace {

using port::shown;

constexpr std::array<std::string_view, 4> denied_names = {".git", ".grit", "dist", "node_modules"};
// Files with secrets, and files of ours that are half written.
constexpr std::array<std::string_view, 2> denied_beginnings = {".env", ".grit-tmp-"};
// How the names above begin as 8.3 names ("git~1"), under which Windows file systems find the same entry.
constexpr std::array<std::string_view, 4> denied_short_names = {"git", "grit", "node_m", "env"};

// `name`, a folded one, without dots and blanks at its end, which Windows file systems ignore. Folding has made a plain
// blank of every other kind of blank.
std::string_view without_tail(std::string_view name) {
  const std::size_t last = name.find_last_not_of(". \t\r\n\v\f");
  return name.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

bool is_short_name(std::string_view name) {
  const std::size_t tilde = name.find('~');
  if (tilde > 6 || tilde + 1 >= name.size()) return false;  // npos too is greater
  const char digit = name[tilde + 1];
  if (digit < '1' || digit > '9') return false;
  const std::string_view stem = name.substr(0, tilde);
  return std::any_of(denied_short_names.begin(), denied_short_names.end(),
                     [&](std::string_view each) { return each == "env" ? stem.starts_with(each) : stem == each; });
}

// Whether a name is such that nothing below can find fault with it: most are.
bool is_plainly_fine(std::string_view name) {
  const auto plain = [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte == '_' || byte == '-' || byte == '.';
  };
  const auto begins = [name](char first, char second) {
    return (name[0] | 0x20) == first && (name.size() == 1 || (name[1] | 0x20) == second);
  };
  const bool like_denied = name.front() == '.' || begins('d', 'i') || begins('n', 'o');
  return !like_denied && !name.ends_with('.') && std::all_of(name.begin(), name.end(), plain);
}

// Why a folded name is denied; empty where it is not.
std::string_view folded_denied_because(std::string_view text) {
  // "name:stream" and "name::$TYPE" open parts of the file or folder `name` on Windows.
  const std::string_view name = without_tail(text.substr(0, text.find(':')));
  if (name.empty()) return "holds a name that is only dots and blanks";
  if (std::find(denied_names.begin(), denied_names.end(), name) != denied_names.end() || is_short_name(name) ||
      std::any_of(denied_beginnings.begin(), denied_beginnings.end(),
                  [&](std::string_view each) { return name.starts_with(each); })) {
    return "holds a name that is never touched (.git, .grit, .env*, node_modules, dist)";
  }
  return {};
}

// Why one component of a path is denied; empty where it is not.
std::string_view denied_because(std::string_view component) {
  if (is_plainly_fine(component)) return {};
  const std::string text = fold_name(component);
  // A full-width slash is none, but a file system that folds it to one would see several names here.
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of("/\\", begin), text.size());
    const std::string_view why = folded_denied_because(std::string_view(text).substr(begin, end - begin));
    if (!why.empty()) return why;
    begin = end + 1;
  }
  return {};
}

bool has_drive_letter(std::string_view path) {
  const char letter = path.size() > 1 && path[1] == ':' ? path[0] : '\0';
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

// One pattern of a policy. As in ignore files one without a '/' inside is about names at any depth.
class DenyPattern {
 public:
  explicit DenyPattern(const std::string& text)
      : text_(text),
        anywhere_(trimmed(text).find('/') == std::string_view::npos),
        plain_(glob(text)),
        folded_(glob(fold_name(text))) {}

  // Whether it fits `path` or a folder above it; `folded_path` is the same as fold_name() gives it.
  [[nodiscard]] bool denies(std::string_view path, std::string_view folded_path) const {
    return fits(plain_, path) || fits(folded_, folded_path);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  static std::string_view trimmed(std::string_view text) {
    while (text.ends_with('/')) text.remove_suffix(1);
    return text;
  }

  static Glob glob(std::string_view text) {
    text = trimmed(text);
    return Glob(text.starts_with('/') ? text.substr(1) : text);
  }

  [[nodiscard]] bool fits(const Glob& glob, std::string_view path) const {
    for (std::size_t begin = 0, end = 0; end < path.size(); begin = end + 1) {
      end = std::min(path.find('/', begin), path.size());
      if (glob.matches(anywhere_ ? path.substr(begin, end - begin) : path.substr(0, end))) return true;
    }
    return false;
  }

  const std::string text_;
  const bool anywhere_;
  const Glob plain_;
  const Glob folded_;
};

Status fenced(std::string_view path, std::string_view why) {
  std::string message = shown(path);
  message += ' ';
  message += why;
  return Status(Code::fenced, std::move(message));
}

Status check_components(std::string_view path) {
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view why = denied_because(path.substr(begin, end - begin));
    if (!why.empty()) return fenced(path, why);
    begin = end + 1;
  }
  return {};
}

// A policy made ready for many paths.
//
// Thread rule: immutable once built.
class Fence {
 public:
  explicit Fence(const FencePolicy& policy) : deny_(policy.deny.begin(), policy.deny.end()) {}

  // The normal form of `path`, or why it is denied.
  [[nodiscard]] Result<std::string> check(std::string_view path) const {
    if (path.find('\\') != std::string_view::npos) return fenced(path, "holds a backslash; write '/' between folders");
    if (has_drive_letter(path)) return fenced(path, "begins with a drive letter; name files relative to the project");
    GRIT_ASSIGN_OR_RETURN(std::string normal, port::normal_path(path));
    GRIT_RETURN_IF_ERROR(check_components(normal));
    if (deny_.empty()) return normal;
    const std::string folded_path = fold_name(normal);
    for (const DenyPattern& pattern : deny_) {
      if (pattern.denies(normal, folded_path)) {
        return fenced(path, "is denied by the pattern " + shown(pattern.text()));
      }
    }
    return normal;
  }

  // Whether an entry of a folder that is not denied is.
  [[nodiscard]] bool denies_below(const std::string& folder, const std::string& name) const {
    const bool plain = deny_.empty() && name.find_first_of(":\\") == std::string::npos;
    return plain ? !denied_because(name).empty() : !check(port::join_path(folder, name)).has_value();
  }

 private:
  std::vector<DenyPattern> deny_;
};

class FencedFileSystem final : public FileSystem {
 public:
  FencedFileSystem(FileSystem& inner, const FencePolicy& policy) : inner_(inner), fence_(policy) {}

  Result<FileInfo> stat(std::string_view path) override {
    GRIT_ASSIGN_OR_RETURN(const std::string place, allowed(path, false));
    return inner_.stat(place);
  }

  Result<std::vector<FileInfo>> list(std::string_view directory) override {
    GRIT_ASSIGN_OR_RETURN(std::string place, fence_.check(directory));
    Result<std::vector<FileInfo>> entries = inner_.list(place);
    if (!entries || entries->empty() || !entries->front().direct) {
      GRIT_ASSIGN_OR_RETURN(std::string real, allowed(directory, true));
      if (real != place) {
        place = std::move(real);
        entries = inner_.list(place);
      }
      if (!entries) return entries;
    }
    std::erase_if(*entries, [&](const FileInfo& entry) { return fence_.denies_below(place, entry.name); });
    return entries;
  }

  Result<FileContent> read(std::string_view path, std::uint64_t max_bytes) override {
    GRIT_ASSIGN_OR_RETURN(const std::string normal, fence_.check(path));
    Result<FileContent> content = inner_.read(normal, max_bytes);
    if (content && content->info.direct) return content;
    GRIT_ASSIGN_OR_RETURN(const std::string place, allowed(path, true));
    if (place != normal) content = inner_.read(place, max_bytes);
    if (content) content->info.name = port::last_name(path);
    return content;
  }

  Result<FileInfo> create(std::string_view path, std::string_view bytes) override {
    GRIT_ASSIGN_OR_RETURN(const std::string place, allowed(path, false));
    return inner_.create(place, bytes);
  }

  Result<FileInfo> replace(std::string_view path, std::string_view bytes, const ContentHash& expected) override {
    GRIT_ASSIGN_OR_RETURN(const std::string place, allowed(path, true));
    Result<FileInfo> info = inner_.replace(place, bytes, expected);
    if (info) info->name = port::last_name(path);
    return info;
  }

  Status remove(std::string_view path, const ContentHash& expected) override {
    GRIT_ASSIGN_OR_RETURN(const std::string place, allowed(path, false));
    return inner_.remove(place, expected);
  }

 private:
  // Where `path` leads to when all its links are followed, if the policy allows both. A link with a harmless name to
  // a denied file would otherwise be a way through the fence.
  Result<std::string> allowed(std::string_view path, bool follow_last) {
    GRIT_ASSIGN_OR_RETURN(std::string normal, fence_.check(path));
    GRIT_ASSIGN_OR_RETURN(std::string place, port::place_of(inner_, normal, follow_last));
    if (place == normal) return place;
    Result<std::string> checked = fence_.check(place);
    if (!checked) return checked.error().with_context(shown(path) + " is a link");
    return checked;
  }

  FileSystem& inner_;
  const Fence fence_;
};

}  // namespace

Status check_fence(std::string_view path, const FencePolicy& policy) {
  if (policy.deny.empty() && !path.empty() && is_plainly_fine(path)) return {};  // the name of most files
  const Result<std::string> checked = Fence(policy).check(path);
  return checked ? Status() : checked.error();
}

std::unique_ptr<FileSystem> fence(FileSystem& inner, const FencePolicy& policy) {
  return std::make_unique<FencedFileSystem>(inner, policy);
}

}  // namespace grit
