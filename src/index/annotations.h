// The class names in the signature of a Python definition: the bases of a class, what a function is said to return.
#ifndef GRIT_INDEX_ANNOTATIONS_H_
#define GRIT_INDEX_ANNOTATIONS_H_

#include <string_view>
#include <vector>

#include "rows.h"

namespace grit::index {

// Dotted names, in order. A base that is no dotted name is an empty text.
[[nodiscard]] std::vector<std::string_view> base_names(const SymbolRow& class_);

// Dotted names of the classes of which a call gives an object; empty where the signature does not say.
[[nodiscard]] std::vector<std::string_view> returned_names(const SymbolRow& function);

}  // namespace grit::index

#endif  // GRIT_INDEX_ANNOTATIONS_H_
