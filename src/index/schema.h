// The tables of the index file. docs/index.md describes them and gives the numbers behind them.
#ifndef GRIT_INDEX_SCHEMA_H_
#define GRIT_INDEX_SCHEMA_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <grit/index.h>

#include "sqlite.h"

namespace grit::index {

// What marks an index file among SQLite databases: "GRIT".
inline constexpr std::uint32_t kApplicationId = 0x47524954;

enum class Format { empty, current, older };

// What an open file holds. Code::newer_format; Code::invalid_argument where it is the database of another program;
// Code::corrupt.
[[nodiscard]] Result<Format> format_of(Database& database);

// Makes the tables in an empty file, within the caller's transaction.
[[nodiscard]] Status create_tables(Database& database);

// A row of `files`: what is known of a file besides its content. A file that was looked into and not found worth an
// index has a row too, so that it is not looked into again.
struct StoredFile {
  std::int64_t id = 0;  // of this content: a file that changes gets another
  std::string path;
  bool kept = true;    // its content is in the index
  std::string reason;  // why not, or why only its words are: "binary", …, "parse_limit"
  std::string language;
  ContentHash hash;
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::uint64_t inode = 0;
  std::int64_t checked_ns = 0;  // when it was last read, by the wall clock
  std::uint32_t lines = 0;
  std::uint32_t symbols = 0;
  std::uint32_t references = 0;
  bool parse_errors = false;
  std::string import_lines;  // see encode_line_ranges
};

// All files in the order of their paths' bytes.
[[nodiscard]] Result<std::vector<StoredFile>> load_files(Database& database);
[[nodiscard]] Status insert_file(Statement& insert, const StoredFile& file);
extern const char* const kInsertFile;  // the statement for insert_file

}  // namespace grit::index

#endif  // GRIT_INDEX_SCHEMA_H_
