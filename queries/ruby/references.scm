; Uses of names and imports of Ruby.

(call
  !receiver
  method: [
    (identifier)
    (constant)
  ] @reference.call)

(call
  receiver: (_) @receiver
  method: [
    (identifier)
    (constant)
  ] @reference.call)

(scope_resolution
  scope: (_) @receiver
  name: (_) @reference.attribute)

; A name that is bound nowhere is a call without arguments.
[
  (identifier)
  (constant)
] @reference.name

(method_parameters
  (identifier) @local)

(block_parameters
  (identifier) @local)

(lambda_parameters
  (identifier) @local)

(destructured_parameter
  (identifier) @local)

(optional_parameter
  name: (identifier) @local)

(keyword_parameter
  name: (identifier) @local)

(splat_parameter
  name: (identifier) @local)

(hash_splat_parameter
  name: (identifier) @local)

(block_parameter
  name: (identifier) @local)

(assignment
  left: (identifier) @local)

(operator_assignment
  left: (identifier) @local)

(left_assignment_list
  (identifier) @local)

(for
  pattern: (identifier) @local)

(exception_variable
  (identifier) @local)

; Whatever the file that is required defines is there.
(call
  method: (identifier) @_require
  arguments: (argument_list
    .
    (string
      (string_content) @import.all))
  (#any-of? @_require "require" "require_relative" "load"))
