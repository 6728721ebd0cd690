// Exact replace: file, old text and new text, with a zero byte between them.
#include <string>

#include <grit/edit.h>

#include "fuzz.h"
#include "proposal.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all = grit::fuzz::text(data, size);
  const std::size_t first = all.find('\0');
  if (first == std::string_view::npos) return 0;
  const std::size_t second = all.find('\0', first + 1);
  if (second == std::string_view::npos) return 0;
  const std::string_view file = all.substr(0, first);
  const auto outcome =
      grit::edit::propose_replace(file, "m.py", all.substr(first + 1, second - first - 1), all.substr(second + 1));
  grit::fuzz::expect_sound(outcome, file);
  return 0;
}
