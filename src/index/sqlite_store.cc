// open_store: the queries of SymbolStore over a snapshot of the index file.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include <grit/index.h>

#include "base/text.h"
#include "base/try.h"
#include "damage.h"
#include "references.h"
#include "snapshot.h"
#include "words.h"

namespace grit::index {
namespace {

// A symbol's id is its file's and its position in the file.
constexpr int kIdShift = 24;
constexpr std::int64_t kIdMask = (std::int64_t{1} << kIdShift) - 1;

using Files = std::vector<std::size_t>;  // positions in Snapshot::files(), sorted

class SqliteStore final : public SymbolStore {
 public:
  explicit SqliteStore(std::unique_ptr<Snapshot> snapshot) : snapshot_(std::move(snapshot)), references_(*snapshot_) {}

  Result<StoreInfo> info() override;
  Status files(const FileQuery& query, const FileSink& sink) override;
  Status symbols(const SymbolQuery& query, const SymbolSink& sink) override;
  Status references(const ReferenceQuery& query, const ReferenceSink& sink) override;
  Status edges(const EdgeQuery& query, const EdgeSink& sink) override;
  Status co_changes(const CoChangeQuery& query, const CoChangeSink& sink) override;

 private:
  [[nodiscard]] Result<FileRecord> record(std::size_t file) const;
  [[nodiscard]] Files all_files() const;
  Result<Files> files_with_words(std::string_view text);
  Result<Files> files_with_word(std::string_view word);
  Result<Files> files_of(const SymbolQuery& query);
  Result<Files> files_defining(std::string_view name);
  Result<Files> files_defining_like(const std::string& folded);
  Result<Files> files_using(std::string_view name);
  Result<bool> visit_symbols(std::size_t file, const SymbolQuery& query, const SymbolSink& sink);
  Result<std::optional<Symbol>> symbol(std::size_t file, const FileOutline& outline, std::uint32_t index,
                                       const SymbolQuery& query);
  Result<bool> visit_references(std::size_t file, const ReferenceQuery& query, std::uint32_t term,
                                const ReferenceSink& sink);
  Result<Files> sources_of_edges(const EdgeQuery& query, std::optional<std::size_t> to);

  std::unique_ptr<Snapshot> snapshot_;
  References references_;
};

void sort_unique(Files& files) {
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
}

Files intersection(const Files& a, const Files& b) {
  Files out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

// The name in a qualified one: "value" of "Box.value#2".
std::string_view last_name(std::string_view qualified) {
  const std::string_view last = qualified.substr(qualified.rfind('.') + 1);
  const std::size_t mark = last.rfind('#');
  const bool ordinal = mark != std::string_view::npos && mark > 0 && mark + 1 < last.size() &&
                       last.find_first_not_of("0123456789", mark + 1) == std::string_view::npos;
  return ordinal ? last.substr(0, mark) : last;
}

Result<StoreInfo> SqliteStore::info() {
  StoreInfo out;
  GRIT_ASSIGN_OR_RETURN(const std::int64_t generation, snapshot_->meta("generation"));
  GRIT_ASSIGN_OR_RETURN(out.head_commit, snapshot_->head_commit());
  out.generation = static_cast<std::uint64_t>(generation);
  out.schema_version = kSchemaVersion;
  out.files = snapshot_->files().size();
  for (const StoredFile& file : snapshot_->files()) {
    out.symbols += file.symbols;
    out.references += file.references;
  }
  return out;
}

Result<FileRecord> SqliteStore::record(std::size_t file) const {
  const StoredFile& stored = snapshot_->files()[file];
  FileRecord out;
  out.path = stored.path;
  out.language = stored.language;
  out.hash = stored.hash;
  out.size = stored.size;
  out.lines = stored.lines;
  out.symbols = stored.symbols;
  out.parse_errors = stored.parse_errors;
  GRIT_ASSIGN_OR_RETURN(out.import_lines, decode_line_ranges(stored.import_lines));
  out.commits_ago = snapshot_->commits_ago(stored.path);
  return out;
}

Files SqliteStore::all_files() const {
  Files out(snapshot_->files().size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  return out;
}

Result<Files> SqliteStore::files_with_word(std::string_view word) {
  if (word.size() > kMaxWordBytes) {
    return Status(Code::limit, "words of more than " + std::to_string(kMaxWordBytes) + " bytes are not indexed");
  }
  Files out;
  GRIT_ASSIGN_OR_RETURN(const auto terms, snapshot_->terms().folded(word));
  for (const std::uint32_t term : terms) {
    GRIT_ASSIGN_OR_RETURN(const auto entries, snapshot_->postings(term));
    for (const Snapshot::Entry& entry : entries) {
      if (entry.count > 0) out.push_back(entry.file);
    }
  }
  sort_unique(out);
  return out;
}

Result<Files> SqliteStore::files_with_words(std::string_view text) {
  std::optional<Files> out;
  WordReader words(text);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    GRIT_ASSIGN_OR_RETURN(const Files files, files_with_word(word));
    out = out ? intersection(*out, files) : files;
  }
  return out.value_or(Files());
}

Status SqliteStore::files(const FileQuery& query, const FileSink& sink) {
  Files files;
  if (query.word.empty()) {
    files = all_files();
  } else {
    GRIT_ASSIGN_OR_RETURN(files, files_with_words(query.word));
  }
  if (!query.path.empty()) {
    const auto only = snapshot_->file_at(query.path);
    files = only ? intersection(files, {*only}) : Files();
  }
  for (const std::size_t file : files) {
    GRIT_ASSIGN_OR_RETURN(const FileRecord out, record(file));
    if (query.commits_ago_below && !(out.commits_ago && *out.commits_ago < *query.commits_ago_below)) continue;
    if (!sink(out)) break;
  }
  return {};
}

Result<Files> SqliteStore::files_defining(std::string_view name) {
  GRIT_ASSIGN_OR_RETURN(const std::uint32_t term, snapshot_->terms().exact(name));
  if (term == 0) return Files();
  GRIT_ASSIGN_OR_RETURN(const Files* files, snapshot_->definers(term));
  return *files;
}

Result<Files> SqliteStore::files_defining_like(const std::string& folded) {
  Files out;
  GRIT_ASSIGN_OR_RETURN(const auto* names, snapshot_->defined_names());
  for (const auto& [name, term] : *names) {
    if (name.find(folded) == std::string::npos) continue;
    GRIT_ASSIGN_OR_RETURN(const Files* files, snapshot_->definers(term));
    out.insert(out.end(), files->begin(), files->end());
  }
  sort_unique(out);
  return out;
}

// The files that can hold what is asked for.
Result<Files> SqliteStore::files_of(const SymbolQuery& query) {
  Files out = all_files();
  if (query.id) {
    std::erase_if(out, [&](std::size_t file) { return snapshot_->files()[file].id != *query.id >> kIdShift; });
  }
  if (!query.path.empty()) {
    const auto only = snapshot_->file_at(query.path);
    out = only ? intersection(out, {*only}) : Files();
  }
  if (!query.name.empty() && out.size() > 1) {
    GRIT_ASSIGN_OR_RETURN(const Files files, files_defining(query.name));
    out = intersection(out, files);
  }
  if (!query.qualified.empty() && out.size() > 1) {
    GRIT_ASSIGN_OR_RETURN(const Files files, files_defining(last_name(query.qualified)));
    out = intersection(out, files);
  }
  if (!query.name_substring.empty() && out.size() > 1) {
    GRIT_ASSIGN_OR_RETURN(const Files files, files_defining_like(fold_case(query.name_substring)));
    out = intersection(out, files);
  }
  return out;
}

Status SqliteStore::symbols(const SymbolQuery& query, const SymbolSink& sink) {
  GRIT_ASSIGN_OR_RETURN(const Files files, files_of(query));
  for (const std::size_t file : files) {
    if (snapshot_->files()[file].symbols == 0) continue;
    GRIT_ASSIGN_OR_RETURN(const bool more, visit_symbols(file, query, sink));
    if (!more) break;
  }
  return {};
}

Result<bool> SqliteStore::visit_symbols(std::size_t file, const SymbolQuery& query, const SymbolSink& sink) {
  GRIT_ASSIGN_OR_RETURN(const FileOutline outline, snapshot_->outline(file));
  for (std::uint32_t i = 0; i < outline.rows.symbols.size(); ++i) {
    if (query.id && i != (*query.id & kIdMask)) continue;
    GRIT_ASSIGN_OR_RETURN(const auto found, symbol(file, outline, i, query));
    if (found && !sink(*found)) return false;
  }
  return true;
}

// Symbol number `index` of a file where it is what is asked for.
Result<std::optional<Symbol>> SqliteStore::symbol(std::size_t file, const FileOutline& outline, std::uint32_t index,
                                                  const SymbolQuery& query) {
  const SymbolRow& row = outline.rows.symbols[index];
  GRIT_ASSIGN_OR_RETURN(const std::string* name, snapshot_->text(outline.terms[row.word]));
  std::optional<Symbol> none;
  if (!query.name.empty() && *name != query.name) return none;
  if (!query.name_substring.empty() && fold_case(*name).find(fold_case(query.name_substring)) == std::string::npos) {
    return none;
  }
  Symbol out;
  GRIT_ASSIGN_OR_RETURN(out.qualified, qualified_name(*snapshot_, outline, index));
  if (!query.qualified.empty() && out.qualified != query.qualified) return none;
  GRIT_ASSIGN_OR_RETURN(out.parent, qualified_name(*snapshot_, outline, row.parent));
  if (!row.owner.empty()) out.parent += (out.parent.empty() ? "" : ".") + row.owner;
  out.id = snapshot_->files()[file].id << kIdShift | index;
  out.path = snapshot_->files()[file].path;
  out.name = *name;
  out.kind = row.kind;
  out.range = {row.begin, row.end};
  out.inner = {row.inner, row.end};
  out.name_range = {row.name, row.name + name->size()};
  out.docstring = row.docstring;
  out.lines = outline.lines.lines_of(out.range);
  out.signature = full_signature(row, *name);
  out.decorators = row.decorators;
  return std::optional(std::move(out));
}

Result<Files> SqliteStore::files_using(std::string_view name) {
  Files out;
  GRIT_ASSIGN_OR_RETURN(const std::uint32_t term, snapshot_->terms().exact(name));
  if (term == 0) return out;
  GRIT_ASSIGN_OR_RETURN(const auto entries, snapshot_->postings(term));
  for (const Snapshot::Entry& entry : entries) {
    if (entry.uses > 0) out.push_back(entry.file);
  }
  return out;
}

Status SqliteStore::references(const ReferenceQuery& query, const ReferenceSink& sink) {
  Files files = all_files();
  if (!query.path.empty()) {
    const auto only = snapshot_->file_at(query.path);
    files = only ? Files{*only} : Files();
  }
  std::uint32_t term = 0;
  if (!query.name.empty()) {
    GRIT_ASSIGN_OR_RETURN(const Files using_it, files_using(query.name));
    files = intersection(files, using_it);
    GRIT_ASSIGN_OR_RETURN(term, snapshot_->terms().exact(query.name));
  }
  for (const std::size_t file : files) {
    if (snapshot_->files()[file].references == 0) continue;
    GRIT_ASSIGN_OR_RETURN(const bool more, visit_references(file, query, term, sink));
    if (!more) break;
  }
  return {};
}

Result<bool> SqliteStore::visit_references(std::size_t file, const ReferenceQuery& query, std::uint32_t term,
                                           const ReferenceSink& sink) {
  GRIT_ASSIGN_OR_RETURN(const FileOutline outline, snapshot_->outline(file));
  std::vector<bool> wanted(outline.terms.size(), query.name.empty());
  if (!query.name.empty()) {
    const std::uint32_t word = outline.word_of(term);
    if (word != kNone) wanted[word] = true;
    for (const ImportRow& import : outline.rows.imports) {
      if (word != kNone && import.name == word && import.alias != kNone) wanted[import.alias] = true;
    }
  }
  for (const UseRow& use : outline.rows.uses) {
    if (!wanted[use.word]) continue;
    GRIT_ASSIGN_OR_RETURN(const Reference reference, references_.reference(file, outline, use));
    if (!sink(reference)) return false;
  }
  return true;
}

// The files that can have the edges asked for: all that use a name which the target defines.
Result<Files> SqliteStore::sources_of_edges(const EdgeQuery& query, std::optional<std::size_t> to) {
  if (!query.from.empty()) {
    const auto from = snapshot_->file_at(query.from);
    return from ? Files{*from} : Files();
  }
  if (!to) return all_files();
  Files out;
  GRIT_ASSIGN_OR_RETURN(const FileOutline outline, snapshot_->outline(*to));
  std::vector<std::uint32_t> words;
  for (const SymbolRow& symbol : outline.rows.symbols) words.push_back(symbol.word);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  for (const std::uint32_t word : words) {
    GRIT_ASSIGN_OR_RETURN(const auto entries, snapshot_->postings(outline.terms[word]));
    for (const Snapshot::Entry& entry : entries) {
      if (entry.uses > 0) out.push_back(entry.file);
    }
  }
  sort_unique(out);
  return out;
}

Status SqliteStore::edges(const EdgeQuery& query, const EdgeSink& sink) {
  std::optional<std::size_t> to;
  if (!query.to.empty()) {
    to = snapshot_->file_at(query.to);
    if (!to) return {};
  }
  GRIT_ASSIGN_OR_RETURN(const Files sources, sources_of_edges(query, to));
  for (const std::size_t file : sources) {
    if (snapshot_->files()[file].references == 0) continue;
    GRIT_ASSIGN_OR_RETURN(const std::vector<Edge> edges, references_.edges_from(file, to));
    for (const Edge& edge : edges) {
      if (!sink(edge)) return {};
    }
  }
  return {};
}

Status SqliteStore::co_changes(const CoChangeQuery& query, const CoChangeSink& sink) {
  const auto file = snapshot_->file_at(query.path);
  if (!file) return {};
  GRIT_ASSIGN_OR_RETURN(auto others, snapshot_->changed_with(*file));
  std::stable_sort(others.begin(), others.end(), [](const auto& a, const auto& b) { return a.commits > b.commits; });
  GRIT_ASSIGN_OR_RETURN(const std::uint32_t commits, snapshot_->commits_of(*file));
  for (const Snapshot::Together& other : others) {
    const std::string& path = snapshot_->files()[other.file].path;
    if (!query.other.empty() && path != query.other) continue;
    GRIT_ASSIGN_OR_RETURN(const std::uint32_t other_commits, snapshot_->commits_of(other.file));
    if (!sink({path, other.commits, commits, other_commits})) break;
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<SymbolStore>> open_store(const std::string& database) {
  GRIT_ASSIGN_OR_RETURN(auto snapshot, Snapshot::open(database));
  return noting_damage(std::make_unique<SqliteStore>(std::move(snapshot)), database);
}

}  // namespace grit::index
