// New syntax errors minus old ones.
#ifndef GRIT_EDIT_MONITOR_SYNTAX_ERRORS_H_
#define GRIT_EDIT_MONITOR_SYNTAX_ERRORS_H_

#include <string_view>
#include <vector>

#include <grit/edit.h>

#include "syntax/syntax.h"

namespace grit::edit {

// The errors of `after` that `before` does not have, as findings with lines of the inserted text. Two errors are the
// same when their kind and their text outside of the edit are; each old one excuses one new one.
[[nodiscard]] std::vector<Finding> new_errors(const syntax::FileSyntax& before, std::string_view before_bytes,
                                              const ByteRange& replaced, const syntax::FileSyntax& after,
                                              std::string_view after_bytes, const ByteRange& inserted);

}  // namespace grit::edit

#endif  // GRIT_EDIT_MONITOR_SYNTAX_ERRORS_H_
