#include "definitions.h"

#include "base/try.h"

namespace grit::retrieve {

Result<FileDefinitions> FileDefinitions::of(index::SymbolStore& store, std::string_view path) {
  index::SymbolQuery query;
  query.path = path;
  FileDefinitions definitions;
  GRIT_RETURN_IF_ERROR(store.symbols(query, [&](const index::Symbol& symbol) {
    definitions.entries_.push_back({symbol.name, symbol.qualified, symbol.lines});
    return true;
  }));
  return definitions;
}

const FileDefinitions::Entry* FileDefinitions::innermost(std::uint32_t line) const {
  // Definitions nest, so of those that begin at or before the line the last that reaches it is the innermost.
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (entry->lines.begin <= line && line <= entry->lines.end) return &*entry;
  }
  return nullptr;
}

}  // namespace grit::retrieve
