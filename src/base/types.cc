#include <grit/types.h>

#include <algorithm>

#include "base/hash.h"

namespace grit {
namespace {

// The value of a lower-case hexadecimal digit; -1 for anything else.
int digit_value(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  return -1;
}

}  // namespace

std::string ContentHash::hex() const {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (std::uint8_t byte : bytes) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::optional<ContentHash> ContentHash::from_hex(std::string_view hex) {
  ContentHash hash;
  if (hex.size() != 2 * hash.bytes.size()) return std::nullopt;
  for (std::size_t i = 0; i < hash.bytes.size(); ++i) {
    const int high = digit_value(hex[2 * i]);
    const int low = digit_value(hex[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    hash.bytes[i] = static_cast<std::uint8_t>(16 * high + low);
  }
  return hash;
}

ContentHash ContentHash::of(std::string_view content) {
  Hasher hasher;
  hasher.add(content);
  return hasher.finish();
}

Status StopConditions::check() const {
  if (cancel.cancelled()) return Status(Code::cancelled, "cancelled");
  if (deadline && std::chrono::steady_clock::now() >= *deadline) {
    return Status(Code::timeout, "the time limit has passed");
  }
  return {};
}

std::chrono::milliseconds StopConditions::remaining(std::chrono::milliseconds cap) const {
  using std::chrono::milliseconds;
  if (!deadline) return cap;
  // Rounded up: a wait of zero for the last part of a millisecond would spin.
  const auto left = std::chrono::ceil<milliseconds>(*deadline - std::chrono::steady_clock::now());
  return std::clamp(left, milliseconds{0}, std::max(cap, milliseconds{0}));
}

StopConditions StopConditions::within(std::chrono::milliseconds from_now) const {
  constexpr auto for_ever = std::chrono::hours(24 * 365 * 100);  // keeps the sum inside the clock's range
  StopConditions narrower = *this;
  if (from_now >= for_ever) return narrower;
  const auto end = std::chrono::steady_clock::now() + from_now;
  narrower.deadline = deadline ? std::min(*deadline, end) : end;
  return narrower;
}

}  // namespace grit
