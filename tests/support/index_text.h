// What an index answers as lines of text without ids, so that two indexes can be compared.
#ifndef GRIT_TESTS_SUPPORT_INDEX_TEXT_H_
#define GRIT_TESTS_SUPPORT_INDEX_TEXT_H_

#include <string>
#include <vector>

#include <grit/index.h>

namespace grit::test {

std::string show(const index::FileRecord& file);
std::string show(const index::Symbol& symbol);
std::string show(const index::Reference& reference);
std::string show(const index::Edge& edge);
std::string show(const index::CoChange& change);

// All files, definitions, references, edges and files that changed together, and the files that hold each of `words`.
Result<std::vector<std::string>> everything(index::SymbolStore& store, const std::vector<std::string>& words = {});

}  // namespace grit::test

#endif  // GRIT_TESTS_SUPPORT_INDEX_TEXT_H_
