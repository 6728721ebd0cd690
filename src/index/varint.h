// Unsigned numbers in one to ten bytes, seven bits a byte, the lowest first: how the blobs of the index hold numbers.
#ifndef GRIT_INDEX_VARINT_H_
#define GRIT_INDEX_VARINT_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace grit::index {

inline void append_varint(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    out += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  out += static_cast<char>(value);
}

inline void append_text(std::string& out, std::string_view text) {
  append_varint(out, text.size());
  out += text;
}

// Reads a blob from begin to end. Reading beyond the end, or a number that does not fit, yields zeros and sets
// failed(), so that damaged data is noticed once, after the loop.
//
// Thread rule: one thread at a time.
class BlobReader {
 public:
  explicit BlobReader(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool at_end() const { return at_ >= bytes_.size(); }
  [[nodiscard]] bool failed() const { return failed_; }

  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && at_ < bytes_.size(); shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if ((byte & 0x80) == 0) return value;
    }
    fail();
    return 0;
  }
  std::uint32_t varint32() {
    const std::uint64_t value = varint();
    if (value > 0xFFFFFFFF) fail();
    return failed_ ? 0 : static_cast<std::uint32_t>(value);
  }
  std::uint8_t byte() {
    if (at_ < bytes_.size()) return static_cast<std::uint8_t>(bytes_[at_++]);
    fail();
    return 0;
  }
  std::string_view text() {
    const std::uint64_t size = varint();
    if (failed_ || size > bytes_.size() - at_) {
      fail();
      return {};
    }
    at_ += static_cast<std::size_t>(size);
    return bytes_.substr(at_ - static_cast<std::size_t>(size), static_cast<std::size_t>(size));
  }

 private:
  void fail() {
    failed_ = true;
    at_ = bytes_.size();
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_VARINT_H_
