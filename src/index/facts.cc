#include "facts.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace grit::index {

FileFacts::FileFacts(FileOutline outline)
    : symbols_(std::move(outline.rows.symbols)),
      imports_(std::move(outline.rows.imports)),
      targets_(std::move(outline.rows.targets)) {
  const auto term = [&outline](std::uint32_t word) { return word == kNone ? kNone : outline.terms[word]; };
  for (std::uint32_t i = 0; i < symbols_.size(); ++i) {
    symbols_[i].word = term(symbols_[i].word);
    named_.push_back({symbols_[i].parent, symbols_[i].word, i});
  }
  for (std::uint32_t i = 0; i < imports_.size(); ++i) {
    imports_[i].name = term(imports_[i].name);
    imports_[i].alias = term(imports_[i].alias);
    if (imports_[i].star) stars_.push_back(i);
    if (imports_[i].alias != kNone && !imports_[i].inside) bound_.push_back({kNone, imports_[i].alias, i});
  }
  for (const ValueRow& row : outline.rows.values) values_.push_back({row.owner, term(row.word), row.target});
  for (std::vector<Entry>* entries : {&named_, &bound_, &values_}) std::sort(entries->begin(), entries->end());
}

FileFacts::Entries FileFacts::find(const std::vector<Entry>& entries, std::uint32_t owner, std::uint32_t term) {
  const auto key = [](const Entry& entry) { return std::tie(entry.owner, entry.term); };
  const Entry wanted{owner, term, 0};
  const auto [begin, end] = std::equal_range(entries.begin(), entries.end(), wanted,
                                             [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
  return Entries(begin, end);
}

}  // namespace grit::index
