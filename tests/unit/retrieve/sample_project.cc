#include "sample_project.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "syntax/syntax.h"
#include "words.h"

namespace grit::retrieve {
namespace {

index::Symbol symbol_from(const syntax::FileSyntax& syntax, const syntax::Definition& definition, std::string_view path,
                          std::string_view bytes, const LineIndex& lines) {
  index::Symbol symbol;
  symbol.path = path;
  symbol.name = definition.name;
  symbol.qualified = definition.qualified;
  symbol.kind = static_cast<index::SymbolKind>(definition.kind);
  symbol.range = definition.range;
  symbol.inner = definition.inner;
  symbol.name_range = definition.name_range;
  symbol.docstring = definition.docstring;
  symbol.lines = lines.lines_of(definition.range);
  symbol.signature = syntax::signature_of(definition, bytes, "python");
  for (const ByteRange& decorator : definition.decorators)
    symbol.decorators.emplace_back(decorator.of(bytes).substr(1));
  if (definition.parent != syntax::kNone) symbol.parent = syntax.definitions[definition.parent].qualified;
  return symbol;
}

index::Reference reference_from(const syntax::FileSyntax& syntax, const syntax::Use& use, std::string_view path,
                                const LineIndex& lines) {
  index::Reference reference;
  reference.path = path;
  reference.name = use.name;
  reference.kind = static_cast<index::ReferenceKind>(use.kind);
  reference.range = use.range;
  reference.line = lines.line_of(use.range.begin);
  if (use.scope != syntax::kNone) reference.scope = syntax.definitions[use.scope].qualified;
  return reference;
}

}  // namespace

SampleProject& SampleProject::add(std::string_view path, std::string_view bytes,
                                  std::optional<std::uint32_t> commits_ago) {
  files.put(path, bytes);
  index::FileRecord record;
  record.path = path;
  record.language = syntax::language_of(path, bytes);
  record.hash = ContentHash::of(bytes);
  record.size = bytes.size();
  const LineIndex lines(bytes);
  record.lines = lines.line_count();
  record.commits_ago = commits_ago;
  store.add(record);
  std::set<std::string> words;
  for_each_word(bytes, [&](std::string_view word) { words.insert(folded(word)); });
  for (const std::string& word : words) store.add_word(path, word);
  if (record.language.empty()) return *this;
  syntax::Parser parser;
  const auto syntax = parser.parse(bytes, record.language, {}, {}, {});
  REQUIRE(syntax.has_value());
  for (const auto& definition : syntax->definitions) store.add(symbol_from(*syntax, definition, path, bytes, lines));
  for (const auto& use : syntax->uses) store.add(reference_from(*syntax, use, path, lines));
  return *this;
}

std::string place_text(const Place& place) {
  return place.symbol.empty() ? place.path : place.path + "::" + place.symbol;
}

std::vector<Evidence> run(Signal& signal, SampleProject& project, const Query& query,
                          const std::vector<std::vector<Evidence>>& earlier) {
  auto evidence = signal.score({query, project.store, project.files, earlier, {}});
  if (!evidence) FAIL(evidence.error().message());
  std::ranges::sort(*evidence, {}, &Evidence::place);
  return *std::move(evidence);
}

const Evidence* evidence_of(const std::vector<Evidence>& evidence, std::string_view place) {
  const auto found = std::ranges::find_if(evidence, [&](const Evidence& e) { return place_text(e.place) == place; });
  return found == evidence.end() ? nullptr : &*found;
}

double score_of(const std::vector<Evidence>& evidence, std::string_view place) {
  const Evidence* found = evidence_of(evidence, place);
  return found == nullptr ? 0.0 : found->score;
}

FindResult find_classic(SampleProject& project, std::string_view ticket, const FindOptions& options) {
  const auto signals = classic_signals();
  auto result = find(analyse(ticket), signals, *classic_ranker(), project.store, project.files, options, {});
  if (!result) FAIL(result.error().message());
  return *std::move(result);
}

}  // namespace grit::retrieve
