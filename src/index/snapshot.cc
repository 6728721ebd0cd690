#include "snapshot.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "base/try.h"
#include "damage.h"
#include "port/host_files.h"
#include "syntax/syntax.h"

namespace grit::index {
namespace {

// Commits with more files say nothing about which of them belong together; the bound is the one of Zimmermann et al.,
// "Mining Version Histories to Guide Software Changes" (2005).
constexpr std::int64_t kMostFilesTogether = 30;

}  // namespace

std::uint32_t FileOutline::word_of(std::uint32_t term) const {
  const auto found = std::lower_bound(terms.begin(), terms.end(), term);
  return found != terms.end() && *found == term ? static_cast<std::uint32_t>(found - terms.begin()) : kNone;
}

Result<std::unique_ptr<Snapshot>> Snapshot::open(const std::string& path) {
  if (!port::exists(path)) return Status(Code::not_found, "there is no index at " + path);
  GRIT_ASSIGN_OR_RETURN(auto database, Database::open(path, Database::Mode::read_only));
  // A transaction that has read something sees that state until it ends.
  GRIT_RETURN_IF_ERROR(database->execute("BEGIN"));
  GRIT_ASSIGN_OR_RETURN(const Format format, format_of(*database));
  if (format == Format::empty) return Status(Code::not_found, "the index at " + path + " has not been finished yet");
  if (format == Format::older) {
    return Status(Code::corrupt, "the index at " + path + " has an older format; index again to rebuild it");
  }
  std::unique_ptr<Snapshot> snapshot(new Snapshot(std::move(database)));
  Status loaded = snapshot->load();
  note_damage(path, loaded);
  if (!loaded.ok()) return loaded;
  return snapshot;
}

Status Snapshot::load() {
  GRIT_ASSIGN_OR_RETURN(terms_, TermReader::create(*database_));
  const std::pair<Statement*, const char*> statements[] = {
      {&select_outline_, "SELECT terms,symbols,uses,imports,lines FROM outlines WHERE file=?"},
      {&select_definers_, "SELECT definers FROM names WHERE term=?"},
  };
  for (const auto& [statement, text] : statements) {
    GRIT_ASSIGN_OR_RETURN(*statement, database_->prepare(text));
  }
  GRIT_ASSIGN_OR_RETURN(files_, load_files(*database_));
  std::erase_if(files_, [](const StoredFile& file) { return !file.kept; });
  for (std::size_t i = 0; i < files_.size(); ++i) {
    by_id_.emplace(files_[i].id, i);
    families_.push_back(syntax::family_of(files_[i].language));
  }
  GRIT_ASSIGN_OR_RETURN(lists_, PostingLists::create(*database_));
  return load_history();
}

Status Snapshot::load_history() {
  GRIT_ASSIGN_OR_RETURN(Statement select,
                        database_->prepare("SELECT path, min(ago) FROM changes JOIN commits ON commits.id=commit_id "
                                           "GROUP BY path"));
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
    if (!row) return {};
    ago_.emplace(select.text(0), static_cast<std::uint32_t>(select.integer(1)));
  }
}

std::optional<std::size_t> Snapshot::file_at(std::string_view path) const {
  const auto found =
      std::lower_bound(files_.begin(), files_.end(), path,
                       [](const StoredFile& file, std::string_view wanted) { return file.path < wanted; });
  if (found == files_.end() || found->path != path) return std::nullopt;
  return static_cast<std::size_t>(found - files_.begin());
}

std::optional<std::size_t> Snapshot::file_of(std::int64_t id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> Snapshot::commits_ago(std::string_view path) const {
  const auto found = ago_.find(path);
  return found == ago_.end() ? std::nullopt : std::optional(found->second);
}

Result<std::vector<Snapshot::Together>> Snapshot::changed_with(std::size_t file) {
  GRIT_ASSIGN_OR_RETURN(
      Statement select,
      database_->prepare(
          "SELECT other.path, count(*) FROM changes AS own CROSS JOIN commits ON commits.id=own.commit_id "
          "CROSS JOIN changes AS other ON other.commit_id=own.commit_id "
          "WHERE own.path=?1 AND commits.files<=?2 AND other.path<>?1 GROUP BY other.path"));
  select.bind_text(files_[file].path).bind(kMostFilesTogether);
  std::vector<Together> out;
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
    if (!row) break;
    const auto other = file_at(select.text(0));  // others are gone, or were never wanted
    if (other) out.push_back({*other, static_cast<std::uint32_t>(select.integer(1))});
  }
  std::sort(out.begin(), out.end(), [](const Together& a, const Together& b) { return a.file < b.file; });
  return out;
}

Result<std::uint32_t> Snapshot::commits_of(std::size_t file) {
  GRIT_ASSIGN_OR_RETURN(Statement select,
                        database_->prepare("SELECT count(*) FROM changes CROSS JOIN commits ON commits.id=commit_id "
                                           "WHERE path=? AND commits.files<=?"));
  select.bind_text(files_[file].path).bind(kMostFilesTogether);
  GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
  return row ? static_cast<std::uint32_t>(select.integer(0)) : 0;
}

Result<std::int64_t> Snapshot::meta(std::string_view key) {
  GRIT_ASSIGN_OR_RETURN(Statement select, database_->prepare("SELECT value FROM meta WHERE key=?"));
  select.bind_text(key);
  GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
  return row ? select.integer(0) : 0;
}

Result<std::string> Snapshot::head_commit() {
  constexpr char kDigits[] = "0123456789abcdef";
  GRIT_ASSIGN_OR_RETURN(Statement select, database_->prepare("SELECT hash FROM commits WHERE ago=0"));
  GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
  std::string out;
  if (!row) return out;
  for (const char byte : select.blob(0)) {
    out += kDigits[static_cast<unsigned char>(byte) >> 4];
    out += kDigits[static_cast<unsigned char>(byte) & 15];
  }
  return out;
}

Result<FileOutline> Snapshot::outline(std::size_t file, bool with_uses) {
  FileOutline out;
  select_outline_.bind(files_[file].id);
  GRIT_ASSIGN_OR_RETURN(const bool row, select_outline_.step());
  if (!row) return Status(Code::corrupt, "index file: the outline of a file is missing");
  GRIT_ASSIGN_OR_RETURN(out.terms, decode_terms(select_outline_.blob(0)));
  GRIT_ASSIGN_OR_RETURN(out.rows.symbols, decode_symbols(select_outline_.blob(1), out.terms.size()));
  if (with_uses) {
    GRIT_ASSIGN_OR_RETURN(out.rows.uses, decode_uses(select_outline_.blob(2), out.terms.size()));
    out.lines = LineStarts(select_outline_.blob(4));
  }
  GRIT_RETURN_IF_ERROR(decode_links(select_outline_.blob(3), out.terms.size(), out.rows));
  select_outline_.reset();
  return out;
}

Result<const std::string*> Snapshot::text(std::uint32_t term) {
  std::unique_ptr<const std::string>& slot = texts_[term];
  if (slot == nullptr) {
    GRIT_ASSIGN_OR_RETURN(std::string text, terms_.text(term));
    slot = std::make_unique<const std::string>(std::move(text));
  }
  return slot.get();
}

Result<const Snapshot::Name*> Snapshot::name(std::uint32_t term) {
  std::unique_ptr<const Name>& slot = names_[term];
  if (slot != nullptr) return slot.get();
  Name out;
  select_definers_.bind(term);
  GRIT_ASSIGN_OR_RETURN(const bool row, select_definers_.step());
  if (row) {
    GRIT_ASSIGN_OR_RETURN(const std::vector<Definer> definers, decode_definers(select_definers_.blob(0)));
    select_definers_.reset();
    for (const Definer& definer : definers) {
      const auto file = file_of(definer.file);
      if (!file) return Status(Code::corrupt, "index file: a name is defined in a file that is not there");
      out.files.push_back(*file);
      out.definitions += definer.definitions;
    }
    std::sort(out.files.begin(), out.files.end());
  }
  slot = std::make_unique<const Name>(std::move(out));
  return slot.get();
}

Result<NameCounts> Snapshot::counts(std::uint32_t term) {
  GRIT_ASSIGN_OR_RETURN(const Name* name, this->name(term));
  return NameCounts{static_cast<std::uint32_t>(name->files.size()), name->definitions};
}

Result<bool> Snapshot::defined_for(std::size_t file, std::uint32_t term) {
  GRIT_ASSIGN_OR_RETURN(const auto* files, definers(term));
  return std::any_of(files->begin(), files->end(), [&](std::size_t definer) { return same_family(file, definer); });
}

Result<const std::vector<std::size_t>*> Snapshot::definers(std::uint32_t term) {
  GRIT_ASSIGN_OR_RETURN(const Name* name, this->name(term));
  return &name->files;
}

Result<const std::vector<std::pair<std::string, std::uint32_t>>*> Snapshot::defined_names() {
  if (defined_names_) return &*defined_names_;
  std::vector<std::pair<std::string, std::uint32_t>> out;
  GRIT_ASSIGN_OR_RETURN(Statement select, database_->prepare("SELECT term FROM names"));
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
    if (!row) break;
    const auto term = static_cast<std::uint32_t>(select.integer(0));
    GRIT_ASSIGN_OR_RETURN(const std::string* text, this->text(term));
    out.emplace_back(fold_case(*text), term);
  }
  defined_names_ = std::move(out);
  return &*defined_names_;
}

Result<std::vector<Snapshot::Entry>> Snapshot::postings(std::uint32_t term) {
  std::vector<Entry> out;
  GRIT_RETURN_IF_ERROR(lists_.visit(term, [&](const Posting& posting) {
    const auto file = file_of(posting.file);  // entries of files that changed or went stay until segments are merged
    if (file) out.push_back({*file, posting.count, posting.uses});
  }));
  std::sort(out.begin(), out.end(), [](const Entry& a, const Entry& b) { return a.file < b.file; });
  return out;
}

}  // namespace grit::index
