#include "resolve.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/try.h"

namespace grit::index {
namespace {

// How deep one question may lead into others: names are passed on from package to package, values from call to call.
constexpr unsigned kMaxDepth = 32;
// How many steps one question may take: modules that import "*" from each other would branch without end.
constexpr unsigned kMaxSteps = 2000;

// Modules of Python's library whose functions give values that never hold anything of a project.
constexpr std::string_view kPlain[] = {
    "array",       "base64",    "binascii",  "bisect",   "calendar", "codecs",   "csv",       "datetime",
    "decimal",     "difflib",   "email",     "errno",    "fcntl",    "fnmatch",  "fractions", "getpass",
    "gettext",     "glob",      "gzip",      "hashlib",  "hmac",     "html",     "http",      "inspect",
    "io",          "ipaddress", "json",      "locale",   "logging",  "math",     "mimetypes", "os",
    "pathlib",     "platform",  "pprint",    "random",   "re",       "secrets",  "select",    "shlex",
    "shutil",      "signal",    "socket",    "sqlite3",  "ssl",      "stat",     "string",    "struct",
    "subprocess",  "sys",       "sysconfig", "tarfile",  "tempfile", "textwrap", "time",      "traceback",
    "unicodedata", "urllib",    "uuid",      "warnings", "xml",      "zipfile",  "zlib",      "zoneinfo"};

bool is_plain(std::string_view module) {
  return std::binary_search(std::begin(kPlain), std::end(kPlain), module.substr(0, module.find('.')));
}

bool is_same(const Thing& a, const Thing& b) {
  const auto key = [](const Thing& thing) {
    return std::tie(thing.kind, thing.place, thing.self, thing.term, thing.passes, thing.module.path);
  };
  return key(a) == key(b);
}

Thing module_thing(Module module) {
  Thing out;
  out.kind = Thing::Kind::module;
  out.module = std::move(module);
  return out;
}

bool is_overload(const SymbolRow& row) {
  return std::any_of(row.decorators.begin(), row.decorators.end(), [](const std::string& decorator) {
    return decorator == "overload" || decorator.ends_with(".overload");
  });
}

// Takes the first step off "…": ".name", "()" or "!".
std::string_view take_step(std::string_view& rest) {
  const std::size_t end = std::min(rest.find_first_of(".(!", 1), rest.size());
  const std::string_view step = rest.substr(0, end);
  rest.remove_prefix(end);
  return step;
}

}  // namespace

void Things::add(Thing thing) {
  const bool there = std::any_of(list.begin(), list.end(), [&](const Thing& each) { return is_same(each, thing); });
  if (there) return;
  if (list.size() < kMaxThings) {
    list.push_back(std::move(thing));
  } else {
    unknown = true;
  }
}

void Things::add(Things things) {
  for (Thing& thing : things.list) add(std::move(thing));
  unknown = unknown || things.unknown;
}

bool Resolver::Step::allowed() const { return resolver_.depth_ <= kMaxDepth && resolver_.steps_ <= kMaxSteps; }

Result<const FileFacts*> Resolver::facts(std::size_t file) {
  std::unique_ptr<const FileFacts>& slot = facts_[file];
  if (slot != nullptr) return slot.get();
  GRIT_ASSIGN_OR_RETURN(FileOutline outline, snapshot_.outline(file, false));
  slot = std::make_unique<const FileFacts>(std::move(outline));
  return slot.get();
}

// A word that no file holds gets the term 0, which nothing defines.
Result<std::uint32_t> Resolver::term(std::string_view text) {
  const auto [entry, added] = terms_.try_emplace(text, 0);
  if (added) {
    GRIT_ASSIGN_OR_RETURN(entry->second, snapshot_.terms().exact(text));
  }
  return entry->second;
}

// What stands before the dot of a use, or is the use itself. Most uses in a file share theirs with others, so those of
// the file that was asked about last are kept. It is a question of its own: answers do not depend on what is kept.
Result<const Things*> Resolver::origin(std::size_t file, const UseRow& use) {
  if (std::exchange(origins_of_, file) != file) origins_.clear();
  const auto [entry, added] = origins_.try_emplace({use.target, use.hint});
  if (added) {
    begin();
    auto things = target(file, use.target, {});
    if (things && use.hint == Hint::through) things = values(*things);
    if (!things) {
      origins_.erase(entry);
      return things.error();
    }
    entry->second = std::make_unique<const Things>(std::move(things).value());
  }
  return entry->second.get();
}

Result<Things> Resolver::use(std::size_t file, const FileOutline& outline, const UseRow& use) {
  GRIT_ASSIGN_OR_RETURN(const Things* things, origin(file, use));
  if (use.hint == Hint::imported) return *things;
  begin();
  Things out;
  out.unknown = things->unknown;
  for (const Thing& thing : things->list) {
    GRIT_ASSIGN_OR_RETURN(Things found, lookup(thing, outline.terms[use.word], file));
    out.add(std::move(found));
  }
  return out;
}

Result<Things> Resolver::free_name(std::size_t file, std::uint32_t name) {
  begin();
  GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(file));
  for (const std::uint32_t star : facts->stars()) {
    GRIT_ASSIGN_OR_RETURN(const Things modules, import(file, facts->imports()[star]));
    for (const Thing& module : modules.list) {
      GRIT_ASSIGN_OR_RETURN(Things found, lookup(module, name, file));
      if (!found.list.empty() && found.list.front().kind != Thing::Kind::outside) return found;
    }
  }
  return one({});
}

Result<Things> Resolver::member(SymbolPlace class_, std::uint32_t name, Resolution how) {
  begin();
  Thing object;
  object.kind = Thing::Kind::instance;
  object.place = object.self = class_;
  object.how = how;
  GRIT_ASSIGN_OR_RETURN(Things found, in_class(object, name));
  for (Thing& thing : found.list) thing.how = how;
  return found;
}

// What a target of a file means. Where it begins at the object of a method, that is of the class `self` when one is
// given.
Result<Things> Resolver::target(std::size_t file, std::uint32_t index, SymbolPlace self) {
  GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(file));
  Things out;
  for (; index != kNone && index < facts->targets().size(); index = facts->targets()[index].other) {
    GRIT_ASSIGN_OR_RETURN(Things from, start(file, facts->targets()[index], self));
    GRIT_ASSIGN_OR_RETURN(Things found, walk(file, std::move(from), facts->targets()[index].rest));
    out.add(std::move(found));
  }
  return out;
}

Result<Things> Resolver::start(std::size_t file, const TargetRow& target, SymbolPlace self) {
  const Step step(*this);
  if (!step.allowed()) return nothing_known();
  Thing out;
  switch (target.base) {
    case syntax::OriginBase::import: {
      GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(file));
      return import(file, facts->imports()[target.index]);
    }
    case syntax::OriginBase::definition: {
      GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(file));
      const SymbolRow& row = facts->symbols()[target.index];
      return definitions({file, row.parent}, row.word, {}, Resolution::same_file);
    }
    case syntax::OriginBase::self:
      out.kind = Thing::Kind::instance;
      out.place = self.symbol != kNone ? self : SymbolPlace{file, target.index};
      out.self = out.place;
      out.how = self.symbol != kNone ? Resolution::inferred : Resolution::same_class;
      out.passes = true;
      return one(std::move(out));
    case syntax::OriginBase::super_:
      out.kind = Thing::Kind::super_;
      out.place = {file, target.index};
      out.self = self.symbol != kNone ? self : out.place;
      return one(std::move(out));
    case syntax::OriginBase::outside:
      break;
    case syntax::OriginBase::container:
      out.passes = true;
      break;
  }
  return one(std::move(out));
}

// All definitions of a name in a scope: branches of an `if`, a getter and its setter. Overloads only say more about the
// one that comes after them.
Result<Things> Resolver::definitions(SymbolPlace scope, std::uint32_t name, SymbolPlace self, Resolution how) {
  GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(scope.file));
  Things out;
  const FileFacts::Entries entries = facts->definitions(scope.symbol, name);
  const bool all = std::all_of(entries.begin(), entries.end(),
                               [&](const FileFacts::Entry& entry) { return is_overload(facts->symbols()[entry.row]); });
  for (const FileFacts::Entry& entry : entries) {
    if (!all && is_overload(facts->symbols()[entry.row])) continue;
    Thing thing;
    thing.kind = Thing::Kind::definition;
    thing.place = {scope.file, entry.row};
    thing.self = self;
    thing.how = how;
    out.add(std::move(thing));
  }
  return out;
}

// Follows the steps of a target.
Result<Things> Resolver::walk(std::size_t file, Things from, std::string_view rest) {
  while (!rest.empty()) {
    const std::string_view step = take_step(rest);
    GRIT_ASSIGN_OR_RETURN(const Things things, values(from));
    Things next;
    next.unknown = things.unknown;
    std::uint32_t name = 0;
    if (step.front() == '.') {
      GRIT_ASSIGN_OR_RETURN(name, term(step.substr(1)));
    }
    for (const Thing& thing : things.list) {
      auto found = step.front() == '.' ? lookup(thing, name, file) : step.front() == '(' ? call(thing) : enter(thing);
      if (!found) return found.error();
      next.add(std::move(found).value());
    }
    from = std::move(next);
  }
  return from;
}

// What an import binds. A package that imports its own module means the module, not the name that it is just binding.
Result<Things> Resolver::import(std::size_t file, const ImportRow& row) {
  const Step step(*this);
  if (!step.allowed()) return nothing_known();
  std::string_view module = row.module;
  if (row.name == kNone && !row.star && !row.aliased) module = module.substr(0, module.find('.'));
  std::optional<Module> found = modules_.find(module, file);
  if (!found) {
    Thing outside;
    outside.passes = !is_plain(module);
    if (row.name != kNone) outside.term = row.name;
    return one(std::move(outside));
  }
  if (row.name == kNone) return one(module_thing(std::move(*found)));
  return in_module(*found, row.name, file);
}

Result<Things> Resolver::lookup(const Thing& thing, std::uint32_t name, std::size_t asker) {
  const Step step(*this);
  if (!step.allowed()) return nothing_known();
  switch (thing.kind) {
    case Thing::Kind::module:
      return in_module(thing.module, name, asker);
    case Thing::Kind::instance:
    case Thing::Kind::super_:
      return in_class(thing, name);
    case Thing::Kind::definition: {
      GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(thing.place.file));
      if (facts->symbols()[thing.place.symbol].kind == SymbolKind::class_) return in_class(thing, name);
      return nothing_known();
    }
    case Thing::Kind::outside: {
      Thing out = thing;
      out.term = name;
      return one(std::move(out));
    }
    case Thing::Kind::attribute:
      break;
  }
  return nothing_known();
}

Result<Things> Resolver::in_module(const Module& module, std::uint32_t name, std::size_t asker) {
  if (module.file && *module.file != asker) {
    GRIT_ASSIGN_OR_RETURN(Things found, in_file(*module.file, name));
    if (!found.list.empty() || found.unknown) return found;
  }
  if (name == 0) return nothing_known();
  GRIT_ASSIGN_OR_RETURN(const std::string* text, snapshot_.text(name));
  std::optional<Module> child = modules_.child(module, *text);
  if (child) return one(module_thing(std::move(*child)));
  if (module.file && *module.file == asker) return in_file(asker, name);
  return nothing_known();
}

// What a module binds a name to; nothing at all where it does not. A definition that is only assigned counts where no
// import leads anywhere: `try: from fast import loads` … `except ImportError: loads = None` means the import.
Result<Things> Resolver::in_file(std::size_t file, std::uint32_t name) {
  const Step step(*this);
  if (!step.allowed()) return nothing_known();
  GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(file));
  Things imported;
  for (const FileFacts::Entry& entry : facts->bound(name)) {
    GRIT_ASSIGN_OR_RETURN(Things found, import(file, facts->imports()[entry.row]));
    imported.add(std::move(found));
  }
  GRIT_ASSIGN_OR_RETURN(Things out, definitions({file, kNone}, name, {}, Resolution::import));
  if (!imported.list.empty()) {
    std::erase_if(out.list, [&](const Thing& thing) {
      return facts->symbols()[thing.place.symbol].kind == SymbolKind::variable;
    });
  }
  if (!out.list.empty() && imported.list.empty()) imported.unknown = false;
  out.add(std::move(imported));
  for (std::size_t i = 0; i < facts->stars().size() && out.list.empty() && !out.unknown; ++i) {
    GRIT_ASSIGN_OR_RETURN(const Things modules, import(file, facts->imports()[facts->stars()[i]]));
    for (const Thing& module : modules.list) {
      if (module.kind != Thing::Kind::module || !module.module.file || *module.module.file == file) continue;
      GRIT_ASSIGN_OR_RETURN(Things found, in_file(*module.module.file, name));
      out.add(std::move(found));
    }
  }
  return out;
}

// What a name means that stands in the header of a definition in `scope`.
Result<Things> Resolver::in_scope(SymbolPlace scope, std::uint32_t name) {
  GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, this->facts(scope.file));
  while (scope.symbol != kNone) {
    GRIT_ASSIGN_OR_RETURN(Things out, definitions(scope, name, {}, Resolution::same_file));
    if (!out.list.empty()) return out;
    scope.symbol = facts->symbols()[scope.symbol].parent;
  }
  return in_file(scope.file, name);
}

// What a dotted name in the header of a definition in `scope` means. A name that is bound nowhere is built in.
Result<Things> Resolver::dotted(SymbolPlace scope, std::string_view text) {
  const std::size_t dot = std::min(text.find('.'), text.size());
  GRIT_ASSIGN_OR_RETURN(const std::uint32_t first, term(text.substr(0, dot)));
  GRIT_ASSIGN_OR_RETURN(Things found, in_scope(scope, first));
  if (found.list.empty() && !found.unknown) return one({});
  return walk(scope.file, std::move(found), text.substr(dot));
}

}  // namespace grit::index
