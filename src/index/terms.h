// The words that the index knows, each with a number.
//
// On file, texts stand in blocks by number, and numbers in buckets by the hash of the folded text: rows of a few
// hundred bytes take half the room of one row for each word, and a fraction of the time to write.
#ifndef GRIT_INDEX_TERMS_H_
#define GRIT_INDEX_TERMS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "interner.h"
#include "sqlite.h"

namespace grit::index {

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
  Result<std::vector<std::uint32_t>> candidates(std::string_view folded);

  Statement bucket_;
  Statement block_;
};

// Gives words their numbers while an index is written, new ones in the order in which they are asked for. It names
// words by how many it was asked for before, which is what writers keep their own things by.
//
// Thread rule: one thread at a time.
class TermTable {
 public:
  explicit TermTable(Database& database) : database_(database) {}

  // To be called within the transaction, once. `empty`: no word has a number yet.
  [[nodiscard]] Status prepare(bool empty);
  // `hash` is hash_of_text's.
  [[nodiscard]] Result<std::uint32_t> add(std::string_view word, std::uint64_t hash);
  [[nodiscard]] std::size_t size() const { return terms_.size(); }
  [[nodiscard]] std::uint32_t term(std::uint32_t word) const { return terms_[word]; }
  // Writes the new words.
  [[nodiscard]] Status flush();

 private:
  Status write_texts();
  Status write_buckets();

  Database& database_;
  bool empty_ = false;
  std::uint32_t first_new_ = 1;
  std::uint32_t next_ = 1;
  TermReader reader_;
  Interner texts_;
  std::vector<std::uint32_t> terms_;            // by word
  std::vector<std::uint32_t> new_words_;        // by term from first_new_ on
  std::vector<std::unique_ptr<char[]>> store_;  // of the texts
  std::size_t store_left_ = 0;
};

// Drops words. They must not be asked for again in this run.
[[nodiscard]] Status remove_terms(Database& database, const std::vector<std::uint32_t>& terms);

}  // namespace grit::index

#endif  // GRIT_INDEX_TERMS_H_
