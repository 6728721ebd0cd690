// Roles of tree-sitter-python's node types, looked up once per walk instead of comparing names at every node.
#ifndef GRIT_SYNTAX_PYTHON_NODES_H_
#define GRIT_SYNTAX_PYTHON_NODES_H_

#include <cstdint>
#include <vector>

#include <tree_sitter/api.h>

namespace grit::syntax {

enum class Role : std::uint8_t {
  other,
  leaf,  // nothing below it is of interest
  identifier,
  function,
  class_,
  decorated,
  parameters,
  default_parameter,
  typed_parameter,
  pattern,
  container,  // tuple, list, parentheses: a pattern where a target stands
  assignment,
  augmented_assignment,
  for_,
  named_expression,
  keyword_argument,
  as_pattern,
  as_target,
  except,
  global,
  import,
  call,
  attribute,
  member_type,
  lambda,
  comprehension,
  case_pattern,
  class_pattern,
  keyword_pattern,
  splat_pattern,
  dotted_name,
  type,
  type_alias,
  block,
  return_,
  literal,
  none,
  await,
  boolean,      // `a or b`
  conditional,  // `a if b else c`
  error,
};

// The node types and fields of the grammar as numbers.
//
// Thread rule: immutable once built.
struct PythonNodes {
  explicit PythonNodes(const TSLanguage* grammar);
  [[nodiscard]] Role role(TSSymbol symbol) const {
    return symbol < roles.size() ? roles[symbol] : Role::error;  // the symbol of ERROR is out of the table
  }

  std::vector<Role> roles;
  TSSymbol comment, string, concatenated_string, parenthesized, expression_statement, async, colon, from, decorator,
      aliased_import, dotted_name, wildcard_import, binary_operator, union_type, generic_type, subscript, dictionary,
      set;
  TSFieldId name, parameters, body, definition, left, right, type, alias, module_name, function, object, attribute,
      value;
};

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_PYTHON_NODES_H_
