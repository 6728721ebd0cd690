// Parsing in one line, and texts of what was found, for tests.
#ifndef GRIT_TESTS_UNIT_SYNTAX_PARSE_H_
#define GRIT_TESTS_UNIT_SYNTAX_PARSE_H_

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "syntax/syntax.h"

namespace grit::syntax {

// The bytes must outlive the result.
inline FileSyntax parse(std::string_view bytes) {
  Parser parser;
  auto parsed = parser.parse(bytes, "python", {}, {}, {});
  REQUIRE_MESSAGE(parsed.has_value(), (parsed.has_value() ? std::string() : parsed.error().message()));
  return std::move(parsed).value();
}

inline std::vector<std::string> qualified_names(const FileSyntax& syntax) {
  std::vector<std::string> out;
  for (const Definition& definition : syntax.definitions) out.push_back(definition.qualified);
  return out;
}

inline const Definition& definition(const FileSyntax& syntax, std::string_view qualified) {
  for (const Definition& candidate : syntax.definitions) {
    if (candidate.qualified == qualified) return candidate;
  }
  FAIL("no definition " << qualified);
  return syntax.definitions.front();
}

// The uses of a name, each as "kind", with "receiver." before it and what it was resolved to after it.
inline std::vector<std::string> uses_of(const FileSyntax& syntax, std::string_view name) {
  constexpr const char* kKinds[] = {"call", "attribute", "name", "import"};
  std::vector<std::string> out;
  for (const Use& use : syntax.uses) {
    if (use.name != name) continue;
    std::string text = kKinds[static_cast<int>(use.kind)];
    if (!use.receiver.empty()) text += " of " + std::string(use.receiver);
    if (use.on_self) text += " self";
    if (use.local) text += " local";
    if (use.definition != kNone) text += " = " + syntax.definitions[use.definition].qualified;
    if (use.import != kNone) text += " from " + syntax.imports[use.import].module;
    out.push_back(text);
  }
  return out;
}

using Names = std::vector<std::string>;

}  // namespace grit::syntax

#endif  // GRIT_TESTS_UNIT_SYNTAX_PARSE_H_
