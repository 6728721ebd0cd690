#include "python_nodes.h"

#include <string_view>
#include <utility>

namespace grit::syntax {
namespace {

constexpr std::pair<std::string_view, Role> kRoles[] = {
    {"identifier", Role::identifier},
    {"function_definition", Role::function},
    {"class_definition", Role::class_},
    {"decorated_definition", Role::decorated},
    {"parameters", Role::parameters},
    {"lambda_parameters", Role::parameters},
    {"default_parameter", Role::default_parameter},
    {"typed_default_parameter", Role::default_parameter},
    {"typed_parameter", Role::typed_parameter},
    {"pattern_list", Role::pattern},
    {"tuple_pattern", Role::pattern},
    {"list_pattern", Role::pattern},
    {"list_splat_pattern", Role::pattern},
    {"dictionary_splat_pattern", Role::pattern},
    {"tuple", Role::container},
    {"list", Role::container},
    {"parenthesized_expression", Role::container},
    {"assignment", Role::assignment},
    {"augmented_assignment", Role::augmented_assignment},
    {"for_statement", Role::for_},
    {"for_in_clause", Role::for_},
    {"named_expression", Role::named_expression},
    {"keyword_argument", Role::keyword_argument},
    {"as_pattern", Role::as_pattern},
    {"as_pattern_target", Role::as_target},
    {"except_clause", Role::except},
    {"global_statement", Role::global},
    {"nonlocal_statement", Role::global},
    {"import_statement", Role::import},
    {"import_from_statement", Role::import},
    {"future_import_statement", Role::import},
    {"call", Role::call},
    {"attribute", Role::attribute},
    {"member_type", Role::member_type},
    {"lambda", Role::lambda},
    {"list_comprehension", Role::comprehension},
    {"set_comprehension", Role::comprehension},
    {"dictionary_comprehension", Role::comprehension},
    {"generator_expression", Role::comprehension},
    {"case_pattern", Role::case_pattern},
    {"class_pattern", Role::class_pattern},
    {"keyword_pattern", Role::keyword_pattern},
    {"splat_pattern", Role::splat_pattern},
    {"dotted_name", Role::dotted_name},
    {"type", Role::type},
    {"type_alias_statement", Role::type_alias},
    {"block", Role::block},
    {"return_statement", Role::return_},
    {"string", Role::literal},
    {"concatenated_string", Role::literal},
    {"integer", Role::literal},
    {"float", Role::literal},
    {"true", Role::literal},
    {"false", Role::literal},
    {"dictionary", Role::literal},
    {"set", Role::literal},
    {"none", Role::none},
    {"await", Role::await},
    {"boolean_operator", Role::boolean},
    {"conditional_expression", Role::conditional},
    {"string_content", Role::leaf},
    {"comment", Role::leaf},
};

TSSymbol symbol(const TSLanguage* grammar, std::string_view name, bool named = true) {
  return ts_language_symbol_for_name(grammar, name.data(), static_cast<std::uint32_t>(name.size()), named);
}

TSFieldId field(const TSLanguage* grammar, std::string_view name) {
  return ts_language_field_id_for_name(grammar, name.data(), static_cast<std::uint32_t>(name.size()));
}

}  // namespace

PythonNodes::PythonNodes(const TSLanguage* grammar)
    : roles(ts_language_symbol_count(grammar), Role::other),
      comment(symbol(grammar, "comment")),
      string(symbol(grammar, "string")),
      concatenated_string(symbol(grammar, "concatenated_string")),
      parenthesized(symbol(grammar, "parenthesized_expression")),
      expression_statement(symbol(grammar, "expression_statement")),
      async(symbol(grammar, "async", false)),
      colon(symbol(grammar, ":", false)),
      from(symbol(grammar, "from", false)),
      decorator(symbol(grammar, "decorator")),
      aliased_import(symbol(grammar, "aliased_import")),
      dotted_name(symbol(grammar, "dotted_name")),
      wildcard_import(symbol(grammar, "wildcard_import")),
      binary_operator(symbol(grammar, "binary_operator")),
      union_type(symbol(grammar, "union_type")),
      generic_type(symbol(grammar, "generic_type")),
      subscript(symbol(grammar, "subscript")),
      dictionary(symbol(grammar, "dictionary")),
      set(symbol(grammar, "set")),
      name(field(grammar, "name")),
      parameters(field(grammar, "parameters")),
      body(field(grammar, "body")),
      definition(field(grammar, "definition")),
      left(field(grammar, "left")),
      right(field(grammar, "right")),
      type(field(grammar, "type")),
      alias(field(grammar, "alias")),
      module_name(field(grammar, "module_name")),
      function(field(grammar, "function")),
      object(field(grammar, "object")),
      attribute(field(grammar, "attribute")),
      value(field(grammar, "value")) {
  for (const auto& [name_text, role] : kRoles) {
    const TSSymbol id = symbol(grammar, name_text);
    if (id != 0 && id < roles.size()) roles[id] = role;
  }
}

}  // namespace grit::syntax
