#include "writer.h"

#include <algorithm>
#include <utility>

#include "base/try.h"

namespace grit::index {
namespace {

// Posting lists are gathered in memory up to this size, then written as a segment: what bounds the memory of a run
// however large the project is.
constexpr std::size_t kSegmentBytes = std::size_t{48} << 20;
// What an entry costs at most beside its list's share in the map.
constexpr std::size_t kListOverhead = 64;

std::vector<std::uint32_t> sorted_keys(const auto& map) {
  std::vector<std::uint32_t> out;
  out.reserve(map.size());
  for (const auto& [key, value] : map) out.push_back(key);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

IndexWriter::~IndexWriter() {
  if (!begun_) return;
  sql_ = {};  // a pending statement would keep the transaction open
  const Status undone = database_.execute("ROLLBACK");
  (void)undone;  // closing the connection undoes it as well
}

Status IndexWriter::begin() {
  if (begun_) return {};
  GRIT_RETURN_IF_ERROR(database_.execute("BEGIN IMMEDIATE"));
  begun_ = true;
  if (start_ == Start::replace) GRIT_RETURN_IF_ERROR(drop_tables());
  if (start_ != Start::go_on) GRIT_RETURN_IF_ERROR(create_tables(database_));
  return prepare();
}

Status IndexWriter::drop_tables() {
  std::string drop;
  {
    GRIT_ASSIGN_OR_RETURN(Statement select, database_.prepare("SELECT name FROM sqlite_schema WHERE type='table'"));
    for (;;) {
      GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
      if (!row) break;
      drop += "DROP TABLE \"" + std::string(select.text(0)) + "\";";
    }
  }
  return database_.execute(drop.c_str());
}

Status IndexWriter::prepare() {
  const std::pair<Statement*, const char*> statements[] = {
      {&sql_.insert_file, kInsertFile},
      {&sql_.update_file, "UPDATE files SET path=?2, mtime_ns=?3, ctime_ns=?4, inode=?5, checked_ns=?6 WHERE id=?1"},
      {&sql_.delete_file, "DELETE FROM files WHERE id=?"},
      {&sql_.insert_outline, "INSERT INTO outlines(file,terms,symbols,uses,imports,lines) VALUES(?,?,?,?,?,?)"},
      {&sql_.delete_outline, "DELETE FROM outlines WHERE file=?"},
      {&sql_.select_outline, "SELECT terms, symbols FROM outlines WHERE file=?"},
      {&sql_.insert_definer, "INSERT INTO definers(term,file,definitions) VALUES(?,?,?)"},
      {&sql_.delete_definer, "DELETE FROM definers WHERE term=? AND file=?"},
      {&sql_.count_name,
       "INSERT INTO names(term,files,definitions) VALUES(?1,?2,?3) ON CONFLICT(term) DO UPDATE SET "
       "files=files+?2, definitions=definitions+?3"},
      {&sql_.delete_name, "DELETE FROM names WHERE term=? AND definitions=0"},
      {&sql_.insert_posting, "INSERT INTO postings(segment,term,entries) VALUES(?,?,?)"},
      {&sql_.insert_segment, "INSERT INTO segments(id,files,bytes) VALUES(?,?,?)"},
  };
  for (const auto& [statement, text] : statements) {
    GRIT_ASSIGN_OR_RETURN(*statement, database_.prepare(text));
  }
  GRIT_ASSIGN_OR_RETURN(const std::int64_t last_file,
                        database_.integer("SELECT value FROM meta WHERE key='last_file'"));
  next_file_ = last_file + 1;
  return terms_.prepare(!continues());
}

Result<StoredFile> IndexWriter::add(StoredFile file, const FileRows& rows) {
  GRIT_RETURN_IF_ERROR(begin());
  file.id = next_file_++;
  if (file.kept) GRIT_RETURN_IF_ERROR(add_content(file.id, rows));
  GRIT_RETURN_IF_ERROR(insert_file(sql_.insert_file, file));
  return file;
}

Status IndexWriter::add_content(std::int64_t file, const FileRows& rows) {
  std::vector<std::uint32_t> terms;
  terms.reserve(rows.words.size());
  for (std::size_t word = 0; word < rows.words.size(); ++word) {
    GRIT_ASSIGN_OR_RETURN(const std::uint32_t term, terms_.number(rows.word(word)));
    terms.push_back(term);
  }
  add_postings(file, rows, terms);
  absl::flat_hash_map<std::uint32_t, std::int64_t> defined;
  for (const SymbolRow& symbol : rows.outline.symbols) ++defined[terms[symbol.word]];
  for (const auto& [term, definitions] : defined) {
    definers_.push_back({term, file, definitions});
    counters_[term].files += 1;
    counters_[term].definitions += definitions;
  }
  const OutlineBlobs blobs = encode_outline(rows, terms);
  sql_.insert_outline.bind(file).bind_blob(blobs.terms).bind_blob(blobs.symbols).bind_blob(blobs.uses);
  GRIT_RETURN_IF_ERROR(sql_.insert_outline.bind_blob(blobs.imports).bind_blob(rows.line_lengths).run());
  return list_bytes_ < kSegmentBytes ? Status() : flush_postings();
}

void IndexWriter::add_postings(std::int64_t file, const FileRows& rows, const std::vector<std::uint32_t>& terms) {
  ++list_files_;
  for (std::size_t word = 0; word < terms.size(); ++word) {
    const auto [entry, added] = lists_.try_emplace(terms[word]);
    List& list = entry->second;
    const std::size_t before = list.entries.size();
    append_posting(list.entries, {file, rows.words[word].count, rows.words[word].uses}, list.last);
    list_bytes_ += list.entries.size() - before + (added ? kListOverhead : 0);
  }
}

Status IndexWriter::remove(const StoredFile& file) {
  GRIT_RETURN_IF_ERROR(begin());
  GRIT_RETURN_IF_ERROR(sql_.delete_file.bind(file.id).run());
  if (!file.kept) return {};
  sql_.select_outline.bind(file.id);
  GRIT_ASSIGN_OR_RETURN(const bool found, sql_.select_outline.step());
  if (!found) return Status(Code::corrupt, "index file: the outline of a file is missing");
  GRIT_ASSIGN_OR_RETURN(const auto terms, decode_terms(sql_.select_outline.blob(0)));
  GRIT_ASSIGN_OR_RETURN(const auto symbols, decode_symbols(sql_.select_outline.blob(1), terms.size()));
  sql_.select_outline.reset();
  absl::flat_hash_map<std::uint32_t, std::int64_t> defined;
  for (const SymbolRow& symbol : symbols) ++defined[terms[symbol.word]];
  for (const auto& [term, definitions] : defined) {
    GRIT_RETURN_IF_ERROR(sql_.delete_definer.bind(term).bind(file.id).run());
    counters_[term].files -= 1;
    counters_[term].definitions -= definitions;
  }
  return sql_.delete_outline.bind(file.id).run();
}

Status IndexWriter::update(const StoredFile& file) {
  GRIT_RETURN_IF_ERROR(begin());
  sql_.update_file.bind(file.id).bind_text(file.path).bind(file.mtime_ns).bind(file.ctime_ns);
  return sql_.update_file.bind(static_cast<std::int64_t>(file.inode)).bind(file.checked_ns).run();
}

Status IndexWriter::flush() {
  if (!begun_) return {};
  GRIT_RETURN_IF_ERROR(flush_postings());
  GRIT_RETURN_IF_ERROR(flush_counters());
  GRIT_RETURN_IF_ERROR(terms_.flush());
  GRIT_ASSIGN_OR_RETURN(Statement set,
                        database_.prepare("INSERT OR REPLACE INTO meta(key,value) VALUES('last_file',?)"));
  return set.bind(next_file_ - 1).run();
}

Status IndexWriter::flush_postings() {
  if (lists_.empty()) return {};
  GRIT_ASSIGN_OR_RETURN(const std::int64_t last, database_.integer("SELECT max(id) FROM segments"));
  std::int64_t bytes = 0;
  for (const std::uint32_t term : sorted_keys(lists_)) {
    const std::string& entries = lists_[term].entries;
    bytes += static_cast<std::int64_t>(entries.size());
    GRIT_RETURN_IF_ERROR(sql_.insert_posting.bind(last + 1).bind(term).bind_blob(entries).run());
  }
  GRIT_RETURN_IF_ERROR(sql_.insert_segment.bind(last + 1).bind(list_files_).bind(bytes).run());
  lists_.clear();
  list_bytes_ = 0;
  list_files_ = 0;
  return {};
}

Status IndexWriter::flush_counters() {
  std::sort(definers_.begin(), definers_.end());
  for (const Definer& definer : definers_) {
    GRIT_RETURN_IF_ERROR(sql_.insert_definer.bind(definer.term).bind(definer.file).bind(definer.definitions).run());
  }
  definers_.clear();
  for (const std::uint32_t term : sorted_keys(counters_)) {
    const Counts& change = counters_[term];
    if (change.files == 0 && change.definitions == 0) continue;
    GRIT_RETURN_IF_ERROR(sql_.count_name.bind(term).bind(change.files).bind(change.definitions).run());
    if (change.definitions < 0) GRIT_RETURN_IF_ERROR(sql_.delete_name.bind(term).run());
  }
  counters_.clear();
  return {};
}

Status IndexWriter::commit() {
  if (!begun_) return {};
  GRIT_RETURN_IF_ERROR(database_.execute("COMMIT"));
  begun_ = false;
  return {};
}

}  // namespace grit::index
