#include "codec.h"

#include <algorithm>
#include <utility>

#include "base/try.h"

namespace grit::index {
namespace {

// Flags of a symbol.
constexpr std::uint64_t kKindMask = 3;
constexpr std::uint64_t kAsync = 1 << 2;
constexpr std::uint64_t kDocstring = 1 << 3;
constexpr std::uint64_t kDecorated = 1 << 4;  // its inner range begins later than its range
constexpr std::uint64_t kRepeated = 1 << 5;   // its ordinal is not 1
constexpr std::uint64_t kNested = 1 << 6;
constexpr std::uint64_t kSigned = 1 << 7;    // its signature does not begin in the way that its kind and name say
constexpr std::uint64_t kModule = 1 << 8;    // its kind, which has no room in the mask
constexpr std::uint64_t kDocAbove = 1 << 9;  // with kDocstring: it ends before the range begins
constexpr std::uint64_t kOwned = 1 << 10;

// Flags of an import.
constexpr std::uint64_t kSameModule = 1 << 0;  // as the one before
constexpr std::uint64_t kNamed = 1 << 1;
constexpr std::uint64_t kBound = 1 << 2;
constexpr std::uint64_t kStar = 1 << 3;
constexpr std::uint64_t kAliased = 1 << 4;
constexpr std::uint64_t kInside = 1 << 5;

// Flags of a target: its base, then these.
constexpr std::uint64_t kBaseMask = 7;
constexpr std::uint64_t kBases = 6;
constexpr std::uint64_t kRest = 1 << 3;
constexpr std::uint64_t kOther = 1 << 4;

Status damaged() { return Status(Code::corrupt, "index file: the outline of a file is damaged"); }

// How a signature begins when it is like nearly all are.
std::string signature_begin(SymbolKind kind, bool is_async, std::string_view name) {
  const char* keyword = kind == SymbolKind::variable ? "" : kind == SymbolKind::class_ ? "class " : "def ";
  return (is_async ? "async " : "") + std::string(keyword) + std::string(name);
}

// Which words an outline names, and the place of each in the list of terms.
class Ranks {
 public:
  Ranks(const Outline& outline, std::span<const std::uint32_t> terms) : terms_(terms), ranks_(terms.size(), kNone) {
    for (const SymbolRow& row : outline.symbols) add(row.word);
    for (const UseRow& row : outline.uses) add(row.word);
    for (const ImportRow& row : outline.imports) {
      add(row.name);
      add(row.alias);
    }
    for (const ValueRow& row : outline.values) add(row.word);
    std::sort(used_.begin(), used_.end(), [&](std::uint32_t a, std::uint32_t b) { return terms_[a] < terms_[b]; });
    for (std::uint32_t rank = 0; rank < used_.size(); ++rank) ranks_[used_[rank]] = rank;
  }
  [[nodiscard]] std::uint64_t of(std::uint32_t word) const { return ranks_[word]; }
  [[nodiscard]] std::string blob() const {
    std::string out;
    std::uint32_t last = 0;
    for (const std::uint32_t word : used_) append_varint(out, terms_[word] - std::exchange(last, terms_[word]));
    return out;
  }

 private:
  void add(std::uint32_t word) {
    if (word == kNone || ranks_[word] != kNone) return;
    ranks_[word] = 0;  // seen
    used_.push_back(word);
  }

  std::span<const std::uint32_t> terms_;  // by word
  std::vector<std::uint32_t> ranks_;      // by word
  std::vector<std::uint32_t> used_;       // words, by term
};

void encode_symbol(const SymbolRow& row, std::string_view name, std::uint64_t rank, std::uint32_t index,
                   std::uint32_t last_begin, std::string& out) {
  const std::string begin = signature_begin(row.kind, row.is_async, name);
  const bool own_begin = !row.signature.starts_with(begin);
  const bool module = row.kind == SymbolKind::module;
  const bool doc_above = row.docstring && row.docstring->end <= row.begin;
  std::uint64_t flags = (module ? kModule : static_cast<std::uint64_t>(row.kind)) | (row.is_async ? kAsync : 0);
  if (row.docstring) flags |= kDocstring;
  if (doc_above) flags |= kDocAbove;
  if (!row.owner.empty()) flags |= kOwned;
  if (row.inner != row.begin || !row.decorators.empty()) flags |= kDecorated;
  if (row.ordinal != 1) flags |= kRepeated;
  if (row.parent != kNone) flags |= kNested;
  if (own_begin) flags |= kSigned;
  append_varint(out, flags);
  append_varint(out, rank);
  append_varint(out, row.begin - last_begin);
  append_varint(out, row.end - row.begin);
  if ((flags & kDecorated) != 0) {
    append_varint(out, row.inner - row.begin);
    append_varint(out, row.decorators.size());
    for (const std::string& decorator : row.decorators) append_text(out, decorator);
  }
  append_varint(out, row.name - row.inner);
  if (row.docstring) {
    append_varint(out, doc_above ? row.begin - row.docstring->begin : row.docstring->begin - row.inner);
    append_varint(out, row.docstring->size());
  }
  if (row.ordinal != 1) append_varint(out, row.ordinal);
  if (row.parent != kNone) append_varint(out, index - row.parent);
  if (!row.owner.empty()) append_text(out, row.owner);
  append_text(out, std::string_view(row.signature).substr(own_begin ? 0 : begin.size()));
}

void encode_import(const ImportRow& row, const std::string& last_module, const Ranks& ranks, std::string& out) {
  std::uint64_t flags = row.module == last_module ? kSameModule : 0;
  if (row.name != kNone) flags |= kNamed;
  if (row.alias != kNone) flags |= kBound;
  if (row.star) flags |= kStar;
  if (row.aliased) flags |= kAliased;
  if (row.inside) flags |= kInside;
  append_varint(out, flags);
  if ((flags & kSameModule) == 0) append_text(out, row.module);
  if (row.name != kNone) append_varint(out, ranks.of(row.name));
  if (row.alias != kNone) append_varint(out, ranks.of(row.alias));
}

bool has_index(const TargetRow& row) {
  return row.base != syntax::OriginBase::outside && row.base != syntax::OriginBase::container;
}

void encode_target(const TargetRow& row, std::uint32_t index, std::string& out) {
  std::uint64_t flags = static_cast<std::uint64_t>(row.base);
  if (!row.rest.empty()) flags |= kRest;
  if (row.other != kNone) flags |= kOther;
  append_varint(out, flags);
  if (has_index(row)) append_varint(out, row.index);
  if (!row.rest.empty()) append_text(out, row.rest);
  if (row.other != kNone) append_varint(out, index - row.other);
}

// Numbers are one higher, so that 0 says there is none.
void encode_value(const ValueRow& row, const Ranks& ranks, std::string& out) {
  append_varint(out, row.owner == kNone ? 0 : row.owner + 1);
  append_varint(out, row.word == kNone ? 0 : ranks.of(row.word) + 1);
  append_varint(out, row.target == kNone ? 0 : row.target + 1);
}

// The kind takes two bits and the hint three; what is left is the word.
void encode_use(const UseRow& row, std::uint64_t rank, std::uint32_t last_begin, std::string& out) {
  append_varint(out, row.begin - last_begin);
  append_varint(out, rank << 5 | static_cast<std::uint64_t>(row.hint) << 2 | static_cast<std::uint64_t>(row.kind));
  if (row.target != kNone) append_varint(out, row.target);
}

// Reads one symbol. Sums of damaged numbers may wrap; what is built on them is checked where it is used.
SymbolRow decode_symbol(BlobReader& blob, std::uint32_t index, std::uint32_t last_begin) {
  SymbolRow row;
  const std::uint64_t flags = blob.varint();
  row.kind = (flags & kModule) != 0 ? SymbolKind::module : static_cast<SymbolKind>(flags & kKindMask);
  row.is_async = (flags & kAsync) != 0;
  row.word = blob.varint32();
  row.begin = last_begin + blob.varint32();
  row.end = row.begin + blob.varint32();
  row.inner = row.begin;
  if ((flags & kDecorated) != 0) {
    row.inner += blob.varint32();
    const std::uint64_t count = blob.varint();
    for (std::uint64_t i = 0; i < count && !blob.failed(); ++i) row.decorators.emplace_back(blob.text());
  }
  row.name = row.inner + blob.varint32();
  if ((flags & kDocstring) != 0) {
    const std::uint64_t distance = blob.varint32();
    const std::uint64_t begin = (flags & kDocAbove) != 0 ? row.begin - distance : row.inner + distance;
    row.docstring = ByteRange{begin, begin + blob.varint32()};
  }
  if ((flags & kRepeated) != 0) row.ordinal = blob.varint32();
  if ((flags & kNested) != 0) row.parent = index - blob.varint32();
  if ((flags & kOwned) != 0) row.owner = blob.text();
  row.short_signature = (flags & kSigned) == 0;
  row.signature = blob.text();
  return row;
}

ImportRow decode_import(BlobReader& blob, const std::string& last_module) {
  ImportRow row;
  const std::uint64_t flags = blob.varint();
  row.star = (flags & kStar) != 0;
  row.aliased = (flags & kAliased) != 0;
  row.inside = (flags & kInside) != 0;
  row.module = (flags & kSameModule) != 0 ? last_module : std::string(blob.text());
  if ((flags & kNamed) != 0) row.name = blob.varint32();
  if ((flags & kBound) != 0) row.alias = blob.varint32();
  return row;
}

TargetRow decode_target(BlobReader& blob, std::uint32_t index) {
  TargetRow row;
  const std::uint64_t flags = blob.varint();
  row.base = static_cast<syntax::OriginBase>(flags & kBaseMask);
  if (has_index(row)) row.index = blob.varint32();
  if ((flags & kRest) != 0) row.rest = blob.text();
  if ((flags & kOther) != 0) row.other = index - blob.varint32();
  return row;
}

ValueRow decode_value(BlobReader& blob) {
  ValueRow row;
  row.owner = blob.varint32() - 1;
  row.word = blob.varint32() - 1;
  row.target = blob.varint32() - 1;
  return row;
}

// Whether everything that a target names is there.
bool is_whole(const TargetRow& row, std::uint32_t index, const Outline& outline) {
  if (static_cast<std::uint64_t>(row.base) >= kBases) return false;
  if (row.other != kNone && row.other >= index) return false;
  if (!has_index(row)) return true;
  return row.index < (row.base == syntax::OriginBase::import ? outline.imports.size() : outline.symbols.size());
}

bool is_word(std::uint32_t word, std::size_t terms) { return word == kNone || word < terms; }

Result<std::vector<ImportRow>> decode_imports(BlobReader& reader, std::size_t terms) {
  std::vector<ImportRow> out;
  const std::uint64_t count = reader.at_end() ? 0 : reader.varint();
  std::string module;
  for (std::uint64_t i = 0; i < count && !reader.failed(); ++i) {
    out.push_back(decode_import(reader, module));
    module = out.back().module;
    if (!is_word(out.back().name, terms) || !is_word(out.back().alias, terms)) return damaged();
  }
  if (reader.failed()) return damaged();
  return out;
}

}  // namespace

OutlineBlobs encode_outline(const FileRows& rows, std::span<const std::uint32_t> terms) {
  const Outline& outline = rows.outline;
  const Ranks ranks(outline, terms);
  OutlineBlobs out;
  out.terms = ranks.blob();
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i < outline.symbols.size(); ++i) {
    const SymbolRow& row = outline.symbols[i];
    encode_symbol(row, rows.word(row.word), ranks.of(row.word), i, std::exchange(last, row.begin), out.symbols);
  }
  last = 0;
  for (const UseRow& row : outline.uses) encode_use(row, ranks.of(row.word), std::exchange(last, row.begin), out.uses);
  if (outline.imports.empty() && outline.targets.empty() && outline.values.empty()) return out;
  append_varint(out.imports, outline.imports.size());
  std::string module;
  for (const ImportRow& row : outline.imports) {
    encode_import(row, module, ranks, out.imports);
    module = row.module;
  }
  append_varint(out.imports, outline.targets.size());
  for (std::uint32_t i = 0; i < outline.targets.size(); ++i) encode_target(outline.targets[i], i, out.imports);
  for (const ValueRow& row : outline.values) encode_value(row, ranks, out.imports);
  return out;
}

Result<std::vector<std::uint32_t>> decode_terms(std::string_view blob) {
  std::vector<std::uint32_t> out;
  BlobReader reader(blob);
  std::uint64_t last = 0;
  while (!reader.at_end()) {
    last += reader.varint32();
    if (last > 0xFFFFFFFF) return damaged();
    out.push_back(static_cast<std::uint32_t>(last));
  }
  if (reader.failed()) return damaged();
  return out;
}

Result<std::vector<SymbolRow>> decode_symbols(std::string_view blob, std::size_t terms) {
  std::vector<SymbolRow> out;
  BlobReader reader(blob);
  std::uint32_t last = 0;
  while (!reader.at_end()) {
    const auto index = static_cast<std::uint32_t>(out.size());
    out.push_back(decode_symbol(reader, index, last));
    last = out.back().begin;
    const bool whole = out.back().word < terms && (out.back().parent == kNone || out.back().parent < index);
    if (reader.failed() || !whole) return damaged();
  }
  return out;
}

std::string full_signature(const SymbolRow& symbol, std::string_view name) {
  if (!symbol.short_signature) return symbol.signature;
  return signature_begin(symbol.kind, symbol.is_async, name) + symbol.signature;
}

Result<std::vector<UseRow>> decode_uses(std::string_view blob, std::size_t terms) {
  std::vector<UseRow> out;
  BlobReader reader(blob);
  std::uint32_t last = 0;
  while (!reader.at_end()) {
    UseRow row;
    row.begin = last += reader.varint32();
    const std::uint64_t packed = reader.varint();
    if ((packed >> 5) >= terms || (packed >> 2 & 7) >= kHints) return damaged();
    row.word = static_cast<std::uint32_t>(packed >> 5);
    row.hint = static_cast<Hint>(packed >> 2 & 7);
    row.kind = static_cast<ReferenceKind>(packed & 3);
    if (row.hint == Hint::imported || row.hint == Hint::through) row.target = reader.varint32();
    out.push_back(row);
  }
  if (reader.failed()) return damaged();
  return out;
}

Result<std::vector<ImportRow>> decode_imports(std::string_view blob, std::size_t terms) {
  BlobReader reader(blob);
  return decode_imports(reader, terms);
}

Status decode_links(std::string_view blob, std::size_t terms, Outline& out) {
  BlobReader reader(blob);
  GRIT_ASSIGN_OR_RETURN(out.imports, decode_imports(reader, terms));
  const std::uint64_t targets = reader.at_end() ? 0 : reader.varint();
  for (std::uint32_t i = 0; i < targets && !reader.failed(); ++i) {
    out.targets.push_back(decode_target(reader, i));
    if (!is_whole(out.targets.back(), i, out)) return damaged();
  }
  while (!reader.at_end()) {
    const ValueRow row = decode_value(reader);
    const bool whole = is_word(row.word, terms) && (row.owner == kNone || row.owner < out.symbols.size()) &&
                       (row.target == kNone || row.target < out.targets.size());
    if (!whole) return damaged();
    out.values.push_back(row);
  }
  if (reader.failed()) return damaged();
  for (const UseRow& use : out.uses) {
    if (use.target != kNone && use.target >= out.targets.size()) return damaged();
  }
  return {};
}

LineStarts::LineStarts(std::string_view line_lengths) {
  BlobReader reader(line_lengths);
  for (std::uint64_t at = 0; !reader.at_end(); at += reader.varint()) starts_.push_back(at);
}

std::uint32_t LineStarts::line_of(std::uint64_t offset) const {
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(next - starts_.begin()));
}

LineRange LineStarts::lines_of(const ByteRange& range) const {
  return {line_of(range.begin), line_of(range.end > range.begin ? range.end - 1 : range.begin)};
}

// The lowest bit says whether there are uses, the next one whether any is open.
std::string encode_line_ranges(std::span<const LineRange> ranges) {
  std::string out;
  std::uint32_t last = 0;
  for (const LineRange& range : ranges) {
    append_varint(out, range.begin - last);
    append_varint(out, range.end - range.begin);
    last = range.end;
  }
  return out;
}

Result<std::vector<LineRange>> decode_line_ranges(std::string_view blob) {
  std::vector<LineRange> out;
  BlobReader reader(blob);
  std::uint32_t last = 0;
  while (!reader.at_end() && !reader.failed()) {
    LineRange range;
    range.begin = last + reader.varint32();
    range.end = range.begin + reader.varint32();
    if (range.begin <= last || range.end < range.begin) return damaged();
    last = range.end;
    out.push_back(range);
  }
  if (reader.failed()) return damaged();
  return out;
}

void append_posting(std::string& out, const Posting& posting, std::int64_t& last) {
  append_varint(out, static_cast<std::uint64_t>(posting.file - last));
  append_varint(out, std::uint64_t{posting.count} << 2 | (posting.open ? 2 : 0) | (posting.uses > 0 ? 1 : 0));
  if (posting.uses > 0) append_varint(out, posting.uses);
  last = posting.file;
}

bool PostingReader::next(Posting& out) {
  if (blob_.at_end()) return false;
  last_ = static_cast<std::int64_t>(static_cast<std::uint64_t>(last_) + blob_.varint());
  const std::uint64_t count = blob_.varint();
  out.file = last_;
  out.count = static_cast<std::uint32_t>(count >> 2);
  out.open = (count & 2) != 0;
  out.uses = (count & 1) != 0 ? blob_.varint32() : 0;
  return !blob_.failed();
}

std::string encode_definers(std::span<const Definer> definers) {
  std::string out;
  std::int64_t last = 0;
  for (const Definer& definer : definers) {
    append_varint(out, static_cast<std::uint64_t>(definer.file - std::exchange(last, definer.file)));
    append_varint(out, definer.definitions);
  }
  return out;
}

Result<std::vector<Definer>> decode_definers(std::string_view blob) {
  std::vector<Definer> out;
  BlobReader reader(blob);
  std::uint64_t last = 0;
  while (!reader.at_end()) {
    last += reader.varint();
    out.push_back({static_cast<std::int64_t>(last), reader.varint32()});
  }
  if (reader.failed()) return Status(Code::corrupt, "index file: the list of a name's files is damaged");
  return out;
}

}  // namespace grit::index
