#include "path_resolver.h"

#include <algorithm>
#include <string>

#include "base/try.h"
#include "syntax/syntax.h"

namespace grit::index {
namespace {

// A name that more files define is not looked for among them: it is too common to be told apart by paths.
constexpr std::size_t kMaxDefiners = 64;

using Components = std::vector<std::string_view>;

Components split(std::string_view text, std::string_view separator) {
  Components out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + separator.size(), text.size()));
  }
  return out;
}

// Without an ending that a language has.
std::string_view without_ending(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  const bool ends =
      dot != std::string_view::npos && dot > path.rfind('/') + 1 && !syntax::language_of(path, {}).empty();
  return ends ? path.substr(0, dot) : path;
}

Components components_of(std::string_view module) {
  module = without_ending(module);
  const bool colons = module.find("::") != std::string_view::npos;
  Components out = module.find('/') != std::string_view::npos ? split(module, "/") : split(module, colons ? "::" : ".");
  const auto is_root = [](std::string_view part) {
    return part == "crate" || part == "self" || part == "super" || part == "@" || part == "~";
  };
  while (!out.empty() && is_root(out.front())) out.erase(out.begin());
  return out;
}

Components folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? Components() : split(path.substr(0, slash), "/");
}

// The components of a path without ending. A file that stands for its folder goes by the folder's name.
Components stem_of(std::string_view path) {
  Components out = split(without_ending(path), "/");
  const bool stands_for_folder = !out.empty() && (out.back() == "index" || out.back() == "mod" || out.back() == "lib");
  if (stands_for_folder && out.size() > 1) out.pop_back();
  return out;
}

bool ends_with(const Components& path, const Components& end) {
  return path.size() >= end.size() && std::equal(end.rbegin(), end.rend(), path.rbegin());
}

std::size_t fit_of_relative(std::string_view module, std::string_view importer, std::string_view path) {
  Components at = folder_of(importer);
  for (const std::string_view part : split(module, "/")) {
    if (part == "..") {
      if (at.empty()) return 0;
      at.pop_back();
    } else if (part != ".") {
      at.push_back(part);
    }
  }
  if (!at.empty()) at.back() = without_ending(at.back());
  return at == stem_of(path) || at == split(without_ending(path), "/") ? std::max<std::size_t>(at.size(), 1) : 0;
}

}  // namespace

std::size_t module_fit(std::string_view module, std::string_view importer, std::string_view path) {
  if (module.starts_with("./") || module.starts_with("../") || module == "." || module == "..") {
    return fit_of_relative(module, importer, path);
  }
  const Components wanted = components_of(module);
  if (wanted.empty()) return 0;
  const Components folder = folder_of(path);
  if (ends_with(stem_of(path), wanted) || ends_with(folder, wanted)) return wanted.size();
  return !folder.empty() && ends_with(wanted, folder) ? folder.size() : 0;
}

Result<Resolved> PathResolver::find(std::string_view module, std::size_t importer, std::uint32_t term) {
  GRIT_ASSIGN_OR_RETURN(const auto* definers, snapshot_.definers(term));
  Resolved out;
  if (definers->size() > kMaxDefiners) return out;
  std::size_t best = 0;
  for (const std::size_t definer : *definers) {
    const std::size_t fit = module_fit(module, snapshot_.files()[importer].path, snapshot_.files()[definer].path);
    if (fit == 0 || fit < best) continue;
    out.kind = fit == best ? Resolved::Kind::unknown : Resolved::Kind::file;
    out.file = definer;
    best = fit;
  }
  return out;
}

Result<Resolved> PathResolver::use(std::size_t file, const FileOutline& outline, const UseRow& use) {
  const ImportRow& import = outline.rows.imports[outline.rows.targets[use.target].index];
  const bool named = import.name != kNone;
  if (use.hint == Hint::imported) return find(import.module, file, outline.terms[named ? import.name : use.word]);
  if (named) {  // "use crate::net; net::connect()": what is imported may be a module itself
    GRIT_ASSIGN_OR_RETURN(const std::string* name, snapshot_.text(outline.terms[import.name]));
    const bool colons = import.module.find("::") != std::string::npos || import.module == "crate";
    GRIT_ASSIGN_OR_RETURN(const Resolved inner,
                          find(import.module + (colons ? "::" : "/") + *name, file, outline.terms[use.word]));
    if (inner.kind == Resolved::Kind::file) return inner;
  }
  return find(import.module, file, outline.terms[use.word]);
}

Result<Resolved> PathResolver::free_name(std::size_t file, const FileOutline& outline, std::uint32_t term) {
  for (const ImportRow& import : outline.rows.imports) {
    if (!import.star) continue;
    GRIT_ASSIGN_OR_RETURN(const Resolved found, find(import.module, file, term));
    if (found.kind == Resolved::Kind::file) return found;
  }
  return Resolved{};
}

}  // namespace grit::index
