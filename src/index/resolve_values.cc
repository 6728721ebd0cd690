// Resolver: what classes hold and inherit, and what calls, attributes and variables give.
#include <algorithm>
#include <tuple>
#include <utility>

#include "annotations.h"
#include "base/try.h"
#include "resolve.h"

namespace grit::index {
namespace {

// Classes above each other that are looked through.
constexpr unsigned kMaxHeight = 32;

using Line = std::vector<SymbolPlace>;

// The next class of several lines that no line has at a later place; nothing where they contradict each other.
std::optional<SymbolPlace> next_of(const std::vector<Line>& lines) {
  for (const Line& line : lines) {
    if (line.empty()) continue;
    const bool waits = std::any_of(lines.begin(), lines.end(), [&](const Line& other) {
      return other.size() > 1 && std::find(other.begin() + 1, other.end(), line.front()) != other.end();
    });
    if (!waits) return line.front();
  }
  return std::nullopt;
}

// Python's order of classes: each before its bases, bases in the order in which they are named. Where there is no such
// order Python refuses the class; here the classes come as they are found.
Line merged(std::vector<Line> lines) {
  Line out;
  for (;;) {
    std::erase_if(lines, [](const Line& line) { return line.empty(); });
    if (lines.empty()) return out;
    const SymbolPlace next = next_of(lines).value_or(lines.front().front());
    if (std::find(out.begin(), out.end(), next) == out.end()) out.push_back(next);
    for (Line& line : lines) std::erase(line, next);
  }
}

std::string_view last_component(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

bool is_property(const SymbolRow& row) {
  return std::any_of(row.decorators.begin(), row.decorators.end(), [](const std::string& decorator) {
    const std::string_view name = last_component(decorator);
    return name == "property" || name == "cached_property";
  });
}

Thing object_of(SymbolPlace class_) {
  Thing out;
  out.kind = Thing::Kind::instance;
  out.place = out.self = class_;
  out.how = Resolution::inferred;
  return out;
}

}  // namespace

// What the bases of a class are.
Result<Things> Resolver::bases(SymbolPlace class_) {
  GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(class_.file));
  const SymbolRow& row = facts->symbols()[class_.symbol];
  Things out;
  for (const std::string_view name : base_names(row)) {
    if (name == "object") continue;
    if (name.empty()) {
      out.unknown = true;
      continue;
    }
    GRIT_ASSIGN_OR_RETURN(const Things named, dotted({class_.file, row.parent}, name));
    GRIT_ASSIGN_OR_RETURN(Things found, values(named));
    out.add(std::move(found));
  }
  return out;
}

// Answers do not depend on what was asked before: an ancestry is kept only where it is whole, and making it counts
// neither steps nor depth of the question.
Result<const Resolver::Ancestry*> Resolver::ancestry(SymbolPlace class_) {
  const std::pair key{class_.file, class_.symbol};
  for (const Ancestries* known : {&ancestries_, &endless_}) {
    const auto found = known->find(key);
    if (found != known->end() && found->second != nullptr) return found->second.get();
  }
  const bool begun = !ancestries_.try_emplace(key).second;
  std::unique_ptr<Ancestry> made;
  if (begun || height_ == kMaxHeight) {
    made = std::make_unique<Ancestry>(Ancestry{{class_}, kMaxHeight + 1, false, true});
  } else {
    const auto question = std::pair(std::exchange(steps_, 0), std::exchange(depth_, 0));
    ++height_;
    auto result = make_ancestry(class_);
    --height_;
    std::tie(steps_, depth_) = question;
    if (!result) return result.error();
    made = std::move(result).value();
  }
  const Ancestry* out = made.get();
  if (out->height <= kMaxHeight) {
    ancestries_[key] = std::move(made);
  } else {
    if (!begun) ancestries_.erase(key);
    endless_[key] = std::move(made);
    out = endless_[key].get();
  }
  return out;
}

Result<std::unique_ptr<Resolver::Ancestry>> Resolver::make_ancestry(SymbolPlace class_) {
  auto out = std::make_unique<Ancestry>();
  out->classes.push_back(class_);
  GRIT_ASSIGN_OR_RETURN(const Things found, bases(class_));
  out->unknown = found.unknown;
  std::vector<Line> lines;
  Line direct;
  for (const Thing& base : found.list) {
    bool is_class = false;
    if (base.kind == Thing::Kind::definition) {
      GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(base.place.file));
      is_class = facts->symbols()[base.place.symbol].kind == SymbolKind::class_;
    }
    out->outside = out->outside || base.kind == Thing::Kind::outside;
    out->unknown = out->unknown || (!is_class && base.kind != Thing::Kind::outside);
    if (!is_class || base.place == class_) continue;
    GRIT_ASSIGN_OR_RETURN(const Ancestry* above, ancestry(base.place));
    out->height = std::min(kMaxHeight + 1, std::max(out->height, above->height + 1));
    out->outside = out->outside || above->outside;
    out->unknown = out->unknown || above->unknown;
    lines.push_back(above->classes);
    direct.push_back(base.place);
  }
  lines.push_back(direct);
  for (const SymbolPlace& ancestor : merged(std::move(lines))) {
    if (ancestor != class_) out->classes.push_back(ancestor);
  }
  return out;
}

// A member of a class or of its objects.
Result<Things> Resolver::in_class(const Thing& thing, std::uint32_t name) {
  const bool super = thing.kind == Thing::Kind::super_;
  const SymbolPlace class_ = super ? thing.self : thing.place;
  GRIT_ASSIGN_OR_RETURN(const Ancestry* ancestry, this->ancestry(class_));
  bool skip = super;
  for (const SymbolPlace& each : ancestry->classes) {
    if (std::exchange(skip, skip && each != thing.place)) continue;
    GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(each.file));
    Resolution how = each != class_ ? Resolution::inherited : Resolution::import;
    if (thing.kind == Thing::Kind::instance) {
      how = thing.how == Resolution::same_class ? Resolution::inherited : Resolution::inferred;
    }
    GRIT_ASSIGN_OR_RETURN(Things out, definitions(each, name, class_, how));
    if (out.list.empty() && !facts->values(each.symbol, name).empty()) {
      Thing found;
      found.kind = Thing::Kind::attribute;
      found.place = each;
      found.self = class_;
      found.term = name;
      out.add(std::move(found));
    }
    if (!out.list.empty()) return out;
  }
  if (ancestry->unknown || name == 0) return nothing_known();
  if (ancestry->outside) return one({});
  // What every class has.
  GRIT_ASSIGN_OR_RETURN(const std::string* text, snapshot_.text(name));
  const bool special = text->starts_with("__") && text->ends_with("__");
  return special ? one({}) : nothing_known();
}

Result<std::optional<SymbolPlace>> Resolver::constructor(SymbolPlace class_) {
  begin();
  GRIT_ASSIGN_OR_RETURN(const std::uint32_t name, term("__init__"));
  GRIT_ASSIGN_OR_RETURN(const Things found, in_class(object_of(class_), name));
  std::optional<SymbolPlace> out;
  for (const Thing& thing : found.list) {
    if (thing.kind == Thing::Kind::definition && !out) out = thing.place;
  }
  return out;
}

Result<Things> Resolver::values(const Things& things) {
  Things out;
  out.unknown = things.unknown;
  for (const Thing& thing : things.list) {
    GRIT_ASSIGN_OR_RETURN(Things found, value(thing));
    out.add(std::move(found));
  }
  return out;
}

// What is had from a name that means a thing: of a variable what it holds, of a property what it returns.
Result<Things> Resolver::value(const Thing& thing) {
  const Step step(*this);
  if (!step.allowed()) return nothing_known();
  if (thing.kind == Thing::Kind::attribute) {
    GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(thing.place.file));
    return held(thing.place.file, facts->values(thing.place.symbol, thing.term), thing.self);
  }
  if (thing.kind != Thing::Kind::definition) return one(thing);
  GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(thing.place.file));
  const SymbolRow& row = facts->symbols()[thing.place.symbol];
  if (row.kind == SymbolKind::variable) {
    return held(thing.place.file, facts->values(kNone, row.word), {});
  }
  if (row.kind == SymbolKind::method && thing.self.symbol != kNone && is_property(row)) return returned(thing);
  return one(thing);
}

// The values that were assigned.
Result<Things> Resolver::held(std::size_t file, FileFacts::Entries entries, SymbolPlace self) {
  Things out;
  out.unknown = entries.empty();
  for (const FileFacts::Entry& entry : entries) {
    if (entry.row == kNone) {
      out.unknown = true;
      continue;
    }
    GRIT_ASSIGN_OR_RETURN(const Things found, target(file, entry.row, self));
    GRIT_ASSIGN_OR_RETURN(Things held, values(found));
    out.add(std::move(held));
  }
  return out;
}

Result<Things> Resolver::call(const Thing& thing) {
  const Step step(*this);
  if (!step.allowed()) return nothing_known();
  if (thing.kind == Thing::Kind::outside) return call_outside(thing);
  if (thing.kind == Thing::Kind::instance && thing.passes) return one(object_of(thing.place));
  if (thing.kind != Thing::Kind::definition) return nothing_known();
  GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(thing.place.file));
  const SymbolKind kind = facts->symbols()[thing.place.symbol].kind;
  return kind == SymbolKind::class_ ? one(object_of(thing.place)) : returned(thing);
}

// Functions out of the project may give back what they were given. What is named like a class gives an object of it.
Result<Things> Resolver::call_outside(const Thing& thing) {
  Thing out = thing;
  out.term = 0;
  if (!thing.passes) return one(std::move(out));
  if (thing.term == 0) return nothing_known();
  GRIT_ASSIGN_OR_RETURN(const std::string* name, snapshot_.text(thing.term));
  const bool is_class = name->front() >= 'A' && name->front() <= 'Z';
  return is_class ? one(std::move(out)) : nothing_known();
}

// What `with` binds.
Result<Things> Resolver::enter(const Thing& thing) {
  if (thing.kind == Thing::Kind::outside) return one(thing);
  if (thing.kind != Thing::Kind::instance) return nothing_known();
  GRIT_ASSIGN_OR_RETURN(const std::uint32_t name, term("__enter__"));
  GRIT_ASSIGN_OR_RETURN(const Things methods, in_class(thing, name));
  Things out;
  out.unknown = methods.unknown;
  for (const Thing& method : methods.list) {
    GRIT_ASSIGN_OR_RETURN(Things found, call(method));
    out.add(std::move(found));
  }
  return out;
}

// What calling a function gives: as its signature says, else as its return statements do.
Result<Things> Resolver::returned(const Thing& function) {
  GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(function.place.file));
  const SymbolRow& row = facts->symbols()[function.place.symbol];
  Things out;
  for (const std::string_view name : returned_names(row)) {
    if (last_component(name) == "Self" && function.self.symbol != kNone) {
      out.add(object_of(function.self));
      continue;
    }
    GRIT_ASSIGN_OR_RETURN(const Things named, dotted({function.place.file, row.parent}, name));
    GRIT_ASSIGN_OR_RETURN(const Things classes, values(named));
    out.unknown = out.unknown || classes.unknown;
    for (const Thing& class_ : classes.list) {
      GRIT_ASSIGN_OR_RETURN(Things object, call(class_));
      out.add(std::move(object));
    }
  }
  if (!out.list.empty()) return out;
  return held(function.place.file, facts->values(function.place.symbol, kNone), function.self);
}

}  // namespace grit::index
