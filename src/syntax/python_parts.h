// Parts of a Python file that are read from a node and its children, beside the walk over the whole tree.
#ifndef GRIT_SYNTAX_PYTHON_PARTS_H_
#define GRIT_SYNTAX_PYTHON_PARTS_H_

#include <optional>
#include <string_view>
#include <vector>

#include <tree_sitter/api.h>

#include "nodes.h"
#include "python_nodes.h"
#include "syntax/syntax.h"

namespace grit::syntax {

// The children of a node one after the other. (Asking a node for its sibling starts at the tree's root every time.)
//
// Thread rule: one thread at a time.
class Children {
 public:
  explicit Children(TSNode parent) : cursor_(ts_tree_cursor_new(parent)) {}
  ~Children() { ts_tree_cursor_delete(&cursor_); }
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  // Moves to the first, then to the next child; false after the last.
  [[nodiscard]] bool next() {
    const bool moved =
        started_ ? ts_tree_cursor_goto_next_sibling(&cursor_) : ts_tree_cursor_goto_first_child(&cursor_);
    started_ = true;
    return moved;
  }
  [[nodiscard]] TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  [[nodiscard]] TSFieldId field() const { return ts_tree_cursor_current_field_id(&cursor_); }

 private:
  TSTreeCursor cursor_;
  bool started_ = false;
};

// Fills everything of a function or class that its own node tells: ranges, name, header, body, docstring, async. False
// where error recovery left it without a name.
[[nodiscard]] bool read_definition(const PythonNodes& nodes, TSNode node, std::string_view bytes, Definition& out);

// The decorators of a decorated_definition.
[[nodiscard]] std::vector<ByteRange> read_decorators(const PythonNodes& nodes, TSNode decorated);

// The name of the first parameter of a function; empty without one.
[[nodiscard]] std::string_view first_parameter(TSNode function, const PythonNodes& nodes, std::string_view bytes);

// One name of an import statement: what it binds and where it stands.
struct ImportedName {
  Import import;
  ByteRange name_range;  // of the last component of the imported name; empty for "*"
};
[[nodiscard]] std::vector<ImportedName> read_imports(const PythonNodes& nodes, TSNode statement,
                                                     std::string_view bytes);

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_PYTHON_PARTS_H_
