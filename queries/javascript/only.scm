; What TypeScript writes in another way.

(field_definition
  property: [
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

(formal_parameters
  (identifier) @local)
