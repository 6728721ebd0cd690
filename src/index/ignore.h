// Ignore files as git reads them: .gitignore, .git/info/exclude and .gritignore.
#ifndef GRIT_INDEX_IGNORE_H_
#define GRIT_INDEX_IGNORE_H_

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grit::index {

enum class Verdict : std::uint8_t { none, ignored, wanted };  // `wanted`: a negated rule takes it back

// A pattern of an ignore file, made ready for many paths.
//
// Thread rule: immutable once built.
class IgnorePattern {
 public:
  // `text` without '!' and line end.
  explicit IgnorePattern(std::string_view text);
  // Whether it fits `path`, which is relative to the folder of the ignore file.
  [[nodiscard]] bool matches(std::string_view path, bool is_folder) const;
  // Whether it can fit anything at all.
  [[nodiscard]] bool valid() const { return valid_; }

 private:
  enum class Kind : std::uint8_t { literal, any, star, set };
  struct Token {
    Kind kind;
    char literal;
    std::uint32_t set;  // index into sets_
  };
  using Component = std::vector<Token>;  // between two slashes; empty: "**"

  void read(std::string_view text);
  [[nodiscard]] std::size_t read_set(std::string_view text, std::size_t at);  // returns where it ends; 0: it is no set
  [[nodiscard]] bool matches_component(const Component& component, std::string_view name) const;
  [[nodiscard]] bool matches_token(const Token& token, char c) const;
  [[nodiscard]] bool matches_path(std::string_view path) const;

  bool valid_ = true;
  bool folder_only_ = false;
  bool anchored_ = false;  // fits whole paths; else names at any depth
  std::vector<Component> components_;
  std::vector<std::bitset<256>> sets_;
};

// The rules of one ignore file. The last one that fits decides.
//
// Thread rule: immutable once built.
class IgnoreRules {
 public:
  IgnoreRules() = default;
  explicit IgnoreRules(std::string_view text);
  // `path` is relative to the folder of the ignore file.
  [[nodiscard]] Verdict verdict(std::string_view path, bool is_folder) const;
  [[nodiscard]] bool empty() const { return rules_.empty(); }

 private:
  struct Rule {
    IgnorePattern pattern;
    bool negated;
  };
  std::vector<Rule> rules_;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_IGNORE_H_
