// Any bytes as an ignore file, and what follows a zero byte as a path: reading and matching end, and the same question
// has the same answer.
#include "ignore.h"

#include <string>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using grit::index::Verdict;
  const std::string_view input = grit::fuzz::text(data, size);
  const std::size_t zero = input.find('\0');
  const std::string_view path = zero == std::string_view::npos ? "pkg/a.py" : input.substr(zero + 1);
  const grit::index::IgnoreRules rules(input.substr(0, zero));
  const bool is_folder = size % 2 == 1;
  const Verdict verdict = rules.verdict(path, is_folder);
  grit::fuzz::expect(rules.verdict(path, is_folder) == verdict, "the same answer again");
  const std::string taken_back = std::string(input.substr(0, zero)) + "\n*\n!*\n";
  const bool whole = path.find('/') == std::string_view::npos && !path.empty();
  if (whole && taken_back.size() < 100'000) {
    grit::fuzz::expect(grit::index::IgnoreRules(taken_back).verdict(path, is_folder) == Verdict::wanted,
                       "the last rule that fits decides");
  }
  return 0;
}
