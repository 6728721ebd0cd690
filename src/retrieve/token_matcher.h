// Which of a set of tokens occur in a name as substrings.
#ifndef GRIT_RETRIEVE_TOKEN_MATCHER_H_
#define GRIT_RETRIEVE_TOKEN_MATCHER_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <span>

#include "absl/container/flat_hash_map.h"

namespace grit::retrieve {

// Finds the query's tokens of three or more characters in names and paths. Every token begins with three bytes, so a
// name is looked at once per position, however many tokens there are.
//
// Thread rule: const members may be called from several threads; borrows the tokens.
class TokenMatcher {
 public:
  explicit TokenMatcher(std::span<const std::string> tokens);

  // The tokens that occur in `name`, which is folded first: distinct, in the order of the query.
  [[nodiscard]] std::vector<std::string_view> find_in(std::string_view name) const;
  // Whether any occurs.
  [[nodiscard]] bool any_in(std::string_view name) const;

 private:
  // Calls `sink` with the number of each token that occurs in `text`, once per occurrence, until it says false.
  template <class Sink>
  void visit(std::string_view text, Sink sink) const;

  std::span<const std::string> tokens_;
  // Tokens by their first three bytes; the bitmap says quickly that there is none.
  absl::flat_hash_map<std::uint32_t, std::vector<std::uint32_t>> by_start_;
  std::array<bool, 4096> maybe_{};
};

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_TOKEN_MATCHER_H_
