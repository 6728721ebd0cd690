// The code tools: look-ups in the index, bounded.
#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include <grit/retrieve.h>
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "base/text.h"
#include "base/try.h"
#include "indexed_file.h"
#include "syntax/syntax.h"
#include "tool_budget.h"

namespace grit::retrieve {
namespace {

constexpr std::size_t kMaxNamed = 10;  // places in an error message

std::size_t size_of(const index::Symbol& symbol) {
  std::size_t bytes = symbol.path.size() + symbol.qualified.size() + symbol.signature.size();
  for (const std::string& decorator : symbol.decorators) bytes += decorator.size();
  return bytes;
}

// "Class.method", "f#2": a name that only a whole qualified name can be.
bool is_qualified(std::string_view name) { return name.find_first_of(".#") != std::string_view::npos; }

index::SymbolQuery query_for(std::string_view name) {
  index::SymbolQuery query;
  (is_qualified(name) ? query.qualified : query.name) = name;
  return query;
}

std::string place_text(const index::Symbol& symbol) { return symbol.path + "::" + symbol.qualified; }

}  // namespace

Result<Definitions> find_defs(index::SymbolStore& store, std::string_view name, const ToolLimits& limits) {
  if (name.empty()) return Status(Code::invalid_argument, "no name to look for");
  Definitions found;
  ToolBudget budget(limits);
  GRIT_RETURN_IF_ERROR(store.symbols(query_for(name), [&](const index::Symbol& symbol) {
    found.cut = !budget.take(size_of(symbol));
    if (!found.cut) found.symbols.push_back(symbol);
    return !found.cut;
  }));
  return found;
}

namespace {

// The lines of the imports at module level, for a store that does not know them.
Result<std::vector<LineRange>> find_import_lines(std::string_view bytes, const std::string& language) {
  if (language.empty()) return std::vector<LineRange>();
  syntax::Parser parser;
  GRIT_ASSIGN_OR_RETURN(const syntax::FileSyntax file, parser.parse(bytes, language, {}, {}, {}));
  const LineIndex index(bytes);
  return syntax::import_lines(file, [&](const ByteRange& range) { return index.lines_of(range); });
}

// The text of these lines without line ends.
std::vector<std::string> text_of_lines(std::string_view bytes, std::span<const LineRange> ranges) {
  std::vector<std::string> out;
  if (ranges.empty()) return out;
  const LineIndex index(bytes);
  for (const LineRange& range : ranges) {
    for (std::uint32_t line = range.begin; line <= range.end; ++line) {
      const auto of_line = index.range_of(line);
      if (of_line) out.emplace_back(strip_line_end(of_line->of(bytes)));
    }
  }
  return out;
}

}  // namespace

Result<Outline> file_outline(index::SymbolStore& store, FileSystem& files, std::string_view path,
                             const ToolLimits& limits) {
  GRIT_ASSIGN_OR_RETURN(index::FileRecord record, file_record(store, path));
  GRIT_ASSIGN_OR_RETURN(const std::string bytes, read_as_indexed(files, record.path, record.hash));
  if (!record.import_lines) {
    GRIT_ASSIGN_OR_RETURN(record.import_lines, find_import_lines(bytes, record.language));
  }
  Outline outline;
  ToolBudget budget(limits);
  for (std::string& line : text_of_lines(bytes, *record.import_lines)) {
    outline.cut = !budget.take(line.size());
    if (outline.cut) return outline;
    outline.imports.push_back(std::move(line));
  }
  index::SymbolQuery query;
  query.path = record.path;
  GRIT_RETURN_IF_ERROR(store.symbols(query, [&](const index::Symbol& symbol) {
    outline.cut = !budget.take(size_of(symbol));
    if (!outline.cut) outline.symbols.push_back(symbol);
    return !outline.cut;
  }));
  return outline;
}

namespace {

// The one definition that `where` names.
Result<index::Symbol> resolve(index::SymbolStore& store, std::string_view where) {
  index::SymbolQuery query;
  const std::size_t separator = where.find("::");
  if (separator == std::string_view::npos) {
    query = query_for(where);
  } else {
    query.path = where.substr(0, separator);
    query.qualified = where.substr(separator + 2);
  }
  if (query.name.empty() && query.qualified.empty()) return Status(Code::invalid_argument, "no name to look for");
  std::vector<index::Symbol> found;
  GRIT_RETURN_IF_ERROR(store.symbols(query, [&](const index::Symbol& symbol) {
    found.push_back(symbol);
    return found.size() <= kMaxNamed;
  }));
  if (found.empty()) return Status(Code::not_found, "no definition of " + std::string(where) + " in the index");
  if (found.size() == 1) return std::move(found.front());
  std::string message = std::string(where) + " has several definitions, name one of them: ";
  for (std::size_t i = 0; i < std::min(found.size(), kMaxNamed); ++i)
    message += (i == 0 ? "" : ", ") + place_text(found[i]);
  if (found.size() > kMaxNamed) message += ", …";
  return Status(Code::invalid_argument, std::move(message));
}

}  // namespace

Result<SymbolText> read_symbol(index::SymbolStore& store, FileSystem& files, std::string_view where,
                               const ToolLimits& limits) {
  SymbolText result;
  GRIT_ASSIGN_OR_RETURN(result.symbol, resolve(store, where));
  GRIT_ASSIGN_OR_RETURN(const index::FileRecord record, file_record(store, result.symbol.path));
  GRIT_ASSIGN_OR_RETURN(const std::string bytes, read_as_indexed(files, record.path, record.hash));
  const std::string_view whole = result.symbol.range.of(bytes);
  result.text = cut_at_line_end(whole, limits.max_bytes);
  result.cut = result.text.size() < whole.size();
  return result;
}

}  // namespace grit::retrieve
