// The writing operations of the FileSystem of this machine. What they promise is said there.
#ifndef GRIT_SRC_PORT_REPLACE_H_
#define GRIT_SRC_PORT_REPLACE_H_

#include <string>
#include <string_view>

#include <grit/platform.h>

namespace grit::port {

// `root` is the project's open folder, `path` a normal path beneath it.
[[nodiscard]] Result<FileInfo> create_file(int root, const std::string& path, std::string_view bytes);
[[nodiscard]] Result<FileInfo> replace_file(int root, const std::string& path, std::string_view bytes,
                                            const ContentHash& expected);
[[nodiscard]] Status remove_regular_file(int root, const std::string& path, const ContentHash& expected);

}  // namespace grit::port

#endif  // GRIT_SRC_PORT_REPLACE_H_
