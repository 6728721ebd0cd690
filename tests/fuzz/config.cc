// Any bytes as harness.toml: read, or refused with a message that names the file.
#include <grit/loop.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto config = grit::loop::parse_config(grit::fuzz::text(data, size), "harness.toml");
  if (config) {
    for (const auto& check : config->checks) grit::fuzz::expect(!check.argv.empty(), "a check has a program");
  } else {
    grit::fuzz::expect(config.error().code() == grit::Code::configuration, "a configuration error");
    grit::fuzz::expect(config.error().message().find("harness.toml") != std::string::npos,
                       "the message names the file");
  }
  return 0;
}
