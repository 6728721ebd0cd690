// Whole-word search in the bytes of a file, letters folded: what `rg -w -i` finds for a literal word.
#ifndef GRIT_RETRIEVE_WORD_SEARCH_H_
#define GRIT_RETRIEVE_WORD_SEARCH_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grit::retrieve {

// Finds one word: looks for its rarest letter with memchr, then at what is around it.
//
// Thread rule: const members may be called from several threads.
class WordSearch {
 public:
  // `word` is folded to lower case (folded() of words.h) and not empty.
  explicit WordSearch(std::string word);

  [[nodiscard]] const std::string& word() const { return word_; }
  // The 1-based lines of `text` that hold the word, each once, in order.
  [[nodiscard]] std::vector<std::uint32_t> lines_in(std::string_view text) const;

 private:
  [[nodiscard]] std::vector<std::uint32_t> lines_in_folded(std::string_view text) const;
  [[nodiscard]] bool matches_at(std::string_view text, std::size_t pos) const;

  std::string word_;
  bool ascii_ = true;
  std::size_t anchor_ = 0;  // where its rarest letter stands in the word
};

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_WORD_SEARCH_H_
