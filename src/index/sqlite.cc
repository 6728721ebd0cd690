#include "sqlite.h"

#include <cerrno>
#include <utility>

#include <sqlite3.h>

#include "base/try.h"
#include "sealed_pages.h"

namespace grit::index {
namespace {

// The oldest release without the defect that could lose a write-ahead log while it was being reset.
constexpr int kOldestSqlite = 3051003;
// Others hold locks for moments only: the writer while it commits, a reader while it begins.
constexpr int kBusyMilliseconds = 5000;

Code code_of(int result) {
  switch (result & 0xFF) {
    case SQLITE_OK:
      return Code::ok;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return Code::corrupt;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Code::busy;
    case SQLITE_FULL:
      return Code::no_space;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return Code::permission_denied;
    case SQLITE_INTERRUPT:
      return Code::cancelled;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_PROTOCOL:
      return Code::io;
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG:
      return Code::limit;
    default:
      return Code::internal;
  }
}

Status status_of(int result, sqlite3* handle) {
  if (result == SQLITE_IOERR_DATA) return Status(Code::corrupt, "index file: a page is damaged");
  // A first run was cut off before the file was in write-ahead mode, and only a writer may clear up after it.
  if (result == SQLITE_READONLY_ROLLBACK) return Status(Code::not_found, "the index has not been finished yet");
  // The connection's own text is more exact, where it is about this failure.
  const bool same = handle != nullptr && sqlite3_extended_errcode(handle) == result;
  // SQLite has a code of its own for a full disk, but does not use it where it makes room for a file that is mapped.
  const int system = same && (result & 0xFF) == SQLITE_IOERR ? sqlite3_system_errno(handle) : 0;
  if (system == ENOSPC || system == EDQUOT) return status_of(SQLITE_FULL, nullptr);
  const char* text = same ? sqlite3_errmsg(handle) : sqlite3_errstr(result);
  return Status(code_of(result), std::string("index file: ") + text);
}

}  // namespace

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement::Statement(Statement&& other) noexcept
    : statement_(std::exchange(other.statement_, nullptr)),
      bound_(std::exchange(other.bound_, 0)),
      failure_(std::exchange(other.failure_, 0)) {}

Statement& Statement::operator=(Statement&& other) noexcept {
  std::swap(statement_, other.statement_);
  std::swap(bound_, other.bound_);
  std::swap(failure_, other.failure_);
  return *this;
}

Statement& Statement::bind(std::int64_t value) {
  const int result = sqlite3_bind_int64(statement_, ++bound_, value);
  if (failure_ == SQLITE_OK) failure_ = result;
  return *this;
}

Statement& Statement::bind_text(std::string_view value) {
  const char* data = value.empty() ? "" : value.data();  // a null pointer would bind NULL
  const int result = sqlite3_bind_text64(statement_, ++bound_, data, value.size(), SQLITE_STATIC, SQLITE_UTF8);
  if (failure_ == SQLITE_OK) failure_ = result;
  return *this;
}

Statement& Statement::bind_blob(std::string_view value) {
  const char* data = value.empty() ? "" : value.data();
  const int result = sqlite3_bind_blob64(statement_, ++bound_, data, value.size(), SQLITE_STATIC);
  if (failure_ == SQLITE_OK) failure_ = result;
  return *this;
}

Result<bool> Statement::step() {
  if (failure_ != SQLITE_OK) return finish(failure_);
  const int result = sqlite3_step(statement_);
  if (result == SQLITE_ROW) return true;
  GRIT_RETURN_IF_ERROR(finish(result == SQLITE_DONE ? SQLITE_OK : result));
  return false;
}

Status Statement::run() {
  GRIT_ASSIGN_OR_RETURN(const bool row, step());
  if (row) reset();
  return {};
}

Status Statement::finish(int result) {
  const Status status = result == SQLITE_OK ? Status() : status_of(result, sqlite3_db_handle(statement_));
  reset();
  return status;
}

void Statement::reset() {
  sqlite3_reset(statement_);  // repeats the failure of the step before, which was reported there
  bound_ = 0;
  failure_ = SQLITE_OK;
}

std::int64_t Statement::integer(int column) { return sqlite3_column_int64(statement_, column); }

std::string_view Statement::text(int column) {
  const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (data == nullptr && sqlite3_column_type(statement_, column) != SQLITE_NULL) failure_ = SQLITE_NOMEM;
  if (data == nullptr) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

std::string_view Statement::blob(int column) {
  const auto* data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
  if (data == nullptr && size > 0) failure_ = SQLITE_NOMEM;
  return data == nullptr ? std::string_view() : std::string_view(data, size);
}

Result<std::unique_ptr<Database>> Database::open(const std::string& path, Mode mode) {
  if (sqlite3_libversion_number() < kOldestSqlite) {
    return Status(Code::unsupported, std::string("SQLite ") + sqlite3_libversion() + " is too old for the index");
  }
  const int flags = mode == Mode::read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  sqlite3* handle = nullptr;
  const char* file_system = sealed_pages();
  if (file_system == nullptr) return status_of(SQLITE_NOMEM, nullptr);
  const int result = sqlite3_open_v2(path.c_str(), &handle, flags | SQLITE_OPEN_EXRESCODE, file_system);
  std::unique_ptr<Database> database(new Database(handle));
  if (result != SQLITE_OK) return status_of(result, handle).with_context(path);
  if (!reserve_seals(handle)) return Status(Code::internal, "index file: no room for checksums");
  if (const int busy = sqlite3_busy_timeout(handle, kBusyMilliseconds); busy != SQLITE_OK) {
    return status_of(busy, handle);
  }
  return database;
}

Database::~Database() { sqlite3_close(handle_); }

Status Database::execute(const char* sql) {
  const int result = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
  return result == SQLITE_OK ? Status() : status_of(result, handle_);
}

Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int result = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                        &statement, nullptr);
  if (result != SQLITE_OK) return status_of(result, handle_);
  return Statement(statement);
}

Result<std::int64_t> Database::integer(std::string_view sql) {
  GRIT_ASSIGN_OR_RETURN(Statement statement, prepare(sql));
  GRIT_ASSIGN_OR_RETURN(const bool row, statement.step());
  return row ? statement.integer(0) : 0;
}

std::int64_t Database::changes() const { return sqlite3_total_changes64(handle_); }

}  // namespace grit::index
