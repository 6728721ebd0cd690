// A crash, or a failing system call, at every point of a commit: the tree is wholly the old or wholly the new one.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <grit/edit.h>

#include "support/ordinary_user.h"
#include "support/temporary_folder.h"
#include "support/traced.h"

namespace grit::test {
namespace {

namespace fs = std::filesystem;

using Tree = std::map<std::string, std::string>;  // path → bytes

const Tree kOld = {{"a.py", "a = 1\r\n"}, {"keep.py", "k = 1\n"}, {"lib/b.py", std::string(5'000, 'o')}};
const Tree kNew = {{"a.py", "a = 2\r\n"}, {"lib/b.py", std::string(9'000, 'n')}, {"lib/new/c.py", "c = 3\n"}};
const Tree kOneFile = {{"lib/b.py", std::string(9'000, 'n')}};
// Fit the old tree as well, so that nothing but the order of things decides which of two commits gets through.
const Tree kOther = {{"a.py", "a = 9\r\n"}, {"lib/b.py", "other\n"}, {"lib/new/c.py", "other\n"}};

std::string get(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

std::string shown(const Status& status) {
  return status.ok() ? "ok" : code_name(status.code()) + (" " + status.message());
}

// What every file holds afterwards.
Tree with(const Tree& changes) {
  Tree out = changes;
  out.insert(kOld.begin(), kOld.end());
  return out;
}

// A project made anew for every try.
class Project {
 public:
  Project() {
    fs::create_directories(root() + "/lib");
    fs::create_directories(journal());
    for (const auto& [path, bytes] : kOld) put(at(path), bytes);
    auto opened = open_file_system(root());
    REQUIRE(opened.has_value());
    files_ = std::move(*opened);
  }

  std::string root() const { return folder_.path() + "/root"; }
  std::string journal() const { return folder_.path() + "/journal"; }
  std::string at(const std::string& path) const { return root() + "/" + path; }
  bool is_pending() const { return fs::exists(journal() + "/pending"); }

  Status commit(const Tree& wanted) const {
    std::vector<edit::FileChange> changes;
    for (const auto& [path, bytes] : wanted) {
      const auto old = kOld.find(path);
      std::optional<ContentHash> before;
      if (old != kOld.end()) before = ContentHash::of(old->second);
      changes.push_back({path, before, bytes});
    }
    return edit::commit(*files_, changes, journal());
  }

  Status recover() const {
    const auto done = edit::recover(*files_, journal());
    return done ? Status() : done.error();
  }

  // All files but what a killed process leaves beside one; `leftovers` counts those.
  Tree tree() const {
    Tree out;
    for (const auto& entry : fs::recursive_directory_iterator(root())) {
      if (entry.is_regular_file() && !is_leftover(entry)) out[fs::relative(entry.path(), root())] = get(entry.path());
    }
    return out;
  }

  std::size_t leftovers() const {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) count += is_leftover(entry) ? 1 : 0;
    return count;
  }

 private:
  static bool is_leftover(const fs::directory_entry& entry) {
    return entry.path().filename().string().starts_with(".grit-tmp-");
  }

  TemporaryFolder folder_;
  std::unique_ptr<FileSystem> files_;
};

// The number of system calls that an undisturbed commit makes.
int calls_of(const Tree& wanted) {
  REQUIRE(Project().commit(wanted).ok());  // what libraries do the first time must not be counted
  const Project project;
  const TracedRun run = run_traced([&] { return shown(project.commit(wanted)); }, {});
  REQUIRE(run.failure.empty());
  REQUIRE(run.said == "ok");
  REQUIRE(project.tree() == with(wanted));
  return static_cast<int>(run.calls.size());
}

void kill_at_every_call(const Tree& wanted) {
  const int calls = calls_of(wanted);
  const Tree done = with(wanted);
  CHECK(calls > 10);
  int kept = 0;
  for (int call = 1; call <= calls; ++call) {
    CAPTURE(call);
    const Project project;
    const TracedRun run = run_traced([&] { return shown(project.commit(wanted)); }, {call, 0});
    REQUIRE(run.failure.empty());
    REQUIRE(run.killed);
    CHECK_EQ(shown(project.recover()), "ok");
    const bool old = project.tree() == kOld;
    CHECK((old || project.tree() == done));
    CHECK_FALSE(project.is_pending());
    CHECK(project.leftovers() <= 1);
    kept += old ? 1 : 0;
    // What was taken back can be done again, and the crash's temporary file goes with it.
    if (old) CHECK_EQ(shown(project.commit(wanted)), "ok");
    CHECK(project.tree() == done);
    CHECK(project.leftovers() == 0);
  }
  CHECK(kept > 0);
  CHECK(kept < calls);
}

void fail_every_call(int error) {
  const int calls = calls_of(kNew);
  const Tree done = with(kNew);
  int failed = 0;
  for (int call = 1; call <= calls; ++call) {
    CAPTURE(call);
    const Project project;
    const TracedRun run = run_traced([&] { return shown(project.commit(kNew)); }, {call, error});
    REQUIRE(run.failure.empty());
    CAPTURE(run.said);
    // What is said agrees with what is there, and goes on to do so.
    const bool ok = run.said == "ok";
    CHECK(project.tree() == (ok ? done : kOld));
    failed += ok ? 0 : 1;
    CHECK_EQ(shown(project.recover()), "ok");
    CHECK(project.tree() == (ok ? done : kOld));
    CHECK_FALSE(project.is_pending());
    if (!ok) CHECK_EQ(shown(project.commit(kNew)), "ok");
    CHECK(project.tree() == done);
    CHECK(project.leftovers() == 0);
  }
  CHECK(failed > 10);
}

}  // namespace

TEST_CASE("commit: killed at every system call of several files" * doctest::skip(no_tracing())) {
  kill_at_every_call(kNew);
}

TEST_CASE("commit: killed at every system call of one file" * doctest::skip(no_tracing())) {
  kill_at_every_call(kOneFile);
}

TEST_CASE("commit: a full disk at every system call" * doctest::skip(no_tracing())) { fail_every_call(ENOSPC); }

TEST_CASE("commit: a failing disk at every system call" * doctest::skip(no_tracing())) { fail_every_call(EIO); }

TEST_CASE("recover: killed at every system call" * doctest::skip(no_tracing())) {
  // A commit that was killed between its files, and its recovery killed at each point in turn.
  int middle = calls_of(kNew);
  const auto halved = [&] {
    const Project project;
    REQUIRE(run_traced([&] { return shown(project.commit(kNew)); }, {middle, 0}).killed);
    return project.tree() != kOld && project.tree() != with(kNew);
  };
  while (middle > 1 && !halved()) --middle;
  REQUIRE(middle > 1);
  int killed = 0;
  for (bool finished = false; !finished; ++killed) {
    REQUIRE(killed < 1000);
    CAPTURE(killed);
    const Project project;
    REQUIRE(run_traced([&] { return shown(project.commit(kNew)); }, {middle, 0}).killed);
    const TracedRun run = run_traced([&] { return shown(project.recover()); }, {killed + 1, 0});
    REQUIRE(run.failure.empty());
    finished = !run.killed;
    if (finished) CHECK_EQ(run.said, "ok");
    CHECK_EQ(shown(project.recover()), "ok");
    CHECK(project.tree() == kOld);
    CHECK_FALSE(project.is_pending());
  }
  CHECK(killed > 20);
}

TEST_CASE("recover: what somebody changed since is left alone, and its old content kept" *
          doctest::skip(no_tracing())) {
  int call = calls_of(kNew);
  const auto half_done = [&](const Project& project) {
    REQUIRE(run_traced([&] { return shown(project.commit(kNew)); }, {call, 0}).killed);
    return project.tree() != kOld && project.tree() != with(kNew);
  };
  auto project = std::make_unique<Project>();
  for (; call > 1 && !half_done(*project); --call) project = std::make_unique<Project>();
  REQUIRE(call > 1);
  put(project->at("a.py"), "mine\n");
  const Status recovered = project->recover();
  CHECK(recovered.code() == Code::changed);
  CHECK(recovered.message().find("a.py") != std::string::npos);
  CHECK(get(project->at("a.py")) == "mine\n");
  CHECK(get(project->at("lib/b.py")) == kOld.at("lib/b.py"));
  CHECK_FALSE(project->is_pending());
  std::string conflict;
  for (const auto& entry : fs::directory_iterator(project->journal())) {
    if (entry.path().filename().string().starts_with("conflict-")) conflict = get(entry.path());
  }
  CHECK(conflict.find(kOld.at("a.py")) != std::string::npos);
  CHECK_EQ(shown(project->recover()), "ok");  // said once; the next commit is not in its way
}

TEST_CASE("recover: a damaged journal, or one of a newer version, is refused and touches nothing") {
  for (const auto& [bytes, code] : std::vector<std::pair<std::string, Code>>{
           {"grit-journal 1\n", Code::corrupt}, {"grit-journal 2\n", Code::newer_format}, {"x", Code::corrupt}}) {
    const Project project;
    put(project.journal() + "/pending", bytes);
    CHECK(project.recover().code() == code);
    CHECK(project.recover().message().find(project.journal() + "/pending") != std::string::npos);
    CHECK(project.commit(kNew).code() == code);
    CHECK(project.tree() == kOld);
  }
}

TEST_CASE("commit: what changed on disk is refused, whichever file it is") {
  for (const auto& [path, bytes] : kNew) {
    CAPTURE(path);
    const Project project;
    fs::create_directories(fs::path(project.at(path)).parent_path());
    put(project.at(path), "mine\n");
    const Tree before = project.tree();
    CHECK(project.commit(kNew).code() == (kOld.contains(path) ? Code::changed : Code::already_exists));
    CHECK(project.tree() == before);
    CHECK_FALSE(project.is_pending());
  }
  const Project project;
  fs::remove(project.at("lib/b.py"));
  CHECK(project.commit(kNew).code() == Code::changed);
  CHECK(get(project.at("a.py")) == kOld.at("a.py"));
  CHECK_FALSE(fs::exists(project.at("lib/b.py")));
}

TEST_CASE("commit: a read-only file is refused, whichever file it is") {
  for (const std::string path : {"a.py", "lib/b.py"}) {
    CAPTURE(path);
    const Project project;
    REQUIRE(chmod(project.at(path).c_str(), 0444) == 0);
    CHECK(project.commit(kNew).code() == Code::permission_denied);
    CHECK(project.tree() == kOld);
    CHECK_FALSE(project.is_pending());
  }
}

TEST_CASE("commit: a folder that may not be written to is refused, and the other files taken back" *
          doctest::skip(no_ordinary_user())) {
  const Project project;
  const fs::path all = fs::path(project.root()).parent_path();
  for (const auto& entry : fs::recursive_directory_iterator(all)) {
    if (geteuid() == 0) REQUIRE(chown(entry.path().c_str(), ordinary_user_id, ordinary_user_id) == 0);
  }
  REQUIRE(chmod(all.c_str(), 0755) == 0);
  REQUIRE(chmod(project.at("lib").c_str(), 0555) == 0);
  const std::string said = as_ordinary_user([&] { return shown(project.commit(kNew)); });
  CHECK(said.starts_with(code_name(Code::permission_denied)));
  CHECK(said.find("lib/b.py") != std::string::npos);
  CHECK(project.tree() == kOld);
  CHECK_FALSE(project.is_pending());
  REQUIRE(chmod(project.at("lib").c_str(), 0755) == 0);
}

TEST_CASE("commit: one path twice is refused, and nothing is nothing") {
  const Project project;
  auto files = open_file_system(project.root());
  REQUIRE(files.has_value());
  const std::vector<edit::FileChange> twice = {{"a.py", ContentHash::of(kOld.at("a.py")), "1"},
                                               {"a.py", ContentHash::of(kOld.at("a.py")), "2"}};
  CHECK(edit::commit(**files, twice, project.journal()).code() == Code::invalid_argument);
  CHECK(edit::commit(**files, {}, project.journal()).ok());
  CHECK(project.tree() == kOld);
}

TEST_CASE("commit: of two threads one gets through, wholly") {
  for (int round = 0; round < 20; ++round) {
    const Project project;
    Status first;
    Status second;
    std::thread one([&] { first = project.commit(kNew); });
    std::thread two([&] { second = project.commit(kOther); });
    one.join();
    two.join();
    CHECK(first.ok() != second.ok());
    CHECK((first.ok() ? second : first).code() == Code::changed);
    CHECK(project.tree() == with(first.ok() ? kNew : kOther));
    CHECK_FALSE(project.is_pending());
    CHECK(project.leftovers() == 0);
  }
}

}  // namespace grit::test
