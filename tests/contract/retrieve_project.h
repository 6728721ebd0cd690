// The project in memory that the contracts of Signal and Ranker are checked on.
#ifndef GRIT_TESTS_CONTRACT_RETRIEVE_PROJECT_H_
#define GRIT_TESTS_CONTRACT_RETRIEVE_PROJECT_H_

#include <grit/retrieve.h>
#include <grit/testing.h>

#include <string>
#include <string_view>

namespace grit::contract {

// Two modules where one uses the other, one of them changed lately, and a file of words only.
class RetrieveProject {
 public:
  RetrieveProject() {
    add_file("docs/age.md", "Age must be valid.\n", {});
    add_file("src/users.py", "from validation import is_valid_age\ndef is_adult(age):\n    return is_valid_age(age)\n",
             2);
    add_file("src/validation.py", "def is_valid_age(age):\n    return age > 0\n", {});
    add_function("src/users.py", "is_adult", {36, 83}, {2, 3});
    add_function("src/validation.py", "is_valid_age", {0, 41}, {1, 2});
    index::Reference use;
    use.path = "src/users.py";
    use.name = "is_valid_age";
    use.kind = index::ReferenceKind::call;
    use.range = {66, 78};
    use.line = 3;
    use.scope = "is_adult";
    store.add(use);
    for (const char* path : {"docs/age.md", "src/users.py", "src/validation.py"}) store.add_word(path, "age");
    for (const char* path : {"src/users.py", "src/validation.py"}) store.add_word(path, "is_valid_age");
  }

  testing::MemoryStore store;
  testing::MemoryFileSystem files;

 private:
  void add_file(std::string_view path, std::string_view bytes, std::optional<std::uint32_t> commits_ago) {
    files.put(path, bytes);
    index::FileRecord file;
    file.path = path;
    file.language = path.ends_with(".py") ? "python" : "";
    file.hash = ContentHash::of(bytes);
    file.size = bytes.size();
    file.lines = 3;
    file.commits_ago = commits_ago;
    store.add(file);
  }

  void add_function(std::string_view path, std::string_view name, ByteRange range, LineRange lines) {
    index::Symbol symbol;
    symbol.path = path;
    symbol.name = symbol.qualified = name;
    symbol.range = symbol.inner = range;
    symbol.name_range = {range.begin + 4, range.begin + 4 + name.size()};
    symbol.lines = lines;
    symbol.signature = "def " + symbol.name + "(age)";
    store.add(symbol);
  }
};

// A store of which every question fails.
class FailingStore final : public index::SymbolStore {
 public:
  Result<index::StoreInfo> info() override { return status(); }
  Status files(const index::FileQuery&, const index::FileSink&) override { return status(); }
  Status symbols(const index::SymbolQuery&, const index::SymbolSink&) override { return status(); }
  Status references(const index::ReferenceQuery&, const index::ReferenceSink&) override { return status(); }
  Status edges(const index::EdgeQuery&, const index::EdgeSink&) override { return status(); }
  Status co_changes(const index::CoChangeQuery&, const index::CoChangeSink&) override { return status(); }

 private:
  static Status status() { return {Code::corrupt, "the index is damaged"}; }
};

}  // namespace grit::contract

#endif  // GRIT_TESTS_CONTRACT_RETRIEVE_PROJECT_H_
