// What the uses of names in a file mean within it, and what its imports bind.
#ifndef GRIT_SYNTAX_BIND_H_
#define GRIT_SYNTAX_BIND_H_

#include <string_view>

#include "assemble.h"

namespace grit::syntax {

// Adds imports and uses to `out`, whose definitions are complete. A name that is bound anywhere in a function counts as
// bound in all of it, as in Python: blocks are no scopes of their own.
void bind_names(const Language& language, std::string_view bytes, const Matches& matches, const Containers& containers,
                FileSyntax& out);

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_BIND_H_
