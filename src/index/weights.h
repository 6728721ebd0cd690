// How much one reference to a name says about the files it joins: the rules of each language.
#ifndef GRIT_INDEX_WEIGHTS_H_
#define GRIT_INDEX_WEIGHTS_H_

#include <cstdint>
#include <string_view>

namespace grit::index {

// The weight of one reference to `name` by the rules of Python. `files` is how many files of the project define it.
[[nodiscard]] double python_weight(std::string_view name, std::uint64_t files);

}  // namespace grit::index

#endif  // GRIT_INDEX_WEIGHTS_H_
