#include "writer.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "syntax/syntax.h"

namespace grit::index {
namespace {

// Posting lists are gathered in memory up to this size, then written as a segment: what bounds the memory of a run
// however large the project is.
constexpr std::size_t kSegmentBytes = std::size_t{48} << 20;

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
      {&sql_.select_outline, "SELECT terms,symbols,uses,imports FROM outlines WHERE file=?"},
      {&sql_.select_name, "SELECT definers FROM names WHERE term=?"},
      {&sql_.set_name, "INSERT OR REPLACE INTO names(term,definers) VALUES(?,?)"},
      {&sql_.delete_name, "DELETE FROM names WHERE term=?"},
      {&sql_.insert_posting, "INSERT INTO postings(id,entries) VALUES(?,?)"},
      {&sql_.insert_segment, "INSERT INTO segments(id,files,bytes) VALUES(?,?,?)"},
  };
  for (const auto& [statement, text] : statements) {
    GRIT_ASSIGN_OR_RETURN(*statement, database_.prepare(text));
  }
  GRIT_ASSIGN_OR_RETURN(const std::int64_t last_file,
                        database_.integer("SELECT value FROM meta WHERE key='last_file'"));
  next_file_ = first_new_file_ = last_file + 1;
  GRIT_ASSIGN_OR_RETURN(edges_, database_.integer("SELECT value FROM meta WHERE key='edges'"));
  return terms_.prepare(!continues());
}

Result<StoredFile> IndexWriter::add(StoredFile file, const FileRows& rows) {
  GRIT_RETURN_IF_ERROR(begin());
  file.id = next_file_++;
  file_family_[file.id] = family(file.language);
  if (file.kept) GRIT_RETURN_IF_ERROR(add_content(file.id, rows));
  GRIT_RETURN_IF_ERROR(insert_file(sql_.insert_file, file));
  return file;
}

Status IndexWriter::add_content(std::int64_t file, const FileRows& rows) {
  GRIT_RETURN_IF_ERROR(add_words(file, rows));
  add_definers(file, rows);
  const OutlineBlobs blobs = encode_outline(rows, file_terms_);
  sql_.insert_outline.bind(file).bind_blob(blobs.terms).bind_blob(blobs.symbols).bind_blob(blobs.uses);
  GRIT_RETURN_IF_ERROR(sql_.insert_outline.bind_blob(blobs.imports).bind_blob(rows.line_lengths).run());
  return list_bytes_ < kSegmentBytes ? Status() : flush_postings();
}

Status IndexWriter::add_words(std::int64_t file, const FileRows& rows) {
  file_words_.clear();
  file_terms_.clear();
  ++list_files_;
  const std::uint8_t family = file_family_[file];
  for (std::size_t i = 0; i < rows.words.size(); ++i) {
    const WordRow& row = rows.words[i];
    GRIT_ASSIGN_OR_RETURN(const std::uint32_t number, terms_.add(rows.word(i), row.hash));
    if (number == words_.size()) words_.emplace_back();
    Word& word = words_[number];
    const std::size_t before = word.entries.empty() ? 0 : word.entries.size() + sizeof(Word);
    append_posting(word.entries, {file, row.count, row.uses, row.open}, word.last);
    list_bytes_ += word.entries.size() + sizeof(Word) - before;
    if (row.open) ++opened_[{terms_.term(number), family}];
    file_words_.push_back(number);
    file_terms_.push_back(terms_.term(number));
  }
  return {};
}

void IndexWriter::add_definers(std::int64_t file, const FileRows& rows) {
  const std::size_t begin = changes_.size();
  for (const SymbolRow& symbol : rows.outline.symbols) {
    const bool open = rows.words[symbol.word].open;
    changes_.push_back({file_terms_[symbol.word], file, 1, open, file_family_[file]});
  }
  const auto first = changes_.begin() + static_cast<std::ptrdiff_t>(begin);
  std::sort(first, changes_.end());
  auto kept = first;
  for (auto at = first; at != changes_.end(); ++at) {
    if (at != first && at->term == (kept - 1)->term) {
      ++(kept - 1)->definitions;
    } else {
      *kept++ = *at;
    }
  }
  changes_.erase(kept, changes_.end());
}

Status IndexWriter::remove(const StoredFile& file) {
  GRIT_RETURN_IF_ERROR(begin());
  GRIT_RETURN_IF_ERROR(sql_.delete_file.bind(file.id).run());
  if (!file.kept) return {};
  removed_.insert(file.id);
  const std::uint8_t family = file_family_[file.id] = this->family(file.language);
  sql_.select_outline.bind(file.id);
  GRIT_ASSIGN_OR_RETURN(const bool found, sql_.select_outline.step());
  if (!found) return Status(Code::corrupt, "index file: the outline of a file is missing");
  GRIT_ASSIGN_OR_RETURN(const auto terms, decode_terms(sql_.select_outline.blob(0)));
  Outline outline;
  GRIT_ASSIGN_OR_RETURN(outline.symbols, decode_symbols(sql_.select_outline.blob(1), terms.size()));
  GRIT_ASSIGN_OR_RETURN(outline.uses, decode_uses(sql_.select_outline.blob(2), terms.size()));
  GRIT_ASSIGN_OR_RETURN(outline.imports, decode_imports(sql_.select_outline.blob(3), terms.size()));
  sql_.select_outline.reset();
  const bool free_names = may_mean_free_names(file.language, outline.imports);
  std::vector<bool> open(terms.size());
  for (const UseRow& use : outline.uses) open[use.word] = open[use.word] || is_open(use.hint, free_names);
  for (std::size_t word = 0; word < terms.size(); ++word) {
    if (open[word]) --opened_[{terms[word], family}];
  }
  std::vector<bool> defined(terms.size());
  for (const SymbolRow& symbol : outline.symbols) {
    if (!defined[symbol.word]) changes_.push_back({terms[symbol.word], file.id, 0, open[symbol.word], family});
    defined[symbol.word] = true;
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
  GRIT_RETURN_IF_ERROR(flush_names());
  GRIT_RETURN_IF_ERROR(terms_.flush());
  GRIT_ASSIGN_OR_RETURN(Statement set, database_.prepare("INSERT OR REPLACE INTO meta(key,value) VALUES(?,?)"));
  GRIT_RETURN_IF_ERROR(set.bind_text("last_file").bind(next_file_ - 1).run());
  return set.bind_text("edges").bind(edges_).run();
}

Status IndexWriter::flush_postings() {
  if (list_bytes_ == 0) return {};
  GRIT_ASSIGN_OR_RETURN(const std::int64_t last, database_.integer("SELECT max(id) FROM segments"));
  std::vector<std::uint32_t> order;
  for (std::uint32_t word = 0; word < words_.size(); ++word) {
    if (!words_[word].entries.empty()) order.push_back(word);
  }
  const auto by_term = [&](std::uint32_t a, std::uint32_t b) { return terms_.term(a) < terms_.term(b); };
  if (continues()) std::sort(order.begin(), order.end(), by_term);  // else they were numbered alike
  std::int64_t bytes = 0;
  for (const std::uint32_t word : order) {
    std::string& entries = words_[word].entries;
    bytes += static_cast<std::int64_t>(entries.size());
    sql_.insert_posting.bind(posting_key(last + 1, terms_.term(word))).bind_blob(entries);
    GRIT_RETURN_IF_ERROR(sql_.insert_posting.run());
    entries = std::string();
    words_[word].last = 0;
  }
  GRIT_RETURN_IF_ERROR(sql_.insert_segment.bind(last + 1).bind(list_files_).bind(bytes).run());
  list_bytes_ = 0;
  list_files_ = 0;
  return {};
}

Status IndexWriter::flush_names() {
  if (continues()) {
    GRIT_ASSIGN_OR_RETURN(lists_, PostingLists::create(database_));
    GRIT_RETURN_IF_ERROR(load_families());
  }
  std::sort(changes_.begin(), changes_.end());
  for (auto begin = changes_.cbegin(); begin != changes_.cend();) {
    const auto end = std::find_if(begin, changes_.cend(), [&](const Change& each) { return each.term != begin->term; });
    GRIT_RETURN_IF_ERROR(change_name({begin, end}));
    begin = end;
  }
  return continues() ? count_reopened() : Status();
}

Status IndexWriter::load_families() {
  GRIT_ASSIGN_OR_RETURN(Statement select, database_.prepare("SELECT id, language FROM files WHERE kept"));
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
    if (!row) return {};
    file_family_[select.integer(0)] = family(select.text(1));
  }
}

// The number of a language's family; those of one family can use each other's names.
std::uint8_t IndexWriter::family(std::string_view language) {
  const std::string_view name = syntax::family_of(language);
  const auto known = std::find(families_.begin(), families_.end(), name);
  const auto number = static_cast<std::uint8_t>(known - families_.begin());
  if (known == families_.end()) families_.push_back(name);
  return number;
}

// Whether a file of the same family other than this one defines a name.
bool IndexWriter::defined_but_in(std::span<const Definer> definers, std::int64_t file) const {
  const std::uint8_t family = file_family_.at(file);
  return std::any_of(definers.begin(), definers.end(), [&](const Definer& definer) {
    const auto found = file_family_.find(definer.file);
    return definer.file != file && found != file_family_.end() && found->second == family;
  });
}

// Writes one name's files; `changes` are all about it, by file.
Status IndexWriter::change_name(Changes changes) {
  const std::uint32_t term = changes.front().term;
  std::vector<Definer> before;
  if (continues()) {
    sql_.select_name.bind(term);
    GRIT_ASSIGN_OR_RETURN(const bool row, sql_.select_name.step());
    if (row) {
      GRIT_ASSIGN_OR_RETURN(before, decode_definers(sql_.select_name.blob(0)));
      sql_.select_name.reset();
    }
  }
  std::vector<Definer> after = before;
  std::erase_if(after, [&](const Definer& definer) { return removed_.contains(definer.file); });
  for (const Change& change : changes) {
    if (change.definitions > 0) after.push_back({change.file, change.definitions});  // its number is a new one
  }
  if (continues()) {
    GRIT_ASSIGN_OR_RETURN(const std::int64_t more, changed_edges(term, before, after));
    edges_ += more;
    for (std::size_t i = 0; i < families_.size(); ++i) opened_.erase({term, static_cast<std::uint8_t>(i)});
  } else {
    edges_ += edges_of_new(changes);
  }
  if (after.empty()) return sql_.delete_name.bind(term).run();
  return sql_.set_name.bind(term).bind_blob(encode_definers(after)).run();
}

// By how much the number of edges changes that a name makes: files that use it openly while another file defines it.
Result<std::int64_t> IndexWriter::changed_edges(std::uint32_t term, std::span<const Definer> before,
                                                std::span<const Definer> after) {
  std::int64_t out = 0;
  GRIT_RETURN_IF_ERROR(lists_->visit(term, [&](const Posting& posting) {
    if (!posting.open) return;
    if (!file_family_.contains(posting.file)) return;  // it is gone since an earlier run
    if (posting.file < first_new_file_ && defined_but_in(before, posting.file)) --out;
    if (!removed_.contains(posting.file) && defined_but_in(after, posting.file)) ++out;
  }));
  return out;
}

// The number of edges that a name makes where all files were added by this run: in each family that defines it the
// files that use it openly, less the one that alone defines it.
std::int64_t IndexWriter::edges_of_new(Changes changes) const {
  std::int64_t out = 0;
  for (std::size_t i = 0; i < families_.size(); ++i) {
    const auto family = static_cast<std::uint8_t>(i);
    std::size_t definers = 0;
    bool definer_open = false;
    for (const Change& change : changes) {
      if (change.family != family) continue;
      ++definers;
      definer_open = change.open;
    }
    const auto open = opened_.find({changes.front().term, family});
    if (definers > 0 && open != opened_.end()) out += open->second - (definers == 1 && definer_open ? 1 : 0);
  }
  return out;
}

// Counts the edges that names make which are defined where they were, by files that began or ceased to use them.
Status IndexWriter::count_reopened() {
  for (const auto& [key, files] : opened_) {
    if (files == 0) continue;
    const std::uint8_t family = key.second;
    sql_.select_name.bind(key.first);
    GRIT_ASSIGN_OR_RETURN(const bool row, sql_.select_name.step());
    if (!row) continue;
    GRIT_ASSIGN_OR_RETURN(const auto definers, decode_definers(sql_.select_name.blob(0)));
    sql_.select_name.reset();
    const bool defined = std::any_of(definers.begin(), definers.end(), [&](const Definer& definer) {
      const auto found = file_family_.find(definer.file);
      return found != file_family_.end() && found->second == family;
    });
    if (defined) edges_ += files;
  }
  return {};
}

Result<std::uint64_t> IndexWriter::edges() {
  if (!begun_) {
    GRIT_ASSIGN_OR_RETURN(edges_, database_.integer("SELECT value FROM meta WHERE key='edges'"));
  }
  return static_cast<std::uint64_t>(edges_);
}

Status IndexWriter::commit() {
  if (!begun_) return {};
  GRIT_RETURN_IF_ERROR(database_.execute("COMMIT"));
  begun_ = false;
  return {};
}

}  // namespace grit::index
