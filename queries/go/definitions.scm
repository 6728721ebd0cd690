; Definitions of Go. Of several patterns for one name the first has the say.

(function_declaration
  name: (identifier) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.function

; Without a body: written in assembly.
(function_declaration
  name: (identifier) @name
  parameters: (_) @parameters) @definition.function

; A method belongs to the type of its receiver, wherever that stands.
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      name: (identifier) @self
      type: (_) @owner))
  name: (field_identifier) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.method

(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: (_) @owner))
  name: (field_identifier) @name
  parameters: (_) @parameters) @definition.method

; A type: the whole declaration where it stands alone, else its line in the group.
(type_declaration
  "type"
  .
  (type_spec
    name: (type_identifier) @name
    type: [
      (struct_type
        (field_declaration_list) @body)
      (interface_type)
    ])
  .) @definition.class

(type_declaration
  "type"
  .
  [
    (type_spec
      name: (type_identifier) @name)
    (type_alias
      name: (type_identifier) @name)
  ]
  .) @definition.class

(type_spec
  name: (type_identifier) @name
  type: (struct_type
    (field_declaration_list) @body)) @definition.class

(type_spec
  name: (type_identifier) @name) @definition.class

(type_alias
  name: (type_identifier) @name) @definition.class

(method_elem
  name: (field_identifier) @name
  parameters: (_) @parameters) @definition.method

(const_declaration
  "const"
  .
  (const_spec
    name: (identifier) @name)
  .) @definition.variable

(const_spec
  name: (identifier) @name) @definition.variable

(const_spec
  name: (identifier) @name
  type: (_) @type)

(var_declaration
  "var"
  .
  (var_spec
    name: (identifier) @name)
  .) @definition.variable

(var_spec
  name: (identifier) @name) @definition.variable

(var_spec
  name: (identifier) @name
  type: (_) @type)

(func_literal) @scope

(comment) @comment
