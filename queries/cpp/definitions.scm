; Definitions of C++. Of several patterns for one name the first has the say. A declaration of a function that stands in
; no class is none: its definition is.

; "Type name(…) {}", "Type* name(…) {}", "Type& Class::name(…) {}", "Class::~Class() {}", "operator==(…)"
(function_definition
  declarator: (function_declarator
    declarator: (_) @name
    parameters: (_) @parameters)
  body: (_) @body) @definition.function

(function_definition
  declarator: (pointer_declarator
    declarator: (function_declarator
      declarator: (_) @name
      parameters: (_) @parameters))
  body: (_) @body) @definition.function

(function_definition
  declarator: (pointer_declarator
    declarator: (pointer_declarator
      declarator: (function_declarator
        declarator: (_) @name
        parameters: (_) @parameters)))
  body: (_) @body) @definition.function

(function_definition
  declarator: (reference_declarator
    (function_declarator
      declarator: (_) @name
      parameters: (_) @parameters))
  body: (_) @body) @definition.function

; "operator bool() const", "Class::operator bool() const"
(function_definition
  declarator: (operator_cast
    declarator: [
      (abstract_function_declarator
        parameters: (_) @parameters)
      (_
        (abstract_function_declarator
          parameters: (_) @parameters))
    ]) @name
  body: (_) @body) @definition.function

(function_definition
  declarator: (qualified_identifier
    name: (operator_cast
      declarator: [
        (abstract_function_declarator
          parameters: (_) @parameters)
        (_
          (abstract_function_declarator
            parameters: (_) @parameters))
      ])) @name
  body: (_) @body) @definition.function

; "= default", "= delete"
(function_definition
  declarator: (function_declarator
    declarator: (_) @name
    parameters: (_) @parameters)) @definition.function

(function_definition
  declarator: (reference_declarator
    (function_declarator
      declarator: (_) @name
      parameters: (_) @parameters))) @definition.function

; Members that are declared in their class.
(field_declaration
  declarator: (function_declarator
    declarator: (_) @name
    parameters: (_) @parameters)) @definition.method

(field_declaration
  declarator: (pointer_declarator
    declarator: (function_declarator
      declarator: (_) @name
      parameters: (_) @parameters))) @definition.method

(field_declaration
  declarator: (reference_declarator
    (function_declarator
      declarator: (_) @name
      parameters: (_) @parameters))) @definition.method

(field_declaration_list
  (declaration
    declarator: (function_declarator
      declarator: (_) @name
      parameters: (_) @parameters)) @definition.method)

(field_declaration_list
  (declaration
    declarator: (operator_cast
      declarator: [
        (abstract_function_declarator
          parameters: (_) @parameters)
        (_
          (abstract_function_declarator
            parameters: (_) @parameters))
      ]) @name) @definition.method)

(field_declaration_list
  (template_declaration
    (declaration
      declarator: (function_declarator
        declarator: (_) @name
        parameters: (_) @parameters)) @definition.method))

; Types.
(class_specifier
  name: [
    (type_identifier) @name
    (qualified_identifier) @name
    (template_type
      name: (type_identifier) @name)
  ]
  body: (_) @body) @definition.class

(struct_specifier
  name: [
    (type_identifier) @name
    (qualified_identifier) @name
    (template_type
      name: (type_identifier) @name)
  ]
  body: (_) @body) @definition.class

(union_specifier
  name: [
    (type_identifier) @name
    (qualified_identifier) @name
    (template_type
      name: (type_identifier) @name)
  ]
  body: (_) @body) @definition.class

(enum_specifier
  name: [
    (type_identifier)
    (qualified_identifier)
  ] @name
  body: (_) @body) @definition.class

(enumerator
  name: (identifier) @name) @definition.variable @hoisted

(alias_declaration
  name: (type_identifier) @name) @definition.class

(type_definition
  type: (_
    !name
    body: (_) @body)
  declarator: (type_identifier) @name) @definition.class

(type_definition
  type: (_
    name: (_)
    body: (_))
  declarator: (type_identifier) @name @definition.class)

(type_definition
  declarator: (type_identifier) @name) @definition.class

(type_definition
  declarator: (_
    declarator: (type_identifier) @name)) @definition.class

(type_definition
  declarator: (function_declarator
    declarator: (parenthesized_declarator
      (pointer_declarator
        declarator: (type_identifier) @name)))) @definition.class

(concept_definition
  name: (identifier) @name) @definition.class

(namespace_definition
  name: (_) @name
  body: (_) @body) @definition.module

; A macro between "class" and the name makes the grammar see a function with the name in another place.
(function_definition
  type: [
    (class_specifier)
    (struct_specifier)
  ]
  declarator: (identifier) @name
  body: (_) @body) @definition.class

; Where a class cannot be parsed as a whole, its begin and its members are left.
(ERROR
  [
    "class"
    "struct"
  ]
  .
  (type_identifier) @name) @definition.class

; Macros.
(preproc_function_def
  name: (identifier) @name
  parameters: (_) @parameters) @definition.function

(preproc_def
  name: (identifier) @name
  value: (_)) @definition.variable

; What only looks like a definition: "extern int errors;", "friend void swap(A&, A&);"
(declaration
  (storage_class_specifier) @_storage
  declarator: [
    (identifier) @name
    (_
      declarator: (identifier) @name)
  ]
  (#eq? @_storage "extern")) @definition.none

(friend_declaration
  (declaration
    declarator: (function_declarator
      declarator: (_) @name))) @definition.none

; Constants and variables. In a function they are local.
(declaration
  type: (_) @type
  declarator: (identifier) @name) @definition.variable

(declaration
  type: (_) @type
  declarator: (init_declarator
    declarator: (identifier) @name)) @definition.variable

(declaration
  type: (_) @type
  declarator: [
    (pointer_declarator
      declarator: (identifier) @name)
    (array_declarator
      declarator: (identifier) @name)
    (reference_declarator
      (identifier) @name)
  ]) @definition.variable

(declaration
  type: (_) @type
  declarator: (init_declarator
    declarator: [
      (pointer_declarator
        declarator: (identifier) @name)
      (array_declarator
        declarator: (identifier) @name)
      (reference_declarator
        (identifier) @name)
    ])) @definition.variable

(declaration
  type: (_) @type
  declarator: (init_declarator
    declarator: (qualified_identifier) @name)) @definition.variable

; "const char *names[] = { … };"
(declaration
  type: (_) @type
  declarator: (init_declarator
    declarator: (pointer_declarator
      declarator: (array_declarator
        declarator: (identifier) @name)))) @definition.variable

; "void *(*current_malloc)(size_t) = malloc;"
(declaration
  type: (_) @type
  declarator: [
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator
          declarator: (identifier) @name)))
    (init_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator
          (pointer_declarator
            declarator: (identifier) @name))))
    (init_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator
          declarator: (parenthesized_declarator
            (pointer_declarator
              declarator: (identifier) @name)))))
  ]) @definition.variable

(field_declaration
  (storage_class_specifier) @_storage
  type: (_) @type
  declarator: (field_identifier) @name
  (#eq? @_storage "static")) @definition.variable

; What stands around a definition.
(template_declaration
  (_
    declarator: (function_declarator
      declarator: (_) @name))) @outer

(template_declaration
  (_
    declarator: (_
      (function_declarator
        declarator: (_) @name)))) @outer

(template_declaration
  (_
    name: (_) @name)) @outer

[
  (lambda_expression)
] @scope

(comment) @comment
