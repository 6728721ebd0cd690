// The words that the index knows, each with a number.
#ifndef GRIT_INDEX_TERMS_H_
#define GRIT_INDEX_TERMS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "sqlite.h"

namespace grit::index {

// Gives words their numbers while an index is written, new ones in the order in which they are asked for.
//
// Thread rule: one thread at a time.
class TermTable {
 public:
  explicit TermTable(Database& database) : database_(database) {}

  // To be called within the transaction, once. `empty`: no word has a number yet.
  [[nodiscard]] Status prepare(bool empty);
  [[nodiscard]] Result<std::uint32_t> number(std::string_view word);
  // Writes what new words are looked up by.
  [[nodiscard]] Status flush();

 private:
  [[nodiscard]] Result<std::uint32_t> find(std::string_view word, std::int64_t fold);

  Database& database_;
  bool empty_ = false;
  std::uint32_t next_ = 1;
  Statement insert_;
  Statement select_;
  absl::flat_hash_map<std::string, std::uint32_t> known_;
  std::vector<std::pair<std::int64_t, std::uint32_t>> folds_;  // of new words
};

// Finds words in an index that is read.
//
// Thread rule: one thread at a time.
class TermReader {
 public:
  [[nodiscard]] static Result<TermReader> create(Database& database);

  // The number of exactly this word; 0 where no file holds it.
  [[nodiscard]] Result<std::uint32_t> exact(std::string_view word);
  // The numbers of all words that fold to the same, ascending.
  [[nodiscard]] Result<std::vector<std::uint32_t>> folded(std::string_view word);
  // The text of a word. Code::corrupt for a number that no word has.
  [[nodiscard]] Result<std::string> text(std::uint32_t term);

 private:
  Statement by_fold_;
  Statement by_number_;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_TERMS_H_
