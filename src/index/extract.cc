#include "extract.h"

#include <algorithm>
#include <string>
#include <utility>

#include <absl/container/flat_hash_map.h>

#include "base/text.h"
#include "base/try.h"
#include "codec.h"
#include "varint.h"

namespace grit::index {
namespace {

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
    for (const syntax::Origin& origin : syntax_.origins)
      add_target(origin.base, origin.index, origin.rest, origin.other);
    for (const syntax::Value& value : syntax_.values) add_value(value);
    free_names_ = may_mean_free_names(language_, out_.imports);
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
    row.inside = import.inside;
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
    if (row.hint == Hint::imported || row.hint == Hint::through) {
      row.target = use.origin != syntax::kNone ? use.origin : target(use);
    }
    words_.count_use(row.word, is_open(row.hint, free_names_));
    out_.uses.push_back(row);
  }

  std::uint32_t add_target(syntax::OriginBase base, std::uint32_t index, std::string rest, std::uint32_t other) {
    out_.targets.push_back({base, index, std::move(rest), other});
    return static_cast<std::uint32_t>(out_.targets.size() - 1);
  }

  void add_value(const syntax::Value& value) {
    const std::uint32_t word = value.name.empty() ? kNone : words_.number(value.name);
    out_.values.push_back({value.owner, word, value.origin});
  }

  Hint hint(const syntax::Use& use) const {
    const bool imported = use.import != syntax::kNone;
    if (use.origin != syntax::kNone && !use.on_self) return use.member ? Hint::through : Hint::imported;
    if (use.definition != syntax::kNone) {
      // `try: from fast import loads` … `except ImportError: loads = None` means the import.
      const bool fallback = syntax_.definitions[use.definition].kind == syntax::DefinitionKind::variable;
      if (!(imported && fallback)) return use.on_self ? Hint::own_class : Hint::here;
    }
    if (imported) return use.member ? Hint::through : Hint::imported;
    if (use.on_self) return Hint::inherited;
    return use.member ? Hint::member : Hint::free;
  }

  // Of a language that does not say where values come from.
  std::uint32_t target(const syntax::Use& use) {
    const std::string_view rest = use.receiver.substr(std::min(use.receiver.find('.'), use.receiver.size()));
    const auto [entry, added] = targets_.try_emplace({use.import, rest}, 0);
    if (added) entry->second = add_target(syntax::OriginBase::import, use.import, std::string(rest), kNone);
    return entry->second;
  }

  const syntax::FileSyntax& syntax_;
  std::string_view bytes_;
  std::string_view language_;
  WordTable& words_;
  absl::flat_hash_map<std::pair<std::uint32_t, std::string_view>, std::uint32_t> targets_;
  bool free_names_ = false;
  Outline out_;
};

// The lines of bytes without CR.
void read_plain_lines(std::string_view bytes, FileRows& out) {
  for (std::size_t at = 0; at < bytes.size(); ++out.lines) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
    append_varint(out.line_lengths, end - at);
    at = end;
  }
}

void read_lines(std::string_view bytes, FileRows& out) {
  if (bytes.find('\r') == std::string_view::npos) return read_plain_lines(bytes, out);
  const LineIndex lines(bytes);
  out.lines = lines.line_count();
  for (std::uint32_t line = 1; line <= out.lines; ++line) append_varint(out.line_lengths, lines.range_of(line)->size());
}

}  // namespace

Result<FileRows> Extractor::extract(std::string_view path, std::string_view bytes, const ContentHash& hash,
                                    const syntax::ParseLimits& limits, const StopConditions& stop) {
  FileRows out;
  out.hash = hash;
  out.size = bytes.size();
  out.language = syntax::language_of(path, bytes);
  read_lines(bytes, out);
  words_.read(bytes);
  if (!out.language.empty()) {
    const auto syntax = parser_.parse(bytes, out.language, limits, {}, stop);
    if (syntax) {
      out.parsed = true;
      out.parse_errors = !syntax->errors.empty();
      if (syntax->cut) out.note = "match_limit";
      if (!syntax->imports.empty()) {
        const LineStarts lines(out.line_lengths);
        out.import_lines = syntax::import_lines(*syntax, [&](const ByteRange& range) { return lines.lines_of(range); });
      }
      out.outline = OutlineMaker(*syntax, bytes, out.language, words_).make();
    } else if (syntax.error().code() == Code::limit) {
      out.note = kParseLimit;
    } else {
      return syntax.error();
    }
  }
  // Its cells hold code, but with lines for the shell and for the notebook itself between, and as JSON.
  if (to_lower_ascii(path).ends_with(".ipynb")) out.note = "notebook";
  words_.copy_to(out);
  return out;
}

}  // namespace grit::index
