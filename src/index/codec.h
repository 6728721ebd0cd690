// The blobs in which the index file keeps the outline of a file. docs/index.md describes them.
#ifndef GRIT_INDEX_CODEC_H_
#define GRIT_INDEX_CODEC_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rows.h"
#include "varint.h"

namespace grit::index {

// Terms are the numbers by which the index file knows words. A file's blobs name a word by its place in the file's own
// sorted list of terms, which takes one byte where a term would take three.
struct OutlineBlobs {
  std::string terms;
  std::string symbols;
  std::string uses;
  std::string imports;
};

// `terms` gives for each word of the file its term. Words that the outline does not name are left out.
[[nodiscard]] OutlineBlobs encode_outline(const FileRows& rows, std::span<const std::uint32_t> terms);

// The terms of a file, sorted. In what is decoded of its other blobs, word numbers are indexes into this list. All
// answer Code::corrupt where a blob is damaged.
[[nodiscard]] Result<std::vector<std::uint32_t>> decode_terms(std::string_view blob);
[[nodiscard]] Result<std::vector<SymbolRow>> decode_symbols(std::string_view blob, std::size_t terms);
[[nodiscard]] Result<std::vector<UseRow>> decode_uses(std::string_view blob, std::size_t terms);
// The signature of a symbol that was decoded, given its name.
[[nodiscard]] std::string full_signature(const SymbolRow& symbol, std::string_view name);
// The imports are the begin of a blob that holds more.
[[nodiscard]] Result<std::vector<ImportRow>> decode_imports(std::string_view blob, std::size_t terms);
// Fills the imports, targets and values of `out`, whose symbols and uses are there already.
[[nodiscard]] Status decode_links(std::string_view blob, std::size_t terms, Outline& out);

// Where the lines of a file begin, out of their lengths.
//
// Thread rule: immutable once built.
class LineStarts {
 public:
  LineStarts() = default;
  explicit LineStarts(std::string_view line_lengths);
  [[nodiscard]] std::uint32_t line_of(std::uint64_t offset) const;  // 1-based
  [[nodiscard]] LineRange lines_of(const ByteRange& range) const;

 private:
  std::vector<std::uint64_t> starts_;
};

// Ascending ranges of lines that are apart.
[[nodiscard]] std::string encode_line_ranges(std::span<const LineRange> ranges);
[[nodiscard]] Result<std::vector<LineRange>> decode_line_ranges(std::string_view blob);

// One entry of a posting list: that a file holds a word.
struct Posting {
  std::int64_t file = 0;
  std::uint32_t count = 0;  // how often
  std::uint32_t uses = 0;   // in how many of these the word is a use of a name
  bool open = false;        // one of these may mean a definition in another file
};

// Appends an entry; files come in ascending order. `last` is the file of the entry before, 0 at the begin.
void append_posting(std::string& out, const Posting& posting, std::int64_t& last);

// Reads a list from begin to end.
//
// Thread rule: one thread at a time.
class PostingReader {
 public:
  explicit PostingReader(std::string_view blob) : blob_(blob) {}
  // False after the last entry, and where the list is damaged.
  [[nodiscard]] bool next(Posting& out);
  [[nodiscard]] bool failed() const { return blob_.failed(); }

 private:
  BlobReader blob_;
  std::int64_t last_ = 0;
};

// One entry of the list of files that define a name.
struct Definer {
  std::int64_t file = 0;
  std::uint32_t definitions = 0;  // how many there are in it
};

// `definers` by ascending files.
[[nodiscard]] std::string encode_definers(std::span<const Definer> definers);
[[nodiscard]] Result<std::vector<Definer>> decode_definers(std::string_view blob);

// The key of a posting list.
[[nodiscard]] inline std::int64_t posting_key(std::int64_t segment, std::uint32_t term) { return segment << 32 | term; }

}  // namespace grit::index

#endif  // GRIT_INDEX_CODEC_H_
