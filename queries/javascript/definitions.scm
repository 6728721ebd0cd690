; Definitions of JavaScript that TypeScript has as well. Of several patterns for one name the first has the say.

(function_declaration
  name: (_) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.function

(generator_function_declaration
  name: (_) @name
  parameters: (_) @parameters
  body: (_) @body) @definition.function

; A constant that is a function: the whole statement where it declares nothing else.
(lexical_declaration
  .
  (variable_declarator
    name: (identifier) @name
    value: [
      (arrow_function
        parameters: (_) @parameters
        body: (_) @body)
      (arrow_function
        parameter: (_) @parameters
        body: (_) @body)
      (function_expression
        parameters: (_) @parameters
        body: (_) @body)
      (generator_function
        parameters: (_) @parameters
        body: (_) @body)
    ])
  .) @definition.function

(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function
      body: (_) @body)
    (function_expression
      parameters: (_) @parameters
      body: (_) @body)
    (generator_function
      parameters: (_) @parameters
      body: (_) @body)
  ]) @definition.function

(lexical_declaration
  .
  (variable_declarator
    name: (identifier) @name
    value: (class
      body: (_) @body))
  .) @definition.class

(class_declaration
  name: (_) @name
  body: (_) @body) @definition.class

; "module.exports = class Server {}"
(class
  name: (_) @name
  body: (_) @body) @definition.class

(method_definition
  name: [
    (property_identifier) @name
    (private_property_identifier) @name
    (computed_property_name
      (member_expression
        property: (property_identifier) @name))
  ]
  parameters: (_) @parameters
  body: (_) @body) @definition.method

(method_definition
  name: (string
    (string_fragment) @name)
  parameters: (_) @parameters
  body: (_) @body) @definition.method

; "{ parse: function () {} }"
(pair
  key: (property_identifier) @name
  value: [
    (arrow_function
      body: (_) @body)
    (function_expression
      parameters: (_) @parameters
      body: (_) @body)
  ]) @definition.method

; "Parser.prototype.parse = function () {}", "exports.parse = () => {}"
(expression_statement
  (assignment_expression
    left: (member_expression
      object: (_) @owner
      property: (property_identifier) @name)
    right: [
      (arrow_function
        body: (_) @body)
      (function_expression
        parameters: (_) @parameters
        body: (_) @body)
    ])) @definition.function

; Constants and variables. In a function they are local.
(lexical_declaration
  (variable_declarator
    name: (identifier) @name)) @definition.variable

(variable_declaration
  (variable_declarator
    name: (identifier) @name)) @definition.variable

(lexical_declaration
  (variable_declarator
    name: (object_pattern
      (shorthand_property_identifier_pattern) @name))) @definition.variable

(lexical_declaration
  (variable_declarator
    name: (array_pattern
      (identifier) @name))) @definition.variable

; What stands around a definition.
(export_statement
  declaration: (_
    name: (_) @name)) @outer

(export_statement
  declaration: (_
    (variable_declarator
      name: (identifier) @name))) @outer

; "async"
[
  (function_declaration
    "async" @async
    name: (_) @name)
  (generator_function_declaration
    "async" @async
    name: (_) @name)
  (method_definition
    "async" @async
    name: (_) @name)
  (variable_declarator
    name: (_) @name
    value: (arrow_function
      "async" @async))
  (variable_declarator
    name: (_) @name
    value: (function_expression
      "async" @async))
]

[
  (arrow_function)
  (function_expression)
  (generator_function)
  (class_static_block)
] @scope

(decorator) @decorator

(comment) @comment
