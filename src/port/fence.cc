// The path fence: which names may be touched at all, and a file system that obeys it.
#include <algorithm>
#include <array>

#include <grit/platform.h>

#include "base/glob.h"
#include "base/text.h"
#include "base/try.h"
#include "path.h"

namespace grit {
namespace {

using port::shown;

constexpr std::array<std::string_view, 4> denied_names = {".git", ".grit", "dist", "node_modules"};
// Files with secrets, and files of ours that are half written.
constexpr std::array<std::string_view, 2> denied_beginnings = {".env", ".grit-tmp-"};
// How the names above begin as 8.3 names ("git~1"), under which Windows file systems find the same entry.
constexpr std::array<std::string_view, 4> denied_short_names = {"git", "grit", "node_m", "env"};

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// A name as the most forgiving file system would compare it. Besides simple folding: the two Turkish letters that
// some fold to 'i', and the ligatures for "st", the only full foldings that could make a letter of a denied name.
std::string folded(std::string_view name) {
  std::string text = fold_case(remove_ignorable(name));
  if (std::all_of(text.begin(), text.end(), [](char byte) { return static_cast<unsigned char>(byte) < 0x80; })) {
    return text;
  }
  replace_all(text, "\u0130", "i");
  replace_all(text, "\u0131", "i");
  replace_all(text, "\uFB05", "st");
  replace_all(text, "\uFB06", "st");
  return text;
}

// `name` without dots and blanks at its end, which Windows file systems ignore.
std::string_view without_tail(std::string_view name) {
  constexpr std::array<std::string_view, 20> ignored = {
      ".",      " ",      "\t",     "\n",     "\r",     "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002",
      "\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200A", "\u202F", "\u3000"};
  for (bool cut = true; cut;) {
    cut = false;
    for (std::string_view each : ignored) {
      if (!name.ends_with(each)) continue;
      name.remove_suffix(each.size());
      cut = true;
    }
  }
  return name;
}

bool is_short_name(std::string_view name) {
  const std::size_t tilde = name.find('~');
  if (tilde == std::string_view::npos || tilde > 6 || tilde + 1 >= name.size()) return false;
  const char digit = name[tilde + 1];
  if (digit < '1' || digit > '9') return false;
  const std::string_view stem = name.substr(0, tilde);
  return std::any_of(denied_short_names.begin(), denied_short_names.end(),
                     [&](std::string_view each) { return each == "env" ? stem.starts_with(each) : stem == each; });
}

// Why one component of a path is denied; empty where it is not.
std::string_view denied_because(std::string_view component) {
  const std::string text = folded(component);
  // "name:stream" and "name::$TYPE" open parts of the file or folder `name` on Windows.
  const std::string_view name = without_tail(std::string_view(text).substr(0, text.find(':')));
  if (name.empty()) return "holds a name that is only dots and blanks";
  if (std::find(denied_names.begin(), denied_names.end(), name) != denied_names.end() || is_short_name(name) ||
      std::any_of(denied_beginnings.begin(), denied_beginnings.end(),
                  [&](std::string_view each) { return name.starts_with(each); })) {
    return "holds a name that is never touched (.git, .grit, .env*, node_modules, dist)";
  }
  return {};
}

bool has_drive_letter(std::string_view path) {
  const char letter = path.size() > 1 && path[1] == ':' ? path[0] : '\0';
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

// Whether `pattern` denies `path`, itself or as something below a denied folder. As in ignore files a pattern without
// a '/' inside is about names at any depth.
bool pattern_denies(std::string_view pattern, std::string_view path) {
  while (pattern.ends_with('/')) pattern.remove_suffix(1);
  const bool anywhere = pattern.find('/') == std::string_view::npos;
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  for (std::size_t begin = 0, end = 0; end < path.size(); begin = end + 1) {
    end = std::min(path.find('/', begin), path.size());
    const std::string_view part = anywhere ? path.substr(begin, end - begin) : path.substr(0, end);
    if (glob_match(pattern, part)) return true;
  }
  return false;
}

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

class FencedFileSystem final : public FileSystem {
 public:
  FencedFileSystem(FileSystem& inner, FencePolicy policy) : inner_(inner), policy_(std::move(policy)) {}

  Result<FileInfo> stat(std::string_view path) override {
    GRIT_ASSIGN_OR_RETURN(const std::string place, allowed(path, false));
    return inner_.stat(place);
  }

  Result<std::vector<FileInfo>> list(std::string_view directory) override {
    GRIT_ASSIGN_OR_RETURN(const std::string place, allowed(directory, true));
    GRIT_ASSIGN_OR_RETURN(std::vector<FileInfo> entries, inner_.list(place));
    std::erase_if(
        entries, [&](const FileInfo& entry) { return !check_fence(port::join_path(place, entry.name), policy_).ok(); });
    return entries;
  }

  Result<FileContent> read(std::string_view path, std::uint64_t max_bytes) override {
    GRIT_ASSIGN_OR_RETURN(const std::string place, allowed(path, true));
    Result<FileContent> content = inner_.read(place, max_bytes);
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
    GRIT_RETURN_IF_ERROR(check_fence(path, policy_));
    GRIT_ASSIGN_OR_RETURN(const std::string normal, port::normal_path(path));
    GRIT_ASSIGN_OR_RETURN(std::string place, port::resolve_links(normal, follow_last, [this](const std::string& each) {
                            return inner_.stat(each);
                          }));
    if (place != normal) {
      if (const Status status = check_fence(place, policy_); !status.ok()) {
        return status.with_context(shown(path) + " is a link");
      }
    }
    return place;
  }

  FileSystem& inner_;
  const FencePolicy policy_;
};

}  // namespace

Status check_fence(std::string_view path, const FencePolicy& policy) {
  if (path.find('\\') != std::string_view::npos) return fenced(path, "holds a backslash; write '/' between folders");
  if (has_drive_letter(path)) return fenced(path, "begins with a drive letter; name files relative to the project");
  GRIT_ASSIGN_OR_RETURN(const std::string normal, port::normal_path(path));
  GRIT_RETURN_IF_ERROR(check_components(normal));
  for (const std::string& pattern : policy.deny) {
    if (pattern_denies(pattern, normal) || pattern_denies(folded(pattern), folded(normal))) {
      return fenced(path, "is denied by the pattern " + shown(pattern));
    }
  }
  return {};
}

std::unique_ptr<FileSystem> fence(FileSystem& inner, FencePolicy policy) {
  return std::make_unique<FencedFileSystem>(inner, std::move(policy));
}

}  // namespace grit
