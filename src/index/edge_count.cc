#include "edge_count.h"

#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/try.h"
#include "codec.h"

namespace grit::index {
namespace {

// For each name the file that defines it, or that there are several.
using Definers = absl::flat_hash_map<std::uint32_t, std::int64_t>;
constexpr std::int64_t kSeveral = -1;

Result<Definers> load_definers(Database& database) {
  Definers out;
  GRIT_ASSIGN_OR_RETURN(Statement select, database.prepare("SELECT term, file FROM definers"));
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
    if (!row) return out;
    const auto [entry, added] = out.try_emplace(static_cast<std::uint32_t>(select.integer(0)), select.integer(1));
    if (!added) entry->second = kSeveral;
  }
}

// Which of a file's words have a use that does not mean a definition in the file itself.
Result<std::vector<bool>> words_used_openly(std::string_view uses, std::size_t terms, bool has_star) {
  std::vector<bool> out(terms);
  GRIT_ASSIGN_OR_RETURN(const auto rows, decode_uses(uses, terms));
  for (const UseRow& use : rows) {
    const bool open = use.hint != Hint::here && use.hint != Hint::own_class && (use.hint != Hint::free || has_star);
    if (open) out[use.word] = true;
  }
  return out;
}

}  // namespace

Result<std::uint64_t> count_edges(Database& database) {
  GRIT_ASSIGN_OR_RETURN(const Definers definers, load_definers(database));
  GRIT_ASSIGN_OR_RETURN(Statement select, database.prepare("SELECT file, terms, uses, imports FROM outlines"));
  std::uint64_t edges = 0;
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
    if (!row) return edges;
    GRIT_ASSIGN_OR_RETURN(const auto terms, decode_terms(select.blob(1)));
    Outline outline;
    GRIT_RETURN_IF_ERROR(decode_imports(select.blob(3), terms.size(), outline));
    bool has_star = false;
    for (const ImportRow& import : outline.imports) has_star = has_star || import.star;
    GRIT_ASSIGN_OR_RETURN(const auto open, words_used_openly(select.blob(2), terms.size(), has_star));
    for (std::size_t word = 0; word < terms.size(); ++word) {
      const auto definer = open[word] ? definers.find(terms[word]) : definers.end();
      if (definer != definers.end() && definer->second != select.integer(0)) ++edges;
    }
  }
}

}  // namespace grit::index
