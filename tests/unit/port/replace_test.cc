// What writing through the file system of this machine keeps, refuses and cleans up.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <grit/platform.h>

#include "port/host_files.h"
#include "support/ordinary_user.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

using grit::Code;
using grit::ContentHash;
using grit::FileSystem;
namespace fs = std::filesystem;

namespace {

std::unique_ptr<FileSystem> open_at(const std::string& root) {
  auto opened = grit::open_file_system(root);
  return opened ? std::move(*opened) : nullptr;
}

void put(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

std::string get(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

ContentHash hash_of(std::string_view bytes) { return ContentHash::of(bytes); }

template <class T>
std::string name_of(const grit::Result<T>& result) {
  return grit::code_name(result ? Code::ok : result.error().code());
}

std::size_t entries_of(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

struct stat status_of(const std::string& path) {
  struct stat status = {};
  CHECK(lstat(path.c_str(), &status) == 0);
  return status;
}

// A POSIX ACL as the kernel takes it: version 2, then entries of tag, permissions and id, all little-endian.
std::string acl_bytes() {
  const auto entry = [](unsigned tag, unsigned permissions, unsigned id) {
    std::string bytes;
    for (unsigned value : {tag, permissions}) bytes += {static_cast<char>(value & 255), static_cast<char>(value >> 8)};
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(id >> shift & 255);
    return bytes;
  };
  constexpr unsigned nobody = ~0u;
  return std::string("\2\0\0\0", 4) + entry(0x01, 6, nobody) + entry(0x02, 6, 1234) + entry(0x04, 4, nobody) +
         entry(0x10, 6, nobody) + entry(0x20, 0, nobody);
}

std::string attribute_of(const std::string& path, const char* name) {
  std::string value(4096, '\0');
  const ssize_t size = lgetxattr(path.c_str(), name, value.data(), value.size());
  return size < 0 ? std::string("(none)") : value.substr(0, static_cast<std::size_t>(size));
}

bool set_attribute(const std::string& path, const char* name, const std::string& value) {
  return lsetxattr(path.c_str(), name, value.data(), value.size(), 0) == 0;
}

// For doctest::skip: true, and says so, where the temporary folder is on a file system without attributes or ACLs.
bool no_attributes() {
  static const bool missing = [] {
    const grit::test::TemporaryFolder folder;
    return !set_attribute(folder.path(), "user.grit", "x") ||
           !set_attribute(folder.path(), "system.posix_acl_access", acl_bytes());
  }();
  if (missing) std::fputs("SKIPPED: extended attributes and ACLs, because the temporary folder has none\n", stderr);
  return missing;
}

bool not_root() {
  const bool missing = geteuid() != 0;
  if (missing) std::fputs("SKIPPED: files of other users, because making them needs root\n", stderr);
  return missing;
}

}  // namespace

TEST_CASE("replace: extended attributes and ACLs stay" * doctest::skip(no_attributes())) {
  const grit::test::TemporaryFolder folder;
  const std::string path = folder.path() + "/file";
  put(path, "old");
  REQUIRE(set_attribute(path, "user.one", "value"));
  REQUIRE(set_attribute(path, "user.empty", ""));
  REQUIRE(set_attribute(path, "user.big", std::string(1000, 'b')));
  REQUIRE(set_attribute(path, "system.posix_acl_access", acl_bytes()));
  const auto before = status_of(path);
  const auto files = open_at(folder.path());
  REQUIRE(files->replace("file", "new", hash_of("old")).has_value());
  CHECK(get(path) == "new");
  CHECK(attribute_of(path, "user.one") == "value");
  CHECK(attribute_of(path, "user.empty").empty());
  CHECK(attribute_of(path, "user.big") == std::string(1000, 'b'));
  CHECK(attribute_of(path, "system.posix_acl_access") == acl_bytes());
  CHECK(status_of(path).st_mode == before.st_mode);
  CHECK(status_of(path).st_ino != before.st_ino);
}

TEST_CASE("replace: an ACL that the folder hands down is not put on a file without one" *
          doctest::skip(no_attributes())) {
  const grit::test::TemporaryFolder folder;
  const std::string path = folder.path() + "/file";
  put(path, "old");
  REQUIRE(chmod(path.c_str(), 0640) == 0);
  REQUIRE(set_attribute(folder.path(), "system.posix_acl_default", acl_bytes()));
  const auto files = open_at(folder.path());
  CHECK(files->replace("file", "new", hash_of("old"))->mode == 0640);
  CHECK(attribute_of(path, "system.posix_acl_access") == "(none)");
  CHECK(files->create("made", "x").has_value());  // a new file takes it, as any program's would
  CHECK(attribute_of(folder.path() + "/made", "system.posix_acl_access") != "(none)");
}

TEST_CASE("replace: owner, group and special bits stay" * doctest::skip(not_root())) {
  const grit::test::TemporaryFolder folder;
  const std::string path = folder.path() + "/file";
  put(path, "old");
  REQUIRE(chown(path.c_str(), 1234, 5678) == 0);
  REQUIRE(chmod(path.c_str(), 06751) == 0);
  const auto files = open_at(folder.path());
  CHECK(files->replace("file", "new", hash_of("old"))->mode == 06751);
  CHECK(status_of(path).st_uid == 1234);
  CHECK(status_of(path).st_gid == 5678);
  CHECK((status_of(path).st_mode & 07777) == 06751);
}

TEST_CASE("replace: an owner that cannot be kept is a refusal" *
          doctest::skip(not_root() || grit::test::no_ordinary_user())) {
  const grit::test::TemporaryFolder folder;
  const std::string path = folder.path() + "/file";
  REQUIRE(chmod(folder.path().c_str(), 0777) == 0);
  put(path, "old");
  REQUIRE(chown(path.c_str(), 0, grit::test::ordinary_user_id) == 0);
  REQUIRE(chmod(path.c_str(), 0660) == 0);
  const auto before = status_of(path);
  const std::string said = grit::test::as_ordinary_user([&] {
    const auto files = open_at(folder.path());
    const auto refused = files->replace("file", "new", hash_of("old"));
    return name_of(refused) + (refused ? "" : refused.error().message());
  });
  CHECK(said.starts_with("permission_denied"));
  CHECK(said.find("owner") != std::string::npos);
  CHECK(get(path) == "old");
  CHECK(status_of(path).st_ino == before.st_ino);
  CHECK(entries_of(folder.path()) == 1);
}

TEST_CASE("replace: files of others and folders of others" *
          doctest::skip(not_root() || grit::test::no_ordinary_user())) {
  const grit::test::TemporaryFolder folder;
  REQUIRE(chmod(folder.path().c_str(), 0755) == 0);
  put(folder.path() + "/theirs", "old");
  put(folder.path() + "/mine", "old");
  REQUIRE(chown((folder.path() + "/mine").c_str(), grit::test::ordinary_user_id, grit::test::ordinary_user_id) == 0);
  const auto before = status_of(folder.path() + "/mine");
  const std::string said = grit::test::as_ordinary_user([&] {
    const auto files = open_at(folder.path());
    return name_of(files->replace("theirs", "new", hash_of("old"))) + ' ' +
           name_of(files->replace("mine", "new", hash_of("old"))) + ' ' + name_of(files->create("new", "x")) + ' ' +
           name_of(files->create("a/b", "x")) + ' ' + grit::code_name(files->remove("mine", hash_of("old")).code());
  });
  CHECK(said == "permission_denied permission_denied permission_denied permission_denied permission_denied");
  const auto after = status_of(folder.path() + "/mine");
  CHECK(after.st_ino == before.st_ino);
  CHECK(after.st_mtim.tv_nsec == before.st_mtim.tv_nsec);
  CHECK(entries_of(folder.path()) == 2);
}

TEST_CASE("replace: a file with further hard links is refused and left alone") {
  const grit::test::TemporaryFolder folder;
  put(folder.path() + "/one", "old");
  REQUIRE(link((folder.path() + "/one").c_str(), (folder.path() + "/two").c_str()) == 0);
  const auto before = status_of(folder.path() + "/one");
  const auto files = open_at(folder.path());
  const auto refused = files->replace("one", "new", hash_of("old"));
  CHECK(name_of(refused) == "refused");
  CHECK(refused.error().message().find("hard links") != std::string::npos);
  CHECK(get(folder.path() + "/one") == "old");
  CHECK(status_of(folder.path() + "/one").st_mtim.tv_nsec == before.st_mtim.tv_nsec);
  CHECK(entries_of(folder.path()) == 2);
  CHECK(files->remove("two", hash_of("old")).ok());
  CHECK(files->replace("one", "new", hash_of("old")).has_value());
}

TEST_CASE("replace: what a crash left is removed, what somebody still writes is not") {
  const grit::test::TemporaryFolder folder;
  const std::string left = folder.path() + "/.grit-tmp-0123456789abcdef";
  const std::string held = folder.path() + "/.grit-tmp-fedcba9876543210";
  const std::string alike = folder.path() + "/.grit-tmp-notes";
  for (const std::string& path : {left, held, alike, folder.path() + "/file"}) put(path, "old");
  fs::create_directory(folder.path() + "/.grit-tmp-00000000000000aa");
  REQUIRE(mkfifo((folder.path() + "/.grit-tmp-00000000000000bb").c_str(), 0600) == 0);
  const int fd = open(held.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(flock(fd, LOCK_EX) == 0);
  const auto files = open_at(folder.path());
  CHECK(files->replace("file", "new", hash_of("old")).has_value());
  CHECK_FALSE(fs::exists(left));
  CHECK(fs::exists(held));
  CHECK(fs::exists(alike));
  CHECK(entries_of(folder.path()) == 5);
  close(fd);
  CHECK(files->create("other", "x").has_value());
  CHECK_FALSE(fs::exists(held));
  CHECK(get(folder.path() + "/file") == "new");
}

TEST_CASE("replace: waits for whoever holds the lock, and then sees what it did") {
  const grit::test::TemporaryFolder folder;
  const std::string path = folder.path() + "/file";
  put(path, "old");
  const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(flock(fd, LOCK_EX) == 0);
  const auto files = open_at(folder.path());
  std::string code;
  std::thread waiting([&] { code = name_of(files->replace("file", "new", hash_of("old"))); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  CHECK(get(path) == "old");
  put(folder.path() + "/next", "by another");
  fs::rename(folder.path() + "/next", path);  // as a replace does, while it holds the lock of the old file
  close(fd);
  waiting.join();
  CHECK(code == "changed");
  CHECK(get(path) == "by another");
}

TEST_CASE("replace: two names of one link target share its lock") {
  const grit::test::TemporaryFolder folder;
  put(folder.path() + "/file", "0");
  REQUIRE(symlink("file", (folder.path() + "/link").c_str()) == 0);
  const auto files = open_at(folder.path());
  const auto count = [&](const char* path, int rounds) {
    for (int done = 0; done < rounds;) {
      const auto now = files->read(path, 99);
      const auto replaced = files->replace(path, std::to_string(std::stoi(now->bytes) + 1), hash_of(now->bytes));
      if (replaced) ++done;
      if (!replaced && replaced.error().code() != Code::changed) return;
    }
  };
  std::thread other(count, "link", 30);
  count("file", 30);
  other.join();
  CHECK(get(folder.path() + "/file") == "60");
  CHECK(fs::is_symlink(folder.path() + "/link"));
}

TEST_CASE("replace: processes that race lose nothing") {
  const grit::test::TemporaryFolder folder;
  REQUIRE(chmod(folder.path().c_str(), 0777) == 0);
  put(folder.path() + "/file", "0");
  constexpr int processes = 3;
  constexpr int rounds = 30;
  const auto count = [&] {
    const auto files = open_at(folder.path());
    for (int done = 0; done < rounds;) {
      const auto now = files->read("file", 99);
      if (!now) return name_of(now);
      const auto replaced = files->replace("file", std::to_string(std::stoi(now->bytes) + 1), hash_of(now->bytes));
      if (replaced) ++done;
      if (!replaced && replaced.error().code() != Code::changed) return replaced.error().message();
    }
    return std::string();
  };
  std::vector<std::string> said(processes);
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(count().empty() ? 0 : 1);
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  CHECK(get(folder.path() + "/file") == std::to_string(processes * rounds));
  CHECK(entries_of(folder.path()) == 1);
}

TEST_CASE("replace: a full disk changes nothing and is named" * doctest::skip(grit::test::no_small_disk())) {
  const std::string said = grit::test::on_small_disk(512, [](const std::string& disk) {
    const auto files = open_at(disk);
    const std::string old(100'000, 'o');
    const std::string large(600'000, 'n');
    put(disk + "/file", old);
    const auto before = status_of(disk + "/file");
    const auto replaced = files->replace("file", large, hash_of(old));
    const auto created = files->create("new/deep/file", large);
    const grit::Status written = grit::port::write_file(disk + "/state", large);
    const auto log = grit::port::AppendFile::open(disk + "/log");
    std::string problems;
    if (!(*log)->append("line\n").ok()) problems += "first line ";
    const grit::Status appended = (*log)->append(large);
    if (get(disk + "/log") != "line\n") problems += "half a line stays ";
    const auto after = status_of(disk + "/file");
    if (get(disk + "/file") != old || after.st_ino != before.st_ino ||
        after.st_mtim.tv_nsec != before.st_mtim.tv_nsec) {
      problems += "the file changed ";
    }
    if (entries_of(disk) != 2) problems += "something was left ";
    if (replaced.error().message().find("'file'") == std::string::npos) problems += "the file is not named ";
    const auto after_all = files->replace("file", "small", hash_of(old));
    return problems + name_of(replaced) + ' ' + name_of(created) + ' ' + grit::code_name(written.code()) + ' ' +
           grit::code_name(appended.code()) + ' ' + name_of(after_all);
  });
  CHECK(said == "no_space no_space no_space no_space ok");
}

TEST_CASE("replace: a program that does not know the lock is noticed before its work is lost") {
  // Not a promise, a window made small: here it writes while the lock is waited for.
  const grit::test::TemporaryFolder folder;
  const std::string path = folder.path() + "/file";
  put(path, "old");
  const auto files = open_at(folder.path());
  const auto read = files->read("file", 99);
  put(path, "by an editor");
  CHECK(name_of(files->replace("file", "new", hash_of(read->bytes))) == "changed");
  CHECK(get(path) == "by an editor");
}

TEST_CASE("replace: content of any kind and size") {
  const grit::test::TemporaryFolder folder;
  const auto files = open_at(folder.path());
  std::string content = "start";
  REQUIRE(files->create("file", content).has_value());
  for (const std::string& next : {std::string("\xEF\xBB\xBFline\r\nlone\r\n"), std::string("\0\xFF\xFE", 3),
                                  std::string(3'000'000, 'x'), std::string(), std::string("no line end")}) {
    CHECK(files->replace("file", next, hash_of(content)).has_value());
    CHECK(get(folder.path() + "/file") == next);
    content = next;
  }
}
