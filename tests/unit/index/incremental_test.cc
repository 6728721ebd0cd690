// What a run reads, writes and leaves alone.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "project.h"
#include "segments.h"
#include "sqlite.h"

namespace grit::index {
namespace {

// The lines of one dump that the other does not have.
Lines only_in(Lines a, Lines b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  Lines out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

// Which tables the lines of a dump are from.
Lines tables(const Lines& rows) {
  Lines out;
  for (const std::string& row : rows) out.push_back(row.substr(0, row.find(' ')));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::size_t count(const Lines& rows, const std::string& table) {
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [&](const std::string& row) { return row.starts_with(table + " "); }));
}

TEST_CASE("a second run parses nothing and changes no row") {
  Project project;
  project.files.put("a.py", "def f(): pass\n");
  project.files.put("b.txt", "words only\n");
  project.files.put("c.bin", std::string("\0\1", 2));
  const IndexReport first = project.index();
  CHECK(first.files == 2);
  CHECK(first.parsed == 2);
  CHECK(first.bytes == 25);
  CHECK(first.symbols == 1);
  const Lines before = dump_rows(project.database());
  const IndexReport second = project.index();
  CHECK(second.files == 2);
  CHECK(second.parsed == 0);
  CHECK(second.reused == 2);
  CHECK(second.symbols == 1);
  REQUIRE(second.skipped.size() == 1);
  CHECK(second.skipped[0].path == "c.bin");
  CHECK(second.skipped[0].reason == "binary");
  CHECK(dump_rows(project.database()) == before);
}

TEST_CASE("a changed file touches its own rows and those of its names") {
  Project project;
  for (int i = 0; i < 40; ++i) {
    project.files.put("f" + std::to_string(i) + ".py",
                      "from f0 import shared\ndef own" + std::to_string(i) + "(): shared()\ndef shared(): pass\n");
  }
  project.index();
  const Lines before = dump_rows(project.database());
  project.files.put("f7.py", "from f0 import shared\ndef renamed(): shared()\ndef shared(): pass\n");
  const IndexReport report = project.index();
  CHECK(report.parsed == 1);
  CHECK(report.reused == 39);
  const Lines after = dump_rows(project.database());
  const Lines gone = only_in(before, after);
  const Lines added = only_in(after, before);
  CHECK(tables(gone) == Lines{"files", "meta", "names", "outlines", "terms"});
  CHECK(tables(added) == Lines{"files", "folds", "meta", "names", "outlines", "postings", "segments", "terms"});
  CHECK(count(gone, "files") == 1);
  CHECK(count(gone, "outlines") == 1);
  CHECK(count(gone, "names") == 2);   // own7, and shared, whose list of files names another content of f7.py
  CHECK(count(added, "names") == 2);  // renamed, shared
  CHECK(count(gone, "terms") == 1);   // the last block, which gets a word more
  CHECK(count(added, "terms") == 1);
  CHECK(count(added, "folds") == 1);
}

// One column of the rows of one table, each value once.
Lines column_of(const Lines& rows, const std::string& table, int column) {
  Lines out;
  for (const std::string& row : rows) {
    if (!row.starts_with(table + " ")) continue;
    std::istringstream fields(row);
    std::string field;
    for (int i = 0; i <= column; ++i) fields >> field;
    out.push_back(field);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void replace_in_file(const std::string& path, const std::string& text, const std::string& with) {
  std::string bytes;
  {
    std::ifstream in(path, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  const std::size_t at = bytes.find(text);
  REQUIRE(at != std::string::npos);
  bytes.replace(at, text.size(), with);
  std::ofstream(path, std::ios::binary) << bytes;
}

// A number out of a dump, which shows the bytes of its digits.
std::int64_t shown_number(const std::string& field) {
  std::string digits;
  for (std::size_t at = 0; at + 1 < field.size(); at += 2) {
    digits += static_cast<char>(std::stoi(field.substr(at, 2), nullptr, 16));
  }
  return std::stoll(digits);
}

// Checks that two dumps differ by the rows of one file, by what its new content adds, and by nothing else.
void check_one_file_changed(const Lines& gone, const Lines& added) {
  for (const Lines& rows : {gone, added}) {
    REQUIRE(count(rows, "files") == 1);
    const Lines id = column_of(rows, "files", 1);
    CHECK(column_of(rows, "outlines", 1) == id);
  }
  CHECK(column_of(gone, "files", 2) == column_of(added, "files", 2));  // the path
  // Segments are only added, and all posting lists that appear are in the one that did.
  CHECK(count(gone, "segments") == 0);
  CHECK(count(gone, "postings") == 0);
  CHECK(count(added, "segments") == 1);
  for (const std::string& key : column_of(added, "postings", 1)) {
    CHECK((shown_number(key) >> 32) == shown_number(column_of(added, "segments", 1).at(0)));
  }
  CHECK(count(gone, "terms") <= 1);  // the last block
  CHECK(count(gone, "folds") == count(added, "folds"));
  CHECK(count(gone, "folds") <= 1);
  CHECK(count(gone, "commits") + count(gone, "changes") == 0);
  CHECK(count(gone, "meta") <= 4);  // generation, last file, last term, number of edges
}

std::size_t names_defined_in(const std::string& database, const std::string& path) {
  std::set<std::string> names;
  const auto store = value_of(open_store(database));
  const Status status = store->symbols({.path = path}, [&](const Symbol& symbol) {
    names.insert(symbol.name);
    return true;
  });
  CHECK(status.ok());
  return names.size();
}

TEST_CASE("one edited function in a large project") {
  const std::string script = std::string(GRIT_SOURCE_DIR) + "/scripts/corpus";
  std::string corpus = run("'" + script + "' django-5.0");
  corpus.pop_back();
  const test::TemporaryFolder folder;
  const std::string root = folder.path() + "/tree";
  std::filesystem::copy(corpus, root, std::filesystem::copy_options::recursive);
  const auto files = value_of(open_file_system(root));
  IndexOptions options;
  options.database = folder.path() + "/index.db";
  const auto index = [&] { return value_of(update_index(*files, root, options, {}, {})); };
  const IndexReport first = index();
  CHECK(first.parsed > 2000);
  CHECK(first.parsed == first.files);
  index();  // reads again what was copied at the moment of the first run
  Lines before = dump_rows(options.database);
  IndexReport report = index();
  CHECK(report.parsed == 0);
  CHECK(report.reused == first.files);
  CHECK(dump_rows(options.database) == before);

  const std::string path = root + "/django/utils/text.py";
  replace_in_file(path, "    value = str(value)\n", "    value = str(value)\n    never_seen_before = 1\n");
  report = index();
  CHECK(report.parsed == 1);
  CHECK(report.reused == first.files - 1);
  Lines after = dump_rows(options.database);
  check_one_file_changed(only_in(before, after), only_in(after, before));
  const std::size_t names = names_defined_in(options.database, "django/utils/text.py");
  CHECK(names > 20);
  CHECK(count(only_in(before, after), "names") == names);
  CHECK(column_of(only_in(before, after), "names", 1) == column_of(only_in(after, before), "names", 1));
  CHECK(count(only_in(after, before), "terms") == 1);

  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // lets the file's times be trusted
  index();
  before = dump_rows(options.database);
  replace_in_file(path, "def slugify(", "def slugify_otherwise(");
  CHECK(index().parsed == 1);
  after = dump_rows(options.database);
  check_one_file_changed(only_in(before, after), only_in(after, before));
  CHECK(count(only_in(before, after), "names") == names);
  CHECK(count(only_in(after, before), "names") == names + 1);  // slugify stays: a template filter defines it as well
}

TEST_CASE("an edit that leaves size and times as they were is found") {
  const test::TemporaryFolder folder;
  const std::string path = folder.path() + "/a.py";
  std::ofstream(path) << "def old(): pass\n";
  const auto time = std::filesystem::last_write_time(path);
  const auto files = value_of(open_file_system(folder.path()));
  Project project;
  const auto index = [&] { return value_of(update_index(*files, "", project.options, {}, {})); };
  CHECK(index().parsed == 1);
  std::ofstream(path) << "def new(): pass\n";
  std::filesystem::last_write_time(path, time);
  CHECK(index().parsed == 1);
  CHECK(paths_with_word(*project.store(), "new") == Lines{"a.py"});
  CHECK(paths_with_word(*project.store(), "old").empty());
  // And when the times have long been trusted.
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK(index().parsed == 0);
  std::ofstream(path) << "def two(): pass\n";
  std::filesystem::last_write_time(path, time);
  CHECK(index().parsed == 1);
  CHECK(paths_with_word(*project.store(), "two") == Lines{"a.py"});
  CHECK(symbol_lines(*project.store(), {.name = "new"}).empty());
}

// A file system of a host that knows neither times of change nor inodes, and whose times stand still.
class StoppedTimes final : public FileSystem {
 public:
  testing::MemoryFileSystem files;
  std::int64_t time_ns = 0;

  Result<FileInfo> stat(std::string_view path) override { return stopped(files.stat(path)); }
  Result<std::vector<FileInfo>> list(std::string_view directory) override {
    auto out = files.list(directory);
    if (!out) return out;
    for (FileInfo& info : *out) stop(info);
    return out;
  }
  Result<FileContent> read(std::string_view path, std::uint64_t max_bytes) override {
    auto out = files.read(path, max_bytes);
    if (out) stop(out->info);
    return out;
  }
  Result<FileInfo> create(std::string_view path, std::string_view bytes) override { return files.create(path, bytes); }
  Result<FileInfo> replace(std::string_view path, std::string_view bytes, const ContentHash& expected) override {
    return files.replace(path, bytes, expected);
  }
  Status remove(std::string_view path, const ContentHash& expected) override { return files.remove(path, expected); }

 private:
  void stop(FileInfo& info) const {
    info.mtime_ns = time_ns;
    info.ctime_ns = 0;
    info.inode = 0;
  }
  Result<FileInfo> stopped(Result<FileInfo> info) const {
    if (info) stop(*info);
    return info;
  }
};

TEST_CASE("times that are as young as the last look are not trusted") {
  Project project;
  StoppedTimes host;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  host.time_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count() + 60'000'000'000;
  const auto index = [&] { return value_of(update_index(host, "", project.options, {}, {})); };
  host.files.put("a.py", "def old(): pass\n");
  CHECK(index().parsed == 1);
  host.files.put("a.py", "def new(): pass\n");
  CHECK(index().parsed == 1);
  CHECK(paths_with_word(*project.store(), "new") == Lines{"a.py"});
  CHECK(paths_with_word(*project.store(), "old").empty());
}

TEST_CASE("a word that is no longer in a file is not found in it") {
  Project project;
  project.files.put("a.py", "def f(): return leaving + staying\n");
  project.files.put("b.py", "def g(): return leaving\n");
  project.index();
  project.files.put("a.py", "def f(): return staying\n");
  project.index();
  const auto store = project.store();
  CHECK(paths_with_word(*store, "leaving") == Lines{"b.py"});
  CHECK(paths_with_word(*store, "staying") == Lines{"a.py"});
  CHECK(reference_lines(*store, {.name = "leaving"}).size() == 1);
}

TEST_CASE("counters follow what files define") {
  Project project;
  project.files.put("a.py", "def f(): pass\nclass C:\n  def f(self): pass\n");
  project.files.put("b.py", "def f(): pass\n");
  project.files.put("c.py", "f()\n");
  const auto definitions = [&] {
    const auto store = project.indexed_store();
    std::uint32_t out = 99;
    CHECK(store
              ->references({.name = "f"},
                           [&](const Reference& reference) {
                             out = reference.definitions;
                             return true;
                           })
              .ok());
    return out;
  };
  CHECK(definitions() == 3);
  project.files.put("b.py", "def g(): pass\n");
  CHECK(definitions() == 2);
  REQUIRE(project.files.remove("a.py", ContentHash::of("def f(): pass\nclass C:\n  def f(self): pass\n")).ok());
  CHECK(definitions() == 0);
}

TEST_CASE("a file that is touched but equal is not parsed") {
  Project project;
  project.files.put("a.py", "def f(): pass\n");
  project.index();
  const auto generation = value_of(project.store()->info()).generation;
  project.files.put("a.py", "def f(): pass\n");
  const IndexReport report = project.index();
  CHECK(report.parsed == 0);
  CHECK(report.reused == 1);
  CHECK(value_of(project.store()->info()).generation == generation);
}

TEST_CASE("a moved file keeps its rows") {
  Project project;
  project.files.put("a.py", "def f(): pass\n");
  project.files.put("b.py", "from a import f\nf()\n");
  project.index();
  const auto id = [&] {
    std::int64_t out = 0;
    CHECK(project.store()
              ->symbols({.name = "f"},
                        [&](const Symbol& symbol) {
                          out = symbol.id;
                          return true;
                        })
              .ok());
    return out;
  };
  const std::int64_t before = id();
  REQUIRE(project.files.remove("a.py", ContentHash::of("def f(): pass\n")).ok());
  project.files.put("sub/moved.py", "def f(): pass\n");
  const IndexReport report = project.index();
  CHECK(report.parsed == 0);
  CHECK(report.reused == 2);
  CHECK(report.removed == 0);
  CHECK(id() == before);
  CHECK(symbol_lines(*project.store(), {.path = "a.py"}).empty());
  CHECK(symbol_lines(*project.store(), {.path = "sub/moved.py"}).size() == 1);
}

TEST_CASE("two files that take the content of one that is gone") {
  Project project;
  project.files.put("a.py", "def f(): pass\n");
  project.index();
  REQUIRE(project.files.remove("a.py", ContentHash::of("def f(): pass\n")).ok());
  project.files.put("b.py", "def f(): pass\n");
  project.files.put("c.py", "def f(): pass\n");
  project.files.put("d.txt", "def f(): pass\n");
  const IndexReport report = project.index();
  CHECK(report.parsed == 2);
  CHECK(report.reused == 1);
  CHECK(symbol_lines(*project.store()).size() == 2);
  CHECK(paths_with_word(*project.store(), "f") == Lines{"b.py", "c.py", "d.txt"});
}

TEST_CASE("a file that is gone takes its rows with it") {
  Project project;
  project.files.put("a.py", "def gone(): pass\n");
  project.files.put("b.py", "def stays(): pass\n");
  project.index();
  REQUIRE(project.files.remove("a.py", ContentHash::of("def gone(): pass\n")).ok());
  const IndexReport report = project.index();
  CHECK(report.removed == 1);
  CHECK(report.files == 1);
  const auto store = project.store();
  CHECK(symbol_lines(*store).size() == 1);
  CHECK(paths_with_word(*store, "gone").empty());
  CHECK(symbol_lines(*store, {.name_substring = "gon"}).empty());
}

TEST_CASE("kinds of files change into each other") {
  Project project;
  project.files.put("a.py", "def f(): pass\n");
  project.index();
  project.files.put("a.py", std::string("\0", 1));
  IndexReport report = project.index();
  CHECK(report.files == 0);
  CHECK(report.skipped.at(0).reason == "binary");
  project.files.put("a.py", "# @generated\nx = 1\n");
  CHECK(project.index().skipped.at(0).reason == "generated");
  project.files.put("a.py", "def g(): pass\n");
  report = project.index();
  CHECK(report.skipped.empty());
  CHECK(symbol_lines(*project.store()).size() == 1);
  project.options.max_file_bytes = 5;
  report = project.index();
  CHECK(report.removed == 1);
  CHECK(report.skipped.at(0).reason == "too_large");
}

TEST_CASE("files that vanish or cannot be read while the index runs are reported, and dropped when they were in it") {
  Project project;
  project.files.put("a.py", "def f(): pass\n");
  project.files.put("b.py", "def g(): pass\n");
  project.files.put("c.py", "def h(): pass\n");
  project.index();
  for (const char* path : {"a.py", "b.py"}) project.files.put(path, "changed = 1\n");
  project.files.set_fault([](std::string_view operation, std::string_view path) {
    if (operation != "read" || path == "c.py") return Status();
    return path == "a.py" ? Status(Code::not_found, "vanished") : Status(Code::permission_denied, "no");
  });
  const IndexReport report = project.index();
  CHECK(report.files == 1);
  CHECK(report.removed == 2);
  REQUIRE(report.skipped.size() == 1);
  CHECK(report.skipped[0].path == "b.py");
  CHECK(report.skipped[0].reason == "unreadable");
  project.files.set_fault({});
  CHECK(project.index().parsed == 2);
}

TEST_CASE("rebuild forgets what is stored") {
  Project project;
  project.files.put("a.py", "def f(): pass\n");
  project.index();
  project.options.rebuild = true;
  const IndexReport report = project.index();
  CHECK(report.parsed == 1);
  CHECK(report.reused == 0);
  CHECK(symbol_lines(*project.store()).size() == 1);
}

TEST_CASE("a parse limit leaves the words and says so") {
  Project project;
  std::string source;
  for (int i = 0; i < 40000; ++i) source += "value = [1, 2, 3]\n";
  project.files.put("slow.py", source);
  project.options.parse_limit_s = 0.001;
  const IndexReport report = project.index();
  CHECK(report.files == 1);
  CHECK(report.symbols == 0);
  REQUIRE(report.skipped.size() == 1);
  CHECK(report.skipped[0].reason == "parse_limit");
  CHECK(paths_with_word(*project.store(), "value") == Lines{"slow.py"});
  CHECK(project.index().skipped.size() == 1);  // not tried again, and said again

  project.options.parse_limit_s = 60;
  const IndexReport more = project.index();
  CHECK(more.parsed == 1);
  CHECK(more.skipped.empty());
  CHECK(more.symbols == 40000);
  CHECK(project.index().parsed == 0);
}

// One random change of the tree.
void change(Project& project, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return random() % n; };
  const std::string path = (below(3) == 0 ? "pkg/" : "") + std::string(1, static_cast<char>('a' + below(8))) +
                           (below(6) == 0 ? ".txt" : ".py");
  const auto existing = project.files.read(path, 100000);
  const std::size_t what = below(4);
  if (what == 0 && existing) {
    REQUIRE(project.files.remove(path, ContentHash::of(existing->bytes)).ok());
  } else if (what == 1 && existing) {
    const std::string target = "moved" + std::to_string(below(5)) + ".py";
    REQUIRE(project.files.remove(path, ContentHash::of(existing->bytes)).ok());
    project.files.put(target, existing->bytes);
  } else {
    std::string text;
    const char* names[] = {"alpha", "beta", "gamma", "delta", "_eps", "long_name_here"};
    for (std::size_t i = 0, count = below(5); i < count; ++i) {
      const std::string name = names[below(6)], other = names[below(6)];
      const std::string module(1, static_cast<char>('a' + below(8)));
      const std::string forms[] = {"def " + name + "(): return " + other + "()\n",
                                   "class " + name + ":\n    def " + other + "(self): self." + other + "()\n",
                                   "from " + module + " import " + name + "\n" + name + "()\n",
                                   "import " + module + "\n" + module + "." + name + "()\n",
                                   name + " = " + other + "\n",
                                   "from " + module + " import *\n"};
      text += forms[below(6)];
    }
    project.files.put(path, text);
  }
}

TEST_CASE("after any changes the index is what a fresh one would be") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    Project project;
    for (int run = 0; run < 25; ++run) {
      for (std::size_t i = 0, count = 1 + random() % 4; i < count; ++i) change(project, random);
      const IndexReport report = project.index();
      Project fresh;
      fresh.options.threads = 1 + static_cast<std::uint32_t>(random() % 3);
      const IndexReport expected = value_of(update_index(project.files, "", fresh.options, {}, {}));
      CHECK(report.files == expected.files);
      CHECK(report.symbols == expected.symbols);
      CHECK(report.references == expected.references);
      CHECK(report.edges == expected.edges);
      const auto store = project.store();
      const auto fresh_store = fresh.store();
      CHECK(everything(*store) == everything(*fresh_store));
      for (const char* word : {"alpha", "BETA", "def", "long_name_here"}) {
        CHECK(paths_with_word(*store, word) == paths_with_word(*fresh_store, word));
      }
    }
  }
}

TEST_CASE("an index does not depend on the number of threads") {
  Project one;
  one.options.threads = 1;
  std::mt19937 random(5);
  for (int i = 0; i < 60; ++i) change(one, random);
  one.index();
  Project many;
  many.options.threads = 7;
  value_of(update_index(one.files, "", many.options, {}, {}));
  const auto without_times = [](Lines rows) {
    std::erase_if(rows, [](const std::string& row) { return row.starts_with("files "); });
    return rows;
  };
  CHECK(without_times(dump_rows(one.database())) == without_times(dump_rows(many.database())));
}

TEST_CASE("segments stay few, and entries of files that are gone are cleared away") {
  Project project;
  for (int i = 0; i < 10; ++i)
    project.files.put("f" + std::to_string(i) + ".py", "def stays" + std::to_string(i) + "(): common\n");
  project.index();
  std::int64_t most = 0;
  for (int run = 0; run < 150; ++run) {
    project.files.put("f3.py", "def round" + std::to_string(run) + "(): common\n");
    project.index();
    const auto database = value_of(Database::open(project.database(), Database::Mode::read_only));
    most = std::max(most, value_of(database->integer("SELECT count(*) FROM segments")));
    CHECK(value_of(database->integer("SELECT sum(files) FROM segments")) < 100);
    CHECK(value_of(database->integer("SELECT sum(length(texts)) FROM terms")) < 3000);
  }
  CHECK(most == static_cast<std::int64_t>(kMaxSegments));
  const auto store = project.store();
  CHECK(paths_with_word(*store, "common").size() == 10);
  CHECK(paths_with_word(*store, "round149") == Lines{"f3.py"});
  CHECK(paths_with_word(*store, "round148").empty());
}

}  // namespace
}  // namespace grit::index
