; Uses of names and imports of Rust.

(call_expression
  function: (identifier) @reference.call)

(call_expression
  function: (scoped_identifier
    path: (_) @receiver
    name: (_) @reference.call))

(call_expression
  function: (field_expression
    value: (_) @receiver
    field: (field_identifier) @reference.call))

(call_expression
  function: (generic_function
    function: (identifier) @reference.call))

(call_expression
  function: (generic_function
    function: (scoped_identifier
      path: (_) @receiver
      name: (_) @reference.call)))

(call_expression
  function: (generic_function
    function: (field_expression
      value: (_) @receiver
      field: (field_identifier) @reference.call)))

(macro_invocation
  macro: (identifier) @reference.call)

(macro_invocation
  macro: (scoped_identifier
    path: (_) @receiver
    name: (_) @reference.call))

; In the arguments of a macro there are tokens only; a name with brackets behind it is taken for a call.
(token_tree
  (identifier) @reference.call
  .
  (token_tree
    "("))

(field_expression
  value: (_) @receiver
  field: (field_identifier) @reference.attribute)

(scoped_identifier
  path: (_) @receiver
  name: (_) @reference.attribute)

(scoped_type_identifier
  path: (_) @receiver
  name: (_) @reference.attribute)

[
  (identifier)
  (type_identifier)
  (shorthand_field_identifier)
] @reference.name

(parameter
  pattern: (identifier) @local)

(parameter
  pattern: (mut_pattern
    (identifier) @local))

(closure_parameters
  (identifier) @local)

(let_declaration
  pattern: (identifier) @local)

(let_declaration
  pattern: (tuple_pattern
    (identifier) @local))

(tuple_struct_pattern
  type: (_)
  (identifier) @local)

(for_expression
  pattern: (identifier) @local)

(field_pattern
  name: (shorthand_field_identifier) @local)

(type_parameter
  name: (type_identifier) @local)

; A lifetime is no name of anything.
(lifetime) @skip

; "use a::b::{c, d as e}; use f::*;"
(use_declaration
  argument: (scoped_identifier
    path: (_) @import.module
    name: (identifier) @import.name))

(use_declaration
  argument: (use_as_clause
    path: (scoped_identifier
      path: (_) @import.module
      name: (identifier) @import.name)
    alias: (identifier) @import.alias))

(use_declaration
  argument: (use_wildcard
    (_) @import.all))

(scoped_use_list
  path: (_) @import.module) @import

(use_list
  (identifier) @import.name)

(use_list
  (scoped_identifier
    path: (_) @import.module
    name: (identifier) @import.name))

(use_list
  (use_as_clause
    path: (identifier) @import.name
    alias: (identifier) @import.alias))

(use_list
  (use_as_clause
    path: (scoped_identifier
      path: (_) @import.module
      name: (identifier) @import.name)
    alias: (identifier) @import.alias))

(use_list
  (use_wildcard
    (_) @import.all))

; "use std::io::{self, Read}" binds io.
(scoped_use_list
  path: (scoped_identifier
    path: (_) @import.module
    name: (identifier) @import.name)
  list: (use_list
    (self)))

; "mod net;" takes in another file.
(mod_item
  name: (identifier) @import.module @import.alias
  !body)
