// How much one reference to a name says about the files it joins: the rules of each language.
#ifndef GRIT_INDEX_WEIGHTS_H_
#define GRIT_INDEX_WEIGHTS_H_

#include <cstdint>
#include <string_view>

namespace grit::index {

// The weight of one reference to `name` out of a file in `language`, whose folder in queries/ says how its people join
// words. `files` is how many files of the project define the name.
[[nodiscard]] double name_weight(std::string_view name, std::uint64_t files, std::string_view language);

}  // namespace grit::index

#endif  // GRIT_INDEX_WEIGHTS_H_
