// What the index keeps of one file, as a worker makes it and as a store reads it back.
#ifndef GRIT_INDEX_ROWS_H_
#define GRIT_INDEX_ROWS_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <grit/index.h>
#include <grit/platform.h>

#include "syntax/syntax.h"

namespace grit::index {

inline constexpr std::uint32_t kNone = 0xFFFFFFFF;

// What the file alone says about a use. Everything that needs other files is found out when it is read, so that a
// change of one file leaves the rows of all others as they are.
enum class Hint : std::uint8_t {
  here,       // a definition in this file, by the scoping rules
  own_class,  // self.name, and the class around it defines the name
  imported,   // a name that an import binds
  through,    // an attribute of a value whose origin is known: module.name, Class().name
  free,       // a bare name that this file does not bind
  inherited,  // self.name, and the class around it does not define the name
  member,     // of a value of which nothing is known
};
inline constexpr std::uint64_t kHints = 7;

// In all of these, `word` and the like are numbers of words of the file.
struct UseRow {
  std::uint32_t begin = 0;
  std::uint32_t word = 0;
  ReferenceKind kind = ReferenceKind::name;
  Hint hint = Hint::free;
  std::uint32_t target = kNone;  // index into targets, where the hint is `imported` or `through`
};

struct SymbolRow {
  std::uint32_t word = 0;
  SymbolKind kind = SymbolKind::function;
  bool is_async = false;
  std::uint32_t begin = 0;
  std::uint32_t inner = 0;
  std::uint32_t end = 0;
  std::uint32_t name = 0;  // where the name begins
  std::optional<ByteRange> docstring;
  std::uint32_t parent = kNone;  // index of a symbol before it
  std::string owner;             // the type that it belongs to without standing in it, dotted
  std::uint32_t ordinal = 1;
  std::string signature;
  bool short_signature = false;  // `signature` lacks its begin, which kind and name tell: see full_signature
  std::vector<std::string> decorators;
};

// One name that an import binds.
struct ImportRow {
  std::string module;
  std::uint32_t name = kNone;   // imported from the module; kNone for the module itself and for "*"
  std::uint32_t alias = kNone;  // what it is bound to; kNone for "*"
  bool star = false;
  bool aliased = false;
  bool inside = false;  // not at module level
};

// Where a value comes from; see syntax::Origin. For a use with the hint `imported` it is the use itself, for `through`
// what stands before its dot.
struct TargetRow {
  syntax::OriginBase base = syntax::OriginBase::import;
  std::uint32_t index = 0;  // into imports or symbols
  std::string rest;
  std::uint32_t other = kNone;  // another target before it that can be meant as well
};

// What a variable of the module, an attribute of a class, or what a function returns comes from.
struct ValueRow {
  std::uint32_t owner = kNone;   // the symbol of the class or function; kNone: the module
  std::uint32_t word = kNone;    // kNone: what the function returns
  std::uint32_t target = kNone;  // kNone: it is assigned, but nothing is known of the value
};

struct Outline {
  std::vector<SymbolRow> symbols;
  std::vector<UseRow> uses;  // by position
  std::vector<ImportRow> imports;
  std::vector<TargetRow> targets;
  std::vector<ValueRow> values;
};

// Whether a use with this hint may mean a definition in another file. `free_names`: so may names that the file does not
// bind, see may_mean_free_names.
[[nodiscard]] inline bool is_open(Hint hint, bool free_names) {
  return hint != Hint::here && hint != Hint::own_class && (hint != Hint::free || free_names);
}
// In Python only what is imported can mean something elsewhere, or anything where all names of a module are.
[[nodiscard]] inline bool may_mean_free_names(std::string_view language, const std::vector<ImportRow>& imports) {
  const auto star = [](const ImportRow& import) { return import.star; };
  return language != "python" || std::any_of(imports.begin(), imports.end(), star);
}

struct WordRow {
  std::uint32_t begin = 0;  // in FileRows::text, which moves with the rows, as a view would not
  std::uint32_t size = 0;
  std::uint32_t count = 0;  // how often it stands in the file
  std::uint32_t uses = 0;
  bool open = false;       // a use may mean a definition in another file
  std::uint64_t hash = 0;  // see hash_of_text
};

// All rows of a file.
struct FileRows {
  std::string language;
  ContentHash hash;
  std::uint64_t size = 0;
  std::uint32_t lines = 0;
  std::string line_lengths;             // a varint for each line, line end included
  std::vector<LineRange> import_lines;  // of imports outside of definitions, ascending and apart
  bool parse_errors = false;
  bool parsed = false;  // whether the grammar looked at it
  std::string note;     // why it has no definitions or not all of them: kParseLimit, "match_limit", "notebook"
  std::string text;     // of the words
  std::vector<WordRow> words;
  Outline outline;

  [[nodiscard]] std::string_view word(std::size_t number) const {
    return std::string_view(text).substr(words[number].begin, words[number].size);
  }
};

// FileRows::note and the reason in the table of files: parsing took longer than its limit.
inline constexpr std::string_view kParseLimit = "parse_limit";

// Limits on what is kept of a definition's text.
inline constexpr std::size_t kMaxSignatureBytes = 500;
inline constexpr std::size_t kMaxDecoratorBytes = 200;
inline constexpr std::size_t kMaxDecorators = 32;

}  // namespace grit::index

#endif  // GRIT_INDEX_ROWS_H_
