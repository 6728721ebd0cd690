// find_refs: who uses something, and who calls it.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <grit/retrieve.h>
#include "base/try.h"
#include "tool_budget.h"

namespace grit::retrieve {
namespace {

constexpr std::string_view kConstructor = "__init__";

// "Box.value" of "Box.value#2".
std::string_view without_ordinal(std::string_view qualified) { return qualified.substr(0, qualified.rfind('#')); }

// What somebody asks about.
struct Wanted {
  std::string path;                                           // empty: in any file
  std::string qualified;                                      // empty: whatever has the name
  std::string name;                                           // by which it is used
  std::set<std::pair<std::string, std::string>> definitions;  // path and qualified name; empty: known by its name only
};

Result<Wanted> wanted_of(index::SymbolStore& store, std::string_view text) {
  Wanted out;
  const std::size_t colons = text.rfind("::");
  if (colons != std::string_view::npos) {
    out.path = text.substr(0, colons);
    text.remove_prefix(colons + 2);
  }
  const std::string_view whole = without_ordinal(text);
  out.name = whole.substr(whole.rfind('.') + 1);
  if (out.name.empty()) return Status(Code::invalid_argument, "no name to look for");
  const bool one = colons != std::string_view::npos || text.find_first_of(".#") != std::string_view::npos;
  if (!one) return out;
  out.qualified = text;
  const bool ordinal = whole.size() != text.size();
  GRIT_RETURN_IF_ERROR(store.symbols({.path = out.path, .name = out.name}, [&](const index::Symbol& symbol) {
    if ((ordinal ? std::string_view(symbol.qualified) : without_ordinal(symbol.qualified)) == text) {
      out.definitions.emplace(symbol.path, symbol.qualified);
    }
    return true;
  }));
  return out;
}

bool means(const index::Reference& reference, const Wanted& wanted) {
  if (reference.targets.empty() && !reference.target.empty()) {  // a host's own store may know the file only
    return std::any_of(wanted.definitions.begin(), wanted.definitions.end(),
                       [&](const auto& definition) { return definition.first == reference.target; });
  }
  return std::any_of(reference.targets.begin(), reference.targets.end(), [&](const index::ReferenceTarget& target) {
    return wanted.definitions.contains({target.path, target.qualified});
  });
}

// Gathers references, and the callers among them.
//
// Thread rule: one thread at a time.
class Gatherer {
 public:
  Gatherer(const Wanted& wanted, const ToolLimits& limits) : wanted_(wanted), budget_(limits) {}

  void add(const index::Reference& reference) {
    const bool certain = index::is_certain(reference.resolution);
    const bool possible = reference.resolution == index::Resolution::name_only;
    if (!wanted_.definitions.empty() && !possible && !means(reference, wanted_)) return;
    if (reference.kind == index::ReferenceKind::call && (certain || possible)) {
      (certain ? certain_ : possible_).emplace(reference.path, reference.scope);
    }
    if (found_.cut) return;
    found_.cut = !budget_.take(reference.path.size() + reference.name.size() + reference.scope.size());
    if (!found_.cut) found_.references.push_back(reference);
  }

  References finish() {
    for (const auto& caller : certain_) possible_.erase(caller);
    found_.certain_callers = static_cast<std::uint32_t>(certain_.size());
    found_.possible_callers = static_cast<std::uint32_t>(possible_.size());
    return std::move(found_);
  }

 private:
  const Wanted& wanted_;
  ToolBudget budget_;
  References found_;
  std::set<std::pair<std::string, std::string>> certain_, possible_;  // path and scope
};

// The names of classes whose calls run a wanted `__init__`.
std::set<std::string> constructed(const Wanted& wanted) {
  std::set<std::string> out;
  if (wanted.name != kConstructor) return out;
  for (const auto& [path, qualified] : wanted.definitions) {
    const std::string_view class_ = std::string_view(qualified).substr(0, qualified.rfind('.'));
    out.emplace(without_ordinal(class_.substr(class_.rfind('.') + 1)));
  }
  return out;
}

}  // namespace

Result<References> find_refs(index::SymbolStore& store, std::string_view name, const ToolLimits& limits) {
  GRIT_ASSIGN_OR_RETURN(const Wanted wanted, wanted_of(store, name));
  Gatherer gatherer(wanted, limits);
  GRIT_RETURN_IF_ERROR(store.references({.name = wanted.name}, [&](const index::Reference& reference) {
    gatherer.add(reference);
    return true;
  }));
  for (const std::string& class_ : constructed(wanted)) {
    GRIT_RETURN_IF_ERROR(store.references({.name = class_}, [&](const index::Reference& reference) {
      if (means(reference, wanted)) gatherer.add(reference);
      return true;
    }));
  }
  return gatherer.finish();
}

}  // namespace grit::retrieve
