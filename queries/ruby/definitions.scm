; Definitions of Ruby. Of several patterns for one name the first has the say.

(class
  name: [
    (constant)
    (scope_resolution)
  ] @name) @definition.class

(module
  name: [
    (constant)
    (scope_resolution)
  ] @name) @definition.module

(method
  name: (_) @name
  parameters: (_) @parameters) @definition.function

(method
  name: (_) @name) @definition.function

(singleton_method
  name: (_) @name
  parameters: (_) @parameters) @definition.function

(singleton_method
  name: (_) @name) @definition.function

; "Point = Struct.new(:x) do … end", "VERSION = '1'"
(assignment
  left: (constant) @name) @definition.variable

; "private def hidden … end"
(call
  method: (identifier)
  arguments: (argument_list
    .
    (method
      name: (_) @name))) @outer

; "alias size total", "alias_method :size, :total", "define_method(:size) { … }"
(alias
  name: (identifier) @name) @definition.function

(call
  method: (identifier) @_call
  arguments: (argument_list
    .
    (simple_symbol) @name)
  (#any-of? @_call "alias_method" "define_method" "define_singleton_method")) @definition.function

; "attr_reader :items, :state"
(call
  method: (identifier) @_call
  arguments: (argument_list
    (simple_symbol) @name @definition.function)
  (#any-of? @_call "attr_reader" "attr_accessor" "attr_writer" "attr" "delegate"))

[
  (block)
  (do_block)
  (lambda)
] @scope

(comment) @comment
