// Any bytes as a text: its words follow each other, and none is split or empty.
#include "words.h"

#include <string>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = grit::fuzz::text(data, size);
  grit::index::WordReader words(bytes);
  std::size_t end = 0;
  bool first = true;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    grit::fuzz::expect(words.begin() >= end + (first ? 0 : 1), "something stands between two words");
    grit::fuzz::expect(bytes.substr(words.begin(), word.size()) == word, "a word is where it is said to be");
    end = words.begin() + word.size();
    first = false;
    grit::index::WordReader alone(word);
    grit::fuzz::expect(alone.next() == word, "a word by itself is the same word");
  }
  return 0;
}
