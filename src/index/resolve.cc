#include "resolve.h"

#include <algorithm>
#include <utility>

#include "base/try.h"

namespace grit::index {
namespace {

// How often a name may be passed on, from package to package or by "*".
constexpr unsigned kMaxPassedOn = 16;
// How many imports are followed for one question: modules that import "*" from each other would branch without end.
constexpr unsigned kMaxSteps = 256;

ImportRow with_terms(ImportRow row, const std::vector<std::uint32_t>& terms) {
  if (row.name != kNone) row.name = terms[row.name];
  if (row.alias != kNone) row.alias = terms[row.alias];
  return row;
}

}  // namespace

Result<const Resolver::Names*> Resolver::names(std::size_t file) {
  std::unique_ptr<const Names>& slot = names_[file];
  if (slot != nullptr) return slot.get();
  GRIT_ASSIGN_OR_RETURN(const FileOutline outline, snapshot_.outline(file));
  auto out = std::make_unique<Names>();
  const std::vector<SymbolRow>& symbols = outline.rows.symbols;
  for (const SymbolRow& symbol : symbols) {
    const std::uint32_t term = outline.terms[symbol.word];
    if (symbol.parent == kNone) {
      bool& is_class = out->definitions[term];
      is_class = is_class || symbol.kind == SymbolKind::class_;
    } else if (symbols[symbol.parent].kind == SymbolKind::class_ && symbols[symbol.parent].parent == kNone) {
      out->members.emplace(outline.terms[symbols[symbol.parent].word], term);
    }
  }
  for (const ImportRow& row : outline.rows.imports) {
    const auto index = static_cast<std::uint32_t>(out->imports.size());
    out->imports.push_back(with_terms(row, outline.terms));
    if (row.star) out->stars.push_back(index);
    if (row.alias != kNone) out->bound.try_emplace(outline.terms[row.alias], index);
  }
  slot = std::move(out);
  return slot.get();
}

// The terms of "a.b.c". A word that no file holds gets the term 0, which nothing defines.
Result<Resolver::Path> Resolver::path_of(std::string_view dotted) {
  Path out;
  while (!dotted.empty()) {
    const std::size_t end = std::min(dotted.find('.'), dotted.size());
    const std::string_view part = dotted.substr(0, end);
    const auto [entry, added] = terms_.try_emplace(part, 0);
    if (added) {
      GRIT_ASSIGN_OR_RETURN(entry->second, snapshot_.terms().exact(part));
    }
    out.push_back(entry->second);
    dotted.remove_prefix(std::min(end + 1, dotted.size()));
  }
  return out;
}

Result<Resolved> Resolver::use(std::size_t file, const FileOutline& outline, const UseRow& use) {
  steps_ = 0;
  const TargetRow& target = outline.rows.targets[use.target];
  GRIT_ASSIGN_OR_RETURN(Path path, path_of(target.rest));
  if (use.hint == Hint::through) path.push_back(outline.terms[use.word]);
  return import(file, with_terms(outline.rows.imports[target.import], outline.terms), std::move(path), 0);
}

Result<Resolved> Resolver::free_name(std::size_t file, const FileOutline& outline, std::uint32_t term) {
  steps_ = 0;
  for (const ImportRow& row : outline.rows.imports) {
    if (!row.star) continue;
    GRIT_ASSIGN_OR_RETURN(const Resolved found, import(file, row, {term}, 0));
    if (found.kind == Resolved::Kind::file) return found;
  }
  return Resolved{Resolved::Kind::outside, 0};
}

// Follows an import of `file` and then `path`.
Result<Resolved> Resolver::import(std::size_t file, const ImportRow& row, Path path, unsigned depth) {
  if (depth > kMaxPassedOn || ++steps_ > kMaxSteps) return Resolved{};
  std::string_view module = row.module;
  if (row.name != kNone) {
    path.insert(path.begin(), row.name);
  } else if (!row.star && !row.aliased) {
    module = module.substr(0, module.find('.'));  // "import a.b" binds a
  }
  const std::optional<Module> found = modules_.find(module, file);
  if (!found) return Resolved{Resolved::Kind::outside, 0};
  return below(*found, path, file, depth);
}

// Follows `path` from a module down. A package that imports its own module means the module, not the name that it is
// just binding.
Result<Resolved> Resolver::below(Module module, const Path& path, std::size_t importer, unsigned depth) {
  for (std::size_t at = 0; at < path.size(); ++at) {
    bool bound = false;
    if (module.file && !(at == 0 && *module.file == importer)) {
      GRIT_ASSIGN_OR_RETURN(const Resolved found, in_file(*module.file, path, at, depth, bound));
      if (bound) return found;
    }
    if (path[at] == 0) return Resolved{};
    GRIT_ASSIGN_OR_RETURN(const std::string* name, snapshot_.text(path[at]));
    std::optional<Module> next = modules_.child(module, *name);
    if (!next) return Resolved{};
    module = std::move(*next);
  }
  return Resolved{Resolved::Kind::outside, 0};  // the path ends at a module
}

// What the module `file` itself knows of path[at] and what follows; `bound` says whether it knows anything.
Result<Resolved> Resolver::in_file(std::size_t file, const Path& path, std::size_t at, unsigned depth, bool& bound) {
  GRIT_ASSIGN_OR_RETURN(const Names* names, this->names(file));
  const std::size_t left = path.size() - at;
  const auto definition = names->definitions.find(path[at]);
  const auto import_of = names->bound.find(path[at]);
  bound = definition != names->definitions.end();
  if (bound) {
    const bool here =
        left == 1 || (left == 2 && definition->second && names->members.contains({path[at], path[at + 1]}));
    if (here) return Resolved{Resolved::Kind::file, file};
    if (import_of == names->bound.end()) return Resolved{};
  }
  const Path rest(path.begin() + static_cast<std::ptrdiff_t>(at), path.end());
  if (import_of != names->bound.end()) {
    bound = true;
    return import(file, names->imports[import_of->second], Path(rest.begin() + 1, rest.end()), depth + 1);
  }
  for (const std::uint32_t star : names->stars) {
    GRIT_ASSIGN_OR_RETURN(const Resolved found, import(file, names->imports[star], rest, depth + 1));
    bound = found.kind == Resolved::Kind::file;
    if (bound) return found;
  }
  return Resolved{};
}

}  // namespace grit::index
