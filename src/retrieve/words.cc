#include "words.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "base/text.h"
#include "base/utf8.h"

namespace grit::retrieve {
namespace {

struct ClassRange {
  std::uint32_t first;
  std::uint32_t last;
  CharClass value;
};

// From U+0080 on, in order; what is not listed is a letter. Follows Unicode's `\w` for the blocks that occur in
// source code and prose; rare exceptions inside the symbol blocks count as symbols.
constexpr ClassRange kClasses[] = {
    {0x0080, 0x00A9, CharClass::none},      // controls, Latin-1 signs
    {0x00AB, 0x00B4, CharClass::none},      // between ª and µ
    {0x00B6, 0x00B9, CharClass::none},      // between µ and º
    {0x00BB, 0x00BF, CharClass::none},      //
    {0x00D7, 0x00D7, CharClass::none},      // ×
    {0x00F7, 0x00F7, CharClass::none},      // ÷
    {0x02C2, 0x02C5, CharClass::none},      // modifier signs
    {0x037E, 0x037E, CharClass::none},      // Greek question mark
    {0x0387, 0x0387, CharClass::none},      // Greek semicolon
    {0x055A, 0x055F, CharClass::none},      // Armenian punctuation
    {0x0589, 0x058F, CharClass::none},      //
    {0x05BE, 0x05BE, CharClass::none},      // Hebrew punctuation
    {0x05F3, 0x05F4, CharClass::none},      //
    {0x0600, 0x060F, CharClass::none},      // Arabic signs
    {0x061B, 0x061F, CharClass::none},      // Arabic punctuation
    {0x066A, 0x066D, CharClass::none},      //
    {0x06D4, 0x06D4, CharClass::none},      //
    {0x0964, 0x0965, CharClass::none},      // danda
    {0x0E3F, 0x0E3F, CharClass::none},      // baht
    {0x1100, 0x11FF, CharClass::hangul},    //
    {0x2000, 0x200B, CharClass::none},      // blanks; U+200C and U+200D join letters
    {0x200E, 0x203E, CharClass::none},      // general punctuation
    {0x2041, 0x2053, CharClass::none},      //
    {0x2055, 0x2070, CharClass::none},      //
    {0x2072, 0x207E, CharClass::none},      // superscripts
    {0x2080, 0x208F, CharClass::none},      // subscripts
    {0x209D, 0x20CF, CharClass::none},      // currency
    {0x2190, 0x24B5, CharClass::none},      // arrows, mathematics, technical signs
    {0x24EA, 0x2BFF, CharClass::none},      // boxes, dingbats
    {0x2E00, 0x2E2E, CharClass::none},      // supplemental punctuation
    {0x2E30, 0x2E7F, CharClass::none},      //
    {0x2E80, 0x2FFF, CharClass::han},       // radicals
    {0x3000, 0x3004, CharClass::none},      // CJK punctuation
    {0x3005, 0x3007, CharClass::han},       //
    {0x3008, 0x3020, CharClass::none},      //
    {0x3021, 0x302F, CharClass::han},       //
    {0x3030, 0x3030, CharClass::none},      //
    {0x3031, 0x3035, CharClass::hiragana},  // repeat marks
    {0x3036, 0x3037, CharClass::none},      //
    {0x3038, 0x303C, CharClass::han},       //
    {0x303D, 0x3040, CharClass::none},      //
    {0x3041, 0x309F, CharClass::hiragana},  //
    {0x30A0, 0x30A0, CharClass::none},      //
    {0x30A1, 0x30FA, CharClass::katakana},  //
    {0x30FB, 0x30FB, CharClass::none},      // middle dot
    {0x30FC, 0x30FF, CharClass::katakana},  //
    {0x3100, 0x312F, CharClass::han},       // bopomofo
    {0x3130, 0x318F, CharClass::hangul},    //
    {0x3190, 0x319F, CharClass::none},      //
    {0x31A0, 0x31BF, CharClass::han},       //
    {0x31F0, 0x31FF, CharClass::katakana},  //
    {0x3200, 0x33FF, CharClass::none},      // enclosed and squared signs
    {0x3400, 0x4DBF, CharClass::han},       //
    {0x4DC0, 0x4DFF, CharClass::none},      // hexagrams
    {0x4E00, 0x9FFF, CharClass::han},       //
    {0xA960, 0xA97F, CharClass::hangul},    //
    {0xAC00, 0xD7FF, CharClass::hangul},    //
    {0xE000, 0xF8FF, CharClass::none},      // private use
    {0xF900, 0xFAFF, CharClass::han},       //
    {0xFE10, 0xFE1F, CharClass::none},      // vertical forms
    {0xFE30, 0xFE32, CharClass::none},      //
    {0xFE35, 0xFE4C, CharClass::none},      //
    {0xFE50, 0xFE6F, CharClass::none},      // small forms
    {0xFEFF, 0xFF0F, CharClass::none},      // byte order mark, full-width punctuation
    {0xFF1A, 0xFF20, CharClass::none},      //
    {0xFF3B, 0xFF3E, CharClass::none},      //
    {0xFF40, 0xFF40, CharClass::none},      //
    {0xFF5B, 0xFF65, CharClass::none},      //
    {0xFF66, 0xFF9F, CharClass::katakana},  // half-width
    {0xFFA0, 0xFFDC, CharClass::hangul},    //
    {0xFFE0, 0xFFFF, CharClass::none},      //
    {0x1F000, 0x1FAFF, CharClass::none},    // emoji
    {0x20000, 0x3FFFF, CharClass::han},     //
    {0xE0000, 0x10FFFF, CharClass::none},   // tags, private use
};

CharClass class_of(std::uint32_t code) {
  const auto* found = std::partition_point(std::begin(kClasses), std::end(kClasses),
                                           [code](const ClassRange& range) { return range.last < code; });
  return found != std::end(kClasses) && found->first <= code ? found->value : CharClass::letter;
}

// Where the word that begins at `pos` ends; `pos` itself when none begins there.
std::size_t word_end(std::string_view text, std::size_t pos, bool cut_at_scripts) {
  CharClass script = CharClass::none;
  while (pos < text.size()) {
    const auto [value, length] = char_class_at(text, pos);
    if (value == CharClass::none) break;
    if (cut_at_scripts && script != CharClass::none && value != script) break;
    script = value;
    pos += length;
  }
  return pos;
}

void each_word(std::string_view text, bool cut_at_scripts, PieceSink sink) {
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t end = word_end(text, pos, cut_at_scripts);
    if (end > pos) {
      sink(text.substr(pos, end - pos));
      pos = end;
    } else {
      pos += char_class_at(text, pos).second;
    }
  }
}

bool is_upper(char c) { return absl::ascii_isupper(static_cast<unsigned char>(c)); }

// Whether a token ends before position `i` of a word without '_'. Only ASCII capitals divide.
bool capital_boundary(std::string_view word, std::size_t i) {
  if (!is_upper(word[i])) return false;
  if (!is_upper(word[i - 1])) return true;  // "isValid", "utf8Name"
  if (i + 1 == word.size() || is_upper(word[i + 1]) || absl::ascii_isdigit(static_cast<unsigned char>(word[i + 1]))) {
    return false;  // inside "HTTP"
  }
  // "HTTPServer" divides before its 'S'; the plural "URLs" stays whole.
  const bool plural = word[i + 1] == 's' && (i + 2 == word.size() || is_upper(word[i + 2]));
  return !plural;
}

// The tokens of a word in one script.
void split_word(std::string_view word, PieceSink sink) {
  std::size_t begin = 0;
  const auto flush = [&](std::size_t end) {
    if (end > begin) sink(word.substr(begin, end - begin));
  };
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '_') {
      flush(i);
      begin = i + 1;
    } else if (i > begin && capital_boundary(word, i)) {
      flush(i);
      begin = i;
    }
  }
  flush(word.size());
}

}  // namespace

std::pair<CharClass, std::size_t> char_class_at(std::string_view text, std::size_t pos) {
  const auto first = static_cast<unsigned char>(text[pos]);
  if (first < 0x80) {
    const bool word = absl::ascii_isalnum(first) || first == '_';
    return {word ? CharClass::letter : CharClass::none, 1};
  }
  const CodePoint point = decode_utf8(text, pos);
  if (!point.valid) return {CharClass::none, 1};
  return {class_of(point.value), point.length};
}

void for_each_word(std::string_view text, PieceSink sink) { each_word(text, false, sink); }

void for_each_script_word(std::string_view text, PieceSink sink) { each_word(text, true, sink); }

void for_each_token(std::string_view text, PieceSink sink) {
  each_word(text, true, [&](std::string_view word) { split_word(word, sink); });
}

std::string folded(std::string_view text) {
  const bool ascii = std::all_of(text.begin(), text.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
  return ascii ? to_lower_ascii(text) : fold_case(text);
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t pos = 0; pos < text.size(); pos += char_class_at(text, pos).second) ++count;
  return count;
}

bool is_name_start(char c) { return absl::ascii_isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_name_char(char c) { return is_name_start(c) || absl::ascii_isdigit(static_cast<unsigned char>(c)); }

std::string_view dotted_name_at(std::string_view text, std::size_t pos) {
  std::size_t end = pos;
  while (true) {
    while (end < text.size() && is_name_char(text[end])) ++end;
    const bool more = end + 1 < text.size() && text[end] == '.' && is_name_start(text[end + 1]);
    if (!more) return text.substr(pos, end - pos);
    ++end;
  }
}

bool has_inner_capital(std::string_view name) {
  const bool any_lower =
      std::any_of(name.begin(), name.end(), [](char c) { return absl::ascii_islower(static_cast<unsigned char>(c)); });
  const bool capital = std::any_of(std::next(name.begin()), name.end(),
                                   [](char c) { return absl::ascii_isupper(static_cast<unsigned char>(c)); });
  return any_lower && capital;
}

std::string join_words(const std::vector<std::string_view>& words, std::size_t max_shown) {
  std::string joined;
  for (std::size_t i = 0; i < std::min(words.size(), max_shown); ++i) {
    if (i > 0) joined += ", ";
    joined += words[i];
  }
  if (words.size() > max_shown) joined += ", …";
  return joined;
}

}  // namespace grit::retrieve
