// What every SymbolStore promises.
#include <doctest/doctest.h>
#include <grit/index.h>
#include <grit/testing.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "capi/host_layers.h"
#include "host_tables.h"
#include "support/temporary_folder.h"

namespace grit::contract {
namespace {

using index::Edge;
using index::EdgeQuery;
using index::FileQuery;
using index::FileRecord;
using index::Reference;
using index::ReferenceQuery;
using index::Resolution;
using index::Symbol;
using index::SymbolQuery;
using index::SymbolStore;

using Sources = std::map<std::string, std::string>;
using Paths = std::vector<std::string>;

// "c-d.py" comes before "c/d.py" in the order of bytes; a walk that goes folder by folder would say otherwise.
const Sources& sources() {
  static const Sources sample = {
      {"a.py",
       "import os\nfrom b import helper_function\n\n\nclass Box:\n    def value(self):\n        return "
       "helper_function()\n"
       "\n    def value(self):\n        return self.value(os.sep)\n"},
      {"b.py", "def helper_function():\n    return 1\n\n\ndef _private():\n    return helper_function()\n"},
      {"c-d.py", "def run(thing):\n    return thing.value() + thing._private() + unheard_of\n"},
      {"c/d.py", "from b import helper_function\nhelper_function()\nhelper_function()\n"},
      {"notes.md", "Helper_Function and a Box\n"}};
  return sample;
}

template <class T, class Visit>
std::vector<T> all(Visit visit) {
  std::vector<T> out;
  const Status status = visit([&out](const T& each) {
    out.push_back(each);
    return true;
  });
  REQUIRE_MESSAGE(status.ok(), status.message());
  return out;
}

std::vector<FileRecord> files(SymbolStore& store, const FileQuery& query = {}) {
  return all<FileRecord>([&](const auto& sink) { return store.files(query, sink); });
}
std::vector<Symbol> symbols(SymbolStore& store, const SymbolQuery& query = {}) {
  return all<Symbol>([&](const auto& sink) { return store.symbols(query, sink); });
}
std::vector<Reference> references(SymbolStore& store, const ReferenceQuery& query = {}) {
  return all<Reference>([&](const auto& sink) { return store.references(query, sink); });
}
std::vector<Edge> edges(SymbolStore& store, const EdgeQuery& query = {}) {
  return all<Edge>([&](const auto& sink) { return store.edges(query, sink); });
}

Paths paths(SymbolStore& store, const FileQuery& query = {}) {
  Paths out;
  for (const FileRecord& file : files(store, query)) out.push_back(file.path);
  return out;
}

Paths names(SymbolStore& store, const SymbolQuery& query = {}) {
  Paths out;
  for (const Symbol& symbol : symbols(store, query)) out.push_back(symbol.path + "::" + symbol.qualified);
  return out;
}

Paths shown(const std::vector<Edge>& edges) {
  Paths out;
  for (const Edge& edge : edges) {
    out.push_back(edge.from + " " + edge.to + " " + edge.name + " x" + std::to_string(edge.references));
  }
  return out;
}

void check_info(SymbolStore& store) {
  const auto info = store.info();
  REQUIRE(info.has_value());
  CHECK(info->generation >= 1);
  CHECK(info->schema_version == index::kSchemaVersion);
  CHECK(info->files == files(store).size());
  CHECK(info->symbols == symbols(store).size());
  CHECK(info->references == references(store).size());
  CHECK(info->head_commit.empty());
}

void check_files(SymbolStore& store) {
  CHECK(paths(store) == Paths{"a.py", "b.py", "c-d.py", "c/d.py", "notes.md"});
  for (const FileRecord& file : files(store)) {
    CAPTURE(file.path);
    const std::string& text = sources().at(file.path);
    CHECK(file.hash == ContentHash::of(text));
    CHECK(file.size == text.size());
    CHECK(file.lines == static_cast<std::size_t>(std::ranges::count(text, '\n')));
    CHECK(file.symbols == symbols(store, {.path = file.path}).size());
    CHECK(file.language == (file.path == "notes.md" ? "" : "python"));
    CHECK_FALSE(file.parse_errors);
    CHECK_FALSE(file.commits_ago);
  }
  CHECK(paths(store, {.path = "c/d.py"}) == Paths{"c/d.py"});
  CHECK(paths(store, {.path = "c"}).empty());
  CHECK(paths(store, {.commits_ago_below = 1000}).empty());
}

void check_words(SymbolStore& store) {
  const Paths helpers = {"a.py", "b.py", "c/d.py", "notes.md"};
  CHECK(paths(store, {.word = "helper_function"}) == helpers);
  CHECK(paths(store, {.word = "HELPER_FUNCTION"}) == helpers);
  CHECK(paths(store, {.word = "helper"}).empty());  // whole words only
  CHECK(paths(store, {.word = "box helper_function"}) == Paths{"a.py", "notes.md"});
  CHECK(paths(store, {.word = "thing.value()"}) == Paths{"c-d.py"});
  CHECK(paths(store, {.word = "+ -"}).empty());
  CHECK(paths(store, {.word = "nowhere"}).empty());
  CHECK(paths(store, {.path = "b.py", .word = "helper_function"}) == Paths{"b.py"});
  CHECK(paths(store, {.path = "c-d.py", .word = "helper_function"}).empty());
  CHECK(paths(store, {.word = std::string(200, 'x')}).empty());
  const Status too_long = store.files({.word = std::string(201, 'x')}, [](const FileRecord&) { return true; });
  CHECK(too_long.code() == Code::limit);
}

void check_symbols(SymbolStore& store) {
  CHECK(names(store) == Paths{"a.py::Box", "a.py::Box.value", "a.py::Box.value#2", "b.py::helper_function",
                              "b.py::_private", "c-d.py::run"});
  CHECK(names(store, {.path = "b.py"}) == Paths{"b.py::helper_function", "b.py::_private"});
  CHECK(names(store, {.name = "value"}) == Paths{"a.py::Box.value", "a.py::Box.value#2"});
  CHECK(names(store, {.name = "Value"}).empty());
  CHECK(names(store, {.name_substring = "VA"}) == Paths{"a.py::Box.value", "a.py::Box.value#2", "b.py::_private"});
  CHECK(names(store, {.name_substring = "a", .qualified = "_private"}) == Paths{"b.py::_private"});
  CHECK(names(store, {.path = "a.py", .qualified = "Box.value#2"}) == Paths{"a.py::Box.value#2"});
  CHECK(names(store, {.qualified = "value"}).empty());
  CHECK(names(store, {.path = "b.py", .name = "value"}).empty());
  CHECK(names(store, {.path = "notes.md"}).empty());
  CHECK(names(store, {.path = "gone.py"}).empty());
  std::int64_t greatest = 0;
  for (const Symbol& symbol : symbols(store)) {
    CAPTURE(symbol.qualified);
    greatest = std::max(greatest, symbol.id);
    CHECK(names(store, {.id = symbol.id}) == Paths{symbol.path + "::" + symbol.qualified});
    CHECK(names(store, {.name = "no", .id = symbol.id}).empty());
    const std::string& text = sources().at(symbol.path);
    CHECK(text.substr(symbol.name_range.begin, symbol.name_range.size()) == symbol.name);
    CHECK(symbol.range.begin <= symbol.name_range.begin);
    CHECK(symbol.name_range.end <= symbol.range.end);
    CHECK((symbol.parent.empty() || names(store, {.path = symbol.path, .qualified = symbol.parent}).size() == 1));
  }
  CHECK(names(store, {.id = greatest + 1000}).empty());
}

void check_references(SymbolStore& store) {
  const std::vector<Reference> found = references(store);
  REQUIRE(found.size() > 8);
  const auto before = [](const Reference& a, const Reference& b) {
    return std::tie(a.path, a.range.begin) < std::tie(b.path, b.range.begin);
  };
  CHECK(std::ranges::is_sorted(found, before));
  for (const Reference& reference : found) {
    CAPTURE(reference.path);
    CAPTURE(reference.name);
    const std::string& text = sources().at(reference.path);
    CHECK(text.substr(reference.range.begin, reference.range.size()) == reference.name);
    CHECK(reference.definitions == symbols(store, {.name = reference.name}).size());
    const bool known = reference.resolution != Resolution::name_only && reference.resolution != Resolution::unresolved;
    CHECK(known == !reference.target.empty());
    if (known) CHECK_FALSE(symbols(store, {.path = reference.target, .name = reference.name}).empty());
  }
  CHECK(references(store, {.path = "c/d.py", .name = "helper_function"}).size() == 3);
  CHECK(references(store, {.path = "c/d.py"}).size() >= 3);
  CHECK(references(store, {.name = "unheard_of"}).at(0).resolution == Resolution::unresolved);
  CHECK(references(store, {.name = "nothing"}).empty());
  CHECK(references(store, {.path = "gone.py"}).empty());
}

void check_edges(SymbolStore& store) {
  const Paths expected = {"a.py b.py helper_function x2", "c-d.py a.py value x1", "c-d.py b.py _private x1",
                          "c/d.py b.py helper_function x3"};
  const std::vector<Edge> found = edges(store);
  REQUIRE(shown(found) == expected);
  CHECK(found[0].weight == doctest::Approx(10));  // a long name in snake_case
  CHECK(found[0].resolution == Resolution::import);
  CHECK(found[1].weight == doctest::Approx(1));
  CHECK(found[1].definitions == 2);
  CHECK(found[1].resolution == Resolution::name_only);
  CHECK(found[2].weight == doctest::Approx(0.1));  // private
  CHECK(shown(edges(store, {.from = "c-d.py"})) == Paths{expected[1], expected[2]});
  CHECK(shown(edges(store, {.to = "b.py"})) == Paths{expected[0], expected[2], expected[3]});
  CHECK(shown(edges(store, {.from = "c-d.py", .to = "b.py"})) == Paths{expected[2]});
  CHECK(edges(store, {.from = "gone.py"}).empty());
  CHECK(edges(store, {.to = "gone.py"}).empty());
}

void check_no_co_changes(SymbolStore& store) {  // without a history
  const auto found = all<index::CoChange>([&](const auto& sink) { return store.co_changes({.path = "a.py"}, sink); });
  CHECK(found.empty());
}

// A sink that returns false is called once, and the visit is no failure.
void check_early_ends(SymbolStore& store) {
  int calls = 0;
  const auto stop = [&calls](const auto&) {
    ++calls;
    return false;
  };
  CHECK(store.files({}, stop).ok());
  CHECK(calls == 1);
  CHECK(store.symbols({}, stop).ok());
  CHECK(calls == 2);
  CHECK(store.references({}, stop).ok());
  CHECK(calls == 3);
  CHECK(store.edges({}, stop).ok());
  CHECK(calls == 4);
}

void check_contract(SymbolStore& store) {
  for (int turn = 0; turn < 2; ++turn) {  // a question leaves nothing behind
    check_info(store);
    check_files(store);
    check_words(store);
    check_symbols(store);
    check_references(store);
    check_edges(store);
    check_no_co_changes(store);
    check_early_ends(store);
  }
}

std::unique_ptr<SymbolStore> index_sources(const std::string& folder) {
  testing::MemoryFileSystem files;
  for (const auto& [path, text] : sources()) files.put(path, text);
  index::IndexOptions options;
  options.database = folder + "/index.db";
  const auto report = index::update_index(files, "", options, {}, {});
  REQUIRE_MESSAGE(report.has_value(), report.error().message());
  auto store = index::open_store(options.database);
  REQUIRE_MESSAGE(store.has_value(), store.error().message());
  return std::move(store).value();
}

// Adds the words of a text, which is all ASCII.
void add_words(testing::MemoryStore& store, const std::string& path, const std::string& text) {
  std::string word;
  for (const char byte : text + '\n') {
    if (byte == '_' || std::isalnum(static_cast<unsigned char>(byte)) != 0) {
      word += byte;
    } else if (!word.empty()) {
      store.add_word(path, word);
      word.clear();
    }
  }
}

TEST_CASE("symbol stores: the index file keeps the contract") {
  const test::TemporaryFolder folder;
  check_contract(*index_sources(folder.path()));
}

TEST_CASE("symbol stores: the store in memory keeps the contract") {
  const test::TemporaryFolder folder;
  const auto indexed = index_sources(folder.path());
  testing::MemoryStore store;
  const auto backwards = [](auto rows) {  // the order in which it is filled means nothing
    std::ranges::reverse(rows);
    return rows;
  };
  for (const FileRecord& file : backwards(files(*indexed))) store.add(file);
  for (const Symbol& symbol : backwards(symbols(*indexed))) store.add(symbol);
  for (const Reference& reference : backwards(references(*indexed))) store.add(reference);
  for (const auto& [path, text] : sources()) add_words(store, path, text);
  check_contract(store);
}

TEST_CASE("symbol stores: the store in memory answers what changed together in the order of the contract") {
  testing::MemoryStore store;
  for (const char* path : {"a.py", "b.py", "c.py", "d.py"}) {
    FileRecord file;
    file.path = path;
    store.add(file);
  }
  for (const auto& [path, together] : {std::pair("c.py", 1U), {"gone.py", 9U}, {"d.py", 4U}, {"b.py", 1U}}) {
    store.add("a.py", {path, together, 0, 0});
  }
  Paths order;
  const auto visit = [&order](const index::CoChange& change) {
    order.push_back(change.path);
    return order.size() < 3;
  };
  REQUIRE(store.co_changes({.path = "a.py"}, visit).ok());
  CHECK(order == Paths{"d.py", "b.py", "c.py"});
  order.clear();
  REQUIRE(store.co_changes({.path = "a.py", .other = "b.py"}, visit).ok());
  CHECK(order == Paths{"b.py"});
}

TEST_CASE("symbol stores: a store as a host's callbacks keeps the contract") {
  const test::TemporaryFolder folder;
  const auto indexed = index_sources(folder.path());
  const grit_store_callbacks table = test::table_of(*indexed);
  const auto store = capi::host_store(&table);
  REQUIRE(store);
  check_contract(**store);
}

}  // namespace
}  // namespace grit::contract
