#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "port/host_files.h"
#include "support/ordinary_user.h"
#include "support/temporary_folder.h"

using grit::Code;
using grit::StopConditions;
using namespace grit::port;
namespace fs = std::filesystem;

TEST_CASE("host files: folders are made with those above them") {
  const grit::test::TemporaryFolder folder;
  const std::string deep = folder.path() + "/a/b/c";
  CHECK(make_folders(deep).ok());
  CHECK(make_folders(deep).ok());
  CHECK(make_folders(deep + "/").ok());
  CHECK(fs::is_directory(deep));
  CHECK(write_file(folder.path() + "/file", "x").ok());
  CHECK(make_folders(folder.path() + "/file").code() == Code::unsupported);
  CHECK(make_folders(folder.path() + "/file/x").code() == Code::unsupported);
  CHECK(exists(deep));
  CHECK_FALSE(exists(deep + "/d"));
  CHECK(make_folders("/proc/no/such").code() != Code::ok);
}

TEST_CASE("host files: whole files go in and out") {
  const grit::test::TemporaryFolder folder;
  const std::string path = folder.path() + "/file";
  const std::string bytes("a\r\n\0\xFF", 5);
  CHECK(write_file(path, "old").ok());
  CHECK(write_file(path, bytes).ok());
  CHECK(read_file(path, 5).value() == bytes);
  CHECK(read_file(path, 4).error().code() == Code::limit);
  CHECK(read_file(folder.path() + "/none", 4).error().code() == Code::not_found);
  CHECK(read_file(folder.path(), 4).error().code() == Code::unsupported);
  CHECK(read_file("/proc/self/status", 1 << 20)->find("Name:") == 0);  // says it has no bytes, and has
  CHECK(read_file("/dev/zero", 1 << 20).error().code() == Code::unsupported);
  REQUIRE(mkfifo((folder.path() + "/fifo").c_str(), 0600) == 0);
  CHECK(read_file(folder.path() + "/fifo", 4).error().code() == Code::unsupported);
  CHECK(list_folder(folder.path()).value() == std::vector<std::string>{"fifo", "file"});
  CHECK(list_folder(path).error().code() == Code::not_found);
  CHECK(remove_file(path).ok());
  CHECK(remove_file(path).code() == Code::not_found);
  CHECK(write_file(folder.path() + "/none/file", "x").code() == Code::not_found);
}

TEST_CASE("host files: paths relative to the working folder") {
  const grit::test::TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  CHECK(make_folders("x/y").ok());
  CHECK(write_file("x/y/f", "1").ok());
  CHECK(write_file("g", "2").ok());
  CHECK(real_path("x/../g").value() == folder.path() + "/g");
  CHECK(remove_tree("x").ok());
  fs::current_path(before);
  CHECK(list_folder(folder.path()).value() == std::vector<std::string>{"g"});
}

TEST_CASE("host files: real paths and temporary folders") {
  const grit::test::TemporaryFolder folder;
  REQUIRE(symlink("target", (folder.path() + "/link").c_str()) == 0);
  CHECK(real_path(folder.path() + "/link").error().code() == Code::not_found);
  CHECK(make_folders(folder.path() + "/target").ok());
  CHECK(real_path(folder.path() + "/link/.").value() == folder.path() + "/target");
  const auto first = make_temporary_folder(folder.path(), "run-");
  const auto second = make_temporary_folder(folder.path(), "run-");
  REQUIRE(first.has_value());
  REQUIRE(second.has_value());
  CHECK(*first != *second);
  CHECK(first->starts_with(folder.path() + "/run-"));
  CHECK((fs::status(*first).permissions() & fs::perms::all) == fs::perms::owner_all);
  CHECK(make_temporary_folder(folder.path() + "/none", "x").error().code() == Code::not_found);
}

TEST_CASE("host files: a tree is removed with all in it, and nothing beside it") {
  const grit::test::TemporaryFolder folder;
  const std::string tree = folder.path() + "/tree";
  CHECK(make_folders(tree + "/a/b/c").ok());
  CHECK(make_folders(tree + "/removed-0/x").ok());  // a name that the work itself might choose
  CHECK(make_folders(folder.path() + "/outside").ok());
  CHECK(write_file(folder.path() + "/outside/keep", "x").ok());
  CHECK(write_file(tree + "/a/b/file", "x").ok());
  REQUIRE(symlink("../../outside", (tree + "/a/link").c_str()) == 0);
  REQUIRE(symlink("nowhere", (tree + "/dangling").c_str()) == 0);
  REQUIRE(mkfifo((tree + "/fifo").c_str(), 0600) == 0);
  CHECK(remove_tree(tree).ok());
  CHECK_FALSE(exists(tree));
  CHECK(read_file(folder.path() + "/outside/keep", 9).value() == "x");
  REQUIRE(symlink("outside", tree.c_str()) == 0);
  CHECK(remove_tree(tree).ok());  // the link, not what it leads to
  CHECK(exists(folder.path() + "/outside/keep"));
  CHECK(remove_tree(tree).code() == Code::not_found);
  CHECK(remove_tree(folder.path() + "/outside/keep").ok());
}

TEST_CASE("host files: a tree deeper than a path can name, with few files open") {
  const grit::test::TemporaryFolder folder;
  const std::string tree = folder.path() + "/deep";
  const std::string name(100, 'd');
  REQUIRE(mkdir(tree.c_str(), 0755) == 0);
  int at = open(tree.c_str(), O_RDONLY | O_DIRECTORY);
  for (int level = 0; level < 100; ++level) {
    REQUIRE(mkdirat(at, name.c_str(), 0755) == 0);
    const int next = openat(at, name.c_str(), O_RDONLY | O_DIRECTORY);
    close(at);
    at = next;
  }
  close(at);
  const std::string said = grit::test::in_child([&] {
    const rlimit few = {20, 20};
    if (setrlimit(RLIMIT_NOFILE, &few) != 0) return std::string("no limit");
    return remove_tree(tree).message();
  });
  CHECK(said.empty());
  CHECK_FALSE(exists(tree));
}

TEST_CASE("host files: locked folders are opened first" * doctest::skip(grit::test::no_ordinary_user())) {
  const grit::test::TemporaryFolder folder;
  REQUIRE(chmod(folder.path().c_str(), 0777) == 0);
  const std::string tree = folder.path() + "/tree";
  const std::string said = grit::test::as_ordinary_user([&] {
    std::string problems;
    if (!make_folders(tree + "/a/b").ok() || !write_file(tree + "/a/b/f", "x").ok()) problems += "not made ";
    if (chmod((tree + "/a/b").c_str(), 0) != 0 || chmod((tree + "/a").c_str(), 0500) != 0) problems += "not locked ";
    if (chmod(tree.c_str(), 0) != 0) problems += "not locked ";
    const grit::Status removed = remove_tree(tree);
    return problems + removed.message();
  });
  CHECK(said.empty());
  CHECK_FALSE(exists(tree));
}

TEST_CASE("host files: what is not allowed is said" * doctest::skip(grit::test::no_ordinary_user())) {
  const grit::test::TemporaryFolder folder;
  REQUIRE(chmod(folder.path().c_str(), 0755) == 0);
  CHECK(write_file(folder.path() + "/file", "x").ok());
  REQUIRE(chmod((folder.path() + "/file").c_str(), 0600) == 0);
  CHECK(is_writable(folder.path()));
  if (geteuid() != 0) return;  // the rest needs a folder that belongs to somebody else
  const std::string said = grit::test::as_ordinary_user([&] {
    std::string codes;
    for (const grit::Status& status :
         {make_folders(folder.path() + "/x"), write_file(folder.path() + "/file", "y"),
          remove_file(folder.path() + "/file"), read_file(folder.path() + "/file", 9).error(),
          AppendFile::open(folder.path() + "/file").error(), FileLock::acquire(folder.path() + "/lock", {}).error(),
          remove_tree(folder.path() + "/file"), make_temporary_folder(folder.path(), "x").error()}) {
      codes += std::string(grit::code_name(status.code())) + ' ';
    }
    return codes + (is_writable(folder.path()) ? "writable" : "");
  });
  std::string expected;
  for (int i = 0; i < 8; ++i) expected += "permission_denied ";
  CHECK(said == expected);
}

TEST_CASE("host files: appending keeps what is there") {
  const grit::test::TemporaryFolder folder;
  const std::string path = folder.path() + "/log";
  CHECK(write_file(path, "first\n").ok());
  {
    const auto file = AppendFile::open(path);
    REQUIRE(file.has_value());
    CHECK((*file)->append("second\n").ok());
    CHECK(read_file(path, 99).value() == "first\nsecond\n");
    CHECK((*file)->append("").ok());
    CHECK((*file)->sync().ok());
  }
  {
    const auto file = AppendFile::open(path);
    CHECK((*file)->append("third\n").ok());
  }
  CHECK(read_file(path, 99).value() == "first\nsecond\nthird\n");
  CHECK(AppendFile::open(folder.path()).error().code() != Code::ok);
  CHECK(AppendFile::open(folder.path() + "/none/log").error().code() == Code::not_found);
  REQUIRE(mkfifo((folder.path() + "/fifo").c_str(), 0600) == 0);
  CHECK_FALSE(AppendFile::open(folder.path() + "/fifo").has_value());  // and does not wait for a reader
}

TEST_CASE("host files: a lock excludes others until it goes") {
  const grit::test::TemporaryFolder folder;
  const std::string path = folder.path() + "/lock";
  auto held = FileLock::acquire(path, {});
  REQUIRE(held.has_value());
  const auto begin = std::chrono::steady_clock::now();
  CHECK(FileLock::acquire(path, StopConditions().within(std::chrono::milliseconds(50))).error().code() == Code::busy);
  CHECK(std::chrono::steady_clock::now() - begin >= std::chrono::milliseconds(50));
  StopConditions cancelled;
  cancelled.cancel.cancel();
  CHECK(FileLock::acquire(path, cancelled).error().code() == Code::cancelled);
  std::atomic<bool> got = false;
  std::thread waiting([&] {
    const auto lock = FileLock::acquire(path, {});
    got = lock.has_value();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK_FALSE(got.load());
  held->reset();
  waiting.join();
  CHECK(got.load());
}

TEST_CASE("host files: a lock on a file that was removed is no lock") {
  const grit::test::TemporaryFolder folder;
  const std::string path = folder.path() + "/lock";
  const auto held = FileLock::acquire(path, {});
  REQUIRE(held.has_value());
  CHECK(remove_file(path).ok());
  const auto second = FileLock::acquire(path, {});
  REQUIRE(second.has_value());
  CHECK(exists(path));
  CHECK(FileLock::acquire(path, StopConditions().within(std::chrono::milliseconds(30))).error().code() == Code::busy);
}

TEST_CASE("host files: a lock ends with its process") {
  const grit::test::TemporaryFolder folder;
  const std::string path = folder.path() + "/lock";
  const std::string said = grit::test::in_child([&] {
    auto held = FileLock::acquire(path, {});
    return held && held->release() != nullptr ? std::string("held") : std::string("not held");  // left to the kernel
  });
  CHECK(said == "held");
  CHECK(FileLock::acquire(path, StopConditions().within(std::chrono::milliseconds(1000))).has_value());
}
