// An index file with any bytes changed, three for the place and one for the value of each, and its checksums put right
// again: opening it, asking it for everything and indexing again end with an answer or an error. An input that begins
// with '!' is the whole file instead.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <grit/index.h>
#include <grit/testing.h>

#include <cstring>

#include "fuzz.h"
#include "sealed_pages.h"

namespace {

constexpr std::size_t kPageBytes = 4096;

struct Sample {
  Sample() {
    std::string pattern = (std::filesystem::temp_directory_path() / "grit-fuzz-XXXXXX").string();
    grit::fuzz::expect(mkdtemp(pattern.data()) != nullptr, "a temporary folder");
    folder = pattern;
    options.database = folder + "/index.db";
    options.threads = 1;
    files.put("a.py",
              "import b\nfrom b import helper as h\n\n\nclass Box(b.Base):\n    \"\"\"Doc.\"\"\"\n\n    @property\n"
              "    def value(self):\n        return h(self.value)\n");
    files.put("b.py", "def helper(x):\n    return x\n\n\nclass Base:\n    pass\n");
    files.put("notes.md", "helper and value\n");
    grit::fuzz::expect(grit::index::update_index(files, "", options, {}, {}).has_value(), "a sound index");
    std::ifstream in(options.database, std::ios::binary);
    bytes = {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  ~Sample() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
  Sample(const Sample&) = delete;
  Sample& operator=(const Sample&) = delete;

  void write(const std::string& file) const {
    for (const char* suffix : {"-wal", "-shm", "-journal", ".damaged"})
      std::filesystem::remove(options.database + suffix);
    std::ofstream(options.database, std::ios::binary | std::ios::trunc) << file;
  }

  std::string folder;
  grit::testing::MemoryFileSystem files;
  grit::index::IndexOptions options;
  std::string bytes;
};

std::string changed(std::string bytes, const std::uint8_t* data, std::size_t size) {
  for (std::size_t i = 0; i + 4 <= size; i += 4) {
    const std::size_t place = data[i] | std::size_t{data[i + 1]} << 8 | std::size_t{data[i + 2]} << 16;
    bytes[place % bytes.size()] = static_cast<char>(data[i + 3]);
  }
  for (std::size_t page = 0; page + kPageBytes <= bytes.size(); page += kPageBytes) {
    const std::uint64_t seal = grit::index::seal_of({bytes.data() + page, kPageBytes}, page / kPageBytes);
    std::memcpy(bytes.data() + page + kPageBytes - sizeof(seal), &seal, sizeof(seal));
  }
  return bytes;
}

void ask(const std::string& database) {
  const auto store = grit::index::open_store(database);
  if (!store) return;
  const auto more = [](const auto&) { return true; };
  (void)(*store)->info();
  (void)(*store)->files({.word = "helper"}, more);
  (void)(*store)->symbols({}, more);
  (void)(*store)->symbols({.name_substring = "val"}, more);
  (void)(*store)->references({}, more);
  (void)(*store)->edges({}, more);
  (void)(*store)->co_changes({.path = "a.py"}, more);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Sample sample;
  const bool whole = size > 0 && data[0] == '!';
  sample.write(whole ? std::string(grit::fuzz::text(data + 1, size - 1)) : changed(sample.bytes, data, size));
  ask(sample.options.database);
  (void)grit::index::update_index(sample.files, "", sample.options, {}, {});
  ask(sample.options.database);
  return 0;
}
