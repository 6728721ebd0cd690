#include "schema.h"

#include <algorithm>
#include <cstring>

#include "base/try.h"

namespace grit::index {
namespace {

constexpr const char* kTables = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE files(id INTEGER PRIMARY KEY, path TEXT NOT NULL, kept INTEGER NOT NULL, reason TEXT NOT NULL,
  language TEXT NOT NULL, hash BLOB NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL, inode INTEGER NOT NULL, checked_ns INTEGER NOT NULL, lines INTEGER NOT NULL,
  symbols INTEGER NOT NULL, refs INTEGER NOT NULL, parse_errors INTEGER NOT NULL, import_lines BLOB NOT NULL);
CREATE TABLE outlines(file INTEGER PRIMARY KEY, terms BLOB NOT NULL, symbols BLOB NOT NULL, uses BLOB NOT NULL,
  imports BLOB NOT NULL, lines BLOB NOT NULL);
CREATE TABLE terms(block INTEGER PRIMARY KEY, texts BLOB NOT NULL);
CREATE TABLE folds(bucket INTEGER PRIMARY KEY, terms BLOB NOT NULL);
CREATE TABLE names(term INTEGER PRIMARY KEY, definers BLOB NOT NULL);
CREATE TABLE segments(id INTEGER PRIMARY KEY, files INTEGER NOT NULL, bytes INTEGER NOT NULL);
CREATE TABLE postings(id INTEGER PRIMARY KEY, entries BLOB NOT NULL);
CREATE TABLE commits(id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, ago INTEGER NOT NULL, files INTEGER NOT NULL);
CREATE TABLE changes(path TEXT, commit_id INTEGER, PRIMARY KEY(path, commit_id)) WITHOUT ROWID;
CREATE INDEX changes_of ON changes(commit_id);
)sql";

Result<ContentHash> hash_of(std::string_view blob) {
  ContentHash hash;
  if (blob.size() != hash.bytes.size()) return Status(Code::corrupt, "index file: a content hash is damaged");
  std::memcpy(hash.bytes.data(), blob.data(), blob.size());
  return hash;
}

}  // namespace

const char* const kInsertFile =
    "INSERT INTO files(id,path,kept,reason,language,hash,size,mtime_ns,ctime_ns,inode,checked_ns,lines,symbols,refs,"
    "parse_errors,import_lines) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";

Result<Format> format_of(Database& database) {
  GRIT_ASSIGN_OR_RETURN(const std::int64_t application, database.integer("PRAGMA application_id"));
  GRIT_ASSIGN_OR_RETURN(const std::int64_t version, database.integer("PRAGMA user_version"));
  GRIT_ASSIGN_OR_RETURN(const std::int64_t tables, database.integer("SELECT count(*) FROM sqlite_schema"));
  if (application == 0 && version == 0 && tables == 0) return Format::empty;
  if (application != kApplicationId) {
    return Status(Code::invalid_argument,
                  "the index file is the database of another program; give another place for it");
  }
  if (version > kSchemaVersion) {
    return Status(Code::newer_format, "the index file was written by a newer Grit (format " + std::to_string(version) +
                                          ", this one knows " + std::to_string(kSchemaVersion) + ")");
  }
  return version == kSchemaVersion ? Format::current : Format::older;
}

Status create_tables(Database& database) {
  GRIT_RETURN_IF_ERROR(database.execute(kTables));
  const std::string marks = "PRAGMA application_id=" + std::to_string(kApplicationId) +
                            "; PRAGMA user_version=" + std::to_string(kSchemaVersion);
  return database.execute(marks.c_str());
}

Result<std::vector<StoredFile>> load_files(Database& database) {
  GRIT_ASSIGN_OR_RETURN(Statement select,
                        database.prepare("SELECT id,path,kept,reason,language,hash,size,mtime_ns,ctime_ns,inode,"
                                         "checked_ns,lines,symbols,refs,parse_errors,import_lines FROM files"));
  std::vector<StoredFile> out;
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
    if (!row) break;
    StoredFile file;
    file.id = select.integer(0);
    file.path = select.text(1);
    file.kept = select.integer(2) != 0;
    file.reason = select.text(3);
    file.language = select.text(4);
    GRIT_ASSIGN_OR_RETURN(file.hash, hash_of(select.blob(5)));
    file.size = static_cast<std::uint64_t>(select.integer(6));
    file.mtime_ns = select.integer(7);
    file.ctime_ns = select.integer(8);
    file.inode = static_cast<std::uint64_t>(select.integer(9));
    file.checked_ns = select.integer(10);
    file.lines = static_cast<std::uint32_t>(select.integer(11));
    file.symbols = static_cast<std::uint32_t>(select.integer(12));
    file.references = static_cast<std::uint32_t>(select.integer(13));
    file.parse_errors = select.integer(14) != 0;
    file.import_lines = select.blob(15);
    out.push_back(std::move(file));
  }
  // No index of the file is for this: all are read at once anyway, and nearly in this order.
  const auto by_path = [](const StoredFile& a, const StoredFile& b) { return a.path < b.path; };
  std::sort(out.begin(), out.end(), by_path);
  const auto same_path = [](const StoredFile& a, const StoredFile& b) { return a.path == b.path; };
  if (std::adjacent_find(out.begin(), out.end(), same_path) != out.end()) {
    return Status(Code::corrupt, "index file: two files have the same path");
  }
  return out;
}

Status insert_file(Statement& insert, const StoredFile& file) {
  const auto* hash = reinterpret_cast<const char*>(file.hash.bytes.data());
  insert.bind(file.id).bind_text(file.path).bind(file.kept).bind_text(file.reason).bind_text(file.language);
  insert.bind_blob({hash, file.hash.bytes.size()}).bind(static_cast<std::int64_t>(file.size));
  insert.bind(file.mtime_ns).bind(file.ctime_ns).bind(static_cast<std::int64_t>(file.inode)).bind(file.checked_ns);
  insert.bind(file.lines).bind(file.symbols).bind(file.references).bind(file.parse_errors);
  insert.bind_blob(file.import_lines);
  return insert.run();
}

}  // namespace grit::index
