#include <algorithm>
#include <string>
#include <vector>

#include <grit/edit.h>

#include "base/text.h"
#include "base/try.h"
#include "syntax/syntax.h"

namespace grit::edit {
namespace {

using syntax::Definition;

constexpr std::size_t kMaxNamed = 8;  // candidates that a message names

bool is_target(const Definition& definition) { return definition.kind != syntax::DefinitionKind::variable; }

// The qualified name with an ordinal for every definition, the first included.
std::string with_ordinal(const Definition& definition) {
  return definition.ordinal == 1 ? definition.qualified + "#1" : definition.qualified;
}

Target target_of(const Definition& definition, std::string_view bytes, std::string_view path,
                 std::string_view language) {
  Target out;
  out.path = path;
  out.language = language;
  out.symbol = definition.qualified;
  out.name = definition.name;
  out.is_class = definition.kind == syntax::DefinitionKind::class_;
  out.range = definition.range;
  out.inner = definition.inner;
  out.name_range = definition.name_range;
  out.body = definition.body;
  out.lines = LineIndex(bytes).lines_of(definition.range);
  out.signature = syntax::signature_of(definition, bytes, language);
  out.content = ContentHash::of(bytes);
  return out;
}

Result<syntax::FileSyntax> parse(std::string_view bytes, std::string_view path, std::string_view language) {
  if (language.empty()) {
    return Status(Code::unsupported, std::string(path) + " is in a language without a grammar; replace text in it");
  }
  syntax::Parser parser;
  auto parsed = parser.parse(bytes, language, {}, {.uses = false}, {});
  if (!parsed) return parsed.error().with_context(path);
  return parsed;
}

Status not_found(std::string_view path, std::string_view symbol) {
  return {Code::not_found, std::string(path) + " has no definition " + std::string(symbol)};
}

Status ambiguous(std::string_view bytes, std::string_view path, std::string_view symbol,
                 const std::vector<const Definition*>& found) {
  const LineIndex lines(bytes);
  std::string list;
  for (std::size_t i = 0; i < found.size() && i < kMaxNamed; ++i) {
    list += (i == 0 ? "" : ", ") + with_ordinal(*found[i]) + " (line " +
            std::to_string(lines.line_of(found[i]->name_range.begin)) + ")";
  }
  if (found.size() > kMaxNamed) list += ", …";
  return {Code::invalid_argument, std::string(symbol) + " fits " + std::to_string(found.size()) + " definitions in " +
                                      std::string(path) + ": " + list + "; name one of them"};
}

}  // namespace

Result<Target> locate_exact(std::string_view bytes, std::string_view path, std::string_view symbol) {
  const std::string_view language = syntax::language_of(path, bytes);
  GRIT_ASSIGN_OR_RETURN(const syntax::FileSyntax file, parse(bytes, path, language));
  for (const Definition& definition : file.definitions) {
    if (is_target(definition) && definition.qualified == symbol) return target_of(definition, bytes, path, language);
  }
  return not_found(path, symbol);
}

Result<Target> locate(std::string_view bytes, std::string_view path, std::string_view symbol) {
  const std::string_view language = syntax::language_of(path, bytes);
  GRIT_ASSIGN_OR_RETURN(const syntax::FileSyntax file, parse(bytes, path, language));
  const bool bare = symbol.find_first_of(".#") == std::string_view::npos;
  std::vector<const Definition*> found;
  for (const Definition& definition : file.definitions) {
    if (!is_target(definition)) continue;
    const std::string numbered = with_ordinal(definition);
    const std::string_view unnumbered = std::string_view(numbered).substr(0, numbered.rfind('#'));
    const bool fits = symbol == numbered || symbol == unnumbered || (bare && definition.name == symbol);
    if (fits) found.push_back(&definition);
  }
  if (found.empty()) return not_found(path, symbol);
  if (found.size() > 1) return ambiguous(bytes, path, symbol, found);
  return target_of(*found[0], bytes, path, language);
}

}  // namespace grit::edit
