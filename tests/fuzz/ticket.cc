// Any bytes as a ticket.
#include <algorithm>
#include <set>
#include <string>

#include <grit/retrieve.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all = grit::fuzz::text(data, size);
  const grit::retrieve::Query query = grit::retrieve::analyse(all.substr(size / 2), all.substr(0, size / 2));
  const std::set<std::string> distinct(query.tokens.begin(), query.tokens.end());
  grit::fuzz::expect(distinct.size() == query.tokens.size(), "tokens are distinct");
  grit::fuzz::expect(query.tokens.size() <= 4096 && query.frames.size() <= 256, "within the bounds");
  return 0;
}
