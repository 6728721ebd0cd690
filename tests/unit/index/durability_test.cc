// What is left of the index when a run is cancelled, its file is damaged, or others use it at the same time.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

#include "port/host_files.h"
#include "project.h"
#include "sqlite.h"

namespace grit::index {
namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string module(const std::string& name) { return "def " + name + "(): return common\n"; }

void put_modules(Project& project, const std::string& prefix) {
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    project.files.put("m" + number + ".py", module(prefix + number));
  }
}

void require_sound(const std::string& database) {
  const auto opened = value_of(Database::open(database, Database::Mode::read_only));
  Statement check = value_of(opened->prepare("PRAGMA integrity_check"));
  REQUIRE(value_of(check.step()));
  REQUIRE(check.text(0) == "ok");
}

TEST_CASE("cancelling at any read leaves the last complete state, and the next run completes it") {
  Project project;
  project.options.threads = 1;
  put_modules(project, "old");
  project.index();
  const Lines before = dump_rows(project.database());
  put_modules(project, "new");
  for (const int last : {0, 1, 7, 19}) {
    CAPTURE(last);
    StopConditions stop;
    std::atomic<int> reads = 0;
    project.files.set_fault([&](std::string_view operation, std::string_view) {
      if (operation == "read" && reads++ == last) stop.cancel.cancel();
      return Status();
    });
    const auto report = update_index(project.files, "", project.options, {}, stop);
    REQUIRE_FALSE(report.has_value());
    CHECK(report.error().code() == Code::cancelled);
    CHECK(dump_rows(project.database()) == before);
  }
  project.files.set_fault({});
  CHECK(project.index().parsed == 20);
  CHECK(paths_with_word(*project.store(), "old3").empty());
  CHECK(paths_with_word(*project.store(), "new3") == Lines{"m3.py"});
}

TEST_CASE("cancelling in every stage leaves the last complete state") {
  Project project;
  put_modules(project, "old");
  project.index();
  const Lines before = dump_rows(project.database());
  put_modules(project, "new");
  for (const char* stage : {"walk", "parse", "history", "store"}) {
    CAPTURE(stage);
    StopConditions stop;
    const auto cancel = [&](const Progress& progress) {
      if (progress.stage == stage) stop.cancel.cancel();
    };
    const auto report = update_index(project.files, "", project.options, cancel, stop);
    REQUIRE_FALSE(report.has_value());
    CHECK(report.error().code() == Code::cancelled);
    CHECK(dump_rows(project.database()) == before);
  }
}

TEST_CASE("a first run that is cancelled leaves no index, not half of one") {
  Project project;
  put_modules(project, "f");
  StopConditions stop;
  const auto cancel = [&](const Progress& progress) {
    if (progress.stage == "store") stop.cancel.cancel();
  };
  CHECK(update_index(project.files, "", project.options, cancel, stop).error().code() == Code::cancelled);
  CHECK(open_store(project.database()).error().code() == Code::not_found);
  CHECK(project.index().parsed == 20);
}

// Indexes in a child that kills itself at the begin of a stage.
void index_and_die(Project& project, std::string_view stage) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const auto die = [&](const Progress& progress) {
      if (progress.stage == stage) raise(SIGKILL);
    };
    const auto report = update_index(project.files, "", project.options, die, {});
    _exit(report ? 0 : 1);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
}

TEST_CASE("a process that dies while it indexes leaves the last complete state") {
  Project project;
  project.options.threads = 1;
  put_modules(project, "old");
  project.index();
  const Lines before = dump_rows(project.database());
  put_modules(project, "new");
  for (const char* stage : {"parse", "history", "store"}) {
    CAPTURE(stage);
    index_and_die(project, stage);
    require_sound(project.database());
    CHECK(dump_rows(project.database()) == before);
  }
  const IndexReport report = project.index();  // and the lock of the dead is nobody's
  CHECK(report.parsed == 20);
  CHECK(report.notes.empty());
}

TEST_CASE("an index file that is damaged is rebuilt, and the report says so") {
  Project project;
  put_modules(project, "f");
  project.index();
  const auto expect_rebuilt = [&] {
    const IndexReport report = project.index();
    CHECK(report.parsed == 20);
    REQUIRE(report.notes.size() == 1);
    CHECK(report.notes[0].find("damaged") != std::string::npos);
    CHECK(symbol_lines(*project.store()).size() == 20);
    require_sound(project.database());
  };
  SUBCASE("no database at all") {
    std::ofstream(project.database(), std::ios::binary | std::ios::trunc) << std::string(5000, 'x');
    CHECK(open_store(project.database()).error().code() == Code::corrupt);
    expect_rebuilt();
  }
  SUBCASE("pages in the middle") {
    const auto size = static_cast<std::streamoff>(bytes_of(project.database()).size());
    std::fstream file(project.database(), std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(4096);
    file << std::string(static_cast<std::size_t>(size) - 4096, '\xAA');
    file.close();
    expect_rebuilt();
  }
  SUBCASE("the outline of a file that changes") {
    {
      const auto database = value_of(Database::open(project.database(), Database::Mode::read_write));
      REQUIRE(database->execute("UPDATE outlines SET terms=x'FFFFFFFF'").ok());
    }
    project.files.put("m3.py", module("changed"));
    expect_rebuilt();
  }
}

TEST_CASE("an index of a newer Grit, or another program's database, is left as it is") {
  Project project;
  put_modules(project, "f");
  const auto expect_untouched = [&](Code code) {
    const std::string before = bytes_of(project.database());
    CHECK(update_index(project.files, "", project.options, {}, {}).error().code() == code);
    project.options.rebuild = true;
    CHECK(update_index(project.files, "", project.options, {}, {}).error().code() == code);
    CHECK(open_store(project.database()).error().code() == code);
    CHECK(bytes_of(project.database()) == before);
  };
  SUBCASE("newer") {
    project.index();
    {
      const auto database = value_of(Database::open(project.database(), Database::Mode::read_write));
      const std::string newer = "PRAGMA user_version=" + std::to_string(kSchemaVersion + 1);
      REQUIRE(database->execute(newer.c_str()).ok());
    }
    expect_untouched(Code::newer_format);
  }
  SUBCASE("of another program") {
    {
      const auto database = value_of(Database::open(project.database(), Database::Mode::read_write));
      REQUIRE(database->execute("CREATE TABLE bookmarks(url)").ok());
    }
    expect_untouched(Code::invalid_argument);
  }
}

TEST_CASE("an index of an older format is rebuilt, and the report says so") {
  Project project;
  put_modules(project, "f");
  project.index();
  {
    const auto database = value_of(Database::open(project.database(), Database::Mode::read_write));
    REQUIRE(database->execute("DROP TABLE segments; CREATE TABLE ancient(x); PRAGMA user_version=0").ok());
  }
  CHECK(open_store(project.database()).error().code() == Code::corrupt);
  const IndexReport report = project.index();
  CHECK(report.parsed == 20);
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0].find("older format") != std::string::npos);
  CHECK(symbol_lines(*project.store()).size() == 20);
}

TEST_CASE("who finds another indexer at work waits until its deadline, then says busy") {
  Project project;
  put_modules(project, "f");
  project.index();
  const auto lock = value_of(port::FileLock::acquire(project.database() + ".lock", {}));
  const auto begin = std::chrono::steady_clock::now();
  const auto report =
      update_index(project.files, "", project.options, {}, StopConditions().within(std::chrono::milliseconds(100)));
  REQUIRE_FALSE(report.has_value());
  CHECK(report.error().code() == Code::busy);
  CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(100));
  CHECK(symbol_lines(*project.store()).size() == 20);  // readers do not care
}

TEST_CASE("two indexers at once: one after the other, and both find the project complete") {
  Project project;
  put_modules(project, "f");
  std::atomic<std::uint64_t> parsed = 0;
  std::atomic<int> complete = 0;
  const auto run = [&] {
    const auto report = update_index(project.files, "", project.options, {}, {});
    if (!report) return;
    parsed += report->parsed;
    complete += report->files == 20 ? 1 : 0;
  };
  std::thread other(run);
  run();
  other.join();
  CHECK(complete == 2);
  CHECK(parsed == 20);  // whoever came second found it done
}

TEST_CASE("a reader keeps its snapshot while an index is written beside it") {
  Project project;
  put_modules(project, "old");
  const auto old_store = project.indexed_store();
  const Lines before = symbol_lines(*old_store);
  put_modules(project, "new");
  int looks = 0;
  const auto look = [&](const Progress&) {
    ++looks;
    CHECK(symbol_lines(*old_store) == before);
    CHECK(symbol_lines(*project.store()) == before);  // one opened now, too: nothing half-done is seen
  };
  value_of(update_index(project.files, "", project.options, look, {}));
  CHECK(looks >= 4);
  CHECK(symbol_lines(*old_store) == before);
  CHECK(paths_with_word(*old_store, "old3") == Lines{"m3.py"});
  CHECK(paths_with_word(*old_store, "new3").empty());
  const auto now = project.store();
  CHECK(paths_with_word(*now, "old3").empty());
  CHECK(paths_with_word(*now, "new3") == Lines{"m3.py"});
  project.options.rebuild = true;
  project.index();
  CHECK(symbol_lines(*old_store) == before);
}

}  // namespace
}  // namespace grit::index
