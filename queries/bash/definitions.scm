; Definitions of shell scripts.

(function_definition
  name: (word) @name
  body: (_) @body) @definition.function

; Variables of the script. In a function they are local.
(program
  (variable_assignment
    name: (variable_name) @name) @definition.variable)

(program
  (variable_assignments
    (variable_assignment
      name: (variable_name) @name) @definition.variable))

(program
  (declaration_command
    (variable_assignment
      name: (variable_name) @name)) @definition.variable)

(comment) @comment
