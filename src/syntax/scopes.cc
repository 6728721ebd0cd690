#include "scopes.h"

namespace grit::syntax {

Scopes::Id Scopes::open(ScopeKind kind, Id parent) {
  scopes_.push_back({kind, parent});
  return static_cast<Id>(scopes_.size() - 1);
}

Scopes::Id Scopes::outside_comprehensions(Id scope) const {
  while (scopes_[scope].kind == ScopeKind::comprehension) scope = scopes_[scope].parent;
  return scope;
}

const Binding* Scopes::find(Id scope, std::string_view name) const {
  const auto found = bindings_.find({scope, name});
  return found == bindings_.end() ? nullptr : &found->second;
}

Scopes::Found Scopes::find_from(Id scope, std::string_view name) const {
  for (bool innermost = true;; innermost = false) {
    if (innermost || scopes_[scope].kind != ScopeKind::class_) {
      const Binding* binding = find(scope, name);
      if (binding != nullptr && !binding->elsewhere) return {binding, scope};
    }
    if (scope == kModule) return {};
    scope = scopes_[scope].parent;
  }
}

}  // namespace grit::syntax
