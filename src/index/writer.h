// Writes rows of files into the index file, within one transaction.
#ifndef GRIT_INDEX_WRITER_H_
#define GRIT_INDEX_WRITER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "codec.h"
#include "posting_lists.h"
#include "rows.h"
#include "schema.h"
#include "sqlite.h"
#include "terms.h"

namespace grit::index {

// Nothing is written before the first call that changes something, and nothing is seen by readers before commit().
// Without it everything is undone.
//
// Thread rule: one thread at a time.
class IndexWriter {
 public:
  enum class Start {
    create,   // in a file without tables
    replace,  // forget what is stored
    go_on,    // from what is stored
  };
  IndexWriter(Database& database, Start start) : database_(database), start_(start), terms_(database) {}
  ~IndexWriter();
  IndexWriter(const IndexWriter&) = delete;
  IndexWriter& operator=(const IndexWriter&) = delete;

  // Adds a file's row and, where it is kept, its content; `file.id` is given here. Returns the row.
  [[nodiscard]] Result<StoredFile> add(StoredFile file, const FileRows& rows);
  [[nodiscard]] Status remove(const StoredFile& file);
  // Gives a file that is there another path, or other times, and nothing else.
  [[nodiscard]] Status update(const StoredFile& file);

  // Starts the transaction where it has not begun. For what others write beside the files.
  [[nodiscard]] Status begin();
  [[nodiscard]] bool begun() const { return begun_; }
  [[nodiscard]] bool continues() const { return start_ == Start::go_on; }
  // Writes what is still held back: posting lists, words, names. To be called once, after the last file.
  [[nodiscard]] Status flush();
  [[nodiscard]] Status commit();

  // How many edges the index has; after flush().
  [[nodiscard]] Result<std::uint64_t> edges();

 private:
  struct Statements {
    Statement insert_file, update_file, delete_file;
    Statement insert_outline, delete_outline, select_outline;
    Statement select_name, set_name, delete_name;
    Statement insert_posting, insert_segment;
  };
  struct Word {
    std::string entries;    // of its posting list
    std::int64_t last = 0;  // file in it
  };
  // That a file defines a name, or did.
  struct Change {
    std::uint32_t term;
    std::int64_t file;
    std::uint32_t definitions;  // 0: it is removed
    bool open;                  // the file has a use that may mean a definition elsewhere
    std::uint8_t family;        // of the file's language
    auto operator<=>(const Change&) const = default;
  };
  using Changes = std::span<const Change>;
  using TermAndFamily = std::pair<std::uint32_t, std::uint8_t>;

  Status drop_tables();
  Status prepare();
  Status add_content(std::int64_t file, const FileRows& rows);
  Status add_words(std::int64_t file, const FileRows& rows);
  void add_definers(std::int64_t file, const FileRows& rows);
  Status flush_postings();
  Status flush_names();
  Status change_name(Changes changes);
  Status load_families();
  [[nodiscard]] std::uint8_t family(std::string_view language);
  [[nodiscard]] std::int64_t edges_of_new(Changes changes) const;
  [[nodiscard]] bool defined_but_in(std::span<const Definer> definers, std::int64_t file) const;
  Status count_reopened();
  [[nodiscard]] Result<std::int64_t> changed_edges(std::uint32_t term, std::span<const Definer> before,
                                                   std::span<const Definer> after);

  Database& database_;
  Start start_;
  bool begun_ = false;
  TermTable terms_;
  Statements sql_;
  std::int64_t first_new_file_ = 1;
  std::int64_t next_file_ = 1;
  std::vector<Word> words_;                // as the term table counts them
  std::vector<std::uint32_t> file_words_;  // of the file at hand, by its own numbers
  std::vector<std::uint32_t> file_terms_;  // beside these
  std::size_t list_bytes_ = 0;
  std::int64_t list_files_ = 0;
  std::vector<Change> changes_;
  absl::flat_hash_set<std::int64_t> removed_;  // files
  // In how many more or fewer files a use of the name may mean a definition elsewhere.
  absl::flat_hash_map<TermAndFamily, std::int32_t> opened_;
  std::optional<PostingLists> lists_;
  std::vector<std::string_view> families_;                       // by number
  absl::flat_hash_map<std::int64_t, std::uint8_t> file_family_;  // of files that are there now or were before
  std::int64_t edges_ = 0;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_WRITER_H_
