// Any bytes as a Python file: its function f is located, read and replaced.
#include <string>

#include <grit/edit.h>

#include "fuzz.h"
#include "proposal.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view file = grit::fuzz::text(data, size);
  const auto target = grit::edit::locate(file, "m.py", "f");
  if (!target) return 0;
  grit::fuzz::expect(target->range.end <= size && target->range.contains(target->inner) &&
                         target->inner.contains(target->name_range) && target->inner.contains(target->body),
                     "ranges nest");
  grit::fuzz::expect(target->name_range.of(file) == target->name, "the name is where its range says");
  const auto outcome = grit::edit::propose_function(file, *target, "```python\ndef f(a):\n    return a + 1\n```\n",
                                                    grit::edit::FinishReason::stop, grit::edit::default_gates());
  // What recovery from syntax errors takes for a function may be none by itself.
  if (!outcome && outcome.error().code() == grit::Code::unsupported) return 0;
  grit::fuzz::expect(bool(outcome), "an answer is never an error");
  grit::fuzz::expect_sound(*outcome, file);
  return 0;
}
