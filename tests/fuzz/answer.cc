// Any answer of a model, for one method of a fixed file. The first byte picks line ends and how the model stopped.
#include <string>

#include <grit/edit.h>

#include "fuzz.h"
#include "proposal.h"

namespace {

std::string file_with(std::string_view line_end) {
  std::string out;
  for (const std::string_view line :
       {"# shop \xE2\x80\x94 prices", "class Cart:", "    @property",
        "    def total(self, tax=0):", "        \"\"\"Sum.\"\"\"", "        return sum(self.items) + tax", "",
        "    def add(self, item):", "        self.items.append(item)"}) {
    out.append(line).append(line_end);
  }
  return out;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string file = file_with((data[0] & 1) != 0 ? "\r\n" : "\n");
  const auto finish = (data[0] & 2) != 0 ? grit::edit::FinishReason::length : grit::edit::FinishReason::stop;
  const auto target = grit::edit::locate(file, "cart.py", "Cart.total");
  grit::fuzz::expect(bool(target), "the target is found");
  const auto outcome = grit::edit::propose_function(file, *target, grit::fuzz::text(data + 1, size - 1), finish,
                                                    grit::edit::default_gates());
  grit::fuzz::expect(bool(outcome), "an answer is never an error");
  grit::fuzz::expect_sound(*outcome, file);
  grit::fuzz::expect(finish == grit::edit::FinishReason::stop || !outcome->proposal, "a cut answer is never applied");
  return 0;
}
