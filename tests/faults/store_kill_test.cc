// The grit command killed at any instant while it indexes: readers see a complete state, and the next run goes on.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <grit/index.h>

#include "index_case.h"
#include "support/index_text.h"
#include "support/soak.h"

extern char** environ;

namespace grit::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::microseconds;
using std::chrono::steady_clock;

const char* command() { return std::getenv("GRIT_BIN"); }  // NOLINT(concurrency-mt-unsafe): nothing changes it

bool no_command() {
  const bool missing = command() == nullptr || !fs::exists(command());
  if (missing) std::fputs("SKIPPED: killed commands, because GRIT_BIN names no grit\n", stderr);
  return missing;
}

// A project on the disk that goes back and forth between two states.
class KilledProject {
 public:
  KilledProject() {
    for (int state = 0; state < 2; ++state) {
      put(state);
      REQUIRE(update().has_value());
      expected_.push_back(answers().value());
    }
  }

  void put(int state) {
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      if (entry.path().filename() != ".grit") fs::remove_all(entry.path());
    }
    for (int copy = 0; copy < 6; ++copy) {
      for (const auto& [path, bytes] : tree_of(state)) {
        const fs::path place = folder_.path() + "/copy" + std::to_string(copy) + "/" + path;
        fs::create_directories(place.parent_path());
        std::ofstream(place, std::ios::binary) << bytes;
      }
    }
  }
  void forget() const { fs::remove_all(folder_.path() + "/.grit"); }

  [[nodiscard]] Result<index::IndexReport> update() const {
    fs::create_directories(folder_.path() + "/.grit");
    auto files = open_file_system(folder_.path());
    if (!files) return files.error();
    index::IndexOptions options;
    options.database = folder_.path() + "/.grit/index.db";
    const auto fenced = fence(**files, {});
    return index::update_index(*fenced, folder_.path(), options, {}, {});
  }

  // Starts `grit index`, kills it after `life`, or lets it end, and returns how long it lived. A life of 0 is endless.
  microseconds run(microseconds life) const {
    const std::string program = command();
    std::vector<std::string> words = {program, "index", folder_.path(), "-q"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const auto begin = steady_clock::now();
    REQUIRE(posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    if (life.count() > 0) {
      std::this_thread::sleep_for(life);
      kill(child, SIGKILL);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    killed_ = WIFSIGNALED(status);
    return std::chrono::duration_cast<microseconds>(steady_clock::now() - begin);
  }
  [[nodiscard]] bool was_killed() const { return killed_; }

  // -1: there is no index yet; -2: anything that must not be.
  [[nodiscard]] int state() const {
    const auto lines = answers();
    if (!lines) return lines.error().code() == Code::not_found ? -1 : -2;
    for (int state = 0; state < 2; ++state) {
      if (*lines == expected_[static_cast<std::size_t>(state)]) return state;
    }
    return -2;
  }

 private:
  [[nodiscard]] Result<std::vector<std::string>> answers() const {
    const auto store = index::open_store(folder_.path() + "/.grit/index.db");
    if (!store) return store.error();
    return everything(**store, {"common", "only_0", "only_1"});
  }

  TemporaryFolder folder_;
  std::vector<std::vector<std::string>> expected_;
  mutable bool killed_ = false;
};

TEST_CASE("grit index killed at any instant" * doctest::skip(no_command())) {
  KilledProject project;
  project.put(0);
  project.forget();
  const microseconds whole = project.run({});
  std::mt19937_64 random(first_seed());
  Tally tally;
  const std::uint64_t count = rounds(20, 1000);
  int now = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    CAPTURE(i);
    const bool from_nothing = random() % 4 == 0;
    if (from_nothing) project.forget();
    const int before = from_nothing ? -1 : now;
    const int wanted = 1 - now;
    project.put(wanted);
    project.run(microseconds(1 + random() % static_cast<std::uint64_t>(whole.count() + whole.count() / 4)));
    tally.add(project.was_killed() ? "killed" : "finished before");
    const int after = project.state();
    CHECK((after == before || after == wanted));
    if (project.was_killed()) tally.add(after == wanted ? "left the new state" : "left the old state");
    const auto report = project.update();
    REQUIRE_MESSAGE(report.has_value(), (report ? "" : report.error().message()));
    CHECK(report->notes.empty());
    now = wanted;
    CHECK(project.state() == now);
  }
  tell("kill -9: " + std::to_string(count) + ": " + tally.text());
}

}  // namespace
}  // namespace grit::test
