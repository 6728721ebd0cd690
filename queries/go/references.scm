; Uses of names and imports of Go.

(call_expression
  function: (identifier) @reference.call)

(call_expression
  function: (selector_expression
    operand: (_) @receiver
    field: (_) @reference.call))

(call_expression
  function: (type_instantiation_expression
    type: (type_identifier) @reference.call))

(selector_expression
  operand: (_) @receiver
  field: (_) @reference.attribute)

(qualified_type
  package: (_) @receiver
  name: (_) @reference.attribute)

[
  (identifier)
  (type_identifier)
] @reference.name

(parameter_declaration
  name: (identifier) @local)

(variadic_parameter_declaration
  name: (identifier) @local)

(short_var_declaration
  left: (expression_list
    (identifier) @local))

(range_clause
  left: (expression_list
    (identifier) @local))

(receive_statement
  left: (expression_list
    (identifier) @local))

(type_switch_statement
  alias: (expression_list
    (identifier) @local))

(type_parameter_declaration
  name: (identifier) @local)

(package_clause) @skip

(import_spec
  path: (_) @import.module)

(import_spec
  name: (package_identifier) @import.alias
  path: (_) @import.module)

; "import . "math"": all its names
(import_spec
  name: (dot)
  path: (_) @import.all)
