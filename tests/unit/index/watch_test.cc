// The index follows what happens to a project while it is watched.
#include "watch.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "project.h"

namespace grit::index {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::chrono::seconds kPatience{60};  // for a machine with much else to do

// A folder that a thread watches.
class WatchedProject {
 public:
  using Events = std::unique_ptr<port::FileEvents>;

  WatchedProject() {
    fs::create_directory(root());
    options.index.database = folder_.path() + "/index.db";
    options.quiet_s = 0.02;
    options.scan_interval_s = 0.05;
  }
  ~WatchedProject() {
    stop_.cancel.cancel();
    if (thread_.joinable()) thread_.join();
  }
  WatchedProject(const WatchedProject&) = delete;
  WatchedProject& operator=(const WatchedProject&) = delete;

  [[nodiscard]] std::string root() const { return folder_.path() + "/tree"; }
  void put(const std::string& path, const std::string& text) const {
    fs::create_directories(fs::path(root() + "/" + path).parent_path());
    std::ofstream(root() + "/" + path, std::ios::binary) << text;
  }
  void git(const std::string& arguments) const {
    run("cd '" + root() + "' && git -c user.name=t -c user.email=t@example.org -c init.defaultBranch=main " +
        "-c commit.gpgsign=false " + arguments);
  }

  void start() {
    watch(
        [this](FileSystem& files, const WatchSink& sink) { return watch_index(files, root(), options, sink, stop_); });
  }
  void start_with(Events events, const std::string& why_not) {
    events_ = std::move(events);
    watch([this, why_not](FileSystem& files, const WatchSink& sink) {
      return watch_with(std::move(events_), why_not, files, root(), options, sink, stop_);
    });
  }
  Status end() {
    stop_.cancel.cancel();
    thread_.join();
    return ended_;
  }

  // Whether the index comes to hold exactly these definitions.
  [[nodiscard]] bool comes_to(const Lines& names) const {
    return in_time([&] { return definitions() == names; });
  }
  [[nodiscard]] bool comes_to_note(const std::string& part) const {
    return in_time([&] {
      const std::lock_guard lock(mutex_);
      return std::any_of(notes_.begin(), notes_.end(),
                         [&](const std::string& note) { return note.find(part) != std::string::npos; });
    });
  }
  [[nodiscard]] int runs() const { return runs_; }

  WatchOptions options;

 private:
  template <class Watch>
  void watch(Watch run_watch) {
    thread_ = std::thread([this, run_watch] {
      const auto files = open_file_system(root());
      if (!files) return;
      const auto fenced = fence(**files, {});
      ended_ = run_watch(*fenced, [this](const IndexReport& report) {
        const std::lock_guard lock(mutex_);
        notes_.insert(notes_.end(), report.notes.begin(), report.notes.end());
        ++runs_;
        return true;
      });
    });
  }
  template <class Condition>
  static bool in_time(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(milliseconds(10));
    }
    return true;
  }
  [[nodiscard]] Lines definitions() const {
    Lines out;
    const auto store = open_store(options.index.database);
    if (!store) return {"no index"};
    const Status status = (*store)->symbols({}, [&out](const Symbol& symbol) {
      out.push_back(symbol.path + " " + symbol.name);
      return true;
    });
    return status.ok() ? out : Lines{status.message()};
  }

  test::TemporaryFolder folder_;
  StopConditions stop_;
  Events events_;
  std::thread thread_;
  Status ended_;
  mutable std::mutex mutex_;
  Lines notes_;
  std::atomic<int> runs_ = 0;
};

TEST_CASE("watching follows edits, new folders, moves and deletions") {
  WatchedProject project;
  project.put("a.py", "def one(): pass\n");
  project.start();
  REQUIRE(project.comes_to({"a.py one"}));
  project.put("a.py", "def two(): pass\n");
  REQUIRE(project.comes_to({"a.py two"}));
  project.put("pkg/sub/b.py", "def three(): pass\n");
  REQUIRE(project.comes_to({"a.py two", "pkg/sub/b.py three"}));
  project.put("pkg/sub/b.py", "def four(): pass\n");  // in a folder that came later
  REQUIRE(project.comes_to({"a.py two", "pkg/sub/b.py four"}));
  fs::rename(project.root() + "/pkg", project.root() + "/lib");
  REQUIRE(project.comes_to({"a.py two", "lib/sub/b.py four"}));
  project.put("lib/sub/b.py", "def five(): pass\n");  // in a folder that was moved
  REQUIRE(project.comes_to({"a.py two", "lib/sub/b.py five"}));
  project.put("pkg/sub/c.py", "def six(): pass\n");  // in a new one of the old name
  REQUIRE(project.comes_to({"a.py two", "lib/sub/b.py five", "pkg/sub/c.py six"}));
  fs::remove_all(project.root() + "/lib");
  fs::remove(project.root() + "/a.py");
  REQUIRE(project.comes_to({"pkg/sub/c.py six"}));
  project.put(".gitignore", "c.py\n");
  REQUIRE(project.comes_to({}));
  CHECK(project.end().code() == Code::cancelled);
}

TEST_CASE("watching follows checkouts and commits") {
  WatchedProject project;
  project.git("init -q .");
  project.put("a.py", "def one(): pass\n");
  project.git("add -A");
  project.git("commit -q -m one");
  project.start();
  REQUIRE(project.comes_to({"a.py one"}));
  project.git("checkout -q -b side");
  project.put("a.py", "def two(): pass\n");
  project.put("b.py", "def three(): pass\n");
  project.git("add -A");
  project.git("commit -q -m two");
  REQUIRE(project.comes_to({"a.py two", "b.py three"}));
  project.git("checkout -q main");
  REQUIRE(project.comes_to({"a.py one"}));
}

TEST_CASE("a watch sleeps while nothing happens, and its own writing is nothing") {
  WatchedProject project;
  project.options.index.database = project.root() + "/.grit/index.db";
  project.put("a.py", "def one(): pass\n");
  project.put(".grit/.gitignore", "*\n");
  project.start();
  REQUIRE(project.comes_to({"a.py one"}));
  std::this_thread::sleep_for(milliseconds(300));
  const int before = project.runs();
  std::this_thread::sleep_for(milliseconds(700));
  CHECK(project.runs() == before);
}

// Events as a test makes them up.
class FakeEvents final : public port::FileEvents {
 public:
  FakeEvents(std::size_t most_folders, bool loses) : most_folders_(most_folders), loses_(loses) {}
  Status add(const std::string& /*folder*/) override {
    return ++folders_ > most_folders_ ? Status(Code::limit, "there are too many folders") : Status();
  }
  Result<Seen> wait(milliseconds patience, const Filter& /*matters*/) override {
    std::this_thread::sleep_for(std::min(patience, milliseconds(20)));
    return Seen{.changed = loses_, .folders = loses_, .lost = std::exchange(loses_, false)};
  }

 private:
  std::size_t most_folders_;
  std::size_t folders_ = 0;
  bool loses_;
};

TEST_CASE("where the system watches no more folders, the project is looked through, and the notes say so") {
  WatchedProject project;
  for (const char* path : {"a/a.py", "b/b.py", "c/c.py"}) project.put(path, "x = 1\n");
  project.start_with(std::make_unique<FakeEvents>(2, false), "");
  REQUIRE(project.comes_to({"a/a.py x", "b/b.py x", "c/c.py x"}));
  CHECK(project.comes_to_note("there are too many folders"));
  project.put("b/b.py", "y = 1\n");
  CHECK(project.comes_to({"a/a.py x", "b/b.py y", "c/c.py x"}));
}

TEST_CASE("where the system cannot watch at all, the project is looked through, and the notes say so") {
  WatchedProject project;
  project.put("a.py", "x = 1\n");
  project.start_with(nullptr, "there are too many programs");
  REQUIRE(project.comes_to({"a.py x"}));
  CHECK(project.comes_to_note("there are too many programs"));
  project.put("a.py", "y = 1\n");
  CHECK(project.comes_to({"a.py y"}));
}

TEST_CASE("events that were lost lead to a look at everything, and the notes say so") {
  WatchedProject project;
  project.put("a.py", "x = 1\n");
  project.start_with(std::make_unique<FakeEvents>(100, true), "");
  CHECK(project.comes_to_note("more changed than the system could tell"));
  CHECK(project.comes_to({"a.py x"}));
}

TEST_CASE("a sink that has seen enough ends the watch, and so does a failure") {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() + "/a.py") << "x = 1\n";
  const auto files = value_of(open_file_system(folder.path()));
  WatchOptions options;
  options.index.database = folder.path() + "/missing/index.db";
  int runs = 0;
  const auto once = [&runs](const IndexReport&) { return ++runs < 1; };
  CHECK_FALSE(watch_index(*files, folder.path(), options, once, {}).ok());
  CHECK(runs == 0);
  options.index.database = folder.path() + "/index.db";
  CHECK(watch_index(*files, folder.path(), options, once, {}).ok());
  CHECK(runs == 1);
}

}  // namespace
}  // namespace grit::index
