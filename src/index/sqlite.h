// SQLite with every result checked: connections and statements that answer with Status.
#ifndef GRIT_INDEX_SQLITE_H_
#define GRIT_INDEX_SQLITE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <grit/status.h>

struct sqlite3;
struct sqlite3_stmt;

namespace grit::index {

// One prepared statement.
//
// Thread rule: one thread at a time, the same as its connection's other statements.
class Statement {
 public:
  Statement() = default;  // not prepared: only to be assigned to
  ~Statement();
  Statement(Statement&& other) noexcept;
  Statement& operator=(Statement&& other) noexcept;

  // Gives the next parameter its value. Text and blobs are borrowed until the statement is reset. A failure is kept and
  // returned by the step that follows, so that no statement ever runs with a value missing.
  Statement& bind(std::int64_t value);
  Statement& bind_text(std::string_view value);
  Statement& bind_blob(std::string_view value);

  // Goes to the next row; false after the last, and then the statement is ready to be bound again.
  [[nodiscard]] Result<bool> step();
  // Steps once where no row is awaited.
  [[nodiscard]] Status run();
  // Makes it ready to be bound again before its last row was reached.
  void reset();

  [[nodiscard]] std::int64_t integer(int column);
  // Views live until the next step or reset. Running out of memory is returned by the next step.
  [[nodiscard]] std::string_view text(int column);
  [[nodiscard]] std::string_view blob(int column);

 private:
  friend class Database;
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}
  Status finish(int result);

  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  int failure_ = 0;  // the first failed bind or column
};

// A connection.
//
// Thread rule: one thread at a time.
class Database {
 public:
  enum class Mode { read_only, read_write };

  // Code::not_found where a read-only file is not there.
  [[nodiscard]] static Result<std::unique_ptr<Database>> open(const std::string& path, Mode mode);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Runs statements that yield no rows and take no parameters.
  [[nodiscard]] Status execute(const char* sql);
  [[nodiscard]] Result<Statement> prepare(std::string_view sql);
  // The number in the first column of the first row; 0 where there is no row.
  [[nodiscard]] Result<std::int64_t> integer(std::string_view sql);
  // How many rows were inserted, updated or deleted since it was opened.
  [[nodiscard]] std::int64_t changes() const;

 private:
  explicit Database(sqlite3* handle) : handle_(handle) {}
  sqlite3* handle_;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_SQLITE_H_
