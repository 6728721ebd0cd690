// The walk over a Python tree: one pass with a cursor, one frame for each level, no recursion.
#include "python.h"

#include <algorithm>
#include <string>
#include <utility>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "base/try.h"
#include "python_methods.h"
#include "python_nodes.h"
#include "python_parts.h"
#include "python_values.h"
#include "scopes.h"
#include "tree_walk.h"

namespace grit::syntax {
namespace {

// How often the walk looks at the stop conditions.
constexpr std::uint32_t kNodesPerCheck = 4096;

// What an identifier at some place does. `define` is the target of an assignment, `store` any other target.
enum class Place : std::uint8_t { load, define, store, update, parameter, callee, object, member, skip };

// A node on the way from the root to the cursor.
struct Frame {
  Role role = Role::other;
  Place place = Place::load;     // what the names in a pattern do
  bool called = false;           // an attribute that is called
  bool defined = false;          // a decorated definition that has its entry in `definitions`
  bool plain_object = false;     // an attribute whose object is a plain dotted name …
  std::uint32_t object_end = 0;  // … that ends here
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t block_end = kNone;     // of the innermost block around
  std::uint32_t object = kNone;        // an attribute whose object is no plain dotted name: the expression
  std::uint32_t value = kNone;         // the expression that names directly below are given
  std::uint32_t record = kNone;        // of the name directly below that was bound last
  std::uint32_t children = 0;          // how many were entered, comments not counted
  std::uint32_t type_end = 0;          // of an assignment with an annotation: where that ends
  const void* target = nullptr;        // of `for` and `except`: the node that names what they bind
  std::uint32_t definition = kNone;    // the innermost around what is below
  Scopes::Id scope = Scopes::kModule;  // where names below are looked up
  Scopes::Id bind = Scopes::kModule;   // where parameters below are bound
};

class PythonWalk {
 public:
  PythonWalk(const PythonNodes& nodes, const WalkInput& input, FileSyntax& out)
      : nodes_(nodes),
        input_(input),
        out_(out),
        at_(input.tree),
        methods_(out.definitions, input.bytes),
        values_(nodes, input.bytes) {}

  Status run();

 private:
  bool enter();  // whether to look below the node
  bool enter_role(Frame& frame, Frame& parent, Place place);
  void enter_definition(Frame& frame, const Frame& parent);
  void enter_decorated(TSNode node, Frame& frame);
  void enter_import(TSNode node, const Frame& frame);
  void enter_global(TSNode node, const Frame& frame);
  void enter_identifier(Place place);
  void enter_member();
  void enter_assignment(TSNode node, Frame& frame);
  void enter_value(Frame& frame, Frame& parent);
  void enter_dotted_name(TSNode node, const Frame& frame, Role parent);
  void check_error(TSNode node);
  [[nodiscard]] Place place_in(const Frame& parent, Role role) const;

  std::uint32_t add_definition(TSNode node, Scopes::Id scope, std::uint32_t parent);
  std::uint32_t append(Definition definition, Scopes::Id scope, std::uint32_t parent);
  void hide_imports(Binding& binding);
  void add_variable(const ByteRange& name);
  void bind(Scopes::Id scope, const ByteRange& name);
  std::uint32_t given_value() const;
  Use& add_use(UseKind kind, const ByteRange& name, const Frame& at);
  void resolve_uses();
  void resolve_bare(Use& use, Scopes::Id scope);
  void resolve_member(Use& use, Scopes::Id scope, std::uint32_t object);
  void resolve_values();

  Frame& above(std::size_t levels) { return frames_[frames_.size() - 1 - levels]; }
  [[nodiscard]] const Frame& above(std::size_t levels) const { return frames_[frames_.size() - 1 - levels]; }
  [[nodiscard]] std::string_view text(TSNode node) const { return text_of(node, input_.bytes); }

  const PythonNodes& nodes_;
  const WalkInput& input_;
  FileSyntax& out_;
  TreeWalk at_;
  bool has_errors_ = false;
  bool too_deep_ = false;
  std::vector<Frame> frames_;  // the bottom one stands above the root
  Scopes scopes_;
  PythonMethods methods_;
  PythonValues values_;
  struct UsePlace {
    Scopes::Id scope;
    std::uint32_t object;  // the expression before the dot where it is no plain dotted name
  };
  std::vector<UsePlace> use_places_;     // beside out_.uses
  std::vector<Scopes::Id> body_scopes_;  // beside out_.definitions: where its body binds
  struct Assigned {
    std::uint32_t owner;
    std::string_view name;
    std::uint32_t expression;
  };
  std::vector<Assigned> assigned_;  // to what outlives its scope, and what functions return
  absl::flat_hash_map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> ordinals_;  // by parent and name
};

Status PythonWalk::run() {
  has_errors_ = ts_node_has_error(ts_tree_root_node(input_.tree));
  frames_.resize(2);
  for (std::uint32_t visited = 1;; ++visited) {
    if (visited % kNodesPerCheck == 0) GRIT_RETURN_IF_ERROR(input_.stop.check());
    const bool below = enter();
    if (!at_.next(below)) break;
    frames_.resize(at_.depth() + 2);
    const Frame& parent = above(1);
    Frame next;
    next.definition = parent.definition;
    next.scope = parent.scope;
    next.bind = parent.bind;
    next.block_end = parent.block_end;
    frames_.back() = next;
  }
  resolve_uses();
  resolve_values();
  return {};
}

bool PythonWalk::enter() {
  Frame& frame = frames_.back();
  Frame& parent = above(1);
  frame.role = nodes_.role(at_.symbol());
  if (has_errors_) check_error(at_.node());
  if (frame.role == Role::leaf) return false;
  frame.begin = at_.begin();
  frame.end = at_.end();
  const Place place = place_in(parent, frame.role);
  ++parent.children;
  if (frames_.size() > kMaxDepth) {
    if (!std::exchange(too_deep_, true)) out_.errors.push_back({"too deep", {frame.begin, frame.end}});
    return false;
  }
  return enter_role(frame, parent, place);
}

bool PythonWalk::enter_role(Frame& frame, Frame& parent, Place place) {
  switch (frame.role) {
    case Role::identifier:
      if (frame.begin < frame.end) enter_identifier(place);
      return false;
    case Role::function:
    case Role::class_:
      enter_definition(frame, parent);
      return true;
    case Role::decorated:
      enter_decorated(at_.node(), frame);
      return true;
    case Role::block:
      if (parent.role == Role::function || parent.role == Role::class_) frame.scope = frame.bind;
      frame.block_end = frame.end;
      return true;
    case Role::lambda:
      frame.scope = frame.bind = scopes_.open(ScopeKind::function, frame.scope);
      return true;
    case Role::comprehension:
      frame.scope = frame.bind = scopes_.open(ScopeKind::comprehension, frame.scope);
      return true;
    case Role::import:
      enter_import(at_.node(), frame);
      return false;
    case Role::global:
      enter_global(at_.node(), frame);
      return false;
    case Role::dotted_name:
      enter_dotted_name(at_.node(), frame, parent.role);
      return false;
    case Role::attribute:
      frame.called = place == Place::callee;
      enter_value(frame, parent);
      return true;
    case Role::type:
      enter_value(frame, parent);
      frame.place = place;
      return true;
    case Role::for_:
      frame.target = ts_node_child_by_field_id(at_.node(), nodes_.left).id;
      return true;
    case Role::except:
      frame.target = ts_node_child_by_field_id(at_.node(), nodes_.alias).id;
      return true;
    case Role::assignment:
      if (frame.definition == kNone && frame.scope == Scopes::kModule) {
        const TSNode type = ts_node_child_by_field_id(at_.node(), nodes_.type);
        if (!ts_node_is_null(type)) frame.type_end = ts_node_end_byte(type);
      }
      enter_value(frame, parent);
      return true;
    case Role::pattern:
      if (place == Place::parameter) frame.value = values_.container();  // `*args` and `**options`
      [[fallthrough]];
    case Role::container:
      frame.place = place;
      return true;
    case Role::named_expression:
    case Role::as_pattern:
    case Role::return_:
      enter_value(frame, parent);
      return true;
    default:
      return true;
  }
}

// What an identifier that is a direct child of `parent` does there, and for a pattern, the names in it.
Place PythonWalk::place_in(const Frame& parent, Role role) const {
  const bool first = parent.children == 0;
  switch (parent.role) {
    case Role::parameters:
      return Place::parameter;
    case Role::default_parameter:
    case Role::typed_parameter:
      return first ? Place::parameter : Place::load;
    case Role::pattern:
    case Role::container:
      return parent.place == Place::callee ? Place::load : parent.place;
    case Role::type:
      return parent.place == Place::define ? Place::define : Place::load;
    case Role::type_alias:
      return parent.children == 1 ? Place::define : Place::load;
    case Role::assignment:
      return first ? Place::define : Place::load;
    case Role::augmented_assignment:
      return first ? Place::update : Place::load;
    case Role::for_:
      if (role != Role::identifier && role != Role::pattern) return Place::load;
      return at_.id() == parent.target ? Place::store : Place::load;
    case Role::except:
      return at_.id() == parent.target ? Place::store : Place::load;
    case Role::named_expression:
      return first ? Place::store : Place::load;
    case Role::as_pattern:
      return first ? Place::load : Place::store;
    case Role::as_target:
    case Role::splat_pattern:
      return Place::store;
    case Role::call:
      return first ? Place::callee : Place::load;
    case Role::attribute:
      return first ? Place::object : Place::member;
    case Role::member_type:
      return first ? Place::load : Place::member;
    case Role::keyword_argument:
    case Role::keyword_pattern:
      return first ? Place::skip : Place::load;
    case Role::function:
    case Role::class_:
    case Role::error:
      return Place::skip;
    default:
      return Place::load;
  }
}

void PythonWalk::enter_definition(Frame& frame, const Frame& parent) {
  const TSNode node = at_.node();
  const bool is_class = frame.role == Role::class_;
  const bool decorated = parent.role == Role::decorated && parent.defined;
  const std::uint32_t index = decorated ? parent.definition : add_definition(node, frame.scope, frame.definition);
  frame.bind = scopes_.open(is_class ? ScopeKind::class_ : ScopeKind::function, frame.scope);
  if (index == kNone) return;
  frame.definition = index;
  body_scopes_[index] = frame.bind;
  if (out_.definitions[index].kind == DefinitionKind::method) {
    methods_.set_self(index, first_parameter(node, nodes_, input_.bytes));
  }
}

void PythonWalk::enter_decorated(TSNode node, Frame& frame) {
  const TSNode definition = ts_node_child_by_field_id(node, nodes_.definition);
  if (ts_node_is_null(definition)) return;
  const std::uint32_t index = add_definition(definition, frame.scope, frame.definition);
  if (index == kNone) return;
  out_.definitions[index].range = range_of(node);
  out_.definitions[index].decorators = read_decorators(nodes_, node);
  frame.definition = index;
  frame.defined = true;
}

// Adds the function or class at `node`; kNone where error recovery left it incomplete.
std::uint32_t PythonWalk::add_definition(TSNode node, Scopes::Id scope, std::uint32_t parent) {
  Definition definition;
  if (!read_definition(nodes_, node, input_.bytes, definition)) return kNone;
  const bool in_class = parent != kNone && out_.definitions[parent].kind == DefinitionKind::class_;
  definition.kind = nodes_.role(ts_node_symbol(node)) == Role::class_ ? DefinitionKind::class_
                    : in_class                                        ? DefinitionKind::method
                                                                      : DefinitionKind::function;
  return append(std::move(definition), scope, parent);
}

std::uint32_t PythonWalk::append(Definition definition, Scopes::Id scope, std::uint32_t parent) {
  const auto index = static_cast<std::uint32_t>(out_.definitions.size());
  definition.parent = parent;
  definition.ordinal = ++ordinals_[{parent, definition.name}];
  if (parent != kNone) {
    const Definition& around = out_.definitions[parent];
    definition.qualified = around.qualified + (around.kind == DefinitionKind::class_ ? "." : ".<locals>.");
  }
  definition.qualified += definition.name;
  if (definition.ordinal > 1) definition.qualified += '#' + std::to_string(definition.ordinal);
  Binding& binding = scopes_.bind(scope, definition.name);
  if (binding.definition == kNone) binding.definition = index;
  if (scope == Scopes::kModule && frames_.back().block_end == kNone) hide_imports(binding);
  out_.definitions.push_back(std::move(definition));
  body_scopes_.push_back(scope);
  return index;
}

// What an import bound is gone once the module defines the name, unless that is done in a branch.
void PythonWalk::hide_imports(Binding& binding) {
  for (std::uint32_t import = std::exchange(binding.import, kNone); import != kNone;) {
    out_.imports[import].inside = true;
    import = out_.imports[import].other;
  }
}

// Adds the target of an assignment at module level. Its range is the whole assignment, the outermost of `a = b = 1`.
void PythonWalk::add_variable(const ByteRange& name) {
  const Frame* statement = &above(1);
  for (std::size_t level = 1; level + 1 < frames_.size(); ++level) {
    const Role role = above(level).role;
    if (role == Role::assignment || role == Role::type_alias) statement = &above(level);
    if (role != Role::assignment && role != Role::pattern && role != Role::type) break;
  }
  Definition variable;
  variable.kind = DefinitionKind::variable;
  variable.name = name.of(input_.bytes);
  variable.name_range = name;
  variable.range = variable.inner = {statement->begin, statement->end};
  variable.header = variable.name_range;
  if (above(1).type_end != 0) variable.header.end = above(1).type_end;
  append(std::move(variable), frames_.back().scope, kNone);
  const std::uint32_t value = given_value();
  if (value != kNone) assigned_.push_back({kNone, name.of(input_.bytes), value});
}

// The expression that the name at the cursor is given; kNone: nothing is known of it.
std::uint32_t PythonWalk::given_value() const {
  const Role role = above(1).role;
  if (role == Role::assignment || role == Role::named_expression || role == Role::pattern) return above(1).value;
  return role == Role::as_target ? above(2).value : kNone;
}

void PythonWalk::bind(Scopes::Id scope, const ByteRange& name) {
  if (!input_.parts.uses) return;
  const Frame& frame = frames_.back();
  Binding& binding = scopes_.bind(scope, name.of(input_.bytes));
  binding.variable = true;
  const std::uint32_t value = given_value();
  above(1).record = values_.bind(binding, static_cast<std::uint32_t>(name.begin), frame.block_end);
  values_.give(above(1).record, value);
  if (scopes_.kind(scope) == ScopeKind::class_) assigned_.push_back({frame.definition, name.of(input_.bytes), value});
}

// Keeps the expressions whose values will be asked for.
void PythonWalk::enter_value(Frame& frame, Frame& parent) {
  if (!input_.parts.uses) return;
  const TSNode node = at_.node();
  const Standing at{frame.scope, frame.definition};
  switch (frame.role) {
    case Role::attribute: {
      const TSNode object = ts_node_child_by_field_id(node, nodes_.object);
      if (!ts_node_is_null(object) && values_.is_compound(object)) frame.object = values_.read(object, at);
      break;
    }
    case Role::assignment:
      enter_assignment(node, frame);
      break;
    case Role::named_expression:
      frame.value = values_.read(ts_node_child_by_field_id(node, nodes_.value), at);
      break;
    case Role::as_pattern: {
      const std::uint32_t value = values_.read(ts_node_named_child(node, 0), at);
      frame.value = parent.role == Role::except ? values_.called(value) : values_.entered(value);
      break;
    }
    case Role::return_:
      if (frame.definition != kNone)
        assigned_.push_back({frame.definition, {}, values_.read(ts_node_named_child(node, 0), at)});
      break;
    case Role::type:
      if (parent.role == Role::typed_parameter || parent.role == Role::default_parameter) {
        values_.give(parent.record, values_.read_annotation(node, at));
      }
      break;
    default:
      break;
  }
}

// The value is of the class that the annotation promises, or else what stands on the right.
void PythonWalk::enter_assignment(TSNode node, Frame& frame) {
  const Standing at{frame.scope, frame.definition};
  const TSNode type = ts_node_child_by_field_id(node, nodes_.type);
  if (!ts_node_is_null(type)) frame.value = values_.read_annotation(type, at);
  if (frame.value == kNone) frame.value = values_.read(ts_node_child_by_field_id(node, nodes_.right), at);
  const TSNode left = ts_node_child_by_field_id(node, nodes_.left);
  if (ts_node_is_null(left) || nodes_.role(ts_node_symbol(left)) != Role::attribute) return;
  const TSNode object = ts_node_child_by_field_id(left, nodes_.object);
  const TSNode name = ts_node_child_by_field_id(left, nodes_.attribute);
  if (ts_node_is_null(object) || ts_node_is_null(name)) return;
  if (methods_.is_self(text(object), frame.definition)) {
    assigned_.push_back({methods_.class_around(frame.definition), text(name), frame.value});
  }
}

void PythonWalk::enter_identifier(Place place) {
  const Frame& frame = frames_.back();
  Frame& parent = above(1);
  const ByteRange name{frame.begin, frame.end};
  switch (place) {
    case Place::skip:
      return;
    case Place::parameter:
      return bind(frame.bind, name);
    case Place::define:
      if (frame.definition == kNone && frame.scope == Scopes::kModule) return add_variable(name);
      return bind(frame.scope, name);
    case Place::store:
      if (parent.role != Role::named_expression) return bind(frame.scope, name);
      return bind(scopes_.outside_comprehensions(frame.scope), name);
    case Place::update:
      bind(frame.scope, name);
      break;
    case Place::member:
      return enter_member();
    case Place::object:
      parent.plain_object = true;
      parent.object_end = frame.end;
      break;
    case Place::callee:
    case Place::load:
      break;
  }
  if (input_.parts.uses) add_use(place == Place::callee ? UseKind::call : UseKind::name, name, frame);
}

bool is_plain_dotted(std::string_view text) { return text.find_first_of(" \t\r\n\f\\#()") == std::string_view::npos; }

void PythonWalk::enter_member() {
  if (!input_.parts.uses) return;
  const Frame& attribute = above(1);
  const Frame& frame = frames_.back();
  const UseKind kind = attribute.called ? UseKind::call : UseKind::attribute;
  Use& use = add_use(kind, {frame.begin, frame.end}, frame);
  use.member = true;
  use_places_.back().object = attribute.object;
  if (!attribute.plain_object) return;
  const std::string_view receiver = ByteRange{attribute.begin, attribute.object_end}.of(input_.bytes);
  if (is_plain_dotted(receiver)) use.receiver = receiver;
  use.on_self = methods_.is_self(use.receiver, use.scope);
  Frame& outer = above(2);
  if (outer.role == Role::attribute) {
    outer.plain_object = true;
    outer.object_end = frames_.back().end;
  }
}

// A dotted name stands in the patterns of `case`: alone it binds, unless it is the class of a class pattern.
void PythonWalk::enter_dotted_name(TSNode node, const Frame& frame, Role parent) {
  const std::string_view whole = text(node);
  const bool binds = ts_node_named_child_count(node) == 1 && parent != Role::class_pattern;
  Children components(node);
  while (components.next()) {
    const TSNode name = components.node();
    if (nodes_.role(ts_node_symbol(name)) != Role::identifier || range_of(name).empty()) continue;
    if (binds) return bind(frame.scope, range_of(name));
    if (!input_.parts.uses) return;
    const bool member = ts_node_start_byte(name) != frame.begin;
    Use& use = add_use(member ? UseKind::attribute : UseKind::name, range_of(name), frame);
    use.member = member;
    if (member && is_plain_dotted(whole)) {
      use.receiver = whole.substr(0, ts_node_start_byte(name) - frame.begin - 1);
      use.on_self = methods_.is_self(use.receiver, use.scope);
    }
  }
}

void PythonWalk::enter_import(TSNode node, const Frame& frame) {
  if (!input_.parts.uses) return;
  for (ImportedName& name : read_imports(nodes_, node, input_.bytes)) {
    const auto index = static_cast<std::uint32_t>(out_.imports.size());
    if (!name.import.alias.empty()) {
      Binding& binding = scopes_.bind(frame.scope, name.import.alias);
      if (binding.import == kNone) {
        binding.import = index;
      } else {  // any of them, and the first is asked first
        name.import.other = std::exchange(out_.imports[binding.import].other, index);
      }
    }
    name.import.inside = frame.scope != Scopes::kModule;
    if (!name.name_range.empty()) {
      Use use;
      use.kind = UseKind::import;
      use.name = name.name_range.of(input_.bytes);
      use.range = name.name_range;
      use.scope = frame.definition;
      use.import = index;
      out_.uses.push_back(use);
      use_places_.push_back({frame.scope, kNone});
    }
    out_.imports.push_back(std::move(name.import));
  }
}

void PythonWalk::enter_global(TSNode node, const Frame& frame) {
  if (frame.scope == Scopes::kModule) return;
  Children names(node);
  while (names.next()) {
    if (nodes_.role(ts_node_symbol(names.node())) != Role::identifier) continue;
    scopes_.bind(frame.scope, text(names.node())).elsewhere = true;
  }
}

void PythonWalk::check_error(TSNode node) {
  if (out_.errors.size() >= kMaxErrors) return;
  if (ts_node_is_error(node)) {
    out_.errors.push_back({"error", range_of(node)});
  } else if (ts_node_is_missing(node)) {
    out_.errors.push_back({std::string("missing ") + ts_node_type(node), range_of(node)});
  }
}

Use& PythonWalk::add_use(UseKind kind, const ByteRange& name, const Frame& at) {
  Use& use = out_.uses.emplace_back();
  use.kind = kind;
  use.name = name.of(input_.bytes);
  use.range = name;
  use.scope = at.definition;
  use_places_.push_back({at.scope, kNone});
  return use;
}

void PythonWalk::resolve_uses() {
  for (std::size_t i = 0; i < out_.uses.size(); ++i) {
    Use& use = out_.uses[i];
    if (use.member) {
      resolve_member(use, use_places_[i].scope, use_places_[i].object);
    } else if (use.kind != UseKind::import) {
      resolve_bare(use, use_places_[i].scope);
    }
  }
}

void PythonWalk::resolve_bare(Use& use, Scopes::Id scope) {
  const Binding* binding = scopes_.resolve(scope, use.name);
  if (binding == nullptr) return;
  use.definition = binding->definition;
  use.import = binding->import;
  use.local = binding->definition == kNone && binding->import == kNone;
  if (use.import != kNone) use.origin = values_.origin(*binding, {scopes_, methods_}, out_);
}

// `self.name` means what the class binds, as far as it does; everything else is left to whoever can open other files.
void PythonWalk::resolve_member(Use& use, Scopes::Id scope, std::uint32_t object) {
  const PythonValues::Names names{scopes_, methods_};
  if (use.receiver.empty()) {
    use.origin = values_.origin(object, names, out_);
    return;
  }
  std::uint32_t owner = kNone;
  if (use.on_self) {
    owner = methods_.class_around(use.scope);
  } else {
    const Standing at{scope, use.scope};
    use.origin = values_.origin(use.receiver, static_cast<std::uint32_t>(use.range.begin), at, names, out_);
    const std::size_t dot = use.receiver.find('.');
    const Binding* binding = scopes_.resolve(scope, use.receiver.substr(0, dot));
    if (binding == nullptr) return;
    use.import = binding->import;
    if (dot == std::string_view::npos) owner = binding->definition;
  }
  if (owner == kNone || out_.definitions[owner].kind != DefinitionKind::class_) return;
  const Binding* member = scopes_.find(body_scopes_[owner], use.name);
  if (member != nullptr) use.definition = member->definition;
}

// Says where what was assigned comes from. Of an attribute it is worth knowing that there is one, of other things only
// what it is.
void PythonWalk::resolve_values() {
  absl::flat_hash_set<std::tuple<std::uint32_t, std::string_view, std::uint32_t>> seen;
  for (const Assigned& assigned : assigned_) {
    const std::uint32_t origin = values_.origin(assigned.expression, {scopes_, methods_}, out_);
    const bool attribute = assigned.owner != kNone && out_.definitions[assigned.owner].kind == DefinitionKind::class_;
    if (origin == kNone && !attribute) continue;
    if (seen.emplace(assigned.owner, assigned.name, origin).second) {
      out_.values.push_back({assigned.owner, assigned.name, origin});
    }
  }
}

class PythonWalker final : public Walker {
 public:
  explicit PythonWalker(const TSLanguage* grammar) : nodes_(grammar) {}
  Status walk(const WalkInput& input, FileSyntax& out) override { return PythonWalk(nodes_, input, out).run(); }

 private:
  PythonNodes nodes_;
};

}  // namespace

std::unique_ptr<Walker> make_python_walker(const TSLanguage* grammar) {
  return std::make_unique<PythonWalker>(grammar);
}

}  // namespace grit::syntax
