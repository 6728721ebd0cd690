// What the default profile knows of a place, as numbers with names.
#ifndef GRIT_RETRIEVE_FEATURES_FEATURES_H_
#define GRIT_RETRIEVE_FEATURES_FEATURES_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "features/corpus.h"
#include "features/pool.h"
#include "features/project.h"
#include "features/ticket.h"

namespace grit::retrieve {

// docs/ranking.md says what each is.
enum class Feature : std::uint8_t {
  // Words.
  text,
  text_rank,
  raw,
  title,
  code_rank,
  docstring_rank,
  comments_rank,
  strings_rank,
  name_share,
  name_title_share,
  class_share,
  class_phrase,
  path_share,
  file_text,
  file_title_rank,
  // Names that the ticket writes out.
  names_used,
  name_plain,
  name_in_title,
  qualified,
  class_called,
  class_in_title,
  class_plain,
  // Places that it points at.
  frame,
  frame_inner,
  frame_alone,
  linked,
  folder_named,
  verbatim,
  message,
  // What leads there.
  callee,
  text_callee,
  similar_rank,
  affix,
  special_method,
  // What it is.
  branches,
  length,
  common_name,
  is_method,
  is_special,
  is_class,
  is_module,
  is_aside,
};
inline constexpr std::size_t kFeatures = static_cast<std::size_t>(Feature::is_aside) + 1;

struct FeatureInfo {
  Feature feature;
  std::string_view name;
  double weight;
};
// In the order of the enumeration.
const std::array<FeatureInfo, kFeatures>& feature_table();

// Values from 0 to 1, or little more; 0 where there is nothing to say.
using FeatureRow = std::array<float, kFeatures>;
using FeatureMatrix = std::vector<FeatureRow>;  // by unit

// All that the features are made from. Borrowed.
struct FeatureInput {
  const Query& query;
  const Ticket& ticket;
  const Project& project;
  const Pool& pool;
  const Corpus& corpus;
};

// Each fills in its features of all units; add_calls and add_graph look at those before them.
void add_words(const FeatureInput& input, FeatureMatrix& rows);
void add_names(const FeatureInput& input, FeatureMatrix& rows);
void add_places(const FeatureInput& input, FeatureMatrix& rows);
void add_graph(const FeatureInput& input, FeatureMatrix& rows);
void add_dispatch(const FeatureInput& input, FeatureMatrix& rows);
void add_calls(const FeatureInput& input, FeatureMatrix& rows);
void add_shape(const FeatureInput& input, FeatureMatrix& rows);

inline float& at(FeatureRow& row, Feature feature) { return row[static_cast<std::size_t>(feature)]; }
inline float at(const FeatureRow& row, Feature feature) { return row[static_cast<std::size_t>(feature)]; }

// Writes scores divided by their maximum over the counted functions.
void put_shares(const Corpus& corpus, const std::vector<double>& scores, Feature feature, FeatureMatrix& rows);
// Writes 10 / (10 + how many counted functions have more).
void put_ranks(const Corpus& corpus, const std::vector<double>& scores, Feature feature, FeatureMatrix& rows);
void put(const std::vector<double>& values, Feature feature, FeatureMatrix& rows);

// How rare something is that `holders` of `all` have, as in BM25.
double rarity(double holders, double all);
// 1 for a name that one definition has, less the more have it.
double rarity_of_name(const Project& project, std::uint32_t name);

// The ticket's names by their text.
//
// Thread rule: immutable; borrows the ticket.
class MentionsByName {
 public:
  explicit MentionsByName(const Ticket& ticket);
  // Null for a name that the ticket does not have.
  [[nodiscard]] const Mention* find(std::string_view name) const;

 private:
  const Ticket& ticket_;
  absl::flat_hash_map<std::string_view, std::size_t> by_name_;
};

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_FEATURES_FEATURES_H_
