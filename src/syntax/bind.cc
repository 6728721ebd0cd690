#include "bind.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "dotted_names.h"

namespace grit::syntax {
namespace {

using Id = std::uint32_t;
using Name = std::pair<Id, std::string_view>;  // in a container

std::string_view unquoted(std::string_view text) {
  constexpr std::string_view kQuotes = "\"'`<>";
  while (!text.empty() && kQuotes.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  while (!text.empty() && kQuotes.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return text;
}

// The innermost container around positions that are asked in ascending order.
//
// Thread rule: one thread at a time.
class Sweep {
 public:
  explicit Sweep(const std::vector<Container>& containers) : containers_(containers) {}
  Id at(std::uint64_t position) {
    for (; next_ < containers_.size() && containers_[next_].range.begin <= position; ++next_) current_ = next_;
    while (current_ != kNone && !containers_[current_].range.contains(position))
      current_ = containers_[current_].parent;
    return current_;
  }

 private:
  const std::vector<Container>& containers_;
  Id next_ = 0;
  Id current_ = kNone;
};

class Binder {
 public:
  Binder(const Language& language, std::string_view bytes, const Matches& matches, const Containers& containers,
         FileSyntax& out)
      : language_(language), bytes_(bytes), matches_(matches), containers_(containers), out_(out) {}

  void run() {
    index_definitions();
    add_imports();
    collect_names();
    bind_locals();
    add_uses();
  }

 private:
  // What an identifier is, the first of these that applies.
  enum class Role : std::uint8_t { definition, imported, bound, call, attribute, name };
  struct NameAt {
    std::uint64_t begin;
    Role role;
    ByteRange range;
    ByteRange receiver;
    Id import = kNone;
  };

  // A statement with a module, open while the names in it are looked at.
  struct Group {
    const FoundImport* import;
    bool used;
  };

  void index_definitions();
  void add_imports();
  void add_import(const FoundImport& found);
  void close_groups(std::uint64_t position);
  [[nodiscard]] std::string module_of(const FoundImport& found);
  [[nodiscard]] std::string_view bound_name(const Import& import) const;
  void collect_names();
  void drop_skipped();
  void bind_locals();
  void add_uses();
  void resolve_bare(Id container, Use& use) const;
  void resolve_member(Id container, Use& use) const;
  [[nodiscard]] Id class_at(Id container, std::string_view name) const;
  [[nodiscard]] bool is_local(Id container, std::string_view name) const;
  [[nodiscard]] bool is_self(Id container, std::string_view name) const;
  // The type that code in the container belongs to; empty outside of any.
  [[nodiscard]] std::string_view type_around(Id container) const;
  template <typename Map, typename Key>
  static Id find(const Map& map, const Key& key) {
    const auto found = map.find(key);
    return found == map.end() ? kNone : found->second;
  }

  const Language& language_;
  std::string_view bytes_;
  const Matches& matches_;
  const Containers& containers_;
  FileSyntax& out_;
  std::vector<NameAt> names_;
  std::vector<Group> groups_;
  absl::flat_hash_map<Name, Id> definitions_;  // by the container that they stand in; the first of a name
  absl::flat_hash_map<std::pair<std::string_view, std::string_view>, Id> members_;  // by type and name
  absl::flat_hash_set<Name> locals_;
  absl::flat_hash_map<std::string_view, Id> imports_;  // by the name that they bind
};

std::string_view last_dotted(std::string_view path) { return path.substr(path.rfind('.') + 1); }

void Binder::index_definitions() {
  Sweep sweep(containers_.all);
  for (Id i = 0; i < out_.definitions.size(); ++i) {
    const Definition& definition = out_.definitions[i];
    Id container = sweep.at(definition.range.begin);
    if (container != kNone && containers_.all[container].definition == i &&
        containers_.all[container].range == definition.range) {
      container = containers_.all[container].parent;  // its own
    }
    std::string_view type = last_dotted(definition.owner);
    if (type.empty() && container != kNone) type = containers_.all[container].owner;
    if (!type.empty()) members_.try_emplace({type, definition.name}, i);
    if (definition.owner.empty()) definitions_.try_emplace({container, definition.name}, i);
    const bool hoisted = std::binary_search(containers_.hoisted.begin(), containers_.hoisted.end(), i);
    if (hoisted && container != kNone)
      definitions_.try_emplace({containers_.all[container].parent, definition.name}, i);
  }
}

bool says_only_module(const FoundImport& import) {
  return !import.group && !import.all && import.name.empty() && import.alias.empty();
}

void Binder::add_imports() {
  std::vector<const FoundImport*> sorted;
  absl::flat_hash_set<std::uint64_t> said;  // where modules stand of which another match says what they bind
  for (const FoundImport& import : matches_.imports) {
    sorted.push_back(&import);
    if (!says_only_module(import)) said.insert(import.module.begin);
  }
  std::sort(sorted.begin(), sorted.end(), [](const FoundImport* a, const FoundImport* b) {
    const auto key = [](const FoundImport& i, std::uint64_t end) {
      // Groups before what stands in them; of two matches for one name the one that says more.
      return std::make_tuple(i.statement.begin, !i.group, end, i.name.begin, i.module.begin, i.alias.empty());
    };
    return key(*a, b->statement.end) < key(*b, a->statement.end);
  });
  const FoundImport* last = nullptr;
  for (const FoundImport* import : sorted) {
    close_groups(import->statement.begin);
    const bool again = last != nullptr && last->statement.begin == import->statement.begin &&
                       last->name == import->name && last->group == import->group &&
                       (!import->name.empty() || last->module == import->module);
    last = import;
    if (again || (says_only_module(*import) && said.contains(import->module.begin))) continue;
    if (import->group) {
      groups_.push_back({import, false});
    } else {
      add_import(*import);
    }
  }
  close_groups(bytes_.size() + 1);
}

// Ends the groups that end before a position. One that named nothing imports its module as a whole.
void Binder::close_groups(std::uint64_t position) {
  while (!groups_.empty() && groups_.back().import->statement.end <= position) {
    const Group group = groups_.back();
    groups_.pop_back();
    if (!group.used) add_import(*group.import);
  }
}

void Binder::add_import(const FoundImport& found) {
  Import import;
  import.module = module_of(found);
  import.name = found.all ? std::string_view("*") : unquoted(found.name.of(bytes_));
  import.range = found.statement;
  import.aliased = !found.alias.empty();
  if (import.module.empty()) return;  // "export { a }" has the shape of an import
  import.alias = import.aliased ? found.alias.of(bytes_) : bound_name(import);
  const auto index = static_cast<Id>(out_.imports.size());
  if (!import.alias.empty()) imports_.try_emplace(import.alias, index);
  if (!found.name.empty()) names_.push_back({found.name.begin, Role::imported, found.name, {}, index});
  if (!found.alias.empty()) names_.push_back({found.alias.begin, Role::definition, found.alias, {}});
  out_.imports.push_back(std::move(import));
}

// A name is imported from the modules of the groups around it: of "use a::{b, c::{d}}" d is out of a::c.
std::string Binder::module_of(const FoundImport& found) {
  std::string out;
  const auto add = [&](const ByteRange& part) {
    const std::string_view text = unquoted(part.of(bytes_));
    if (!out.empty() && !text.empty()) out += language_.separators.front();
    out += text;
  };
  for (Group& group : groups_) {
    group.used = true;
    add(group.import->module);
  }
  add(found.module);
  return out;
}

std::string_view Binder::bound_name(const Import& import) const {
  if (import.name == "*") return {};
  if (!import.name.empty()) return import.name;
  if (!language_.import_binds_last) return {};
  // Looked at where it stands in the file, which outlives the import.
  std::string_view path = unquoted(import.range.of(bytes_));
  std::string_view last = path.substr(path.rfind('/') + 1);
  if (last.size() > 1 && last[0] == 'v' && last.find_first_not_of("0123456789", 1) == std::string_view::npos) {
    path.remove_suffix(std::min(last.size() + 1, path.size()));  // "example.com/tool/v2" is the second version of tool
    last = path.substr(path.rfind('/') + 1);
  }
  return last;
}

void Binder::collect_names() {
  for (const ByteRange& local : containers_.locals) names_.push_back({local.begin, Role::bound, local, {}});
  for (const Definition& definition : out_.definitions) {
    names_.push_back({definition.name_range.begin, Role::definition, definition.name_range, {}});
  }
  for (const FoundUse& use : matches_.uses) {
    const Role role = use.mark == Mark::local       ? Role::bound
                      : use.mark == Mark::call      ? Role::call
                      : use.mark == Mark::attribute ? Role::attribute
                                                    : Role::name;
    names_.push_back({use.name.begin, role, use.name, use.receiver});
  }
  std::sort(names_.begin(), names_.end(), [](const NameAt& a, const NameAt& b) {
    return std::make_tuple(a.begin, a.role, a.receiver.empty()) < std::make_tuple(b.begin, b.role, b.receiver.empty());
  });
  const auto same = [](const NameAt& a, const NameAt& b) { return a.begin == b.begin; };
  names_.erase(std::unique(names_.begin(), names_.end(), same), names_.end());
  drop_skipped();
}

void Binder::bind_locals() {
  Sweep sweep(containers_.all);
  for (const NameAt& name : names_) {
    if (name.role != Role::bound) continue;
    const Id container = sweep.at(name.begin);
    if (container != kNone && containers_.all[container].local) locals_.insert({container, name.range.of(bytes_)});
  }
}

void Binder::add_uses() {
  Sweep sweep(containers_.all);
  for (const NameAt& name : names_) {
    if (name.role == Role::definition || name.role == Role::bound) continue;
    Use use;
    use.kind = name.role == Role::imported    ? UseKind::import
               : name.role == Role::call      ? UseKind::call
               : name.role == Role::attribute ? UseKind::attribute
                                              : UseKind::name;
    use.range = name.range;
    use.name = name.range.of(bytes_);
    use.import = name.import;
    const Id container = sweep.at(name.begin);
    if (container != kNone) use.scope = containers_.all[container].definition;
    use.member = !name.receiver.empty() || use.kind == UseKind::attribute;
    if (use.kind != UseKind::import && use.member) {
      const std::string_view receiver = name.receiver.of(bytes_);
      if (!first_name(receiver, language_.separators).empty()) use.receiver = receiver;
      resolve_member(container, use);
    } else if (use.kind != UseKind::import) {
      resolve_bare(container, use);
    }
    out_.uses.push_back(use);
  }
}

// Names in the module of an import and the like are no uses, unless the import binds them.
void Binder::drop_skipped() {
  std::vector<ByteRange> skipped = matches_.skipped;
  std::sort(skipped.begin(), skipped.end());
  std::uint64_t end = 0;  // of the ranges that begin before the current name
  auto next = skipped.begin();
  std::erase_if(names_, [&](const NameAt& name) {
    for (; next != skipped.end() && next->begin <= name.begin; ++next) end = std::max(end, next->end);
    return name.begin < end && name.role >= Role::call;
  });
}

bool Binder::is_local(Id container, std::string_view name) const {
  for (; container != kNone; container = containers_.all[container].parent) {
    if (locals_.contains({container, name})) return true;
  }
  return false;
}

bool Binder::is_self(Id container, std::string_view name) const {
  const auto& words = language_.self_names;
  if (std::find(words.begin(), words.end(), name) != words.end()) return true;
  for (; container != kNone; container = containers_.all[container].parent) {
    const Container& at = containers_.all[container];
    if (!at.self.empty()) return at.self == name;
  }
  return false;
}

std::string_view Binder::type_around(Id container) const {
  for (; container != kNone; container = containers_.all[container].parent) {
    const Container& at = containers_.all[container];
    const Definition* definition = at.definition == kNone ? nullptr : &out_.definitions[at.definition];
    if (!at.local && !at.module) return last_dotted(at.owner);
    if (at.local && definition != nullptr && at.range == definition->range && !definition->owner.empty()) {
      return last_dotted(definition->owner);
    }
  }
  return {};
}

void Binder::resolve_bare(Id container, Use& use) const {
  for (Id at = container;; at = containers_.all[at].parent) {
    if (at != kNone && locals_.contains({at, use.name})) {
      use.local = true;
      return;
    }
    // Members of a class are seen as bare names in it only where the language says so.
    const bool is_class = at != kNone && !containers_.all[at].local && !containers_.all[at].module;
    if (is_class && containers_.all[at].owner == use.name && containers_.all[at].definition != kNone) {
      use.definition = containers_.all[at].definition;  // the class itself, not its constructor
      return;
    }
    const Id here = is_class && !language_.implicit_self ? kNone : find(definitions_, Name{at, use.name});
    if (here != kNone) {
      use.definition = here;
      use.on_self = is_class;
      return;
    }
    if (at == kNone) break;
  }
  if (language_.implicit_self) {
    use.definition = find(members_, std::make_pair(type_around(container), use.name));
    use.on_self = use.definition != kNone;
    if (use.on_self) return;
  }
  use.import = find(imports_, use.name);
}

Id Binder::class_at(Id container, std::string_view name) const {
  for (Id at = container;; at = containers_.all[at].parent) {
    const Id here = find(definitions_, Name{at, name});
    if (here != kNone) return here;
    if (at == kNone) return kNone;
  }
}

void Binder::resolve_member(Id container, Use& use) const {
  if (use.receiver.empty()) return;
  const std::string_view first = first_name(use.receiver, language_.separators);
  const bool whole = first == use.receiver;
  if (whole && is_self(container, first)) {
    const std::string_view type = type_around(container);
    if (type.empty()) return;
    use.on_self = true;
    use.definition = find(members_, std::make_pair(type, use.name));
    return;
  }
  if (is_local(container, first)) return;
  if (whole && class_at(container, first) != kNone) {
    use.definition = find(members_, std::make_pair(first, use.name));
    return;
  }
  use.import = find(imports_, first);
}

}  // namespace

void bind_names(const Language& language, std::string_view bytes, const Matches& matches, const Containers& containers,
                FileSyntax& out) {
  Binder(language, bytes, matches, containers, out).run();
}

}  // namespace grit::syntax
