#include "references.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/try.h"
#include "weights.h"

namespace grit::index {
namespace {

// The innermost symbol around a position; kNone at module level. Symbols are in the order of their begins.
std::uint32_t symbol_around(const std::vector<SymbolRow>& symbols, std::uint32_t position) {
  const auto next = std::upper_bound(symbols.begin(), symbols.end(), position,
                                     [](std::uint32_t at, const SymbolRow& row) { return at < row.begin; });
  if (next == symbols.begin()) return kNone;
  // A variable is no place to be in, and what begins before the position may have ended before it.
  auto symbol = static_cast<std::uint32_t>(next - symbols.begin() - 1);
  while (symbol != kNone) {
    const SymbolRow& row = symbols[symbol];
    if (row.kind != SymbolKind::variable && position < row.end) return symbol;
    const bool variable = row.kind == SymbolKind::variable;
    symbol = variable ? (symbol == 0 ? kNone : symbol - 1) : row.parent;
  }
  return kNone;
}

}  // namespace

Result<std::string> qualified_name(Snapshot& snapshot, const FileOutline& outline, std::uint32_t symbol) {
  std::vector<std::uint32_t> chain;
  for (; symbol != kNone; symbol = outline.rows.symbols[symbol].parent) chain.push_back(symbol);
  std::string out;
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    const SymbolRow& row = outline.rows.symbols[*at];
    if (row.parent != kNone) {
      const SymbolKind around = outline.rows.symbols[row.parent].kind;
      out += around == SymbolKind::class_ || around == SymbolKind::module ? "." : ".<locals>.";
    }
    if (!row.owner.empty()) out += row.owner + '.';
    GRIT_ASSIGN_OR_RETURN(const std::string* name, snapshot.text(outline.terms[row.word]));
    out += *name;
    if (row.ordinal != 1) out += '#' + std::to_string(row.ordinal);
  }
  return out;
}

Result<Meaning> References::meaning(std::size_t file, const FileOutline& outline, const UseRow& use) {
  const std::uint32_t term = outline.terms[use.word];
  const bool python = snapshot_.files()[file].language == "python";
  Resolved resolved;
  switch (use.hint) {
    case Hint::here:
      return Meaning{Resolution::same_file, file};
    case Hint::own_class:
      return Meaning{Resolution::same_class, file};
    case Hint::imported:
    case Hint::through: {
      GRIT_ASSIGN_OR_RETURN(resolved, python ? resolver_.use(file, outline, use) : paths_.use(file, outline, use));
      break;
    }
    case Hint::free: {
      GRIT_ASSIGN_OR_RETURN(resolved,
                            python ? resolver_.free_name(file, outline, term) : paths_.free_name(file, outline, term));
      break;
    }
    case Hint::inherited:
    case Hint::member:
      break;
  }
  if (resolved.kind == Resolved::Kind::file) return Meaning{Resolution::import, resolved.file};
  if (resolved.kind == Resolved::Kind::outside) return Meaning{};
  GRIT_ASSIGN_OR_RETURN(const bool defined, snapshot_.defined_for(file, term));
  return Meaning{defined ? Resolution::name_only : Resolution::unresolved, 0};
}

Result<Reference> References::reference(std::size_t file, const FileOutline& outline, const UseRow& use) {
  Reference out;
  GRIT_ASSIGN_OR_RETURN(const Meaning meaning, this->meaning(file, outline, use));
  GRIT_ASSIGN_OR_RETURN(const std::string* name, snapshot_.text(outline.terms[use.word]));
  GRIT_ASSIGN_OR_RETURN(const NameCounts counts, snapshot_.counts(outline.terms[use.word]));
  GRIT_ASSIGN_OR_RETURN(out.scope, qualified_name(snapshot_, outline, symbol_around(outline.rows.symbols, use.begin)));
  out.path = snapshot_.files()[file].path;
  out.name = *name;
  out.kind = use.kind;
  out.range = {use.begin, use.begin + name->size()};
  out.line = outline.lines.line_of(use.begin);
  out.resolution = meaning.resolution;
  const bool known = meaning.resolution != Resolution::name_only && meaning.resolution != Resolution::unresolved;
  if (known) out.target = snapshot_.files()[meaning.target].path;
  out.definitions = counts.definitions;
  return out;
}

// Counts for each file and name the uses that can mean a definition of the name there.
Status References::tally(std::size_t file, const FileOutline& outline, std::optional<std::size_t> to,
                         std::map<Key, Tally>& out) {
  std::map<std::tuple<std::uint32_t, Hint, std::uint32_t>, std::uint32_t> kinds;  // uses that mean the same
  for (const UseRow& use : outline.rows.uses) ++kinds[{use.word, use.hint, use.target}];
  for (const auto& [kind, count] : kinds) {
    UseRow use;
    std::tie(use.word, use.hint, use.target) = kind;
    GRIT_ASSIGN_OR_RETURN(const Meaning meaning, this->meaning(file, outline, use));
    const std::uint32_t term = outline.terms[use.word];
    if (meaning.resolution == Resolution::import) {
      if (meaning.target == file || (to && meaning.target != *to)) continue;
      Tally& tally = out[{meaning.target, term}];
      tally.references += count;
      tally.imported = true;
    } else if (meaning.resolution == Resolution::name_only) {
      GRIT_ASSIGN_OR_RETURN(const auto* definers, snapshot_.definers(term));
      for (const std::size_t definer : *definers) {
        const bool wanted = definer != file && (!to || definer == *to);
        if (wanted && snapshot_.same_family(file, definer)) out[{definer, term}].references += count;
      }
    }
  }
  return {};
}

Result<std::vector<Edge>> References::edges_from(std::size_t file, std::optional<std::size_t> to) {
  GRIT_ASSIGN_OR_RETURN(const FileOutline outline, snapshot_.outline(file));
  std::map<Key, Tally> tallies;
  GRIT_RETURN_IF_ERROR(tally(file, outline, to, tallies));
  std::vector<Edge> out;
  out.reserve(tallies.size());
  for (const auto& [key, tally] : tallies) {
    GRIT_ASSIGN_OR_RETURN(const std::string* name, snapshot_.text(key.second));
    GRIT_ASSIGN_OR_RETURN(const NameCounts counts, snapshot_.counts(key.second));
    Edge edge;
    edge.from = snapshot_.files()[file].path;
    edge.to = snapshot_.files()[key.first].path;
    edge.name = *name;
    edge.references = tally.references;
    edge.weight = name_weight(*name, counts.files, snapshot_.files()[file].language);
    edge.definitions = counts.definitions;
    edge.resolution = tally.imported ? Resolution::import : Resolution::name_only;
    out.push_back(std::move(edge));
  }
  std::sort(out.begin(), out.end(),
            [](const Edge& a, const Edge& b) { return std::tie(a.to, a.name) < std::tie(b.to, b.name); });
  return out;
}

}  // namespace grit::index
