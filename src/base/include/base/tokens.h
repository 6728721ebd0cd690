#ifndef GRIT_BASE_TOKENS_H_
#define GRIT_BASE_TOKENS_H_

#include <cstdint>

namespace grit {

// Code has about three bytes a token with the vocabularies of today's coder models; more would be optimistic where a
// text has to fit.
inline constexpr std::uint64_t kBytesPerToken = 3;

}  // namespace grit

#endif  // GRIT_BASE_TOKENS_H_
