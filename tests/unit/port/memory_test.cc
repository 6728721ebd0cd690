#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

#include <grit/testing.h>

using grit::Code;
using grit::ContentHash;
using grit::testing::FakeClock;
using grit::testing::MemoryFileSystem;

TEST_CASE("memory: every operation can be made to fail, and then does nothing") {
  MemoryFileSystem files;
  files.put("a", "x");
  std::vector<std::string> asked;
  files.set_fault([&](std::string_view operation, std::string_view path) {
    asked.push_back(std::string(operation) + " " + std::string(path));
    return grit::Status(Code::no_space, "full");
  });
  const ContentHash hash = ContentHash::of("x");
  CHECK(files.stat("a").error().code() == Code::no_space);
  CHECK(files.list("").error().code() == Code::no_space);
  CHECK(files.read("a", 9).error().code() == Code::no_space);
  CHECK(files.create("b", "y").error().code() == Code::no_space);
  CHECK(files.replace("a", "y", hash).error().code() == Code::no_space);
  CHECK(files.remove("a", hash).code() == Code::no_space);
  CHECK(asked == std::vector<std::string>{"stat a", "list ", "read a", "create b", "replace a", "remove a"});
  files.set_fault({});
  CHECK(files.read("a", 9)->bytes == "x");
  CHECK(files.list("")->size() == 1);
}

TEST_CASE("memory: a fault may look at the files itself") {
  MemoryFileSystem files;
  files.put("a", "x");
  int depth = 0;
  files.set_fault([&](std::string_view, std::string_view) {
    if (depth++ > 0) return grit::Status();
    return files.read("a", 9)->bytes == "x" ? grit::Status() : grit::Status(Code::internal, "not seen");
  });
  CHECK(files.stat("a").has_value());
}

TEST_CASE("memory: times count up by one millisecond per write") {
  MemoryFileSystem files;
  files.put("a", "1");
  const auto first = *files.stat("a");
  files.put("b", "2");
  CHECK(files.stat("b")->mtime_ns == first.mtime_ns + 1'000'000);
  CHECK(files.replace("a", "3", ContentHash::of("1"))->mtime_ns == first.mtime_ns + 2'000'000);
  CHECK(files.stat("a")->inode != first.inode);
  CHECK(files.stat("b")->mtime_ns == first.mtime_ns + 1'000'000);
  const auto folder = files.stat("")->mtime_ns;
  CHECK(files.remove("b", ContentHash::of("2")).ok());
  CHECK(files.stat("")->mtime_ns == folder + 1'000'000);
}

TEST_CASE("clock: the fake one stands still until it is moved") {
  FakeClock clock;
  const auto steady = clock.steady();
  const auto wall = clock.wall();
  CHECK(clock.steady() == steady);
  clock.advance(std::chrono::milliseconds(1500));
  CHECK(clock.steady() - steady == std::chrono::milliseconds(1500));
  CHECK(clock.wall() - wall == std::chrono::milliseconds(1500));
}

TEST_CASE("clock: the real one is this machine's") {
  const auto clock = grit::system_clock();
  const auto before = std::chrono::steady_clock::now();
  const auto steady = clock->steady();
  CHECK(steady >= before);
  CHECK(steady <= std::chrono::steady_clock::now());
  CHECK(std::chrono::abs(clock->wall() - std::chrono::system_clock::now()) < std::chrono::seconds(5));
}
