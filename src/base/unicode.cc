// What depends on tables of the Unicode standard.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"

namespace grit {
namespace {

struct CodePointRun {
  std::uint32_t first;
  std::uint32_t last;
};

// Every `step`-th code point of the run folds to itself plus `delta`.
struct FoldRun {
  std::uint32_t first;
  std::uint32_t last;
  std::int32_t delta;
  std::uint32_t step;
};

struct DeltaRun {
  std::uint32_t first;
  std::uint32_t last;
  std::int32_t value;
};

struct AsciiWord {
  std::uint32_t code_point;
  std::string_view text;
};

// The second part is 0 where there is one only.
struct Decomposition {
  std::uint32_t code_point;
  std::uint32_t first;
  std::uint32_t second;
};

#include "unicode_tables.inc"

// The run that holds `code_point`, or nothing.
template <class Run, std::size_t size>
const Run* find_run(const Run (&runs)[size], std::uint32_t code_point) {
  const Run* run = std::lower_bound(std::begin(runs), std::end(runs), code_point,
                                    [](const Run& each, std::uint32_t value) { return each.last < value; });
  return run != std::end(runs) && run->first <= code_point ? run : nullptr;
}

// The row for `code_point` itself, or nothing.
template <class Row, std::size_t size>
const Row* find_row(const Row (&rows)[size], std::uint32_t code_point) {
  const Row* row = std::lower_bound(std::begin(rows), std::end(rows), code_point,
                                    [](const Row& each, std::uint32_t value) { return each.code_point < value; });
  return row != std::end(rows) && row->code_point == code_point ? row : nullptr;
}

std::uint32_t plus(std::uint32_t code_point, std::int32_t delta) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(code_point) + delta);
}

std::uint32_t fold(std::uint32_t code_point) {
  if (code_point < 0x80) return code_point >= 'A' && code_point <= 'Z' ? code_point - 'A' + 'a' : code_point;
  const FoldRun* run = find_run(fold_runs, code_point);
  if (run == nullptr || (code_point - run->first) % run->step != 0) return code_point;
  return plus(code_point, run->delta);
}

bool is_ignorable(std::uint32_t code_point) { return find_run(ignorable_runs, code_point) != nullptr; }

// 0 for letters and everything else that marks are put on.
std::int32_t combining_class(std::uint32_t code_point) {
  const DeltaRun* run = code_point < 0x300 ? nullptr : find_run(combining_runs, code_point);
  return run != nullptr ? run->value : 0;
}

// Collects the folded form of a name.
class NameFolder {
 public:
  void add(std::uint32_t code_point) {
    if (code_point < 0x80) return keep(code_point);
    if (is_ignorable(code_point)) return;
    if (code_point == dotless_i) return keep('i');  // folded so where Turkish is spoken
    if (const DeltaRun* run = find_run(ascii_runs, code_point)) return keep(plus(code_point, run->value));
    if (const AsciiWord* word = find_row(ascii_words, code_point)) {
      for (char letter : word->text) keep(static_cast<unsigned char>(letter));
      return;
    }
    add_parts(code_point);
  }

  // A byte that belongs to no character. Surrogates cannot come out of UTF-8, so they are free to stand for them.
  void add_byte(char byte) { keep(first_raw + static_cast<unsigned char>(byte)); }

  std::string text() {
    put_marks_in_order();
    std::string result;
    std::uint32_t before = 0;
    for (std::uint32_t each : kept_) {
      const std::uint32_t code_point = fold(each);  // only now: it makes a letter of one of the marks
      const bool turkish = std::exchange(before, code_point) == 'i' && code_point == dot_above;
      if (turkish) continue;  // the letter with a dot, of which the small one is 'i' as well
      if (code_point >= first_raw && code_point < first_raw + 0x100) {
        result += static_cast<char>(code_point - first_raw);
      } else {
        append_utf8(result, code_point);
      }
    }
    return result;
  }

 private:
  static constexpr std::uint32_t first_raw = 0xD800;
  static constexpr std::uint32_t dotless_i = 0x131;
  static constexpr std::uint32_t dot_above = 0x307;

  void keep(std::uint32_t code_point) { kept_.push_back(code_point); }

  // A character with marks as its letter and the marks; the depth is bounded by that of the table, which is 3.
  void add_parts(std::uint32_t code_point) {
    constexpr std::uint32_t syllables = 0xAC00, leads = 0x1100, vowels = 0x1161, tails = 0x11A7;
    if (code_point >= syllables && code_point < syllables + 11172) {
      const std::uint32_t index = code_point - syllables;
      keep(leads + index / 588);
      keep(vowels + index % 588 / 28);
      if (index % 28 != 0) keep(tails + index % 28);
    } else if (const Decomposition* parts = find_row(decompositions, code_point)) {
      add(parts->first);
      if (parts->second != 0) add(parts->second);
    } else {
      keep(code_point);
    }
  }

  // Marks of different classes do not touch each other, so their order means nothing.
  void put_marks_in_order() {
    for (auto begin = kept_.begin(); begin != kept_.end();) {
      const auto end = std::find_if(begin, kept_.end(), [](std::uint32_t each) { return combining_class(each) == 0; });
      std::stable_sort(begin, end,
                       [](std::uint32_t a, std::uint32_t b) { return combining_class(a) < combining_class(b); });
      begin = end == kept_.end() ? end : end + 1;
    }
  }

  std::vector<std::uint32_t> kept_;
};

// Calls `use` with each code point, and `use_byte` with each byte that is no UTF-8.
template <class Use, class UseByte>
void for_each_code_point(std::string_view utf8, Use use, UseByte use_byte) {
  for (std::size_t at = 0; at < utf8.size();) {
    const CodePoint point = decode_utf8(utf8, at);
    if (point.valid) {
      use(point.value);
    } else {
      for (char byte : utf8.substr(at, point.length)) use_byte(byte);
    }
    at += point.length;
  }
}

}  // namespace

std::string fold_case(std::string_view utf8) {
  std::string folded;
  folded.reserve(utf8.size());
  for_each_code_point(
      utf8, [&](std::uint32_t code_point) { append_utf8(folded, fold(code_point)); },
      [&](char byte) { folded += byte; });
  return folded;
}

std::string fold_name(std::string_view utf8) {
  NameFolder folder;
  for_each_code_point(
      utf8, [&](std::uint32_t code_point) { folder.add(code_point); }, [&](char byte) { folder.add_byte(byte); });
  return folder.text();
}

}  // namespace grit
