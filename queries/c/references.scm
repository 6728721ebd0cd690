; Uses of names and inclusions of C.

(call_expression
  function: (identifier) @reference.call)

(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: (field_identifier) @reference.call))

(field_expression
  argument: (_) @receiver
  field: (field_identifier) @reference.attribute)

[
  (identifier)
  (type_identifier)
] @reference.name

(parameter_declaration
  declarator: (identifier) @local)

(parameter_declaration
  declarator: (pointer_declarator
    declarator: (identifier) @local))

(parameter_declaration
  declarator: (pointer_declarator
    declarator: (pointer_declarator
      declarator: (identifier) @local)))

(parameter_declaration
  declarator: (array_declarator
    declarator: (identifier) @local))

(preproc_params
  (identifier) @local)

; Whatever the file that is included defines is there.
(preproc_include
  path: (_) @import.all)
