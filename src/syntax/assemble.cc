#include "assemble.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "dotted_names.h"

namespace grit::syntax {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

ByteRange trimmed(ByteRange range, std::string_view bytes) {
  while (range.begin < range.end && is_blank(bytes[range.end - 1])) --range.end;
  return range;
}

// Comments and decorators, and what of them stands before a definition.
//
// Thread rule: immutable once built.
class Surroundings {
 public:
  Surroundings(const Language& language, std::string_view bytes, const Matches& matches)
      : language_(language), bytes_(bytes) {
    for (const ByteRange& range : matches.comments) items_.push_back({trimmed(range, bytes), false});
    for (const ByteRange& range : matches.decorators) items_.push_back({trimmed(range, bytes), true});
    std::sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) {
      return std::tie(a.range.begin, b.range.end) < std::tie(b.range.begin, a.range.end);
    });
    const auto same = [](const Item& a, const Item& b) { return a.range.begin == b.range.begin; };
    items_.erase(std::unique(items_.begin(), items_.end(), same), items_.end());
  }

  // Sets what stands around `out.range`, which comes as the bare definition with what the queries say is around it:
  // lets it begin at the first decorator before it, and fills inner range, decorators and the comment above.
  void complete(std::uint64_t inner, Definition& out) const {
    out.inner = {skip_decorators(inner), out.range.end};
    auto item = first_at(out.range.begin);
    std::uint64_t top = out.range.begin;
    while (item != items_.begin()) {
      --item;
      if (item->range.end > top || !only_blanks(item->range.end, top)) break;
      if (item->decorator) {
        out.range.begin = item->range.begin;
        out.docstring.reset();  // a comment between decorators describes one of them
      } else if (!add_comment(item->range, top, out)) {
        break;
      }
      top = item->range.begin;
    }
    for (item = first_at(out.range.begin); item != items_.end() && item->range.begin < out.inner.begin; ++item) {
      if (item->decorator) out.decorators.push_back(item->range);
    }
  }

 private:
  struct Item {
    ByteRange range;
    bool decorator;
  };

  // The first item that begins at `offset` or later.
  [[nodiscard]] std::vector<Item>::const_iterator first_at(std::uint64_t offset) const {
    return std::lower_bound(items_.begin(), items_.end(), offset,
                            [](const Item& item, std::uint64_t at) { return item.range.begin < at; });
  }

  // Where a definition begins without the decorators that stand in it: "@Override public void run()".
  [[nodiscard]] std::uint64_t skip_decorators(std::uint64_t begin) const {
    for (;;) {
      const auto item = first_at(begin);
      if (item == items_.end() || item->range.begin != begin) return begin;
      begin = item->range.end;
      while (begin < bytes_.size() && is_blank(bytes_[begin])) ++begin;
    }
  }

  [[nodiscard]] bool only_blanks(std::uint64_t begin, std::uint64_t end) const {
    return std::all_of(bytes_.begin() + static_cast<std::ptrdiff_t>(begin),
                       bytes_.begin() + static_cast<std::ptrdiff_t>(end), is_blank);
  }

  // Takes a comment for a part of the description where it stands right above, alone on its lines. False where it does
  // not, which ends the description.
  [[nodiscard]] bool add_comment(const ByteRange& comment, std::uint64_t top, Definition& out) const {
    const std::string_view between = ByteRange{comment.end, top}.of(bytes_);
    if (std::count(between.begin(), between.end(), '\n') > 1) return false;
    const std::string_view before = bytes_.substr(0, comment.begin);
    const std::size_t line = before.find_last_of("\r\n") + 1;  // 0 where there is none
    if (!only_blanks(line, comment.begin)) return false;
    const std::string_view text = comment.of(bytes_);
    const bool describes = std::any_of(language_.doc_comments.begin(), language_.doc_comments.end(),
                                       [text](std::string_view begin) { return text.starts_with(begin); });
    if (!describes) return !out.docstring;
    out.docstring = ByteRange{comment.begin, out.docstring ? out.docstring->end : comment.end};
    return true;
  }

  const Language& language_;
  std::string_view bytes_;
  std::vector<Item> items_;  // by begin
};

// Puts definitions and scopes into each other.
class Assembler {
 public:
  Assembler(const Language& language, std::string_view bytes, Matches& matches, FileSyntax& out)
      : language_(language), bytes_(bytes), matches_(matches), out_(out), surroundings_(language, bytes, matches) {}

  Containers run() {
    collect();
    for (const Item& item : items_) {
      while (!open_.empty() && !containers_.all[open_.back()].range.contains(item.range.begin)) open_.pop_back();
      if (item.scope != nullptr) {
        open_scope(*item.scope, item.range);
      } else {
        add(*item.found, item);
      }
    }
    return std::move(containers_);
  }

 private:
  // A definition or a scope.
  struct Item {
    ByteRange range;
    const FoundDefinition* found = nullptr;
    const FoundScope* scope = nullptr;
    Definition definition = {};
  };

  void collect() {
    absl::flat_hash_set<std::uint64_t> imported;  // "const fs = require('fs')" is an import and no variable
    for (const FoundImport& import : matches_.imports) {
      if (!import.name.empty()) imported.insert(import.name.begin);
      if (!import.alias.empty()) imported.insert(import.alias.begin);
    }
    for (const FoundDefinition& found : matches_.definitions) {
      if (found.kind == Mark::none || found.kind == Mark::nothing ||
          (found.kind == Mark::variable && imported.contains(found.name.begin)))
        continue;
      Item item;
      item.found = &found;
      item.definition.range = trimmed(found.node, bytes_);
      if (found.outer) item.definition.range.begin = std::min(item.definition.range.begin, found.outer->begin);
      if (found.outer)
        item.definition.range.end = std::max(item.definition.range.end, trimmed(*found.outer, bytes_).end);
      surroundings_.complete(found.node.begin, item.definition);
      item.range = item.definition.range;
      items_.push_back(std::move(item));
    }
    for (const FoundScope& scope : matches_.scopes) {
      Item item;
      item.range = scope.range;
      item.scope = &scope;
      items_.push_back(std::move(item));
    }
    std::stable_sort(items_.begin(), items_.end(), [](const Item& a, const Item& b) {
      const std::uint64_t a_name = a.found != nullptr ? a.found->name.begin : 0;
      const std::uint64_t b_name = b.found != nullptr ? b.found->name.begin : 0;
      return std::make_tuple(a.range.begin, b.range.end, a.scope != nullptr, a_name) <
             std::make_tuple(b.range.begin, a.range.end, b.scope != nullptr, b_name);
    });
  }

  [[nodiscard]] const Container* around() const { return open_.empty() ? nullptr : &containers_.all[open_.back()]; }

  Container& open(const ByteRange& range) {
    Container container;
    container.range = range;
    if (const Container* outer = around()) {
      container.parent = open_.back();
      container.definition = outer->definition;
    }
    open_.push_back(static_cast<std::uint32_t>(containers_.all.size()));
    return containers_.all.emplace_back(container);
  }

  void open_scope(const FoundScope& scope, const ByteRange& range) {
    Container& container = open(range);
    container.extension = scope.extension;
    container.local = !scope.extension;
    if (scope.extension) container.owner = scope.owner;
  }

  void add(const FoundDefinition& found, const Item& item) {
    const Container* outer = around();
    if (found.kind == Mark::variable && outer != nullptr && outer->local) {
      containers_.locals.push_back(found.name);
      return;
    }
    const auto index = static_cast<std::uint32_t>(out_.definitions.size());
    Definition definition = item.definition;
    fill(found, definition);
    if (definition.name.empty()) return;  // nobody could ask for it
    place(found, outer, definition);
    if (definition.kind != DefinitionKind::variable) {
      const bool function = definition.kind == DefinitionKind::function || definition.kind == DefinitionKind::method;
      Container& container = open(definition.range);
      container.definition = index;
      container.local = function;
      container.self = found.self;
      container.module = definition.kind == DefinitionKind::module;
      if (!function) container.owner = definition.name;
    }
    if (found.hoisted) containers_.hoisted.push_back(index);
    out_.definitions.push_back(std::move(definition));
  }

  void fill(const FoundDefinition& found, Definition& out) const {
    ByteRange name = found.name;
    if (!found.parameters.empty() && name.contains(found.parameters))
      name = trimmed({name.begin, found.parameters.begin}, bytes_);  // "operator bool()"
    const std::string_view whole = name.of(bytes_);
    const bool literal = name.begin > 0 && language_.quotes.find(bytes_[name.begin - 1]) != std::string_view::npos;
    const std::size_t last =
        literal ? 0 : last_component(whole, language_.separators);  // "lib/x.js" is no path of names
    // A specialisation, "Point<void>", goes by the name of its template.
    const std::size_t arguments = whole.find('<', last);
    const bool specialised = whole.ends_with('>') && arguments != std::string_view::npos && arguments > last &&
                             !literal && !whole.substr(last).starts_with("operator");
    if (specialised) name.end = name.begin + arguments;
    // Where a macro that the grammar does not know stands before a name, it takes both for one.
    const std::string_view component = name.of(bytes_).substr(last);
    const bool more = !component.starts_with("operator") && component.find_first_of("\r\n") != std::string_view::npos;
    const std::size_t word = more ? component.find_last_of(" \t\r\n") + 1 : 0;
    out.name_range = {name.begin + last + word, name.end};
    out.name = out.name_range.of(bytes_);
    out.owner = dotted_path(last > 0 ? whole.substr(0, last) : found.owner, language_);
    out.parameters = found.parameters;
    out.body = found.body;
    out.is_async = found.async;
    out.header = found.kind == Mark::variable ? variable_header(found) : header(found, out);
  }

  [[nodiscard]] ByteRange variable_header(const FoundDefinition& found) const {
    if (found.type.empty()) return found.name;
    const ByteRange between{found.type.end, found.name.begin};
    const bool others = between.of(bytes_).find_first_of(",=") != std::string_view::npos;  // "int a = 1, b"
    if (others) return found.name;
    return {std::min(found.name.begin, found.type.begin), std::max(found.name.end, found.type.end)};
  }

  // Up to the body; where there is none, up to the end of the line with the name and the parameters.
  [[nodiscard]] ByteRange header(const FoundDefinition& found, const Definition& definition) const {
    ByteRange out = definition.inner;
    if (found.body.begin > out.begin && found.body.begin <= out.end) {
      out.end = found.body.begin;
    } else {
      const std::uint64_t after = std::max(found.name.end, found.parameters.end);
      out.end = std::clamp<std::uint64_t>(bytes_.find_first_of("\r\n", after), after, out.end);
    }
    out = trimmed(out, bytes_);
    while (out.end > found.name.end && (bytes_[out.end - 1] == ';' || bytes_[out.end - 1] == '{')) {
      --out.end;
      out = trimmed(out, bytes_);
    }
    return out;
  }

  // Kind, parent, owner and the names that follow from them.
  void place(const FoundDefinition& found, const Container* outer, Definition& out) {
    if (outer != nullptr) out.parent = outer->definition;
    if (outer != nullptr && outer->extension) out.owner = dotted_path(outer->owner, language_);
    const Definition* parent = out.parent == kNone ? nullptr : &out_.definitions[out.parent];
    const bool in_class = outer != nullptr && !outer->extension && outer->definition == out.parent &&
                          parent != nullptr && parent->kind == DefinitionKind::class_ && outer->range == parent->range;
    out.kind = kind_of(found.kind, in_class || !out.owner.empty());
    if (parent != nullptr) {
      const bool inside = parent->kind == DefinitionKind::class_ || parent->kind == DefinitionKind::module;
      out.qualified = parent->qualified + (inside ? "." : ".<locals>.");
    }
    if (!out.owner.empty()) out.qualified += out.owner + '.';
    out.qualified += out.name;
    out.ordinal = ++ordinals_[out.qualified];
    if (out.ordinal > 1) out.qualified += '#' + std::to_string(out.ordinal);
  }

  static DefinitionKind kind_of(Mark mark, bool member) {
    switch (mark) {
      case Mark::class_:
        return DefinitionKind::class_;
      case Mark::variable:
        return DefinitionKind::variable;
      case Mark::module:
        return DefinitionKind::module;
      case Mark::method:
        return DefinitionKind::method;
      default:
        return member ? DefinitionKind::method : DefinitionKind::function;
    }
  }

  const Language& language_;
  std::string_view bytes_;
  Matches& matches_;
  FileSyntax& out_;
  Surroundings surroundings_;
  std::vector<Item> items_;
  std::vector<std::uint32_t> open_;  // containers around the current place, the innermost last
  Containers containers_;
  absl::flat_hash_map<std::string, std::uint32_t> ordinals_;
};

}  // namespace

Containers assemble(const Language& language, std::string_view bytes, Matches& matches, FileSyntax& out) {
  return Assembler(language, bytes, matches, out).run();
}

}  // namespace grit::syntax
