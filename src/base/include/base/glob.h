// Path patterns, as in harness.toml.
#ifndef GRIT_BASE_GLOB_H_
#define GRIT_BASE_GLOB_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace grit {

// One pattern, read once for many paths: '*' and '?' stay inside a component, "**" spans components ("**/x" also fits
// "x", "a/**" fits everything below a), "[abc]" and "[!a-z]" are classes, '\' takes the next character as it is.
//
// Thread rule: immutable once built.
class Glob {
 public:
  explicit Glob(std::string_view pattern);
  ~Glob();
  Glob(Glob&&) noexcept;
  Glob& operator=(Glob&&) noexcept;

  // Whether the whole of `path` fits. Linear in pattern times path.
  [[nodiscard]] bool matches(std::string_view path) const;

 private:
  struct Program;
  std::unique_ptr<const Program> program_;
};

// The same for one path alone.
[[nodiscard]] bool glob_match(std::string_view pattern, std::string_view path);
[[nodiscard]] bool glob_match_any(std::span<const std::string> patterns, std::string_view path);

}  // namespace grit

#endif  // GRIT_BASE_GLOB_H_
