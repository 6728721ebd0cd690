// Words of a text: the longest runs of letters, marks, digits and '_' of any script.
#ifndef GRIT_INDEX_WORDS_H_
#define GRIT_INDEX_WORDS_H_

#include <array>
#include <cstdint>
#include <string_view>

namespace grit::index {

// Longer words are not indexed: they are encoded data, not something that anybody asks for.
inline constexpr std::size_t kMaxWordBytes = 200;

// Goes through the words of some bytes one after the other. Bytes that are no UTF-8 end a word.
//
// Thread rule: one thread at a time.
class WordReader {
 public:
  explicit WordReader(std::string_view bytes) : bytes_(bytes) {}
  // The next word; empty after the last one.
  [[nodiscard]] std::string_view next() {
    std::size_t length = 0;
    while (at_ < bytes_.size() && (length = word_character(at_)) == 0) ++at_;
    begin_ = at_;
    while (length > 0) {
      at_ += length;
      length = at_ < bytes_.size() ? word_character(at_) : 0;
    }
    return bytes_.substr(begin_, at_ - begin_);
  }
  // Where the word that next() returned begins.
  [[nodiscard]] std::size_t begin() const { return begin_; }

 private:
  // By byte: 1 for word characters of ASCII, 0 for the others, 2 for a byte of another character.
  static constexpr std::array<std::uint8_t, 256> kinds = [] {
    std::array<std::uint8_t, 256> table{};
    for (std::size_t c = '0'; c <= '9'; ++c) table[c] = 1;
    for (std::size_t c = 'a'; c <= 'z'; ++c) table[c] = 1;
    for (std::size_t c = 'A'; c <= 'Z'; ++c) table[c] = 1;
    table['_'] = 1;
    for (std::size_t c = 128; c < 256; ++c) table[c] = 2;
    return table;
  }();

  // The length of the word character at `at`; 0 where there is none.
  [[nodiscard]] std::size_t word_character(std::size_t at) const {
    const std::uint8_t kind = kinds[static_cast<unsigned char>(bytes_[at])];
    return kind < 2 ? kind : long_word_character(at);
  }
  [[nodiscard]] std::size_t long_word_character(std::size_t at) const;  // beyond ASCII

  std::string_view bytes_;
  std::size_t begin_ = 0;
  std::size_t at_ = 0;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_WORDS_H_
