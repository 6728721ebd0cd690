// Writes rows of files into the index file, within one transaction.
#ifndef GRIT_INDEX_WRITER_H_
#define GRIT_INDEX_WRITER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "codec.h"
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
  // Writes what is still held back: posting lists, counters, definers. To be called once, after the last file.
  [[nodiscard]] Status flush();
  [[nodiscard]] Status commit();

 private:
  struct Statements {
    Statement insert_file, update_file, delete_file;
    Statement insert_outline, delete_outline, select_outline;
    Statement insert_definer, delete_definer;
    Statement count_name, delete_name;
    Statement insert_posting, insert_segment;
  };
  struct List {
    std::string entries;
    std::int64_t last = 0;
  };
  struct Counts {
    std::int64_t files = 0;
    std::int64_t definitions = 0;
  };
  struct Definer {
    std::uint32_t term;
    std::int64_t file;
    std::int64_t definitions;
    auto operator<=>(const Definer&) const = default;
  };

  Status drop_tables();
  Status prepare();
  Status add_content(std::int64_t file, const FileRows& rows);
  void add_postings(std::int64_t file, const FileRows& rows, const std::vector<std::uint32_t>& terms);
  Status flush_postings();
  Status flush_counters();

  Database& database_;
  Start start_;
  bool begun_ = false;
  TermTable terms_;
  Statements sql_;
  std::int64_t next_file_ = 1;
  absl::flat_hash_map<std::uint32_t, List> lists_;  // by term
  std::size_t list_bytes_ = 0;
  std::int64_t list_files_ = 0;
  std::vector<Definer> definers_;
  absl::flat_hash_map<std::uint32_t, Counts> counters_;  // by term: by how much they change
};

}  // namespace grit::index

#endif  // GRIT_INDEX_WRITER_H_
