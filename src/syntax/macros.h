// Macros that stand where a grammar does not expect anything: they would make it lose the class around them.
#ifndef GRIT_SYNTAX_MACROS_H_
#define GRIT_SYNTAX_MACROS_H_

#include <string>
#include <string_view>
#include <vector>

#include "language.h"

namespace grit::syntax {

// Where such macros stand, with their arguments, in order. A macro is an identifier in capitals. Found are those
// between one of `words` and the name of what is defined ("class EXPORT Server : public Base {"), those at the begin of
// a line before the type of a function ("EXPORT Config* config_new("), and those that are a line of their own between
// statements
// ("Q_OBJECT", "DECLARE_SERVER(Server)") without a semicolon. Comments and strings are not told from code: what is
// found in them does no harm. Linear in the size of `bytes`.
[[nodiscard]] std::vector<ByteRange> find_macros(std::string_view bytes, Texts words);

// `bytes` with blanks in place of `macros`; every other byte keeps its offset.
[[nodiscard]] std::string without_macros(std::string_view bytes, const std::vector<ByteRange>& macros);

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_MACROS_H_
