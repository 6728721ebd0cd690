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

// The class of the innermost method around a symbol; kNone outside of methods.
std::uint32_t class_around(const std::vector<SymbolRow>& symbols, std::uint32_t symbol) {
  while (symbol != kNone && symbols[symbol].kind != SymbolKind::method) symbol = symbols[symbol].parent;
  return symbol == kNone ? kNone : symbols[symbol].parent;
}

// The name of a symbol, given the names of its words and the symbols above it.
Result<std::string> qualified(Snapshot& snapshot, const std::vector<SymbolRow>& symbols,
                              const std::vector<std::uint32_t>* terms, std::uint32_t symbol) {
  std::vector<std::uint32_t> chain;
  for (; symbol != kNone; symbol = symbols[symbol].parent) chain.push_back(symbol);
  std::string out;
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) {
    const SymbolRow& row = symbols[*at];
    if (row.parent != kNone) {
      const SymbolKind around = symbols[row.parent].kind;
      out += around == SymbolKind::class_ || around == SymbolKind::module ? "." : ".<locals>.";
    }
    if (!row.owner.empty()) out += row.owner + '.';
    GRIT_ASSIGN_OR_RETURN(const std::string* name, snapshot.text(terms != nullptr ? (*terms)[row.word] : row.word));
    out += *name;
    if (row.ordinal != 1) out += '#' + std::to_string(row.ordinal);
  }
  return out;
}

// How sure a resolution is, for choosing among the references of an edge.
int surety(Resolution resolution) {
  switch (resolution) {
    case Resolution::same_file:
    case Resolution::same_class:
    case Resolution::import:
      return 3;
    case Resolution::inherited:
      return 2;
    case Resolution::inferred:
      return 1;
    case Resolution::name_only:
    case Resolution::unresolved:
      return 0;
  }
  return 0;
}

}  // namespace

Result<std::string> qualified_name(Snapshot& snapshot, const FileOutline& outline, std::uint32_t symbol) {
  return qualified(snapshot, outline.rows.symbols, &outline.terms, symbol);
}

// The definitions in its own file that a bare name means by the scopes around it.
Result<Things> References::here(std::size_t file, const FileOutline& outline, const UseRow& use) {
  GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, resolver_.facts(file));
  const std::vector<SymbolRow>& symbols = facts->symbols();
  const std::uint32_t term = outline.terms[use.word];
  std::uint32_t innermost = symbol_around(symbols, use.begin);
  // Decorators stand within the range of what they decorate and belong to the scope around it.
  while (innermost != kNone && use.begin < symbols[innermost].name) innermost = symbols[innermost].parent;
  Things found;
  // A class is a scope for what stands directly in it. Defaults and annotations of its methods do so too, but count as
  // parts of the methods here: they are looked for in the second turn.
  for (int turn = 0; turn < 2 && found.list.empty(); ++turn) {
    for (std::uint32_t scope = innermost; found.list.empty(); scope = symbols[scope].parent) {
      const bool skipped = scope != kNone && symbols[scope].kind == SymbolKind::class_ && scope != innermost;
      if (!skipped || turn == 1) {
        GRIT_ASSIGN_OR_RETURN(found, resolver_.definitions({file, scope}, term, {}, Resolution::same_file));
      }
      if (scope == kNone) break;
    }
  }
  return found.list.empty() ? anywhere(file, term, Resolution::same_file) : found;
}

// The definitions of a name in a file, wherever they stand: for languages with other scopes than Python's.
Result<Things> References::anywhere(std::size_t file, std::uint32_t term, Resolution how) {
  GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, resolver_.facts(file));
  Things out;
  for (std::uint32_t i = 0; i < facts->symbols().size(); ++i) {
    if (facts->symbols()[i].word != term) continue;
    Thing thing;
    thing.kind = Thing::Kind::definition;
    thing.place = {file, i};
    thing.how = how;
    out.add(std::move(thing));
  }
  out.unknown = out.list.empty();
  return out;
}

// What a use means in a language whose imports name files.
Result<Things> References::by_path(std::size_t file, const FileOutline& outline, const UseRow& use) {
  const std::uint32_t term = outline.terms[use.word];
  auto resolved = use.hint == Hint::free ? paths_.free_name(file, outline, term) : paths_.use(file, outline, use);
  if (!resolved) return resolved.error();
  Things out;
  out.unknown = resolved->kind == Resolved::Kind::unknown;
  if (resolved->kind != Resolved::Kind::file) return out;
  GRIT_ASSIGN_OR_RETURN(out, anywhere(resolved->file, term, Resolution::import));
  if (!out.list.empty() || use.hint == Hint::free) return out;
  const ImportRow& import = outline.rows.imports[outline.rows.targets[use.target].index];
  if (import.name == kNone) return out;
  return anywhere(resolved->file, outline.terms[import.name], Resolution::import);
}

// What a use can mean.
Result<Things> References::things(std::size_t file, const FileOutline& outline, const UseRow& use) {
  const std::uint32_t term = outline.terms[use.word];
  const bool python = snapshot_.files()[file].language == "python";
  Things unknown;
  unknown.unknown = true;
  switch (use.hint) {
    case Hint::here:
      return here(file, outline, use);
    case Hint::own_class:
    case Hint::inherited: {
      const std::vector<SymbolRow>& symbols = outline.rows.symbols;
      const std::uint32_t class_ = class_around(symbols, symbol_around(symbols, use.begin));
      const bool own = use.hint == Hint::own_class;
      const Resolution how = own ? Resolution::same_class : Resolution::inherited;
      Things found = unknown;
      if (class_ != kNone && python) {
        GRIT_ASSIGN_OR_RETURN(found, resolver_.member({file, class_}, term, how));
      }
      return own && found.list.empty() ? anywhere(file, term, how) : found;
    }
    case Hint::imported:
    case Hint::through:
      return python ? resolver_.use(file, outline, use) : by_path(file, outline, use);
    case Hint::free:
      return python ? resolver_.free_name(file, term) : by_path(file, outline, use);
    case Hint::member:
      break;
  }
  return unknown;
}

Result<Meaning> References::meaning(std::size_t file, const FileOutline& outline, const UseRow& use) {
  GRIT_ASSIGN_OR_RETURN(const Things things, this->things(file, outline, use));
  Meaning out;
  for (const Thing& thing : things.list) {
    if (thing.kind != Thing::Kind::definition) continue;
    if (out.targets.empty()) {
      const bool same_file = thing.how == Resolution::import && thing.place.file == file;
      out.resolution = same_file ? Resolution::same_file : thing.how;
      if (thing.how == Resolution::same_file && thing.place.file != file) out.resolution = Resolution::import;
    }
    out.targets.push_back(thing.place);
  }
  out.candidates = static_cast<std::uint32_t>(out.targets.size());
  if (!out.targets.empty() || !things.unknown) return out;
  GRIT_ASSIGN_OR_RETURN(const bool defined, snapshot_.defined_for(file, outline.terms[use.word]));
  if (!defined) return out;
  GRIT_ASSIGN_OR_RETURN(const NameCounts counts, snapshot_.counts(outline.terms[use.word]));
  out.resolution = Resolution::name_only;
  out.candidates = counts.definitions;
  return out;
}

Status References::add_targets(const Meaning& meaning, bool call, Reference& out) {
  for (const SymbolPlace& place : meaning.targets) {
    GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, resolver_.facts(place.file));
    ReferenceTarget target;
    target.path = snapshot_.files()[place.file].path;
    GRIT_ASSIGN_OR_RETURN(target.qualified, qualified(snapshot_, facts->symbols(), nullptr, place.symbol));
    out.targets.push_back(std::move(target));
    if (!call || facts->symbols()[place.symbol].kind != SymbolKind::class_) continue;
    GRIT_ASSIGN_OR_RETURN(const auto constructor, resolver_.constructor(place));
    if (!constructor) continue;
    GRIT_ASSIGN_OR_RETURN(facts, resolver_.facts(constructor->file));
    ReferenceTarget implied;
    implied.path = snapshot_.files()[constructor->file].path;
    GRIT_ASSIGN_OR_RETURN(implied.qualified, qualified(snapshot_, facts->symbols(), nullptr, constructor->symbol));
    implied.implied = true;
    out.targets.push_back(std::move(implied));
  }
  return {};
}

Result<Reference> References::reference(std::size_t file, const FileOutline& outline, const UseRow& use) {
  Reference out;
  GRIT_ASSIGN_OR_RETURN(const Meaning meaning, this->meaning(file, outline, use));
  GRIT_ASSIGN_OR_RETURN(const std::string* name, snapshot_.text(outline.terms[use.word]));
  GRIT_ASSIGN_OR_RETURN(const NameCounts counts, snapshot_.counts(outline.terms[use.word]));
  GRIT_ASSIGN_OR_RETURN(out.scope, qualified_name(snapshot_, outline, symbol_around(outline.rows.symbols, use.begin)));
  GRIT_RETURN_IF_ERROR(add_targets(meaning, use.kind == ReferenceKind::call, out));
  out.path = snapshot_.files()[file].path;
  out.name = *name;
  out.kind = use.kind;
  out.range = {use.begin, use.begin + name->size()};
  out.line = outline.lines.line_of(use.begin);
  out.resolution = meaning.resolution;
  if (!out.targets.empty()) out.target = out.targets.front().path;
  out.definitions = counts.definitions;
  out.candidates = meaning.candidates;
  return out;
}

void References::count(const Meaning& meaning, std::uint32_t references, Tally& tally) {
  if (tally.references == 0 || surety(meaning.resolution) > surety(tally.resolution)) {
    tally.resolution = meaning.resolution;
    tally.candidates = meaning.candidates;
  }
  tally.references += references;
}

// Counts for each file and name the uses that can mean a definition of the name there.
Status References::tally(std::size_t file, const FileOutline& outline, std::optional<std::size_t> to,
                         std::map<Key, Tally>& out) {
  // Uses that mean the same; of `inherited` those in one class do.
  std::map<std::tuple<std::uint32_t, Hint, std::uint32_t>, std::pair<const UseRow*, std::uint32_t>> kinds;
  const std::vector<SymbolRow>& symbols = outline.rows.symbols;
  for (const UseRow& use : outline.rows.uses) {
    if (use.hint == Hint::here || use.hint == Hint::own_class) continue;
    const bool inherited = use.hint == Hint::inherited;
    const std::uint32_t where = inherited ? class_around(symbols, symbol_around(symbols, use.begin)) : use.target;
    auto& [first, count] = kinds[{use.word, use.hint, where}];
    if (first == nullptr) first = &use;
    ++count;
  }
  for (const auto& [kind, uses] : kinds) {
    GRIT_ASSIGN_OR_RETURN(const Meaning meaning, this->meaning(file, outline, *uses.first));
    for (const SymbolPlace& place : meaning.targets) {
      if (place.file == file || (to && place.file != *to)) continue;
      GRIT_ASSIGN_OR_RETURN(const FileFacts* facts, resolver_.facts(place.file));
      count(meaning, uses.second, out[{place.file, facts->symbols()[place.symbol].word}]);
    }
    if (meaning.resolution != Resolution::name_only) continue;
    const std::uint32_t term = outline.terms[uses.first->word];
    GRIT_ASSIGN_OR_RETURN(const auto* definers, snapshot_.definers(term));
    for (const std::size_t definer : *definers) {
      const bool wanted = definer != file && (!to || definer == *to) && snapshot_.same_family(file, definer);
      if (wanted) count(meaning, uses.second, out[{definer, term}]);
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
    edge.resolution = tally.resolution;
    edge.candidates = tally.candidates;
    out.push_back(std::move(edge));
  }
  std::sort(out.begin(), out.end(),
            [](const Edge& a, const Edge& b) { return std::tie(a.to, a.name) < std::tie(b.to, b.name); });
  return out;
}

}  // namespace grit::index
