// The index on a disk that fails, fills up, loses power or changes bytes: what it answers is a complete state of the
// project or an error, never anything else, and the next run makes it whole.
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "faulty_disk.h"
#include "index_case.h"
#include "support/soak.h"

namespace grit::test {
namespace {

using Kind = FaultyDisk::Kind;

// The index of state 0 beside a project in state 1, ready to be tried again and again.
struct Beginning {
  explicit Beginning(bool with_log) {
    index.put(0);
    REQUIRE(index.update().has_value());
    index.put(1);
    if (!with_log) {
      files = index.files();
      return;
    }
    // A reader keeps the log from being written back, and what a killed process leaves is these two files.
    const auto reader = index::open_store(index.database());
    REQUIRE(reader.has_value());
    REQUIRE(index.update().has_value());
    files = index.files();
    REQUIRE(files.contains("-wal"));
    files.erase("-shm");
    index.put(2);
  }
  IndexCase index;
  Tree files;
};

// Lets every operation of a run fail, once or from there on.
void sweep(IndexCase& index, const Tree& files, int last, Kind kind, bool goes_on, Tally& tally) {
  FaultyDisk disk;
  index.restore(files);
  disk.arm({});
  REQUIRE(index.update().has_value());
  const std::uint64_t cases = kind == Kind::full ? disk.writes() : disk.operations();
  CHECK(cases > 10);
  for (std::uint64_t at = 1; at <= cases; at += stride(cases, 25)) {
    CAPTURE(at);
    index.restore(files);
    disk.arm({kind, at, goes_on});
    const auto report = index.update();
    tally.add(report ? "runs that got through" : "runs that failed");
    disk.arm({});
    if (report) {
      const Answer answer = index.ask(last);
      CHECK_MESSAGE((answer.kind == Answer::Kind::complete && answer.state == last), show(answer));
    } else {
      CHECK(report.error().code() != Code::internal);
    }
    expect_sound(index, last, tally);
  }
}

void sweep_all(IndexCase& index, const Tree& files, int last, const std::string& what) {
  for (const Kind kind : {Kind::error, Kind::full}) {
    Tally tally;
    for (const bool goes_on : {false, true}) {
      CAPTURE(static_cast<int>(kind));
      CAPTURE(goes_on);
      sweep(index, files, last, kind, goes_on, tally);
    }
    tell(std::string(kind == Kind::full ? "full disk" : "failing input and output") + ", " + what + ": " +
         tally.text());
  }
}

TEST_CASE("a disk that fails or is full at any moment of a first run") {
  IndexCase index;
  index.put(0);
  sweep_all(index, {}, 0, "first run");
}

TEST_CASE("a disk that fails or is full at any moment of a run after changes") {
  Beginning begin(false);
  sweep_all(begin.index, begin.files, 1, "run after changes");
}

TEST_CASE("a disk that fails or is full at any moment of a run after a crash") {
  Beginning begin(true);
  sweep_all(begin.index, begin.files, 2, "run after a crash");
}

TEST_CASE("a disk that fails at any moment of a question") {
  Beginning begin(true);
  FaultyDisk disk;
  begin.index.restore(begin.files);
  disk.arm({});
  REQUIRE(begin.index.ask(2).kind == Answer::Kind::complete);
  const std::uint64_t cases = disk.operations();
  Tally tally;
  for (std::uint64_t at = 1; at <= cases; at += stride(cases, 40)) {
    CAPTURE(at);
    begin.index.restore(begin.files);
    disk.arm({Kind::error, at, at % 2 == 0});
    const Answer answer = begin.index.ask(2);
    CHECK_MESSAGE((answer.kind != Answer::Kind::wrong && answer.kind != Answer::Kind::none), show(answer));
    if (answer.kind == Answer::Kind::complete) CHECK(answer.state == 1);
    tally.add(answer.kind == Answer::Kind::complete ? "answered" : "failed");
    disk.arm({});
    expect_sound(begin.index, 2, tally);
  }
  tell("failing input and output, questions: " + tally.text());
}

TEST_CASE("a power loss at any moment of several runs") {
  const std::uint64_t count = rounds(40, 1500);
  Tally tally;
  for (std::uint64_t seed = first_seed(); seed < first_seed() + count; ++seed) {
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    IndexCase index;
    FaultyDisk disk;
    disk.arm({Kind::power, 1 + random() % 900, false});
    int state = -1;
    while (!disk.struck() && state < 4) {
      index.put(++state);
      (void)index.update();
    }
    if (!disk.struck()) tally.add("after the last run");
    disk.lose_power(random);
    expect_sound(index, state, tally);
  }
  tell("power losses: " + std::to_string(count) + ": " + tally.text());
}

// Damage is noticed by whoever reads it, and the run after that makes the index whole. `ask_first`: before a run, which
// does not read everything, had a look.
void expect_noticed(IndexCase& index, bool ask_first, int last, Tally& tally) {
  bool noticed = false;
  for (int runs = ask_first ? 0 : 1; runs < 3; ++runs) {
    if (runs > 0) {
      const auto report = index.update();
      REQUIRE_MESSAGE(report.has_value(), (report ? "" : report.error().message()));
      noticed = noticed || !report->notes.empty();
    }
    const Answer answer = index.ask(last);
    CHECK_MESSAGE((answer.kind != Answer::Kind::wrong && answer.kind != Answer::Kind::failed), show(answer));
    if (answer.kind == Answer::Kind::damaged) {
      CHECK_FALSE(noticed);  // a second time
      noticed = true;
    } else if (runs > 0) {
      CHECK_MESSAGE((answer.kind == Answer::Kind::complete && answer.state == last), show(answer));
    }
  }
  tally.add(noticed ? "noticed" : "harmless");
}

void flip_bits(IndexCase& index, const Tree& files, const std::string& suffix, int last) {
  const std::string& bytes = files.at(suffix);
  std::mt19937_64 random(first_seed());
  Tally tally;
  // Each byte of the first page, which holds what decides how the rest is read, and any others.
  const std::uint64_t header = soaking() ? 600 : 100;
  const std::uint64_t count = header + rounds(100, 3000);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::size_t at = i < header ? i : random() % bytes.size();
    const int bit = static_cast<int>(random() % 8);
    CAPTURE(at);
    CAPTURE(bit);
    Tree damaged = files;
    damaged[suffix][at] = static_cast<char>(damaged[suffix][at] ^ (1 << bit));
    index.restore(damaged);
    expect_noticed(index, i % 2 == 0, last, tally);
  }
  tell("flipped bits" + (suffix.empty() ? "" : " in " + suffix) + ": " + std::to_string(count) + ": " + tally.text());
}

TEST_CASE("a flipped bit anywhere in the index file") {
  IndexCase index;
  index.put(0);
  REQUIRE(index.update().has_value());
  index.put(1);
  REQUIRE(index.update().has_value());
  flip_bits(index, index.files(), "", 1);
}

TEST_CASE("a flipped bit anywhere in a log that a crash left") {
  Beginning begin(true);
  flip_bits(begin.index, begin.files, "-wal", 2);
}

TEST_CASE("files that were cut short") {
  Beginning begin(true);
  Tally tally;
  std::mt19937_64 random(first_seed());
  for (const char* suffix : {"", "-wal"}) {
    const std::size_t size = begin.files.at(suffix).size();
    const std::uint64_t count = rounds(40, 1000);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::size_t left = i % 2 == 0 ? random() % size : random() % (size / 512) * 512;
      CAPTURE(std::string(suffix));
      CAPTURE(left);
      Tree damaged = begin.files;
      damaged[suffix].resize(left);
      begin.index.restore(damaged);
      expect_noticed(begin.index, i % 4 < 2, 2, tally);
    }
  }
  tell("truncated files: " + tally.text());
}

}  // namespace
}  // namespace grit::test
