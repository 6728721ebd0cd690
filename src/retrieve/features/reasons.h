// What caused a feature's value, for a person.
#ifndef GRIT_RETRIEVE_FEATURES_REASONS_H_
#define GRIT_RETRIEVE_FEATURES_REASONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "features/features.h"

namespace grit::retrieve {

// Thread rule: immutable once built; borrows the input.
class Reasons {
 public:
  explicit Reasons(const FeatureInput& input);

  // "words: redirect, request" for a feature of a unit that is not 0.
  [[nodiscard]] std::string of(Feature feature, std::uint32_t unit) const;

 private:
  using Fields = std::vector<Field>;
  [[nodiscard]] std::string words(std::uint32_t unit, View view, const Fields& fields) const;
  [[nodiscard]] std::string file_words(std::uint32_t unit, View view) const;
  [[nodiscard]] std::string names(std::uint32_t unit) const;

  const FeatureInput& input_;
  std::vector<std::uint32_t> holders_;  // units that have each term
};

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_FEATURES_REASONS_H_
