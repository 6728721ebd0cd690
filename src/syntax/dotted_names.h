// Names as they are written with what they belong to: "ns::Box<T>::size", "Foo.prototype".
#ifndef GRIT_SYNTAX_DOTTED_NAMES_H_
#define GRIT_SYNTAX_DOTTED_NAMES_H_

#include <string>
#include <string_view>

#include "language.h"

namespace grit::syntax {

// Where the last component of a path begins; 0 where the path has one component. What stands in brackets is no
// separator.
[[nodiscard]] std::size_t last_component(std::string_view path, Texts separators);

// The components of a path joined by dots, without type arguments, pointers, blanks and those in `leave_out`; empty
// where it is no path of names.
[[nodiscard]] std::string dotted_path(std::string_view path, const Language& language);

// The first name of a path, where it is nothing but names and separators; else empty.
[[nodiscard]] std::string_view first_name(std::string_view path, Texts separators);

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_DOTTED_NAMES_H_
