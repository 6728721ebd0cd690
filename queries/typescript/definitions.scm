; What TypeScript adds to the definitions of JavaScript.

(abstract_class_declaration
  name: (_) @name
  body: (_) @body) @definition.class

(interface_declaration
  name: (_) @name
  body: (_) @body) @definition.class

(type_alias_declaration
  name: (_) @name) @definition.class

(enum_declaration
  name: (_) @name
  body: (_) @body) @definition.class

(enum_body
  name: (property_identifier) @name @definition.variable)

(enum_assignment
  name: (property_identifier) @name) @definition.variable

(internal_module
  name: [
    (identifier)
    (nested_identifier)
  ] @name
  body: (_) @body) @definition.module

(module
  name: [
    (identifier)
    (nested_identifier)
  ] @name
  body: (_) @body) @definition.module

(module
  name: (string
    (string_fragment) @name)
  body: (_) @body) @definition.module

; Without a body: overloads, declarations, members of interfaces.
(function_signature
  name: (_) @name
  parameters: (_) @parameters) @definition.function

(method_signature
  name: [
    (property_identifier)
    (private_property_identifier)
  ] @name
  parameters: (_) @parameters) @definition.method

(abstract_method_signature
  name: (property_identifier) @name
  parameters: (_) @parameters) @definition.method

(public_field_definition
  name: [
    (property_identifier)
    (private_property_identifier)
  ] @name
  value: [
    (arrow_function
      body: (_) @body)
    (function_expression
      parameters: (_) @parameters
      body: (_) @body)
  ]) @definition.method

(variable_declarator
  name: (identifier) @name
  type: (_) @type)

; "declare function f(): void"
(ambient_declaration
  (_
    name: (_) @name)) @outer

(ambient_declaration
  (_
    (variable_declarator
      name: (identifier) @name))) @outer

(export_statement
  declaration: (ambient_declaration
    (_
      name: (_) @name))) @outer
