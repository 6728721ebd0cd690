#include "terms.h"

#include <algorithm>

#include "base/text.h"
#include "base/try.h"
#include "schema.h"

namespace grit::index {
namespace {

constexpr const char* kByFold = "SELECT terms.id, text FROM folds JOIN terms ON terms.id = term WHERE fold = ?";

}  // namespace

Status TermTable::prepare(bool empty) {
  empty_ = empty;
  GRIT_ASSIGN_OR_RETURN(insert_, database_.prepare("INSERT INTO terms(id, text) VALUES(?, ?)"));
  GRIT_ASSIGN_OR_RETURN(select_, database_.prepare(kByFold));
  GRIT_ASSIGN_OR_RETURN(const std::int64_t last, database_.integer("SELECT max(id) FROM terms"));
  if (last >= 0xFFFFFFFF) return Status(Code::limit, "the index holds too many different words");
  next_ = static_cast<std::uint32_t>(last) + 1;
  return {};
}

Result<std::uint32_t> TermTable::find(std::string_view word, std::int64_t fold) {
  select_.bind(fold);
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, select_.step());
    if (!row) return 0;
    if (select_.text(1) != word) continue;
    const auto term = static_cast<std::uint32_t>(select_.integer(0));
    select_.reset();
    return term;
  }
}

Result<std::uint32_t> TermTable::number(std::string_view word) {
  const auto [entry, added] = known_.try_emplace(word, 0);
  if (!added) return entry->second;
  const std::int64_t fold = fold_hash(fold_case(word));
  if (!empty_) {
    GRIT_ASSIGN_OR_RETURN(entry->second, find(word, fold));
    if (entry->second != 0) return entry->second;
  }
  entry->second = next_++;
  folds_.emplace_back(fold, entry->second);
  GRIT_RETURN_IF_ERROR(insert_.bind(entry->second).bind_text(word).run());
  return entry->second;
}

Status TermTable::flush() {
  GRIT_ASSIGN_OR_RETURN(Statement insert, database_.prepare("INSERT INTO folds(fold, term) VALUES(?, ?)"));
  std::sort(folds_.begin(), folds_.end());
  for (const auto& [fold, term] : folds_) GRIT_RETURN_IF_ERROR(insert.bind(fold).bind(term).run());
  folds_.clear();
  return {};
}

Result<TermReader> TermReader::create(Database& database) {
  TermReader out;
  GRIT_ASSIGN_OR_RETURN(out.by_fold_, database.prepare(kByFold));
  GRIT_ASSIGN_OR_RETURN(out.by_number_, database.prepare("SELECT text FROM terms WHERE id = ?"));
  return out;
}

Result<std::uint32_t> TermReader::exact(std::string_view word) {
  std::uint32_t term = 0;
  by_fold_.bind(fold_hash(fold_case(word)));
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, by_fold_.step());
    if (!row) return term;
    if (by_fold_.text(1) == word) term = static_cast<std::uint32_t>(by_fold_.integer(0));
  }
}

Result<std::vector<std::uint32_t>> TermReader::folded(std::string_view word) {
  std::vector<std::uint32_t> out;
  const std::string fold = fold_case(word);
  by_fold_.bind(fold_hash(fold));
  for (;;) {
    GRIT_ASSIGN_OR_RETURN(const bool row, by_fold_.step());
    if (!row) return out;
    if (fold_case(by_fold_.text(1)) == fold) out.push_back(static_cast<std::uint32_t>(by_fold_.integer(0)));
  }
}

Result<std::string> TermReader::text(std::uint32_t term) {
  by_number_.bind(term);
  GRIT_ASSIGN_OR_RETURN(const bool row, by_number_.step());
  if (!row) return Status(Code::corrupt, "index file: a word is missing");
  std::string out(by_number_.text(0));
  by_number_.reset();
  return out;
}

}  // namespace grit::index
