// Any bytes as a recording: what can be read survives being written and read again.
#include <grit/model.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto recording = grit::model::parse_recording(grit::fuzz::text(data, size));
  if (!recording) return 0;
  const std::string written = grit::model::to_json_lines(*recording);
  const auto again = grit::model::parse_recording(written);
  grit::fuzz::expect(bool(again), "what was written can be read");
  grit::fuzz::expect(grit::model::to_json_lines(*again) == written, "and is the same");
  return 0;
}
