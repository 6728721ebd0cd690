// What a file says about the names in it, in the form that other files are resolved with.
#ifndef GRIT_INDEX_FACTS_H_
#define GRIT_INDEX_FACTS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "rows.h"
#include "snapshot.h"

namespace grit::index {

// In all rows words are terms.
//
// Thread rule: immutable once built.
class FileFacts {
 public:
  explicit FileFacts(FileOutline outline);

  // A name in a scope and the number of a row.
  struct Entry {
    std::uint32_t owner;  // the symbol of the class or function; kNone: the module
    std::uint32_t term;
    std::uint32_t row;
    auto operator<=>(const Entry&) const = default;
  };
  using Entries = std::span<const Entry>;

  [[nodiscard]] const std::vector<SymbolRow>& symbols() const { return symbols_; }
  [[nodiscard]] const std::vector<ImportRow>& imports() const { return imports_; }
  [[nodiscard]] const std::vector<TargetRow>& targets() const { return targets_; }
  [[nodiscard]] const std::vector<std::uint32_t>& stars() const { return stars_; }  // imports of "*"

  // The definitions of a name in a scope, in order.
  [[nodiscard]] Entries definitions(std::uint32_t owner, std::uint32_t term) const { return find(named_, owner, term); }
  // The imports at module level that bind a name, in order.
  [[nodiscard]] Entries bound(std::uint32_t term) const { return find(bound_, kNone, term); }
  // The targets that a variable or attribute is assigned; with the term kNone what a function returns. A row of kNone
  // is a value of which nothing is known.
  [[nodiscard]] Entries values(std::uint32_t owner, std::uint32_t term) const { return find(values_, owner, term); }

 private:
  [[nodiscard]] static Entries find(const std::vector<Entry>& entries, std::uint32_t owner, std::uint32_t term);

  std::vector<SymbolRow> symbols_;
  std::vector<ImportRow> imports_;
  std::vector<TargetRow> targets_;
  std::vector<std::uint32_t> stars_;
  std::vector<Entry> named_, bound_, values_;  // sorted
};

}  // namespace grit::index

#endif  // GRIT_INDEX_FACTS_H_
