// Which names are bound where in a file, and what a bare name means by lexical scoping.
#ifndef GRIT_SYNTAX_SCOPES_H_
#define GRIT_SYNTAX_SCOPES_H_

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "syntax/syntax.h"

namespace grit::syntax {

enum class ScopeKind : std::uint8_t { module, class_, function, comprehension };  // a lambda is a function

// What a name is bound to in one scope.
struct Binding {
  std::uint32_t definition = kNone;  // the first one
  std::uint32_t import = kNone;      // the first one
  std::uint32_t record = kNone;      // the last value that was bound; see PythonValues
  bool variable = false;             // a parameter or an assigned variable
  bool elsewhere = false;            // declared global or nonlocal: look further out
};

// Thread rule: one thread at a time.
class Scopes {
 public:
  using Id = std::uint32_t;
  static constexpr Id kModule = 0;

  Scopes() { scopes_.push_back({ScopeKind::module, kModule}); }

  Id open(ScopeKind kind, Id parent);
  [[nodiscard]] ScopeKind kind(Id scope) const { return scopes_[scope].kind; }
  // The scope that `name := …` binds in: the innermost around `scope` that is no comprehension.
  [[nodiscard]] Id outside_comprehensions(Id scope) const;

  Binding& bind(Id scope, std::string_view name) { return bindings_[{scope, name}]; }
  // What `name` is bound to in exactly this scope; null where it is not.
  [[nodiscard]] const Binding* find(Id scope, std::string_view name) const;
  // What a bare `name` used in `scope` means: the innermost binding, scopes of classes further out left aside. Null:
  // built in, bound by a star import, or not bound at all.
  [[nodiscard]] const Binding* resolve(Id scope, std::string_view name) const { return find_from(scope, name).binding; }
  // The same, and the scope that binds it.
  struct Found {
    const Binding* binding = nullptr;
    Id scope = kModule;
  };
  [[nodiscard]] Found find_from(Id scope, std::string_view name) const;

 private:
  struct Scope {
    ScopeKind kind;
    Id parent;
  };
  std::vector<Scope> scopes_;
  absl::flat_hash_map<std::pair<Id, std::string_view>, Binding> bindings_;
};

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_SCOPES_H_
