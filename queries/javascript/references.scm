; Uses of names and imports of JavaScript that TypeScript has as well.

(call_expression
  function: (identifier) @reference.call)

(call_expression
  function: (member_expression
    object: (_) @receiver
    property: (_) @reference.call))

(new_expression
  constructor: (identifier) @reference.call)

(new_expression
  constructor: (member_expression
    object: (_) @receiver
    property: (_) @reference.call))

(member_expression
  object: (_) @receiver
  property: (_) @reference.attribute)

[
  (identifier)
  (shorthand_property_identifier)
] @reference.name

; Names that are bound where they stand.
(shorthand_property_identifier_pattern) @local

(pair_pattern
  value: (identifier) @local)

(array_pattern
  (identifier) @local)

(rest_pattern
  (identifier) @local)

(assignment_pattern
  left: (identifier) @local)

(arrow_function
  parameter: (identifier) @local)

(catch_clause
  parameter: (identifier) @local)

(for_in_statement
  left: (identifier) @local)

; "import a, { b as c } from 'm'", "import * as d from 'm'"
(import_statement
  source: (string) @import.module) @import

(import_clause
  (identifier) @import.alias)

(namespace_import
  (identifier) @import.alias)

(import_specifier
  name: (_) @import.name
  alias: (_) @import.alias)

(import_specifier
  name: (_) @import.name)

; "export { a } from 'm'", "export * from 'm'"
(export_statement
  (export_clause)
  source: (string) @import.module) @import

(export_specifier
  name: (_) @import.name)

(export_statement
  "*"
  source: (string) @import.all)

; "const a = require('m')", "const { b, c: d } = require('m')"
(variable_declarator
  name: (identifier) @import.alias
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments
      .
      (string) @import.module))
  (#eq? @_require "require"))

(variable_declarator
  name: (object_pattern
    (shorthand_property_identifier_pattern) @import.name)
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments
      .
      (string) @import.module))
  (#eq? @_require "require"))

(variable_declarator
  name: (object_pattern
    (pair_pattern
      key: (property_identifier) @import.name
      value: (identifier) @import.alias))
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments
      .
      (string) @import.module))
  (#eq? @_require "require"))
