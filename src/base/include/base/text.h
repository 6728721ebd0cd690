// Text as bytes: lines, UTF-8 and conversions between ways of counting. No locale is ever asked.
#ifndef GRIT_BASE_TEXT_H_
#define GRIT_BASE_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <grit/types.h>

namespace grit {

// Where the lines of some bytes begin. A line ends at LF, CRLF or a lone CR; nothing else ends a line. Behind a last
// line end no further line begins, and no bytes at all are one empty line.
//
// Thread rule: immutable once built.
class LineIndex {
 public:
  explicit LineIndex(std::string_view bytes);
  [[nodiscard]] std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }
  // The 1-based line that holds `offset`; the last line for the end of the bytes.
  [[nodiscard]] std::uint32_t line_of(std::uint64_t offset) const;
  // The lines that a range touches; an empty range touches the line it stands in.
  [[nodiscard]] LineRange lines_of(const ByteRange& range) const;
  // The bytes of a 1-based line with its line end; nothing beyond the last line.
  [[nodiscard]] std::optional<ByteRange> range_of(std::uint32_t line) const;

 private:
  std::vector<std::uint64_t> starts_;
  std::uint64_t size_ = 0;
};

// The lines of `bytes`, each with its line end.
[[nodiscard]] std::vector<std::string_view> split_lines(std::string_view bytes);
// `line` without LF, CRLF or CR at its end.
[[nodiscard]] std::string_view strip_line_end(std::string_view line);

// ASCII only, other bytes stay.
[[nodiscard]] std::string to_lower_ascii(std::string_view text);
// Unicode's simple case folding, the same for every language; invalid bytes stay.
[[nodiscard]] std::string fold_case(std::string_view utf8);
// `utf8` as the most forgiving file system compares names: without code points that show nothing, characters that stand
// for ASCII (full-width letters, ligatures, …) as ASCII, accents apart from their letters and in canonical order, case
// folded. Names that some file system takes for the same come out the same. For comparing only.
[[nodiscard]] std::string fold_name(std::string_view utf8);

[[nodiscard]] bool is_valid_utf8(std::string_view bytes);
// `bytes` with every invalid sequence replaced by U+FFFD: for showing, never for writing back.
[[nodiscard]] std::string to_valid_utf8(std::string_view bytes);
// At most `max_bytes` of `text`, cut before a code point rather than inside it.
[[nodiscard]] std::string_view truncate_utf8(std::string_view text, std::size_t max_bytes);
// The last `max_bytes` of `text`, begun at a code point.
[[nodiscard]] std::string_view tail_utf8(std::string_view text, std::size_t max_bytes);

// The byte offset of a column that is counted in code points or in UTF-16 units within one line; nothing when it lies
// beyond the line or inside a character. Each byte that is no UTF-8 counts as one.
[[nodiscard]] std::optional<std::uint64_t> byte_of_code_point(std::string_view line, std::uint64_t column);
[[nodiscard]] std::optional<std::uint64_t> byte_of_utf16(std::string_view line, std::uint64_t column);

}  // namespace grit

#endif  // GRIT_BASE_TEXT_H_
