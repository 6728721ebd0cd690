// Any bytes as a source file of any language: its rows lie inside of it, and come back out of their blobs as they were.
#include "extract.h"

#include <numeric>
#include <string>
#include <vector>

#include "codec.h"
#include "fuzz.h"

namespace {

constexpr const char* kPaths[] = {"m.py", "m.js", "m.ts",   "m.tsx", "m.go", "m.rs",
                                  "m.c",  "m.cc", "m.java", "m.rb",  "m.sh", "m.txt"};

void expect_inside(const grit::index::FileRows& rows, std::size_t size) {
  using grit::fuzz::expect;
  for (const grit::index::SymbolRow& symbol : rows.outline.symbols) {
    expect(
        symbol.begin <= symbol.inner && symbol.inner <= symbol.name && symbol.name <= symbol.end && symbol.end <= size,
        "a definition holds its name");
    expect(symbol.name + rows.word(symbol.word).size() <= size, "a name ends inside of the file");
    expect(!symbol.docstring || symbol.docstring->end <= size, "a docstring ends inside of the file");
  }
  for (const grit::index::UseRow& use : rows.outline.uses) {
    expect(use.begin + rows.word(use.word).size() <= size, "a use ends inside of the file");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const char* path = kPaths[data[0] % std::size(kPaths)];
  const std::string_view bytes = grit::fuzz::text(data + 1, size - 1);
  (void)grit::index::unsuitable(path, bytes);
  static grit::index::Extractor extractor;  // making one reads the queries of a language
  const auto rows = extractor.extract(path, bytes, grit::ContentHash::of(bytes), {}, {});
  grit::fuzz::expect(rows.has_value(), "no file is an error");
  expect_inside(*rows, bytes.size());
  std::vector<std::uint32_t> terms(rows->words.size());
  std::iota(terms.begin(), terms.end(), 1U);
  const auto blobs = grit::index::encode_outline(*rows, terms);
  const auto back = grit::index::decode_terms(blobs.terms);
  grit::fuzz::expect(back.has_value(), "terms are read back");
  const auto symbols = grit::index::decode_symbols(blobs.symbols, back->size());
  const auto uses = grit::index::decode_uses(blobs.uses, back->size());
  grit::fuzz::expect(symbols && symbols->size() == rows->outline.symbols.size(), "definitions are read back");
  grit::fuzz::expect(uses && uses->size() == rows->outline.uses.size(), "uses are read back");
  grit::index::Outline outline;
  outline.symbols = *symbols;
  grit::fuzz::expect(grit::index::decode_links(blobs.imports, back->size(), outline).ok(), "imports are read back");
  return 0;
}
