#include "edge_count.h"

#include <string>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "base/try.h"
#include "codec.h"
#include "syntax/syntax.h"

namespace grit::index {
namespace {

using Languages = absl::flat_hash_map<std::int64_t, std::string>;  // of the files

Result<Languages> load_languages(Database& database) {
  Languages out;
  GRIT_ASSIGN_OR_RETURN(Statement select, database.prepare("SELECT id, language FROM files"));
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
    if (!row) return out;
    out.emplace(select.integer(0), select.text(1));
  }
}

// For each name and family of languages the file that defines it, or that there are several.
using Definers = absl::flat_hash_map<std::pair<std::uint32_t, std::string_view>, std::int64_t>;
constexpr std::int64_t kSeveral = -1;

Result<Definers> load_definers(Database& database, const Languages& languages) {
  Definers out;
  GRIT_ASSIGN_OR_RETURN(Statement select, database.prepare("SELECT term, file FROM definers"));
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
    if (!row) return out;
    const auto language = languages.find(select.integer(1));
    if (language == languages.end()) return Status(Code::corrupt, "index file: a name is defined in no file");
    const auto term = static_cast<std::uint32_t>(select.integer(0));
    const auto [entry, added] = out.try_emplace({term, syntax::family_of(language->second)}, select.integer(1));
    if (!added) entry->second = kSeveral;
  }
}

// Which of a file's words have a use that does not mean a definition in the file itself. Names that the file does not
// bind are looked for elsewhere only where `free_names` says so.
Result<std::vector<bool>> words_used_openly(std::string_view uses, std::size_t terms, bool free_names) {
  std::vector<bool> out(terms);
  GRIT_ASSIGN_OR_RETURN(const auto rows, decode_uses(uses, terms));
  for (const UseRow& use : rows) {
    const bool open = use.hint != Hint::here && use.hint != Hint::own_class && (use.hint != Hint::free || free_names);
    if (open) out[use.word] = true;
  }
  return out;
}

}  // namespace

Result<std::uint64_t> count_edges(Database& database) {
  GRIT_ASSIGN_OR_RETURN(const Languages languages, load_languages(database));
  GRIT_ASSIGN_OR_RETURN(const Definers definers, load_definers(database, languages));
  GRIT_ASSIGN_OR_RETURN(Statement select, database.prepare("SELECT file, terms, uses, imports FROM outlines"));
  std::uint64_t edges = 0;
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, select.step());
    if (!row) return edges;
    const auto language = languages.find(select.integer(0));
    if (language == languages.end()) return Status(Code::corrupt, "index file: an outline belongs to no file");
    GRIT_ASSIGN_OR_RETURN(const auto terms, decode_terms(select.blob(1)));
    Outline outline;
    GRIT_RETURN_IF_ERROR(decode_imports(select.blob(3), terms.size(), outline));
    bool free_names = language->second != "python";
    for (const ImportRow& import : outline.imports) free_names = free_names || import.star;
    GRIT_ASSIGN_OR_RETURN(const auto open, words_used_openly(select.blob(2), terms.size(), free_names));
    const std::string_view family = syntax::family_of(language->second);
    for (std::size_t word = 0; word < terms.size(); ++word) {
      const auto definer = open[word] ? definers.find({terms[word], family}) : definers.end();
      if (definer != definers.end() && definer->second != select.integer(0)) ++edges;
    }
  }
}

}  // namespace grit::index
