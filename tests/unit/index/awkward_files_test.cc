// Files that other indexers stumble over, and readers beside a writer.
#include <atomic>
#include <map>
#include <thread>

#include "project.h"

namespace grit::index {
namespace {

TEST_CASE("a source file of 700 kB has all its definitions") {
  Project project;
  std::string text;
  int count = 0;
  while (text.size() < 700'000) {
    text += "def function_" + std::to_string(count++) + "(value):\n    return function_0(value)\n\n\n";
  }
  project.files.put("large.py", text);
  const IndexReport report = project.index();
  CHECK(report.symbols == static_cast<std::uint64_t>(count));
  CHECK(report.skipped.empty());
  const auto store = project.store();
  CHECK(symbol_lines(*store, {.name = "function_" + std::to_string(count - 1)}).size() == 1);
}

// What a file of some encoding must at least have: `wanted` are names of definitions, each where its bytes are.
void expect_names(const std::string& bytes, const Lines& wanted) {
  Project project;
  project.files.put("m.py", bytes);
  const IndexReport report = project.index();
  CHECK(report.skipped.empty());
  const auto store = project.store();
  Lines found;
  REQUIRE(store
              ->symbols({},
                        [&](const Symbol& symbol) {
                          CHECK(symbol.name_range.of(bytes) == symbol.name);
                          CHECK(symbol.range.contains(symbol.name_range));
                          CHECK(symbol.range.end <= bytes.size());
                          found.push_back(symbol.name);
                          return true;
                        })
              .ok());
  REQUIRE(store
              ->references({},
                           [&](const Reference& reference) {
                             CHECK(reference.range.of(bytes) == reference.name);
                             return true;
                           })
              .ok());
  CHECK(found == wanted);
}

TEST_CASE("no range is off by a byte, whatever the encoding and the line ends") {
  const std::map<std::string, std::pair<std::string, Lines>> cases = {
      {"UTF-8", {"# \xE4\xB8\xAD\xE6\x96\x87 \xE2\x80\x94\ndef f(): return g()\n", {"f"}}},
      {"UTF-8 with a byte order mark",
       {"\xEF\xBB\xBF"
        "def f(): return g()\n",
        {"f"}}},
      {"GBK", {"# -*- coding: gbk -*-\n# \xD6\xD0\xCE\xC4\ns = '\xD6\xD0'\ndef f(): return g(s)\n", {"s", "f"}}},
      {"Shift-JIS", {"# coding: shift_jis\n# \x95\x5C \x83\x5C\ndef f(): return g()\n", {"f"}}},
      {"Latin-1", {"# coding: latin-1\n# caf\xE9\ns = 'na\xEFve'\ndef f(): return g()\n", {"s", "f"}}},
      {"broken UTF-8", {"# \xFF\xC3\x28 \xE2\x82\ndef f(): return g()\n# \xF0\x9F\nx = 1\n", {"f", "x"}}},
      {"CRLF", {"def f():\r\n    return g()\r\n\r\n\r\ndef h():\r\n    pass\r\n", {"f", "h"}}},
      {"form feed", {"\fdef f(): return g()\n\f\ndef h(): pass\n", {"f", "h"}}},
      {"U+2028 in a string",
       {"s = 'a\xE2\x80\xA8"
        "b'\ndef f(): return g()\n",
        {"s", "f"}}},
      {"letters of other scripts",
       {"def \xC3\xBC"
        "ber(): return \xE5\x90\x8D()\n",
        {"\xC3\xBC"
         "ber"}}},
      {"an em dash before a definition", {"\"\"\"a \xE2\x80\x94 b\"\"\"\ndef f(): return g()\n", {"f"}}},
  };
  for (const auto& [name, sample] : cases) {
    CAPTURE(name);
    expect_names(sample.first, sample.second);
  }
}

TEST_CASE("a file with a zero byte is left out with its reason, and others of no encoding have their words") {
  Project project;
  project.files.put("zero.py", std::string("def f(): pass\n\0", 15));
  project.files.put("utf16.py", std::string("\xFF\xFE"
                                            "d\0e\0f\0",
                                            8));
  project.files.put("broken.txt", "word \xFF\xFE other\n");
  const IndexReport report = project.index();
  REQUIRE(report.skipped.size() == 2);
  CHECK(report.skipped[0].reason == "binary");
  CHECK(report.skipped[1].reason == "binary");
  CHECK(paths_with_word(*project.store(), "other") == Lines{"broken.txt"});
}

TEST_CASE("eight readers while the index is written again and again: no question fails, and none sees half of a run") {
  Project project;
  const auto put = [&project](int number) {
    for (int i = 0; i < 10; ++i) {
      project.files.put("m" + std::to_string(i) + ".py", "def f" + std::to_string(number) + "(): pass\n");
    }
  };
  put(0);
  project.index();
  std::atomic<bool> done = false;
  std::atomic<int> asked = 0;
  std::atomic<int> failed = 0;
  std::vector<std::thread> readers;
  for (int i = 0; i < 8; ++i) {
    readers.emplace_back([&] {
      while (!done) {
        const auto store = open_store(project.database());
        Lines names;
        const bool answered = store && (*store)
                                           ->symbols({},
                                                     [&names](const Symbol& symbol) {
                                                       names.push_back(symbol.name);
                                                       return true;
                                                     })
                                           .ok();
        const bool whole = names.size() == 10 && names.front() == names.back();
        failed += answered && whole ? 0 : 1;
        ++asked;
      }
    });
  }
  for (int number = 1; number <= 25; ++number) {
    put(number);
    project.options.rebuild = number % 5 == 0;
    project.index();
  }
  while (asked < 40) std::this_thread::yield();
  done = true;
  for (std::thread& reader : readers) reader.join();
  CHECK(failed == 0);
}

TEST_CASE("asked again, nothing is read but names, times and rules") {
  Project project;
  for (int i = 0; i < 50; ++i) project.files.put("pkg/m" + std::to_string(i) + ".py", "x = 1\n");
  project.files.put("pkg/.gitignore", "*.log\n");
  project.index();
  Lines read;
  project.files.set_fault([&read](std::string_view operation, std::string_view path) {
    if (operation == "read") read.emplace_back(path);
    return Status();
  });
  CHECK(project.index().reused == 51);
  CHECK(read == Lines{"pkg/.gitignore"});
}

}  // namespace
}  // namespace grit::index
