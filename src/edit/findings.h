// Short ways to say what is wrong.
#ifndef GRIT_EDIT_FINDINGS_H_
#define GRIT_EDIT_FINDINGS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <grit/edit.h>

namespace grit::edit {

[[nodiscard]] Finding finding(std::string_view code, std::uint32_t line, std::string message, std::string for_model);

// The 1-based line of `offset` in `text`.
[[nodiscard]] std::uint32_t line_at(std::string_view text, std::size_t offset);

// `text` on one line and short enough for a message, in quotes.
[[nodiscard]] std::string quoted(std::string_view text, std::size_t max_bytes = 80);

// `text` with every CRLF as LF.
[[nodiscard]] std::string with_lf(std::string_view text);

}  // namespace grit::edit

#endif  // GRIT_EDIT_FINDINGS_H_
