; Definitions of C. Of several patterns for one name the first has the say. A declaration of a function is none: its
; definition is.

(function_definition
  declarator: (function_declarator
    declarator: (identifier) @name
    parameters: (_) @parameters)
  body: (_) @body) @definition.function

(function_definition
  declarator: (pointer_declarator
    declarator: (function_declarator
      declarator: (identifier) @name
      parameters: (_) @parameters))
  body: (_) @body) @definition.function

(function_definition
  declarator: (pointer_declarator
    declarator: (pointer_declarator
      declarator: (function_declarator
        declarator: (identifier) @name
        parameters: (_) @parameters)))
  body: (_) @body) @definition.function

; "int (*get_handler(int id))(void) { … }"
(function_definition
  declarator: (function_declarator
    declarator: (parenthesized_declarator
      (pointer_declarator
        declarator: (function_declarator
          declarator: (identifier) @name
          parameters: (_) @parameters))))
  body: (_) @body) @definition.function

; A macro between the type and the name makes the grammar take the name for something else.
(function_definition
  declarator: (function_declarator
    declarator: (parenthesized_declarator
      (identifier) @name)
    parameters: (_) @parameters)
  body: (_) @body) @definition.function

(preproc_function_def
  name: (identifier) @name
  parameters: (_) @parameters) @definition.function

(preproc_def
  name: (identifier) @name
  value: (_)) @definition.variable

(struct_specifier
  name: (type_identifier) @name
  body: (_) @body) @definition.class

(union_specifier
  name: (type_identifier) @name
  body: (_) @body) @definition.class

(enum_specifier
  name: (type_identifier) @name
  body: (_) @body) @definition.class

(enumerator
  name: (identifier) @name) @definition.variable @hoisted

; "typedef struct { … } list_t"; where the type has a name of its own, that one has the body; then all others.
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
  declarator: (pointer_declarator
    declarator: (type_identifier) @name)) @definition.class

(type_definition
  declarator: (array_declarator
    declarator: (type_identifier) @name)) @definition.class

(type_definition
  declarator: (function_declarator
    declarator: (parenthesized_declarator
      (pointer_declarator
        declarator: (type_identifier) @name)))) @definition.class

(type_definition
  declarator: (function_declarator
    declarator: (type_identifier) @name)) @definition.class

; "extern int errors;"
(declaration
  (storage_class_specifier) @_storage
  declarator: [
    (identifier) @name
    (_
      declarator: (identifier) @name)
  ]
  (#eq? @_storage "extern")) @definition.none

; Variables with a value, and those of which this is the one definition. In a function they are local.
(declaration
  type: (_) @type
  declarator: (identifier) @name) @definition.variable

(declaration
  type: (_) @type
  declarator: (init_declarator
    declarator: (identifier) @name)) @definition.variable

(declaration
  type: (_) @type
  declarator: (init_declarator
    declarator: (pointer_declarator
      declarator: (identifier) @name))) @definition.variable

(declaration
  type: (_) @type
  declarator: (pointer_declarator
    declarator: (identifier) @name)) @definition.variable

(declaration
  type: (_) @type
  declarator: (array_declarator
    declarator: (identifier) @name)) @definition.variable

(declaration
  type: (_) @type
  declarator: (init_declarator
    declarator: (array_declarator
      declarator: (identifier) @name))) @definition.variable

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

(comment) @comment
