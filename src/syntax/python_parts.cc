#include "python_parts.h"

#include <string>
#include <utility>

namespace grit::syntax {
namespace {

bool is_null_or_empty(TSNode node) { return ts_node_is_null(node) || range_of(node).empty(); }

// Whether a string literal is a plain one: neither formatted nor bytes.
bool is_plain_string(TSNode string, std::string_view bytes) {
  for (const char c : text_of(string, bytes)) {
    if (c == '"' || c == '\'') return true;
    if (c != 'r' && c != 'R' && c != 'u' && c != 'U') return false;
  }
  return false;
}

// Whether every part of implicitly joined string literals is a plain one.
bool all_plain(const PythonNodes& nodes, TSNode joined, std::string_view bytes) {
  Children parts(joined);
  while (parts.next()) {
    if (ts_node_symbol(parts.node()) == nodes.string && !is_plain_string(parts.node(), bytes)) return false;
  }
  return true;
}

std::optional<ByteRange> docstring_of(const PythonNodes& nodes, TSNode body, std::string_view bytes) {
  Children statements(body);
  bool found = statements.next();
  while (found && ts_node_symbol(statements.node()) == nodes.comment) found = statements.next();
  if (!found || ts_node_symbol(statements.node()) != nodes.expression_statement) return std::nullopt;
  if (ts_node_child_count(statements.node()) != 1) return std::nullopt;
  TSNode literal = ts_node_child(statements.node(), 0);
  while (ts_node_symbol(literal) == nodes.parenthesized) literal = ts_node_named_child(literal, 0);
  const bool plain = ts_node_symbol(literal) == nodes.string
                         ? is_plain_string(literal, bytes)
                         : ts_node_symbol(literal) == nodes.concatenated_string && all_plain(nodes, literal, bytes);
  return plain ? std::optional(range_of(literal)) : std::nullopt;
}

// A dotted name without the blanks and line continuations that may stand in it.
std::string squeeze(std::string_view dotted) {
  std::string out;
  for (const char c : dotted) {
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\\') out += c;
  }
  return out;
}

// The last component of a dotted_name.
TSNode last_component(TSNode dotted) {
  const std::uint32_t count = ts_node_named_child_count(dotted);
  return count == 0 ? dotted : ts_node_named_child(dotted, count - 1);
}

ImportedName read_module(TSNode dotted, std::string_view alias, std::string_view bytes) {
  ImportedName out;
  out.import.module = squeeze(text_of(dotted, bytes));
  const TSNode first = ts_node_named_child(dotted, 0);
  out.import.alias = !alias.empty() || ts_node_is_null(first) ? alias : text_of(first, bytes);
  out.name_range = range_of(last_component(dotted));
  return out;
}

ImportedName read_member(const std::string& module, TSNode dotted, std::string_view alias, std::string_view bytes) {
  ImportedName out;
  out.import.module = module;
  out.import.name = text_of(dotted, bytes);
  out.import.alias = alias.empty() ? out.import.name : alias;
  out.name_range = range_of(last_component(dotted));
  return out;
}

}  // namespace

bool read_definition(const PythonNodes& nodes, TSNode node, std::string_view bytes, Definition& out) {
  std::optional<ByteRange> name, colon, body;
  Children children(node);
  while (children.next()) {
    const TSNode child = children.node();
    const TSSymbol symbol = ts_node_symbol(child);
    const TSFieldId field = children.field();
    if (field == nodes.name && !name) name = range_of(child);
    if (field == nodes.parameters) out.parameters = range_of(child);
    if (symbol == nodes.colon) colon = range_of(child);
    if (symbol == nodes.async) out.is_async = true;
    if (field == nodes.body && symbol != nodes.comment) {
      body = range_of(child);
      out.docstring = docstring_of(nodes, child, bytes);
    }
  }
  if (!name || name->empty() || !body) return false;
  out.name = name->of(bytes);
  out.name_range = *name;
  out.inner = out.range = range_of(node);
  out.header = {out.inner.begin, colon ? colon->begin : body->begin};
  out.body = *body;
  return true;
}

std::vector<ByteRange> read_decorators(const PythonNodes& nodes, TSNode decorated) {
  std::vector<ByteRange> out;
  Children children(decorated);
  while (children.next()) {
    const TSNode decorator = children.node();
    if (ts_node_symbol(decorator) != nodes.decorator) continue;
    const TSNode expression = ts_node_named_child(decorator, 0);  // the decorator itself ends behind its comment
    out.push_back(
        {ts_node_start_byte(decorator), ts_node_end_byte(ts_node_is_null(expression) ? decorator : expression)});
  }
  return out;
}

std::string_view first_parameter(TSNode function, const PythonNodes& nodes, std::string_view bytes) {
  Children parameters(ts_node_child_by_field_id(function, nodes.parameters));
  while (parameters.next()) {
    TSNode parameter = parameters.node();
    if (!ts_node_is_named(parameter) || ts_node_symbol(parameter) == nodes.comment) continue;
    if (nodes.role(ts_node_symbol(parameter)) == Role::typed_parameter) parameter = ts_node_child(parameter, 0);
    if (nodes.role(ts_node_symbol(parameter)) == Role::identifier) return text_of(parameter, bytes);
    break;
  }
  return {};
}

std::vector<ImportedName> read_imports(const PythonNodes& nodes, TSNode statement, std::string_view bytes) {
  std::vector<ImportedName> out;
  bool members = false;  // "from module import …"
  std::string module;
  Children children(statement);
  while (children.next()) {
    const TSNode child = children.node();
    const TSSymbol symbol = ts_node_symbol(child);
    if (symbol == nodes.from) {
      members = true;
      module = "__future__";  // that module's name is a keyword of the grammar: no node says it
    } else if (children.field() == nodes.module_name) {
      module = squeeze(text_of(child, bytes));
    } else if (symbol == nodes.wildcard_import) {
      out.push_back({{module, text_of(child, bytes), {}, {}, false}, {}});
    } else if (symbol == nodes.dotted_name || symbol == nodes.aliased_import) {
      const bool aliased = symbol == nodes.aliased_import;
      const TSNode dotted = aliased ? ts_node_child_by_field_id(child, nodes.name) : child;
      const std::string_view alias =
          aliased ? text_of(ts_node_child_by_field_id(child, nodes.alias), bytes) : std::string_view();
      if (is_null_or_empty(dotted)) continue;
      out.push_back(members ? read_member(module, dotted, alias, bytes) : read_module(dotted, alias, bytes));
      out.back().import.aliased = aliased;
    }
  }
  for (ImportedName& name : out) name.import.range = range_of(statement);
  return out;
}

}  // namespace grit::syntax
