// Paths of a project as text: relative, with '/' between components.
#ifndef GRIT_PORT_PATH_H_
#define GRIT_PORT_PATH_H_

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <grit/platform.h>
#include <grit/status.h>

namespace grit::port {

// As many links as Linux follows in one path.
inline constexpr int kMaxLinks = 40;

// `path` without empty and "." components. Code::fenced where it is absolute or holds ".." or NUL.
[[nodiscard]] Result<std::string> normal_path(std::string_view path);
[[nodiscard]] std::string join_path(std::string_view folder, std::string_view name);
// Everything before the last '/', and what is behind it.
[[nodiscard]] std::pair<std::string_view, std::string_view> split_last(std::string_view path);
// The last component that names something; of a path that normal_path accepts.
[[nodiscard]] std::string last_name(std::string_view path);
// `path` in quotes, for a message; bytes that are no UTF-8 and control characters are made visible.
[[nodiscard]] std::string shown(std::string_view path);

using LookUp = std::function<Result<FileInfo>(const std::string& path)>;

// The path that `path` (a normal one) leads to, by the text of the links that `look_up` finds on the way. With
// `follow_last` false the last component is taken as it is. What does not exist is left as it stands, but where a
// link leads to it that is Code::not_found. Code::fenced where a link leaves the root, Code::unsupported beyond
// kMaxLinks links, and what `look_up` fails with.
[[nodiscard]] Result<std::string> resolve_links(const std::string& path, bool follow_last, const LookUp& look_up);

// The same for a file system's own entries; costs one look-up where no link is on the way.
[[nodiscard]] Result<std::string> place_of(FileSystem& files, const std::string& path, bool follow_last);

// One wording for each way a path can be wrong, whoever finds it.
[[nodiscard]] Status leaves_root(std::string_view path);
[[nodiscard]] Status too_many_links(std::string_view path);
[[nodiscard]] Status does_not_exist(std::string_view path);
[[nodiscard]] Status is_there_already(std::string_view path);
[[nodiscard]] Status no_folder(std::string_view path);
[[nodiscard]] Status no_regular_file(std::string_view path);
[[nodiscard]] Status is_unreadable(std::string_view path);
[[nodiscard]] Status is_read_only(std::string_view path);
[[nodiscard]] Status has_changed(std::string_view path);
[[nodiscard]] Status too_large(std::string_view path, std::uint64_t max_bytes);

}  // namespace grit::port

#endif  // GRIT_PORT_PATH_H_
