// How much a test with random or very many cases does: little by itself, all of it where scripts/soak sets GRIT_SOAK.
#ifndef GRIT_TESTS_SUPPORT_SOAK_H_
#define GRIT_TESTS_SUPPORT_SOAK_H_

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace grit::test {

inline std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing in a test changes the environment
  return text == nullptr || *text == '\0' ? otherwise : std::strtoull(text, nullptr, 10);
}

inline bool soaking() { return number_from_environment("GRIT_SOAK", 0) != 0; }

// How many random cases to try. GRIT_ROUNDS overrides both.
inline std::uint64_t rounds(std::uint64_t shortly, std::uint64_t at_length) {
  return number_from_environment("GRIT_ROUNDS", soaking() ? at_length : shortly);
}

// Where the seeds of random cases begin: a failure's message names one to begin with.
inline std::uint64_t first_seed() { return number_from_environment("GRIT_SEED", 1); }

// The step of a sweep over `cases`, so that a short run tries about `shortly` of them.
inline std::uint64_t stride(std::uint64_t cases, std::uint64_t shortly) {
  return soaking() || cases <= shortly ? 1 : cases / shortly;
}

// What a long run counted, on a line that scripts/soak shows.
inline void tell(const std::string& counts) {
  if (soaking()) std::printf("soak: %s\n", counts.c_str());
}

}  // namespace grit::test

#endif  // GRIT_TESTS_SUPPORT_SOAK_H_
