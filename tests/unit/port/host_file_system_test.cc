// What the file system of this machine does beyond the contract that it shares with the others.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <grit/platform.h>

#include "support/ordinary_user.h"
#include "support/small_disk.h"
#include "support/temporary_folder.h"

using grit::Code;
using grit::ContentHash;
using grit::FileSystem;
using grit::FileType;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t no_limit = std::uint64_t{1} << 30;

std::unique_ptr<FileSystem> open_at(const std::string& root) {
  auto opened = grit::open_file_system(root);
  return opened ? std::move(*opened) : nullptr;
}

void put(const fs::path& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

template <class T>
std::string name_of(const grit::Result<T>& result) {
  return grit::code_name(result ? Code::ok : result.error().code());
}

// Ends when the flag is raised. For a thread that disturbs.
class Disturber {
 public:
  explicit Disturber(std::function<void()> once)
      : thread_([this, once = std::move(once)] {
          while (!stop_) once();
        }) {}
  ~Disturber() {
    stop_ = true;
    thread_.join();
  }
  Disturber(const Disturber&) = delete;
  Disturber& operator=(const Disturber&) = delete;

 private:
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

// How long the races run. More is asked for with the environment variable GRIT_RACE_SECONDS.
std::chrono::steady_clock::time_point race_end() {
  const char* seconds = std::getenv("GRIT_RACE_SECONDS");
  return std::chrono::steady_clock::now() + std::chrono::seconds(seconds != nullptr ? std::atoi(seconds) : 1);
}

}  // namespace

TEST_CASE("host: roots that are none") {
  const grit::test::TemporaryFolder folder;
  put(folder.path() + "/file", "x");
  REQUIRE(symlink("folder", (folder.path() + "/link").c_str()) == 0);
  CHECK(grit::open_file_system(folder.path() + "/none").error().code() == Code::not_found);
  CHECK(grit::open_file_system(folder.path() + "/file").error().code() == Code::unsupported);
  CHECK(grit::open_file_system(folder.path() + "/link").error().code() == Code::not_found);
  CHECK(grit::open_file_system("").error().code() == Code::not_found);
  fs::create_directory(folder.path() + "/folder");
  put(folder.path() + "/folder/x", "through");
  const auto files = open_at(folder.path() + "/link");  // links in the root itself are followed
  REQUIRE(files);
  CHECK(files->read("x", 9)->bytes == "through");
}

TEST_CASE("host: the root is the folder that was opened, whatever it is called later") {
  const grit::test::TemporaryFolder folder;
  fs::create_directory(folder.path() + "/a");
  put(folder.path() + "/a/x", "first");
  const auto files = open_at(folder.path() + "/a");
  REQUIRE(files);
  fs::rename(folder.path() + "/a", folder.path() + "/b");
  fs::create_directory(folder.path() + "/a");
  CHECK(files->read("x", 9)->bytes == "first");
}

TEST_CASE("host: what is no regular file is never waited for") {
  const grit::test::TemporaryFolder folder;
  const std::string& root = folder.path();
  REQUIRE(mkfifo((root + "/fifo").c_str(), 0666) == 0);
  REQUIRE(symlink("fifo", (root + "/to-fifo").c_str()) == 0);
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  root.copy(address.sun_path, sizeof address.sun_path - 6);
  std::string(root + "/sock").copy(address.sun_path, sizeof address.sun_path - 1);
  REQUIRE(bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  const auto files = open_at(root);
  REQUIRE(files);
  for (const char* path : {"fifo", "to-fifo", "sock", ""}) {
    CAPTURE(path);
    CHECK(name_of(files->read(path, no_limit)) == "unsupported");
    CHECK(name_of(files->replace(path, "x", ContentHash::of(""))) == "unsupported");
    CHECK(files->remove(path, ContentHash::of("")).code() == Code::unsupported);
  }
  CHECK(files->stat("fifo")->type == FileType::other);
  CHECK(files->stat("sock")->type == FileType::other);
  close(listener);
  const auto devices = open_at("/dev");
  REQUIRE(devices);
  CHECK(name_of(devices->read("zero", no_limit)) == "unsupported");
  CHECK(name_of(devices->read("null", no_limit)) == "unsupported");
}

TEST_CASE("host: looking at a FIFO does not wake its writer") {
  const grit::test::TemporaryFolder folder;
  const std::string fifo = folder.path() + "/fifo";
  REQUIRE(mkfifo(fifo.c_str(), 0666) == 0);
  const auto files = open_at(folder.path());
  std::atomic<bool> woken = false;
  std::thread writer([&] {
    const int fd = open(fifo.c_str(), O_WRONLY | O_CLOEXEC);  // waits for a reader
    woken = true;
    close(fd);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  CHECK(name_of(files->read("fifo", no_limit)) == "unsupported");
  CHECK(name_of(files->replace("fifo", "x", ContentHash::of(""))) == "unsupported");
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  CHECK_FALSE(woken.load());
  close(open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  writer.join();
}

TEST_CASE("host: links of the kernel are no way out") {
  const auto files = open_at("/proc/self");
  REQUIRE(files);
  // The kernel says of them what it says of links that go round in circles.
  CHECK(name_of(files->read("root/etc/passwd", no_limit)) == "unsupported");
  CHECK(name_of(files->list("cwd")) == "unsupported");
  CHECK(name_of(files->read("exe", no_limit)) == "unsupported");
}

TEST_CASE("host: names that are too long") {
  const grit::test::TemporaryFolder folder;
  const auto files = open_at(folder.path());
  std::string deep;
  for (int i = 0; i < 3000; ++i) deep += "d/";
  for (const std::string& path : {std::string(300, 'x'), deep + "x"}) {
    CHECK(name_of(files->stat(path)) == "invalid_argument");
    CHECK(name_of(files->read(path, no_limit)) == "invalid_argument");
    CHECK(name_of(files->list(path)) == "invalid_argument");
    CHECK(name_of(files->create(path, "x")) == "invalid_argument");
    CHECK(name_of(files->replace(path, "x", ContentHash::of(""))) == "invalid_argument");
  }
  CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("host: a new file obeys umask") {
  const grit::test::TemporaryFolder folder;
  const auto files = open_at(folder.path());
  const mode_t before = umask(027);
  CHECK(files->create("sub/file", "x")->mode == 0640);
  umask(before);
  CHECK(files->stat("sub/file")->mode == 0640);
  CHECK(files->stat("sub")->mode == 0750);
}

TEST_CASE("host: folders that may not be read or searched" * doctest::skip(grit::test::no_ordinary_user())) {
  const grit::test::TemporaryFolder folder;
  REQUIRE(chmod(folder.path().c_str(), 0777) == 0);
  const std::string said = grit::test::as_ordinary_user([&] {
    const std::string& root = folder.path();
    fs::create_directories(root + "/search-only");
    fs::create_directories(root + "/read-only");
    fs::create_directories(root + "/locked");
    put(root + "/search-only/f", "x");
    put(root + "/read-only/f", "x");
    put(root + "/locked/f", "x");
    chmod((root + "/search-only").c_str(), 0100);
    chmod((root + "/read-only").c_str(), 0400);
    chmod((root + "/locked").c_str(), 0);
    const auto files = open_at(root);
    std::string codes = name_of(files->list("search-only")) + ' ' + name_of(files->read("search-only/f", 9)) + ' ' +
                        name_of(files->list("read-only")) + ' ' + name_of(files->read("read-only/f", 9)) + ' ' +
                        name_of(files->list("locked")) + ' ' + name_of(files->stat("locked/f")) + ' ' +
                        name_of(files->create("locked/g", "x")) + ' ' +
                        name_of(grit::open_file_system(root + "/locked/x"));
    const auto locked_root = grit::open_file_system(root + "/locked");
    codes += ' ' + name_of(locked_root);
    for (const char* name : {"/search-only", "/read-only", "/locked"}) chmod((root + name).c_str(), 0700);
    return codes;
  });
  CHECK(
      said ==
      "permission_denied ok permission_denied permission_denied permission_denied permission_denied permission_denied "
      "permission_denied permission_denied");
}

TEST_CASE("host: a read-only disk says so and keeps everything" * doctest::skip(grit::test::no_small_disk())) {
  const std::string said = grit::test::on_small_disk(256, [](const std::string& disk) {
    put(disk + "/file", "old");
    if (!grit::test::make_read_only(disk)) return std::string("cannot remount");
    const auto files = open_at(disk);
    const auto replaced = files->replace("file", "new", ContentHash::of("old"));
    return name_of(replaced) + ' ' + name_of(files->create("a/b", "x")) + ' ' +
           grit::code_name(files->remove("file", ContentHash::of("old")).code()) + ' ' + files->read("file", 9)->bytes +
           (replaced.error().message().find("read-only") != std::string::npos ? "" : " without saying why");
  });
  CHECK(said == "permission_denied permission_denied permission_denied old");
}

TEST_CASE("host: entries that come and go while they are listed are no error") {
  const grit::test::TemporaryFolder folder;
  const auto files = open_at(folder.path());
  put(folder.path() + "/stays", "x");
  int number = 0;
  const Disturber disturber([&] {
    const std::string path = folder.path() + "/entry" + std::to_string(number++ % 50);
    put(path, "x");
    unlink(path.c_str());
    if (symlink("stays", path.c_str()) == 0) unlink(path.c_str());
  });
  std::size_t failures = 0;
  for (const auto end = race_end(); std::chrono::steady_clock::now() < end;) {
    const auto entries = files->list("");
    if (!entries || entries->empty() || entries->back().name != "stays") ++failures;
  }
  CHECK(failures == 0);
}

TEST_CASE("host: a file that is written meanwhile is read whole or not at all") {
  const grit::test::TemporaryFolder folder;
  const auto files = open_at(folder.path());
  const std::string path = folder.path() + "/log";
  put(path, "");
  const Disturber disturber([&] {
    std::ofstream log(path, std::ios::binary | std::ios::trunc);
    for (int i = 0; i < 40; ++i) log << std::string(5000, 'x') << std::flush;
  });
  std::size_t torn = 0;
  std::size_t read = 0;
  for (const auto end = race_end(); std::chrono::steady_clock::now() < end;) {
    const auto content = files->read("log", no_limit);
    if (content && content->bytes.size() != content->info.size) ++torn;
    if (!content && content.error().code() != Code::changed) ++torn;
    if (content) ++read;
  }
  CHECK(torn == 0);
  CHECK(read > 0);
}

TEST_CASE("host: a link swapped while a path is resolved never leads out") {
  const grit::test::TemporaryFolder folder;
  const std::string root = folder.path() + "/root";
  const std::string outside = folder.path() + "/outside";
  fs::create_directories(root + "/real");
  fs::create_directories(outside);
  put(root + "/real/file", "inside");
  put(outside + "/file", "outside");
  REQUIRE(symlink("../outside", (root + "/spare").c_str()) == 0);
  REQUIRE(rename((root + "/real").c_str(), (root + "/way").c_str()) == 0);
  // "way" is now a folder, now a link that leads out.
  const Disturber disturber(
      [&] { renameat2(AT_FDCWD, (root + "/way").c_str(), AT_FDCWD, (root + "/spare").c_str(), RENAME_EXCHANGE); });
  const auto files = open_at(root);
  const auto fenced = grit::fence(*files, {});
  std::size_t escaped = 0;
  std::size_t inside = 0;
  std::size_t refused = 0;
  for (const auto end = race_end(); std::chrono::steady_clock::now() < end;) {
    for (FileSystem* each : {files.get(), fenced.get()}) {
      const auto content = each->read("way/file", 99);
      if (content && content->bytes.starts_with("outside")) ++escaped;
      if (content && content->bytes.starts_with("inside")) ++inside;
      if (!content && content.error().code() == Code::fenced) ++refused;
      (void)each->create("way/made", "x");
      (void)each->create("way/sub/made", "x");
      (void)each->replace("way/file", "inside, changed", ContentHash::of("inside"));
      (void)each->replace("way/file", "inside", ContentHash::of("inside, changed"));
      (void)each->remove("way/made", ContentHash::of("x"));
    }
  }
  CHECK(escaped == 0);
  CHECK(inside > 0);
  CHECK(refused > 0);
  std::ifstream kept(outside + "/file");
  CHECK(std::string(std::istreambuf_iterator<char>(kept), {}) == "outside");
  CHECK(std::distance(fs::directory_iterator(outside), fs::directory_iterator()) == 1);
}
