// Characters that look like others, or like nothing.
#ifndef GRIT_EDIT_TYPOGRAPHY_H_
#define GRIT_EDIT_TYPOGRAPHY_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace grit::edit {

// The code point at `at` of valid UTF-8 and the number of its bytes; the byte itself where it is no UTF-8.
struct CodePoint {
  std::uint32_t value = 0;
  std::size_t bytes = 1;
};
[[nodiscard]] CodePoint code_point_at(std::string_view text, std::size_t at);

// Curly and angle quotes.
[[nodiscard]] bool is_typographic_quote(std::uint32_t code_point);
// Zero-width characters, direction marks and overrides, soft hyphen, byte order mark, tags.
[[nodiscard]] bool is_invisible(std::uint32_t code_point);
// Invisible, but joins emoji and letters of some scripts: fine inside strings and comments.
[[nodiscard]] bool is_joiner(std::uint32_t code_point);
// C0 and C1 controls other than tab, line feed, form feed and carriage return.
[[nodiscard]] bool is_control(std::uint32_t code_point);
// Blanks that no language takes for one, such as the no-break space.
[[nodiscard]] bool is_odd_blank(std::uint32_t code_point);

// `text` with typographic quotes, dashes, ellipses and blanks as a keyboard would write them.
[[nodiscard]] std::string straightened(std::string_view text);

}  // namespace grit::edit

#endif  // GRIT_EDIT_TYPOGRAPHY_H_
