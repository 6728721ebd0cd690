; Uses of names in shell scripts, and scripts that are taken in.

(command
  name: (command_name
    (word) @reference.call))

(variable_name) @reference.name

; "$1"
((simple_expansion
  (variable_name) @skip @_name)
  (#any-of? @_name "0" "1" "2" "3" "4" "5" "6" "7" "8" "9"))

(declaration_command
  "local"
  (variable_name) @local)

(declaration_command
  "local"
  (variable_assignment
    name: (variable_name) @local))

; Whatever the script that is taken in defines is there.
(command
  name: (command_name
    (word) @_source)
  .
  argument: (_) @import.all
  (#any-of? @_source "source" "."))
