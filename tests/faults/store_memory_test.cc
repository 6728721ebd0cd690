// The index where memory runs out: at every allocation that SQLite makes, a run or a question either succeeds or says
// so, and what is stored stays whole.
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <cstdint>
#include <string>

#include "index_case.h"
#include "support/soak.h"

namespace grit::test {
namespace {

// SQLite's allocator while it lives, with allocation number `at` failing, or all from there on.
//
// Thread rule: one thread at a time, and no database is open when it comes or goes.
class FailingMemory {
 public:
  FailingMemory() {
    sqlite3_shutdown();
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real());
    sqlite3_mem_methods failing = real();
    failing.xMalloc = [](int bytes) { return fails() ? nullptr : real().xMalloc(bytes); };
    failing.xRealloc = [](void* old, int bytes) { return fails() ? nullptr : real().xRealloc(old, bytes); };
    sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
    sqlite3_initialize();
  }
  ~FailingMemory() {
    sqlite3_shutdown();
    sqlite3_config(SQLITE_CONFIG_MALLOC, &real());
    sqlite3_initialize();
  }
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;

  static void arm(std::uint64_t at, bool goes_on) { plan() = {0, at, goes_on}; }
  static std::uint64_t allocations() { return plan().count; }

 private:
  struct Plan {
    std::uint64_t count = 0;
    std::uint64_t at = 0;
    bool goes_on = false;
  };
  static sqlite3_mem_methods& real() {
    static sqlite3_mem_methods methods;
    return methods;
  }
  static Plan& plan() {
    static Plan plan;
    return plan;
  }
  static bool fails() {
    Plan& now = plan();
    ++now.count;
    return now.at != 0 && (now.goes_on ? now.count >= now.at : now.count == now.at);
  }
};

TEST_CASE("memory that runs out at any allocation of a run") {
  IndexCase index;
  index.put(0);
  REQUIRE(index.update().has_value());
  const Tree files = index.files();
  index.put(1);
  const FailingMemory memory;
  FailingMemory::arm(0, false);
  REQUIRE(index.update().has_value());
  const std::uint64_t cases = FailingMemory::allocations();
  CHECK(cases > 100);
  Tally tally;
  std::uint64_t tried = 0;
  for (const bool goes_on : {false, true}) {
    for (std::uint64_t at = 1; at <= cases; at += stride(cases, 40)) {
      CAPTURE(at);
      CAPTURE(goes_on);
      index.restore(files);
      FailingMemory::arm(at, goes_on);
      const auto report = index.update();
      FailingMemory::arm(0, false);
      ++tried;
      tally.add(report ? "runs that got through" : "runs that failed");
      if (report) {
        const Answer answer = index.ask(1);
        CHECK_MESSAGE((answer.kind == Answer::Kind::complete && answer.state == 1), show(answer));
      }
      expect_sound(index, 1, tally);
    }
  }
  tell("failing memory, runs: " + std::to_string(tried) + ": " + tally.text());
}

TEST_CASE("memory that runs out at any allocation of a question") {
  IndexCase index;
  index.put(0);
  REQUIRE(index.update().has_value());
  const FailingMemory memory;
  FailingMemory::arm(0, false);
  REQUIRE(index.ask(0).kind == Answer::Kind::complete);
  const std::uint64_t cases = FailingMemory::allocations();
  CHECK(cases > 100);
  Tally tally;
  for (const bool goes_on : {false, true}) {
    for (std::uint64_t at = 1; at <= cases; at += stride(cases, 60)) {
      CAPTURE(at);
      CAPTURE(goes_on);
      FailingMemory::arm(at, goes_on);
      const Answer answer = index.ask(0);
      FailingMemory::arm(0, false);
      CHECK_MESSAGE((answer.kind == Answer::Kind::complete || answer.kind == Answer::Kind::failed), show(answer));
      tally.add(answer.kind == Answer::Kind::complete ? "answered" : "failed");
    }
  }
  tell("failing memory, questions: " + tally.text());
}

}  // namespace
}  // namespace grit::test
