// Any bytes as a file of any language: what is found lies in the file and nests. The first byte chooses the language.
#include <string_view>

#include "fuzz.h"
#include "syntax/syntax.h"

namespace {

constexpr std::string_view kNames[] = {"a.py", "a.js", "a.ts", "a.tsx", "a.go",   "a.rs",
                                       "a.c",  "a.cc", "a.h",  "a.rb",  "a.java", "a.sh"};

void expect_sound(const grit::syntax::FileSyntax& syntax, std::string_view bytes) {
  using grit::fuzz::expect;
  for (std::size_t i = 0; i < syntax.definitions.size(); ++i) {
    const grit::syntax::Definition& definition = syntax.definitions[i];
    expect(definition.range.end <= bytes.size(), "a definition lies in the file");
    expect(definition.range.contains(definition.inner), "the inner range lies in the range");
    expect(definition.inner.contains(definition.name_range), "the name lies in the definition");
    expect(definition.name_range.of(bytes) == definition.name, "the name is where its range says");
    expect(i == 0 || syntax.definitions[i - 1].range.begin <= definition.range.begin, "definitions are in order");
    expect(definition.parent == grit::syntax::kNone || definition.parent < i, "a parent comes before");
  }
  for (const grit::syntax::Use& use : syntax.uses) {
    expect(use.range.of(bytes) == use.name, "a use is where its range says");
    expect(use.scope == grit::syntax::kNone || use.scope < syntax.definitions.size(), "a use stands in a definition");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes = grit::fuzz::text(data + 1, size - 1);
  const std::string_view language = grit::syntax::language_of(kNames[data[0] % std::size(kNames)], bytes);
  static grit::syntax::Parser parser;  // compiling the queries takes longer than a run
  const auto syntax = parser.parse(bytes, language, {.seconds = 2}, {}, {});
  if (!syntax) return 0;
  expect_sound(*syntax, bytes);
  for (const auto& definition : syntax->definitions) (void)grit::syntax::signature_of(definition, bytes, language);
  return 0;
}
