// Path patterns, as in harness.toml.
#ifndef GRIT_BASE_GLOB_H_
#define GRIT_BASE_GLOB_H_

#include <span>
#include <string>
#include <string_view>

namespace grit {

// Whether the whole of `path` fits `pattern`: '*' and '?' stay inside a component, "**" spans components ("**/x" also
// fits "x", "a/**" fits everything below a), "[abc]" and "[!a-z]" are classes, '\' takes the next character as it is.
// Linear in pattern times path.
[[nodiscard]] bool glob_match(std::string_view pattern, std::string_view path);
[[nodiscard]] bool glob_match_any(std::span<const std::string> patterns, std::string_view path);

}  // namespace grit

#endif  // GRIT_BASE_GLOB_H_
