#include "index_case.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "support/index_text.h"

namespace grit::test {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kWords = {"common", "only_0", "only_1", "only_2", "helper", "m3"};
constexpr const char* kSuffixes[] = {"", "-wal", "-shm", "-journal", ".damaged"};

}  // namespace

Tree tree_of(int number) {
  const std::string state = std::to_string(number);
  Tree out;
  for (int i = 0; i < 8; ++i) {
    const std::string name = "m" + std::to_string(i);
    const std::string once = i % 4 == number % 4 ? "def only_" + state + "(): return helper()\n" : "";
    out[name + ".py"] = "from m0 import helper\n\n\ndef " + name + "(common):\n    return common.value\n\n\n" + once;
  }
  out["m0.py"] = "def helper():\n    \"\"\"Helps.\"\"\"\n\n\nclass Box:\n    def value(self): return helper()\n";
  out.erase("m" + std::to_string(7 - number % 3) + ".py");
  std::string large = "class Large:\n";
  for (int i = 0; i < 150; ++i)
    large += "    def method_" + std::to_string(i + number) + "(self): return self.common\n";
  out["pkg" + state + "/large.py"] = large;
  out["moved" + state + ".py"] = "def stays(): return common\n";
  out["notes.md"] = "common words, number " + state + "\n";
  return out;
}

IndexCase::IndexCase() = default;

void IndexCase::put(int state) {
  const Tree wanted = tree_of(state);
  const Tree present = state_ < 0 ? Tree() : tree_of(state_);
  for (const auto& [path, bytes] : present) {
    if (!wanted.contains(path)) REQUIRE(project_.remove(path, ContentHash::of(bytes)).ok());
  }
  for (const auto& [path, bytes] : wanted) {
    const auto found = present.find(path);
    if (found == present.end() || found->second != bytes) project_.put(path, bytes);
  }
  state_ = state;
}

Result<index::IndexReport> IndexCase::update() {
  index::IndexOptions options;
  options.database = database();
  options.threads = 1;
  return index::update_index(project_, "", options, {}, {});
}

// Out of a fresh index of its own.
const std::vector<std::string>& IndexCase::expected(int state) {
  const auto found = expected_.find(state);
  if (found != expected_.end()) return found->second;
  const TemporaryFolder folder;
  testing::MemoryFileSystem project;
  for (const auto& [path, bytes] : tree_of(state)) project.put(path, bytes);
  index::IndexOptions options;
  options.database = folder.path() + "/fresh.db";
  options.threads = 1;
  REQUIRE(index::update_index(project, "", options, {}, {}).has_value());
  const auto store = index::open_store(options.database);
  REQUIRE(store.has_value());
  auto lines = everything(**store, kWords);
  REQUIRE(lines.has_value());
  return expected_[state] = std::move(*lines);
}

Answer IndexCase::ask(int last) {
  const auto failure = [](const Status& status) {
    Answer out;
    if (status.code() == Code::not_found) out.kind = Answer::Kind::none;
    if (status.code() == Code::corrupt) out.kind = Answer::Kind::damaged;
    out.message = status.message();
    return out;
  };
  const auto store = index::open_store(database());
  if (!store) return failure(store.error());
  const auto lines = everything(**store, kWords);
  if (!lines) return failure(lines.error());
  for (int state = last; state >= 0; --state) {
    if (expected(state) == *lines) return {Answer::Kind::complete, state, ""};
  }
  Answer out;
  out.kind = Answer::Kind::wrong;
  for (const std::string& line : *lines) out.message += line + "\n";
  return out;
}

Tree IndexCase::files() const {
  Tree out;
  for (const char* suffix : kSuffixes) {
    std::ifstream in(database() + suffix, std::ios::binary);
    if (in) out[suffix] = {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  return out;
}

void IndexCase::restore(const Tree& files) const {
  for (const char* suffix : kSuffixes) fs::remove(database() + suffix);
  for (const auto& [suffix, bytes] : files) std::ofstream(database() + suffix, std::ios::binary) << bytes;
}

std::string show(const Answer& answer) {
  constexpr const char* kNames[] = {"complete", "none", "damaged", "failed", "wrong"};
  return std::string(kNames[static_cast<int>(answer.kind)]) + " " + std::to_string(answer.state) + " " + answer.message;
}

std::string Tally::text() const {
  std::string out;
  for (const auto& [what, count] : counts_) out += (out.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  return out;
}

void expect_sound(IndexCase& index, int last, Tally& tally) {
  const Answer first = index.ask(last);
  CHECK_MESSAGE((first.kind != Answer::Kind::wrong && first.kind != Answer::Kind::failed), show(first));
  const char* const kKinds[] = {"complete", "without an index", "damaged", "failed", "wrong"};
  tally.add(first.kind == Answer::Kind::complete ? (first.state == last ? "new" : "old")
                                                 : kKinds[static_cast<int>(first.kind)]);
  const auto report = index.update();
  REQUIRE_MESSAGE(report.has_value(), (report ? "" : report.error().message()));
  for (const std::string& note : report->notes) {
    CHECK_MESSAGE(note.find("damaged") != std::string::npos, note);
    tally.add("rebuilt");
  }
  if (first.kind == Answer::Kind::damaged) CHECK_FALSE(report->notes.empty());
  const Answer then = index.ask(last);
  CHECK_MESSAGE((then.kind == Answer::Kind::complete && then.state == last), show(then));
}

}  // namespace grit::test
