// Whatever was done to a project, its index is the one that a first run would make.
#include <filesystem>
#include <string>

#include "project.h"
#include "random_tree.h"
#include "support/soak.h"

namespace grit::index {
namespace {

constexpr int kRunsPerSequence = 8;
constexpr std::size_t kChangesPerRun = 4;

IndexReport index_tree(const std::string& root, const std::string& database, std::uint32_t threads) {
  const auto files = value_of(open_file_system(root));
  IndexOptions options;
  options.database = database;
  options.threads = threads;
  return value_of(update_index(*fence(*files, {}), root, options, {}, {}));
}

Lines skipped_lines(const IndexReport& report) {
  Lines out;
  for (const SkippedFile& file : report.skipped) out.push_back(file.path + " " + file.reason);
  return out;
}

class Sequence {
 public:
  explicit Sequence(std::uint64_t seed) : tree_(folder_.path() + "/tree", seed) {}

  // False where the index is not what it should be; the messages say what was done.
  bool step() {
    for (std::size_t i = 0, count = 1 + tree_.below(kChangesPerRun); i < count; ++i) done_ += tree_.change() + "; ";
    done_ += "INDEX; ";
    CAPTURE(done_);
    const IndexReport report = index_tree(root(), database(), 1 + static_cast<std::uint32_t>(tree_.below(3)));
    const std::string fresh_database = folder_.path() + "/fresh.db";
    for (const char* suffix : {"", "-wal", "-shm", ".lock"}) std::filesystem::remove(fresh_database + suffix);
    const IndexReport fresh = index_tree(root(), fresh_database, 1);
    const bool same = compare(report, fresh, fresh_database);
    return same && is_idle(report);
  }

 private:
  [[nodiscard]] std::string root() const { return folder_.path() + "/tree"; }
  [[nodiscard]] std::string database() const { return folder_.path() + "/index.db"; }

  [[nodiscard]] bool compare(const IndexReport& report, const IndexReport& fresh,
                             const std::string& fresh_database) const {
    const auto store = value_of(open_store(database()));
    const auto fresh_store = value_of(open_store(fresh_database));
    const Lines here = everything(*store), there = everything(*fresh_store);
    CHECK(here == there);
    CHECK(value_of(store->info()).head_commit == value_of(fresh_store->info()).head_commit);
    CHECK(skipped_lines(report) == skipped_lines(fresh));
    CHECK(report.notes == fresh.notes);
    const bool counts = report.files == fresh.files && report.bytes == fresh.bytes && report.symbols == fresh.symbols &&
                        report.references == fresh.references && report.edges == fresh.edges;
    CHECK(counts);
    bool words = true;
    for (const char* word :
         {"alpha", "BETA", "gamma", "delta", "_eps", "long_name_here", "def", "self", "import", "bin"}) {
      words = words && paths_with_word(*store, word) == paths_with_word(*fresh_store, word);
    }
    CHECK(words);
    return here == there && counts && words;
  }

  // A run with nothing to do parses nothing and changes nothing that a reader sees.
  [[nodiscard]] bool is_idle(const IndexReport& before) const {
    const std::uint64_t generation = value_of(value_of(open_store(database()))->info()).generation;
    const IndexReport report = index_tree(root(), database(), 2);
    const bool idle = report.parsed == 0 && report.removed == 0 && report.files == before.files &&
                      value_of(value_of(open_store(database()))->info()).generation == generation;
    CHECK(idle);
    return idle;
  }

  struct Folder : test::TemporaryFolder {
    Folder() { std::filesystem::create_directory(path() + "/tree"); }
  };
  Folder folder_;
  RandomTree tree_;
  std::string done_;
};

TEST_CASE("after any sequence of edits, moves, checkouts and rules the index is a fresh one") {
  const std::uint64_t count = test::rounds(12, 1000);
  const std::uint64_t first = test::first_seed();
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    CAPTURE(seed);
    Sequence sequence(seed);
    for (int run = 0; run < kRunsPerSequence; ++run) {
      if (!sequence.step()) break;
    }
  }
  test::tell(std::to_string(count) + " sequences of changes against a fresh index");
}

}  // namespace
}  // namespace grit::index
