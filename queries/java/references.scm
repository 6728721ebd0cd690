; Uses of names and imports of Java.

(method_invocation
  !object
  name: (identifier) @reference.call)

(method_invocation
  object: (_) @receiver
  name: (identifier) @reference.call)

(object_creation_expression
  type: (type_identifier) @reference.call)

(object_creation_expression
  type: (generic_type
    (type_identifier) @reference.call))

(field_access
  object: (_) @receiver
  field: (identifier) @reference.attribute)

(method_reference
  (_) @receiver
  "::"
  (identifier) @reference.attribute)

(scoped_type_identifier
  (type_identifier) @receiver
  (type_identifier) @reference.attribute)

[
  (identifier)
  (type_identifier)
] @reference.name

(formal_parameter
  name: (identifier) @local)

(spread_parameter
  (variable_declarator
    name: (identifier) @local))

(catch_formal_parameter
  name: (identifier) @local)

(lambda_expression
  parameters: (identifier) @local)

(inferred_parameters
  (identifier) @local)

(local_variable_declaration
  declarator: (variable_declarator
    name: (identifier) @local))

(enhanced_for_statement
  name: (identifier) @local)

(resource
  name: (identifier) @local)

(instanceof_expression
  name: (identifier) @local)

(type_parameter
  (type_identifier) @local)

; The package that the file is in is no use of a name.
(package_declaration) @skip

(import_declaration
  (scoped_identifier
    scope: (_) @import.module
    name: (identifier) @import.name)
  .)

(import_declaration
  (scoped_identifier) @import.all
  (asterisk))
