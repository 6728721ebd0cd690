// A project in memory with its index in a temporary folder, and texts of what the index answers.
#ifndef GRIT_TESTS_UNIT_INDEX_PROJECT_H_
#define GRIT_TESTS_UNIT_INDEX_PROJECT_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <grit/index.h>
#include <grit/testing.h>

#include "support/temporary_folder.h"

namespace grit::index {

using Lines = std::vector<std::string>;

// Fails the test where a Result is an error.
template <class T>
T value_of(Result<T> result) {
  REQUIRE_MESSAGE(result.has_value(), (result.has_value() ? std::string() : result.error().message()));
  return std::move(result).value();
}

// The answers of a store as lines of text, without ids.
Lines file_lines(SymbolStore& store, const FileQuery& query = {});
Lines symbol_lines(SymbolStore& store, const SymbolQuery& query = {});
Lines reference_lines(SymbolStore& store, const ReferenceQuery& query = {});
Lines edge_lines(SymbolStore& store, const EdgeQuery& query = {});
Lines paths_with_word(SymbolStore& store, const std::string& word);
// All files, definitions, references, edges and common changes: two indexes of the same tree must agree on it.
Lines everything(SymbolStore& store);

class Project {
 public:
  testing::MemoryFileSystem files;

  Project() { options.database = database(); }
  [[nodiscard]] std::string database() const { return folder_.path() + "/index.db"; }
  [[nodiscard]] const std::string& folder() const { return folder_.path(); }

  IndexReport index() { return value_of(update_index(files, "", options, {}, {})); }
  std::unique_ptr<SymbolStore> store() { return value_of(open_store(database())); }
  std::unique_ptr<SymbolStore> indexed_store() {
    index();
    return store();
  }

  IndexOptions options;

 private:
  test::TemporaryFolder folder_;
};

// All rows of the index file, one line each, for comparing them before and after.
Lines dump_rows(const std::string& database);

// Runs a program and returns its standard output; fails the test unless it exits with 0.
std::string run(const std::string& command);

}  // namespace grit::index

#endif  // GRIT_TESTS_UNIT_INDEX_PROJECT_H_
