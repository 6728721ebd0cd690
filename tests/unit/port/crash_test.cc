// A crash, or a failing system call, at every point of writing: the tree is the old or the new one.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <grit/platform.h>

#include "support/temporary_folder.h"
#include "support/traced.h"

using grit::Code;
using grit::ContentHash;
using grit::FileSystem;
using grit::test::run_traced;
using grit::test::TracedRun;
namespace fs = std::filesystem;

namespace {

const std::string old_content(70'000, 'o');
const std::string new_content(90'000, 'n');

std::string get(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// A project with one file, made anew for every try.
class Project {
 public:
  Project() {
    fs::create_directory(root());
    std::ofstream(file(), std::ios::binary) << old_content;
    if (stat(file().c_str(), &before_) != 0) fs::remove(file());
    auto opened = grit::open_file_system(root());
    if (opened) files_ = std::move(*opened);
  }

  [[nodiscard]] std::string root() const { return folder_.path() + "/root"; }
  [[nodiscard]] std::string file() const { return root() + "/file"; }
  [[nodiscard]] FileSystem& files() const { return *files_; }

  [[nodiscard]] std::string replace() const {
    const auto done = files_->replace("file", new_content, ContentHash::of(old_content));
    return done ? std::string("ok") : grit::code_name(done.error().code()) + (" " + done.error().message());
  }
  [[nodiscard]] std::string create() const {
    const auto done = files_->create("a/b/made", new_content);
    return done ? std::string("ok") : grit::code_name(done.error().code()) + (" " + done.error().message());
  }
  [[nodiscard]] std::string remove() const {
    const grit::Status done = files_->remove("file", ContentHash::of(old_content));
    return done.ok() ? std::string("ok") : grit::code_name(done.code()) + (" " + done.message());
  }

  // Whether bytes, inode, mode and times of writing are as they were.
  [[nodiscard]] bool untouched() const {
    struct stat now = {};
    return stat(file().c_str(), &now) == 0 && now.st_ino == before_.st_ino && now.st_mode == before_.st_mode &&
           now.st_mtim.tv_sec == before_.st_mtim.tv_sec && now.st_mtim.tv_nsec == before_.st_mtim.tv_nsec &&
           get(file()) == old_content;
  }

  [[nodiscard]] std::size_t leftovers() const {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(root())) {
      if (entry.path().filename().string().starts_with(".grit-tmp-")) ++count;
    }
    return count;
  }

 private:
  grit::test::TemporaryFolder folder_;
  struct stat before_ = {};
  std::unique_ptr<FileSystem> files_;
};

// The number of system calls that an undisturbed run makes.
int calls_of(std::string (Project::*work)() const) {
  REQUIRE((Project().*work)() == "ok");  // what libraries do the first time must not be counted
  const Project project;
  const TracedRun run = run_traced([&] { return (project.*work)(); }, {});
  REQUIRE(run.failure.empty());
  REQUIRE(run.said == "ok");
  return static_cast<int>(run.calls.size());
}

}  // namespace

TEST_CASE("crash: replace leaves the old or the new content at every point" * doctest::skip(grit::test::no_tracing())) {
  const int calls = calls_of(&Project::replace);
  CHECK(calls > 10);
  bool seen_old = false;
  bool seen_new = false;
  bool seen_leftover = false;
  for (int call = 1; call <= calls; ++call) {
    CAPTURE(call);
    const Project project;
    const TracedRun run = run_traced([&] { return project.replace(); }, {call, 0});
    REQUIRE(run.failure.empty());
    CHECK(run.killed);
    const std::string content = get(project.file());
    CHECK((project.untouched() || content == new_content));
    seen_old = seen_old || content == old_content;
    seen_new = seen_new || content == new_content;
    seen_leftover = seen_leftover || project.leftovers() > 0;
    // The next one goes through and tidies up.
    CHECK(project.files().replace("file", "next", ContentHash::of(content)).has_value());
    CHECK(get(project.file()) == "next");
    CHECK(project.leftovers() == 0);
  }
  CHECK(seen_old);
  CHECK(seen_new);
  CHECK(seen_leftover);
}

TEST_CASE("crash: create leaves a whole file or none" * doctest::skip(grit::test::no_tracing())) {
  const int calls = calls_of(&Project::create);
  for (int call = 1; call <= calls; ++call) {
    CAPTURE(call);
    const Project project;
    const TracedRun run = run_traced([&] { return project.create(); }, {call, 0});
    REQUIRE(run.failure.empty());
    const std::string made = project.root() + "/a/b/made";
    CHECK((!fs::exists(made) || get(made) == new_content));
    const auto again = project.files().create("a/b/made", new_content);
    CHECK((again.has_value() || again.error().code() == Code::already_exists));
    CHECK(get(made) == new_content);
    CHECK(project.files().create("a/b/other", "x").has_value());
    CHECK(project.leftovers() == 0);
    CHECK(project.untouched());
  }
}

TEST_CASE("crash: remove takes the file or leaves it" * doctest::skip(grit::test::no_tracing())) {
  const int calls = calls_of(&Project::remove);
  for (int call = 1; call <= calls; ++call) {
    CAPTURE(call);
    const Project project;
    const TracedRun run = run_traced([&] { return project.remove(); }, {call, 0});
    REQUIRE(run.failure.empty());
    CHECK((!fs::exists(project.file()) || project.untouched()));
  }
}

TEST_CASE("crash: the content is on the disk before it gets its name, the name before it is reported" *
          doctest::skip(grit::test::no_tracing())) {
  for (const auto work : {&Project::replace, &Project::create}) {
    const Project project;
    const TracedRun run = run_traced([&] { return (project.*work)(); }, {});
    REQUIRE(run.failure.empty());
    const auto is_rename = [](long call) {
      return call == SYS_rename || call == SYS_renameat || call == SYS_renameat2;
    };
    const auto rename = std::find_if(run.calls.begin(), run.calls.end(), is_rename);
    REQUIRE(rename != run.calls.end());
    const auto synced = std::find(std::make_reverse_iterator(rename), run.calls.rend(), long{SYS_fsync});
    REQUIRE(synced != run.calls.rend());
    CHECK(std::find(synced.base(), rename, long{SYS_write}) == rename);  // nothing is written behind it
    CHECK(std::find(rename, run.calls.end(), long{SYS_fsync}) != run.calls.end());
  }
}

TEST_CASE("faults: an error of any call of replace is a failure that changed nothing" *
          doctest::skip(grit::test::no_tracing())) {
  const int calls = calls_of(&Project::replace);
  for (const int error : {EIO, ENOSPC, EINTR}) {
    int failures = 0;
    for (int call = 1; call <= calls; ++call) {
      CAPTURE(error);
      CAPTURE(call);
      const Project project;
      const TracedRun run = run_traced([&] { return project.replace(); }, {call, error});
      REQUIRE(run.failure.empty());
      CAPTURE(run.said);
      const bool confirmed = run.said == "ok";
      const bool unconfirmed = run.said.find("has its new content") != std::string::npos;
      failures += confirmed || unconfirmed ? 0 : 1;
      if (confirmed || unconfirmed) {
        CHECK(get(project.file()) == new_content);
      } else {
        CHECK(project.untouched());
        CHECK(project.leftovers() <= 1);  // where its removal is what failed
      }
      const std::string content = get(project.file());
      CHECK(project.files().replace("file", "next", ContentHash::of(content)).has_value());
      CHECK(project.leftovers() == 0);
    }
    CHECK(failures > 5);
  }
}

TEST_CASE("faults: an error of any call of create leaves no part of it" * doctest::skip(grit::test::no_tracing())) {
  const int calls = calls_of(&Project::create);
  for (const int error : {EIO, ENOSPC, EINTR}) {
    for (int call = 1; call <= calls; ++call) {
      CAPTURE(error);
      CAPTURE(call);
      const Project project;
      const TracedRun run = run_traced([&] { return project.create(); }, {call, error});
      REQUIRE(run.failure.empty());
      CAPTURE(run.said);
      const std::string made = project.root() + "/a/b/made";
      const bool there = run.said == "ok" || run.said.find("has its new content") != std::string::npos;
      CHECK(fs::exists(made) == there);
      if (there) CHECK(get(made) == new_content);
      if (!there) CHECK((!fs::exists(project.root() + "/a") || project.leftovers() == 1));
      CHECK(project.untouched());
    }
  }
}
