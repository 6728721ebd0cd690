// What the nodes of tree-sitter-python mean.
#ifndef GRIT_SYNTAX_PYTHON_H_
#define GRIT_SYNTAX_PYTHON_H_

#include <memory>

#include <tree_sitter/api.h>

#include "language.h"

namespace grit::syntax {

[[nodiscard]] std::unique_ptr<Walker> make_python_walker(const TSLanguage* grammar);

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_PYTHON_H_
