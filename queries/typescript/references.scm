; What TypeScript adds to the uses and imports of JavaScript.

(type_identifier) @reference.name

(nested_type_identifier
  module: (_) @receiver
  name: (_) @reference.attribute)

(required_parameter
  pattern: (identifier) @local)

(optional_parameter
  pattern: (identifier) @local)

; "import fs = require('fs')"
(import_statement
  (import_require_clause
    (identifier) @import.alias
    source: (string) @import.module))
