#include "word_table.h"

#include "words.h"

namespace grit::index {

void WordTable::read(std::string_view bytes) {
  texts_.clear();
  rows_.clear();
  WordReader reader(bytes);
  for (std::string_view word = reader.next(); !word.empty(); word = reader.next()) {
    if (word.size() <= kMaxWordBytes) ++rows_[number(word)].count;
  }
}

void WordTable::copy_to(FileRows& out) {
  std::size_t bytes = 0;
  for (std::uint32_t i = 0; i < rows_.size(); ++i) bytes += texts_.text(i).size();
  out.text.reserve(bytes);
  for (std::uint32_t i = 0; i < rows_.size(); ++i) {
    rows_[i].begin = static_cast<std::uint32_t>(out.text.size());
    rows_[i].size = static_cast<std::uint32_t>(texts_.text(i).size());
    rows_[i].hash = texts_.hash(i);
    out.text += texts_.text(i);
  }
  out.words = rows_;
}

}  // namespace grit::index
