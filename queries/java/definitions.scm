; Definitions of Java. Of several patterns for one name the first has the say.

(class_declaration
  name: (identifier) @name
  body: (_) @body) @definition.class

(interface_declaration
  name: (identifier) @name
  body: (_) @body) @definition.class

(enum_declaration
  name: (identifier) @name
  body: (_) @body) @definition.class

(record_declaration
  name: (identifier) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.class

(annotation_type_declaration
  name: (identifier) @name
  body: (_) @body) @definition.class

(method_declaration
  name: (identifier) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.method

(method_declaration
  name: (identifier) @name
  parameters: (_) @parameters) @definition.method

(constructor_declaration
  name: (identifier) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.method

(compact_constructor_declaration
  name: (identifier) @name
  body: (_) @body) @definition.method

(annotation_type_element_declaration
  name: (identifier) @name) @definition.method

(enum_constant
  name: (identifier) @name) @definition.variable

; What stands for the constants and variables of a module: static fields.
(field_declaration
  (modifiers
    "static")
  type: (_) @type
  declarator: (variable_declarator
    name: (identifier) @name)) @definition.variable

(constant_declaration
  type: (_) @type
  declarator: (variable_declarator
    name: (identifier) @name)) @definition.variable

[
  (lambda_expression)
  (static_initializer)
] @scope

; "new Runnable() { … }"
(object_creation_expression
  (class_body) @scope)

(enum_constant
  (class_body) @scope)

[
  (annotation)
  (marker_annotation)
] @decorator

[
  (line_comment)
  (block_comment)
] @comment
