// What names and values of Python mean across the files of a project: through imports, packages that pass names on,
// classes and their bases, and what variables, attributes and functions are known to hold.
//
// The types are those that the sources say outright: nothing is run, and values that cannot be followed are unknown.
#ifndef GRIT_INDEX_RESOLVE_H_
#define GRIT_INDEX_RESOLVE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "facts.h"
#include "modules.h"
#include "snapshot.h"

namespace grit::index {

// A definition by its file's position and its number there.
struct SymbolPlace {
  std::size_t file = 0;
  std::uint32_t symbol = kNone;
  auto operator<=>(const SymbolPlace&) const = default;
};

// Something that an expression can mean.
struct Thing {
  enum class Kind : std::uint8_t {
    definition,  // `place`
    instance,    // an object of the class `place`
    super_,      // an object of the class `self`, as the bases of the class `place` know it
    attribute,   // what the name `term` holds in the class `place` or its objects, where that is no definition
    module,
    outside,  // something that is no part of the project; `term` is its name where it has one
  };
  Kind kind = Kind::outside;
  SymbolPlace place = {};
  SymbolPlace self = {};  // the class through which a member was found; no symbol where there was none
  std::uint32_t term = 0;
  Resolution how = Resolution::import;  // how the last name was found
  bool passes = false;  // of `outside`: what its functions give may be of the project; else: may be the class itself
  Module module = {};
};

// What an expression can mean, each thing once.
struct Things {
  std::vector<Thing> list;  // at most kMaxThings
  bool unknown = false;     // it can mean something else of which nothing is known

  void add(Thing thing);
  void add(Things things);
};
inline constexpr std::size_t kMaxThings = 16;

[[nodiscard]] inline Things one(Thing thing) {
  Things out;
  out.list.push_back(std::move(thing));
  return out;
}
[[nodiscard]] inline Things nothing_known() {
  Things out;
  out.unknown = true;
  return out;
}

// Answers come from the snapshot alone.
//
// Thread rule: one thread at a time.
class Resolver {
 public:
  explicit Resolver(Snapshot& snapshot) : snapshot_(snapshot), modules_(snapshot.files()) {}

  // What a use in `file` with the hint `imported` or `through` means.
  [[nodiscard]] Result<Things> use(std::size_t file, const FileOutline& outline, const UseRow& use);
  // What a bare name means that the file does not bind itself: something out of a module that it imports with "*".
  [[nodiscard]] Result<Things> free_name(std::size_t file, std::uint32_t term);
  // What the name means as a member of objects of a class.
  [[nodiscard]] Result<Things> member(SymbolPlace class_, std::uint32_t term, Resolution how);
  // What runs when a class is called: its own or inherited `__init__`, where that is in the project.
  [[nodiscard]] Result<std::optional<SymbolPlace>> constructor(SymbolPlace class_);

  // The definitions of a name in a scope: a class, a function, or with no symbol the module.
  [[nodiscard]] Result<Things> definitions(SymbolPlace scope, std::uint32_t name, SymbolPlace self, Resolution how);

  [[nodiscard]] Result<const FileFacts*> facts(std::size_t file);

 private:
  // The classes in which a member is looked up, in order.
  struct Ancestry {
    std::vector<SymbolPlace> classes;
    unsigned height = 1;   // of the classes above each other; kMaxHeight + 1: there are more
    bool outside = false;  // there are others that are no part of the project
    bool unknown = false;  // there are others of which nothing is known
  };
  // One step down; false where questions got too deep or too many.
  class Step {
   public:
    explicit Step(Resolver& resolver) : resolver_(resolver) { ++resolver_.depth_, ++resolver_.steps_; }
    ~Step() { --resolver_.depth_; }
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;
    [[nodiscard]] bool allowed() const;

   private:
    Resolver& resolver_;
  };

  void begin() {
    steps_ = 0;
    endless_.clear();
  }
  Result<std::uint32_t> term(std::string_view text);

  Result<const Things*> origin(std::size_t file, const UseRow& use);

  // Names and modules.
  Result<Things> start(std::size_t file, const TargetRow& target, SymbolPlace self);
  Result<Things> target(std::size_t file, std::uint32_t index, SymbolPlace self);
  Result<Things> walk(std::size_t file, Things from, std::string_view rest);
  Result<Things> import(std::size_t file, const ImportRow& row);
  Result<Things> lookup(const Thing& thing, std::uint32_t name, std::size_t asker);
  Result<Things> in_module(const Module& module, std::uint32_t name, std::size_t asker);
  Result<Things> in_file(std::size_t file, std::uint32_t name);
  Result<Things> in_scope(SymbolPlace scope, std::uint32_t name);
  Result<Things> dotted(SymbolPlace scope, std::string_view text);

  // Values.
  Result<Things> values(const Things& things);
  Result<Things> value(const Thing& thing);
  Result<Things> held(std::size_t file, FileFacts::Entries entries, SymbolPlace self);
  Result<Things> call(const Thing& thing);
  Result<Things> call_outside(const Thing& thing);
  Result<Things> enter(const Thing& thing);
  Result<Things> returned(const Thing& function);

  // Classes.
  Result<const Ancestry*> ancestry(SymbolPlace class_);
  Result<std::unique_ptr<Ancestry>> make_ancestry(SymbolPlace class_);
  Result<Things> bases(SymbolPlace class_);
  Result<Things> in_class(const Thing& thing, std::uint32_t name);

  Snapshot& snapshot_;
  Modules modules_;
  absl::flat_hash_map<std::size_t, std::unique_ptr<const FileFacts>> facts_;
  using Ancestries = absl::flat_hash_map<std::pair<std::size_t, std::uint32_t>, std::unique_ptr<const Ancestry>>;
  Ancestries ancestries_;  // an empty one is being made
  Ancestries endless_;     // of classes that are their own bases or have too many above each other; for one question
  unsigned height_ = 0;    // ancestries that are being made
  absl::flat_hash_map<std::string, std::uint32_t> terms_;
  std::size_t origins_of_ = SIZE_MAX;  // the file of origins_
  absl::flat_hash_map<std::pair<std::uint32_t, Hint>, std::unique_ptr<const Things>> origins_;
  unsigned depth_ = 0;
  unsigned steps_ = 0;  // for one question
};

}  // namespace grit::index

#endif  // GRIT_INDEX_RESOLVE_H_
