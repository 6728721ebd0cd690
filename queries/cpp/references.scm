; Uses of names and inclusions of C++.

(call_expression
  function: (identifier) @reference.call)

(call_expression
  function: (qualified_identifier
    scope: (_) @receiver
    name: (identifier) @reference.call))

(call_expression
  function: (qualified_identifier
    name: (qualified_identifier
      scope: (_) @receiver
      name: (identifier) @reference.call)))

(call_expression
  function: (qualified_identifier
    name: (qualified_identifier
      name: (qualified_identifier
        scope: (_) @receiver
        name: (identifier) @reference.call))))

(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: (field_identifier) @reference.call))

(call_expression
  function: (template_function
    name: (identifier) @reference.call))

(call_expression
  function: (qualified_identifier
    scope: (_) @receiver
    name: (template_function
      name: (identifier) @reference.call)))

(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: (template_method
      name: (field_identifier) @reference.call)))

(new_expression
  type: (type_identifier) @reference.call)

(new_expression
  type: (qualified_identifier
    scope: (_) @receiver
    name: (type_identifier) @reference.call))

(field_expression
  argument: (_) @receiver
  field: (field_identifier) @reference.attribute)

(field_initializer
  (field_identifier) @reference.attribute)

(qualified_identifier
  scope: (_) @receiver
  name: [
    (identifier)
    (type_identifier)
    (template_type
      name: (type_identifier))
  ] @reference.attribute)

[
  (identifier)
  (type_identifier)
  (namespace_identifier)
] @reference.name

(parameter_declaration
  declarator: (identifier) @local)

(optional_parameter_declaration
  declarator: (identifier) @local)

(parameter_declaration
  declarator: (_
    (identifier) @local))

(optional_parameter_declaration
  declarator: (_
    (identifier) @local))

(parameter_declaration
  declarator: (_
    declarator: (_
      (identifier) @local)))

(for_range_loop
  declarator: (identifier) @local)

(for_range_loop
  declarator: (reference_declarator
    (identifier) @local))

(structured_binding_declarator
  (identifier) @local)

(lambda_capture_initializer
  left: (identifier) @local)

(type_parameter_declaration
  (type_identifier) @local)

(preproc_params
  (identifier) @local)

; Whatever the file that is included defines is there.
(preproc_include
  path: (_) @import.all)

(using_declaration
  (qualified_identifier
    scope: (_) @import.module
    name: (identifier) @import.name))
