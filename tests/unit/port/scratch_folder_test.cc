#include "port/scratch_folder.h"

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <csignal>
#include <filesystem>
#include <optional>

#include "support/temporary_folder.h"

namespace grit::port {

namespace fs = std::filesystem;

TEST_CASE("a folder is there as long as its object, and goes with all that is in it") {
  const test::TemporaryFolder base;
  const std::string parent = base.path() + "/made/too";
  std::string path;
  {
    const auto folder = ScratchFolder::make(parent, {});
    REQUIRE(folder);
    path = folder->path();
    CHECK(fs::is_directory(path));
    test::write_text(path + "/deep/file", "x");
    fs::permissions(path + "/deep/file", fs::perms(0));
    fs::permissions(path + "/deep", fs::perms(0500));
    fs::create_symlink(base.path(), path + "/link");
  }
  CHECK_FALSE(fs::exists(path));
  CHECK(fs::exists(base.path()));
}

TEST_CASE("folders of living owners stay, folders of dead ones go") {
  const test::TemporaryFolder base;
  const auto living = ScratchFolder::make(base.path(), {});
  REQUIRE(living);
  std::string dead;
  const pid_t owner = fork();
  if (owner == 0) {
    auto folder = ScratchFolder::make(base.path(), {});
    if (folder) test::write_text(base.path() + "/dead", folder->path());
    raise(SIGKILL);
  }
  waitpid(owner, nullptr, 0);
  dead = test::read_text(base.path() + "/dead");
  REQUIRE(fs::is_directory(dead));
  test::write_text(dead + "/project/read_only/file", "x");
  fs::permissions(dead + "/project/read_only", fs::perms(0500));
  fs::create_directory(base.path() + "/not-ours");
  const auto next = ScratchFolder::make(base.path(), {});
  REQUIRE(next);
  CHECK_FALSE(fs::exists(dead));
  CHECK(fs::exists(living->path()));
  CHECK(fs::exists(base.path() + "/not-ours"));
  CHECK(next->path() != living->path());
}

TEST_CASE("a folder that cannot be made is an error") {
  const test::TemporaryFolder base;
  test::write_text(base.path() + "/file", "x");
  CHECK_FALSE(ScratchFolder::make(base.path() + "/file", {}));
}

}  // namespace grit::port
