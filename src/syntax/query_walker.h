// Reads trees by the queries of a language's folder.
#ifndef GRIT_SYNTAX_QUERY_WALKER_H_
#define GRIT_SYNTAX_QUERY_WALKER_H_

#include <memory>

#include "language.h"

namespace grit::syntax {

// Where a query is wrong, every walk answers Code::internal and says why.
[[nodiscard]] std::unique_ptr<Walker> make_query_walker(const Language& language);

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_QUERY_WALKER_H_
