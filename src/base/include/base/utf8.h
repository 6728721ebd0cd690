// One code point at a time out of bytes that may be no UTF-8.
#ifndef GRIT_BASE_UTF8_H_
#define GRIT_BASE_UTF8_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace grit {

// U+FFFD, as text.
inline constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct CodePoint {
  std::uint32_t value = 0;  // meaningless where not valid
  std::size_t length = 1;   // bytes taken; of an invalid sequence the longest part that could have begun a valid one
  bool valid = false;
};

// The code point that begins at `at`, which must be inside `bytes`. Overlong forms, surrogates and values
// beyond U+10FFFF are invalid.
[[nodiscard]] CodePoint decode_utf8(std::string_view bytes, std::size_t at);
void append_utf8(std::string& text, std::uint32_t code_point);

// Whether `byte` continues a code point rather than beginning one.
[[nodiscard]] inline bool is_utf8_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace grit

#endif  // GRIT_BASE_UTF8_H_
