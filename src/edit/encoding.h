// Whether a text may be written into a file without mixing encodings.
#ifndef GRIT_EDIT_ENCODING_H_
#define GRIT_EDIT_ENCODING_H_

#include <optional>
#include <string>
#include <string_view>

#include <grit/edit.h>

namespace grit::edit {

// The encoding that a comment in the first two lines names, in lower case; empty where there is none.
[[nodiscard]] std::string declared_encoding(std::string_view file);

// "unsupported_encoding" for a file in UTF-16 or UTF-32, for a text that is no UTF-8, and for a text beyond ASCII in a
// file that is not, or says it is not, UTF-8. Every other text can be spliced in as bytes.
[[nodiscard]] std::optional<Finding> encoding_problem(std::string_view file, std::string_view text);

}  // namespace grit::edit

#endif  // GRIT_EDIT_ENCODING_H_
