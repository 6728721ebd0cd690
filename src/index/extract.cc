#include "extract.h"

#include <algorithm>
#include <string>
#include <utility>

#include <absl/container/flat_hash_map.h>

#include "base/text.h"
#include "base/try.h"
#include "varint.h"
#include "words.h"

namespace grit::index {
namespace {

// The words of one file by their text.
class WordTable {
 public:
  explicit WordTable(std::string_view bytes) {
    WordReader reader(bytes);
    for (std::string_view word = reader.next(); !word.empty(); word = reader.next()) {
      if (word.size() <= kMaxWordBytes) ++rows_[number(word)].count;
    }
  }

  std::uint32_t number(std::string_view word) {
    const auto [entry, added] = numbers_.try_emplace(word, static_cast<std::uint32_t>(rows_.size()));
    if (added) {
      rows_.push_back({});
      texts_.push_back(word);
    }
    return entry->second;
  }
  void count_use(std::uint32_t word) { ++rows_[word].uses; }

  // Gives the words a text of their own, so that the file's bytes can go.
  void move_to(FileRows& out) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      rows_[i].begin = static_cast<std::uint32_t>(out.text.size());
      rows_[i].size = static_cast<std::uint32_t>(texts_[i].size());
      out.text += texts_[i];
    }
    out.words = std::move(rows_);
  }

 private:
  absl::flat_hash_map<std::string_view, std::uint32_t> numbers_;
  std::vector<WordRow> rows_;            // in the order of their first appearance
  std::vector<std::string_view> texts_;  // beside rows_
};

SymbolKind symbol_kind(syntax::DefinitionKind kind) {
  switch (kind) {
    case syntax::DefinitionKind::function:
      return SymbolKind::function;
    case syntax::DefinitionKind::method:
      return SymbolKind::method;
    case syntax::DefinitionKind::class_:
      return SymbolKind::class_;
    case syntax::DefinitionKind::variable:
      return SymbolKind::variable;
    case syntax::DefinitionKind::module:
      return SymbolKind::module;
  }
  return SymbolKind::function;
}

ReferenceKind reference_kind(syntax::UseKind kind) {
  switch (kind) {
    case syntax::UseKind::call:
      return ReferenceKind::call;
    case syntax::UseKind::attribute:
      return ReferenceKind::attribute;
    case syntax::UseKind::name:
      return ReferenceKind::name;
    case syntax::UseKind::import:
      return ReferenceKind::import;
  }
  return ReferenceKind::name;
}

// Turns what a grammar found into rows.
class OutlineMaker {
 public:
  OutlineMaker(const syntax::FileSyntax& syntax, std::string_view bytes, std::string_view language, WordTable& words)
      : syntax_(syntax), bytes_(bytes), language_(language), words_(words) {}

  Outline make() {
    for (const syntax::Definition& definition : syntax_.definitions) out_.symbols.push_back(symbol(definition));
    for (const syntax::Import& import : syntax_.imports) out_.imports.push_back(import_row(import));
    out_.uses.reserve(syntax_.uses.size());
    for (const syntax::Use& use : syntax_.uses) {
      if (!use.local) add_use(use);
    }
    return std::move(out_);
  }

 private:
  SymbolRow symbol(const syntax::Definition& definition) {
    SymbolRow row;
    row.word = words_.number(definition.name);
    row.kind = symbol_kind(definition.kind);
    row.is_async = definition.is_async;
    row.begin = static_cast<std::uint32_t>(definition.range.begin);
    row.inner = static_cast<std::uint32_t>(definition.inner.begin);
    row.end = static_cast<std::uint32_t>(definition.range.end);
    row.name = static_cast<std::uint32_t>(definition.name_range.begin);
    row.docstring = definition.docstring;
    row.parent = definition.parent == syntax::kNone ? kNone : definition.parent;
    row.owner = definition.owner;
    row.ordinal = definition.ordinal;
    row.signature = truncate_utf8(syntax::signature_of(definition, bytes_, language_), kMaxSignatureBytes);
    for (const ByteRange& decorator : definition.decorators) {
      if (row.decorators.size() == kMaxDecorators) break;
      std::string_view text = decorator.of(bytes_);
      if (text.starts_with('@')) text.remove_prefix(1);
      row.decorators.emplace_back(truncate_utf8(text, kMaxDecoratorBytes));
    }
    return row;
  }

  ImportRow import_row(const syntax::Import& import) {
    ImportRow row;
    row.module = import.module;
    row.star = import.name == "*";
    row.aliased = import.aliased;
    if (!row.star && !import.name.empty()) row.name = words_.number(import.name);
    if (!row.star && !import.alias.empty()) row.alias = words_.number(import.alias);
    return row;
  }

  void add_use(const syntax::Use& use) {
    UseRow row;
    row.begin = static_cast<std::uint32_t>(use.range.begin);
    row.word = words_.number(use.name);
    row.kind = reference_kind(use.kind);
    row.hint = hint(use);
    if (row.hint == Hint::imported || row.hint == Hint::through) row.target = target(use);
    words_.count_use(row.word);
    out_.uses.push_back(row);
  }

  Hint hint(const syntax::Use& use) const {
    const bool imported = use.import != syntax::kNone;
    if (use.definition != syntax::kNone) {
      // `try: from fast import loads` … `except ImportError: loads = None` means the import.
      const bool fallback = syntax_.definitions[use.definition].kind == syntax::DefinitionKind::variable;
      if (!(imported && fallback)) return use.on_self ? Hint::own_class : Hint::here;
    }
    if (imported) return use.member ? Hint::through : Hint::imported;
    if (use.on_self) return Hint::inherited;
    return use.member ? Hint::member : Hint::free;
  }

  std::uint32_t target(const syntax::Use& use) {
    const std::size_t dot = std::min(use.receiver.find('.'), use.receiver.size());
    const std::string_view rest = use.receiver.substr(std::min(dot + 1, use.receiver.size()));
    const auto [entry, added] =
        targets_.try_emplace({use.import, rest}, static_cast<std::uint32_t>(out_.targets.size()));
    if (added) out_.targets.push_back({use.import, std::string(rest)});
    return entry->second;
  }

  const syntax::FileSyntax& syntax_;
  std::string_view bytes_;
  std::string_view language_;
  WordTable& words_;
  absl::flat_hash_map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> targets_;
  Outline out_;
};

void read_lines(std::string_view bytes, FileRows& out) {
  const LineIndex lines(bytes);
  out.lines = bytes.empty() ? 0 : lines.line_count();
  out.line_lengths.reserve(out.lines);
  for (std::uint32_t line = 1; line <= out.lines; ++line) append_varint(out.line_lengths, lines.range_of(line)->size());
}

}  // namespace

Result<FileRows> extract(std::string_view path, std::string_view bytes, syntax::Parser& parser,
                         const syntax::ParseLimits& limits, const StopConditions& stop) {
  FileRows out;
  out.hash = ContentHash::of(bytes);
  out.size = bytes.size();
  out.language = syntax::language_of(path, bytes);
  read_lines(bytes, out);
  WordTable words(bytes);
  if (!out.language.empty()) {
    const auto syntax = parser.parse(bytes, out.language, limits, {}, stop);
    if (syntax) {
      out.parsed = true;
      out.parse_errors = !syntax->errors.empty();
      if (syntax->cut) out.note = "match_limit";
      out.outline = OutlineMaker(*syntax, bytes, out.language, words).make();
    } else if (syntax.error().code() == Code::limit) {
      out.note = "parse_limit";
    } else {
      return syntax.error();
    }
  }
  // Its cells hold code, but with lines for the shell and for the notebook itself between, and as JSON.
  if (to_lower_ascii(path).ends_with(".ipynb")) out.note = "notebook";
  words.move_to(out);
  return out;
}

}  // namespace grit::index
