// A project that goes from one state to the next, and what its index has to answer whatever happens on the way.
#ifndef GRIT_TESTS_FAULTS_INDEX_CASE_H_
#define GRIT_TESTS_FAULTS_INDEX_CASE_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <grit/index.h>
#include <grit/testing.h>

#include "support/temporary_folder.h"

namespace grit::test {

using Tree = std::map<std::string, std::string>;  // path → bytes

// The files of state `number`. From one state to the next some change, some go, some come and some move.
Tree tree_of(int number);

// What opening an index and asking for everything gave.
struct Answer {
  enum class Kind {
    complete,  // of state `state`
    none,      // there is no index, or not yet
    damaged,   // Code::corrupt
    failed,    // any other error
    wrong,     // of no state
  };
  Kind kind = Kind::failed;
  int state = -1;
  std::string message;
};

class IndexCase {
 public:
  IndexCase();

  [[nodiscard]] std::string database() const { return folder_.path() + "/index.db"; }
  [[nodiscard]] const std::string& folder() const { return folder_.path(); }
  void put(int state);  // changes the project's files
  Result<index::IndexReport> update();
  // Which of the states up to `last` the index tells of.
  Answer ask(int last);

  // The index file as it is now, and back to it.
  [[nodiscard]] Tree files() const;
  void restore(const Tree& files) const;

 private:
  const std::vector<std::string>& expected(int state);

  TemporaryFolder folder_;
  testing::MemoryFileSystem project_;
  int state_ = -1;
  std::map<int, std::vector<std::string>> expected_;
};

// For a failure's message.
std::string show(const Answer& answer);

// How often things ended how.
class Tally {
 public:
  void add(const std::string& what) { ++counts_[what]; }
  [[nodiscard]] std::uint64_t count(const std::string& what) const {
    const auto found = counts_.find(what);
    return found == counts_.end() ? 0 : found->second;
  }
  [[nodiscard]] std::string text() const;

 private:
  std::map<std::string, std::uint64_t> counts_;
};

// Asks, expects one of the states up to `last` or a failure that says so, then lets a run without faults follow and
// expects `last`.
void expect_sound(IndexCase& index, int last, Tally& tally);

}  // namespace grit::test

#endif  // GRIT_TESTS_FAULTS_INDEX_CASE_H_
