// Words of a text: the longest runs of letters, marks, digits and '_' of any script.
#ifndef GRIT_INDEX_WORDS_H_
#define GRIT_INDEX_WORDS_H_

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
  [[nodiscard]] std::string_view next();
  // Where the word that next() returned begins.
  [[nodiscard]] std::size_t begin() const { return begin_; }

 private:
  // The length of the word character at `at`; 0 where there is none.
  [[nodiscard]] std::size_t word_character(std::size_t at) const;

  std::string_view bytes_;
  std::size_t begin_ = 0;
  std::size_t at_ = 0;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_WORDS_H_
