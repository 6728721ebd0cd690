; Definitions of Rust. Of several patterns for one name the first has the say.

(function_item
  name: (_) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.function

; In a trait or in an extern block: no body.
(function_signature_item
  name: (_) @name
  parameters: (_) @parameters) @definition.function

(function_item
  (function_modifiers
    "async" @async)
  name: (_) @name)

(struct_item
  name: (_) @name
  body: (field_declaration_list) @body) @definition.class

(struct_item
  name: (_) @name) @definition.class

(union_item
  name: (_) @name
  body: (_) @body) @definition.class

(enum_item
  name: (_) @name
  body: (_) @body) @definition.class

(enum_variant
  name: (_) @name) @definition.variable

(trait_item
  name: (_) @name
  body: (_) @body) @definition.class

(type_item
  name: (_) @name) @definition.class

(associated_type
  name: (_) @name) @definition.class

; The functions of an impl belong to its type.
(impl_item
  type: (_) @name) @extension

(const_item
  name: (_) @name
  type: (_) @type) @definition.variable

(static_item
  name: (_) @name
  type: (_) @type) @definition.variable

(mod_item
  name: (_) @name
  body: (_) @body) @definition.module

(macro_definition
  name: (_) @name) @definition.function

(closure_expression) @scope

(attribute_item) @decorator

[
  (line_comment)
  (block_comment)
] @comment
