#include "python_values.h"

#include <algorithm>
#include <span>
#include <utility>

#include "python_parts.h"

namespace grit::syntax {
namespace {

constexpr unsigned kMaxNesting = 12;         // of an expression that is kept, and of names that stand for others
constexpr std::size_t kMaxAlternatives = 4;  // origins of one value
constexpr unsigned kMaxSteps = 64;           // looked at for one value
constexpr std::size_t kMaxRest = 120;        // bytes; a longer way leads nowhere

// Built-in functions and types that give values of built-in types, and those that give something that holds others.
constexpr std::string_view kBuiltIn[] = {
    "abs",    "all",    "any",   "ascii",  "bin",   "bool", "bytearray", "bytes", "chr", "complex",
    "dir",    "divmod", "float", "format", "hash",  "hex",  "id",        "input", "int", "len",
    "object", "oct",    "open",  "ord",    "range", "repr", "round",     "slice", "str", "sum"};
constexpr std::string_view kContainers[] = {"dict", "enumerate", "frozenset", "list", "locals", "set", "tuple", "zip"};

bool is_in(std::span<const std::string_view> list, std::string_view function) {
  return std::find(list.begin(), list.end(), function) != list.end();
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c < 0;
  });
}

std::string_view last_component(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

}  // namespace

// The origins found so far, and what bounds the search for more.
struct PythonValues::Search {
  const Names& names;
  const FileSyntax& file;
  std::vector<Origin> found = {};
  unsigned steps = 0;
  unsigned depth = 0;

  void add(OriginBase base, std::uint32_t index, std::string rest) {
    if (found.size() < kMaxAlternatives) found.push_back({base, index, std::move(rest), kNone});
  }
};

std::uint32_t PythonValues::add(Expression expression) {
  expressions_.push_back(expression);
  return static_cast<std::uint32_t>(expressions_.size() - 1);
}

std::uint32_t PythonValues::choice(std::uint32_t left, std::uint32_t right) {
  if (left == kNone || right == kNone) return left == kNone ? right : left;
  return add({Kind::choice, left, right});
}

std::uint32_t PythonValues::name(TSNode node, const Standing& at) {
  return add({Kind::name, kNone, kNone, ts_node_start_byte(node), text_of(node, bytes_), at});
}

bool PythonValues::is_compound(TSNode node) const {
  const Role role = nodes_.role(ts_node_symbol(node));
  return role != Role::identifier && role != Role::attribute;
}

std::uint32_t PythonValues::read(TSNode node, const Standing& at, unsigned depth) {
  if (ts_node_is_null(node) || depth > kMaxNesting) return kNone;
  const auto child = [&](std::uint32_t index) { return read(ts_node_named_child(node, index), at, depth + 1); };
  switch (nodes_.role(ts_node_symbol(node))) {
    case Role::identifier:
      return name(node, at);
    case Role::attribute:
      return read_attribute(node, at, depth);
    case Role::call:
      return called(read(ts_node_child_by_field_id(node, nodes_.function), at, depth + 1));
    case Role::assignment:  // in `a = b = 1`
      return read(ts_node_child_by_field_id(node, nodes_.right), at, depth + 1);
    case Role::await:
      return child(0);
    case Role::boolean:
      return choice(child(0), child(1));
    case Role::conditional:
      return choice(child(0), child(2));
    case Role::none:
      return add({Kind::nothing});
    case Role::container:
      if (ts_node_symbol(node) == nodes_.parenthesized) return child(0);
      return container();
    case Role::literal: {
      const TSSymbol symbol = ts_node_symbol(node);
      const bool container = symbol == nodes_.dictionary || symbol == nodes_.set;
      return add({container ? Kind::container : Kind::literal});
    }
    case Role::comprehension:
      return container();
    default:
      return kNone;
  }
}

std::uint32_t PythonValues::read_attribute(TSNode node, const Standing& at, unsigned depth) {
  const std::uint32_t object = read(ts_node_child_by_field_id(node, nodes_.object), at, depth + 1);
  const TSNode attribute = ts_node_child_by_field_id(node, nodes_.attribute);
  if (object == kNone || ts_node_is_null(attribute)) return kNone;
  return add({Kind::member, object, kNone, ts_node_start_byte(attribute), text_of(attribute, bytes_)});
}

std::uint32_t PythonValues::read_annotation(TSNode node, const Standing& at, unsigned depth) {
  if (ts_node_is_null(node) || depth > kMaxNesting) return kNone;
  const TSSymbol symbol = ts_node_symbol(node);
  const auto child = [&](std::uint32_t index) {
    return read_annotation(ts_node_named_child(node, index), at, depth + 1);
  };
  switch (nodes_.role(symbol)) {
    case Role::identifier:
    case Role::attribute:
      if (last_component(text_of(node, bytes_)) == "Any") return kNone;
      return called(read(node, at, depth));
    case Role::type:
      return child(0);
    case Role::member_type:
      return kNone;
    case Role::literal:
      return symbol == nodes_.string ? read_quoted(node, at) : kNone;
    default:
      break;
  }
  if (symbol == nodes_.binary_operator || symbol == nodes_.union_type) return choice(child(0), child(1));
  if (symbol == nodes_.generic_type || symbol == nodes_.subscript) return read_generic(node, at, depth);
  return kNone;
}

// `Optional[X]` and `Union[X, Y]`. Of anything else in brackets the value is that of what stands before them.
std::uint32_t PythonValues::read_generic(TSNode node, const Standing& at, unsigned depth) {
  const TSNode generic = ts_node_named_child(node, 0);
  const std::string_view name = last_component(text_of(generic, bytes_));
  if (name == "Annotated" || name == "ClassVar" || name == "Final" || name == "Optional" || name == "Union") {
    const bool parameters = ts_node_symbol(node) == nodes_.generic_type;
    const TSNode list = parameters ? ts_node_named_child(node, 1) : node;
    std::uint32_t found = kNone;
    const std::uint32_t first = parameters ? 0 : 1;
    const std::uint32_t end = name == "Union"
                                  ? std::min<std::uint32_t>(ts_node_named_child_count(list), first + kMaxAlternatives)
                                  : first + 1;
    for (std::uint32_t i = first; i < end; ++i) {
      found = choice(found, read_annotation(ts_node_named_child(list, i), at, depth + 1));
    }
    return found;
  }
  if (name == "Type" || name == "type") return kNone;
  return called(read(generic, at, depth + 1));
}

// "Class" or "module.Class".
std::uint32_t PythonValues::read_quoted(TSNode string, const Standing& at) {
  std::string_view text = text_of(string, bytes_);
  if (text.size() < 3) return kNone;
  text = text.substr(1, text.size() - 2);
  std::uint32_t found = kNone;
  for (bool first = true; !text.empty(); first = false) {
    const std::size_t end = std::min(text.find('.'), text.size());
    const std::string_view part = text.substr(0, end);
    if (!is_name(part)) return kNone;
    found = first ? add({Kind::name, kNone, kNone, ts_node_start_byte(string), part, at})
                  : add({Kind::member, found, kNone, 0, part});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return called(found);
}

std::uint32_t PythonValues::bind(Binding& binding, std::uint32_t position, std::uint32_t block_end) {
  const auto record = static_cast<std::uint32_t>(records_.size());
  records_.push_back({kNone, position, block_end, std::exchange(binding.record, record)});
  return record;
}

void PythonValues::follow(std::uint32_t expression, std::string rest, Search& search) const {
  if (expression == kNone || ++search.steps > kMaxSteps || search.depth > kMaxNesting) return;
  const Expression& node = expressions_[expression];
  ++search.depth;
  switch (node.kind) {
    case Kind::name:
      follow_name(node.name, node.begin, node.at, std::move(rest), search);
      break;
    case Kind::member:
      if (rest.size() + node.name.size() < kMaxRest) follow(node.left, "." + std::string(node.name) + rest, search);
      break;
    case Kind::call:
      if (rest.size() + 2 < kMaxRest) follow(node.left, "()" + rest, search);
      break;
    case Kind::enter:
      follow(node.left, "!" + rest, search);
      break;
    case Kind::choice:
      follow(node.left, rest, search);
      follow(node.right, std::move(rest), search);
      break;
    case Kind::literal:
      search.add(OriginBase::outside, kNone, {});
      break;
    case Kind::container:
      search.add(OriginBase::container, kNone, std::move(rest));
      break;
    case Kind::nothing:
      break;
  }
  --search.depth;
}

void PythonValues::follow_name(std::string_view name, std::uint32_t position, const Standing& at, std::string rest,
                               Search& search) const {
  const std::uint32_t owner = search.names.methods.class_around(at.definition);
  if (owner != kNone && search.names.methods.is_self(name, at.definition)) {
    return search.add(OriginBase::self, owner, std::move(rest));
  }
  const Scopes::Found found = search.names.scopes.find_from(at.scope, name);
  if (found.binding == nullptr) {
    const bool calls = rest.starts_with("()");
    if (calls && name == "super" && owner != kNone) return search.add(OriginBase::super_, owner, rest.substr(2));
    if (calls && is_in(kContainers, name)) search.add(OriginBase::container, kNone, rest.substr(2));
    if (calls && is_in(kBuiltIn, name)) search.add(OriginBase::outside, kNone, {});
    return;
  }
  follow_imports(*found.binding, rest, search);
  if (found.binding->definition != kNone) {
    search.add(OriginBase::definition, found.binding->definition, std::move(rest));
  } else if (found.binding->import == kNone) {
    follow_records(*found.binding, found.scope == at.scope, position, rest, search);
  }
}

void PythonValues::follow_imports(const Binding& binding, const std::string& rest, Search& search) {
  for (std::uint32_t import = binding.import; import != kNone; import = search.file.imports[import].other) {
    search.add(OriginBase::import, import, rest);
  }
}

// The values that a variable can have at a position of its own scope: the last one that was bound before it, and those
// in blocks that ended before it. Elsewhere nobody knows when it is asked for: any of the last ones.
void PythonValues::follow_records(const Binding& binding, bool same_scope, std::uint32_t position,
                                  const std::string& rest, Search& search) const {
  std::size_t looked_at = 0;
  for (std::uint32_t index = binding.record; index != kNone; index = records_[index].previous) {
    const Record& record = records_[index];
    if (same_scope && record.position >= position) continue;
    if (++looked_at > kMaxAlternatives) return;
    follow(record.expression, rest, search);
    if (same_scope && position < record.block_end) return;
  }
}

// Puts the origins into the list of the file, the same ones only once.
std::uint32_t PythonValues::finish(Search& search, FileSyntax& out) {
  std::uint32_t index = kNone;
  for (auto origin = search.found.rbegin(); origin != search.found.rend(); ++origin) {
    origin->other = index;
    Key key{origin->base, origin->index, index, origin->rest};
    const auto [entry, added] = interned_.try_emplace(std::move(key), static_cast<std::uint32_t>(out.origins.size()));
    if (added) out.origins.push_back(std::move(*origin));
    index = entry->second;
  }
  return index;
}

std::uint32_t PythonValues::origin(const Binding& binding, const Names& names, FileSyntax& out) {
  Search search{names, out};
  follow_imports(binding, {}, search);
  if (binding.definition != kNone) search.add(OriginBase::definition, binding.definition, {});
  return finish(search, out);
}

std::uint32_t PythonValues::origin(std::uint32_t expression, const Names& names, FileSyntax& out) {
  if (expression == kNone) return kNone;
  Search search{names, out};
  follow(expression, {}, search);
  return finish(search, out);
}

std::uint32_t PythonValues::origin(std::string_view dotted, std::uint32_t position, const Standing& at,
                                   const Names& names, FileSyntax& out) {
  Search search{names, out};
  const std::size_t dot = std::min(dotted.find('.'), dotted.size());
  follow_name(dotted.substr(0, dot), position, at, std::string(dotted.substr(dot)), search);
  return finish(search, out);
}

}  // namespace grit::syntax
