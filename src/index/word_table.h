// The words of one file.
#ifndef GRIT_INDEX_WORD_TABLE_H_
#define GRIT_INDEX_WORD_TABLE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "interner.h"
#include "rows.h"

namespace grit::index {

// Numbers and counts the words of one file after the other; keeps its memory between them.
//
// Thread rule: one thread at a time; borrows the file's bytes.
class WordTable {
 public:
  // Forgets the file before and counts all words of this one.
  void read(std::string_view bytes);
  // The number of a word, which need not be one that read() met.
  [[nodiscard]] std::uint32_t number(std::string_view word) { return number(word, hash_of_text(word)); }
  void count_use(std::uint32_t word, bool open) {
    ++rows_[word].uses;
    rows_[word].open = rows_[word].open || open;
  }
  // Gives the words a text of their own, so that the file's bytes can go.
  void copy_to(FileRows& out);

 private:
  std::uint32_t number(std::string_view word, std::uint64_t hash) {
    const Interner::Entry entry = texts_.add(word, hash);
    if (entry.added) rows_.emplace_back();
    return entry.number;
  }

  Interner texts_;
  std::vector<WordRow> rows_;  // by number
};

}  // namespace grit::index

#endif  // GRIT_INDEX_WORD_TABLE_H_
