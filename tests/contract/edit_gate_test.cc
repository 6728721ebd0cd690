// What every EditGate promises.
#include <doctest/doctest.h>

#include <atomic>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <grit/edit.h>

namespace grit::contract {
namespace {

using edit::EditGate;
using edit::Finding;
using edit::GateInput;

constexpr std::string_view kFile =
    "import os\n\n@cache\ndef f(a, b=1):\n    \"\"\"Adds.\"\"\"\n    c = a + b\n    return c\n\n\nclass K:\n    pass\n";

// From what any gate must let pass to what no host would hand to one.
const std::vector<std::string> kAnswers = {
    "@cache\ndef f(a, b=1):\n    \"\"\"Adds.\"\"\"\n    c = a - b\n    return c",
    "@cache\ndef f(a, b=1):\n    \"\"\"Adds.\"\"\"\n    c = a + b\n    return c",
    "def g(a):\n    # ... rest of the code ...\n    pass",
    "def f(a, a):\n    return &gt; “x”\n  break",
    "def f(a, b=1):",
    "class f:\n    pass",
    "",
    "\n\n",
    "(((((",
    "'''",
    "\xFF\xFE\x01",
    std::string("def f():\n    x = '\0'\n", 22),
    std::string(5000, '('),
    "def f(a, b=1):\n    return 1\n\nclass K:\n    x = 1",
};

std::string shown(const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& one : findings) {
    out += one.code + "|" + std::to_string(one.line) + "|" + one.message + "|" + one.for_model + "\n";
  }
  return out;
}

// A file with an answer in the place of the definition.
struct Edit {
  explicit Edit(const std::string& now) : answer(now) {
    auto found = edit::locate(before, "x.py", "f");
    REQUIRE(found.has_value());
    target = std::move(*found);
    const auto begin = static_cast<std::size_t>(target.range.begin);
    after = before.substr(0, begin) + answer + before.substr(static_cast<std::size_t>(target.range.end));
  }
  GateInput input() const {
    return {before, after, target, target.range, {target.range.begin, target.range.begin + answer.size()}, answer};
  }

  std::string before{kFile};
  std::string answer;
  std::string after;
  edit::Target target;
};

void check_findings(const std::vector<Finding>& findings, const Edit& edit) {
  std::uint32_t lines = 1;
  for (const char c : edit.answer) lines += c == '\n' ? 1 : 0;
  for (const Finding& one : findings) {
    CHECK(one.code.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos);
    CHECK_FALSE(one.code.empty());
    CHECK_FALSE(one.message.empty());
    CHECK_FALSE(one.for_model.empty());
    CHECK(one.for_model.find('\n') == std::string::npos);
    CHECK(one.message.size() + one.for_model.size() < 4000);  // it goes into a prompt
    CHECK(one.line <= lines);
  }
}

void check_gate(const EditGate& gate) {
  CAPTURE(gate.id());
  CHECK_FALSE(gate.id().empty());
  CHECK(gate.id().find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos);
  std::vector<std::string> expected;
  for (const std::string& answer : kAnswers) {
    CAPTURE(answer);
    const Edit edit(answer);
    const auto findings = gate.check(edit.input());
    check_findings(findings, edit);
    expected.push_back(shown(findings));
    CHECK_EQ(shown(gate.check(edit.input())), expected.back());  // nothing is remembered
  }
  CHECK_EQ(expected[0], "");  // a sound edit passes every gate
  std::atomic<int> different = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (std::size_t k = 0; k < kAnswers.size(); ++k) {
        const Edit edit(kAnswers[k]);
        if (shown(gate.check(edit.input())) != expected[k]) ++different;
      }
    });
  }
  for (std::thread& one : threads) one.join();
  CHECK_EQ(different.load(), 0);
}

}  // namespace

TEST_CASE("EditGate: the built-in ones") {
  std::set<std::string> ids;
  for (const auto& gate : edit::default_gates()) {
    check_gate(*gate);
    CHECK(ids.insert(std::string(gate->id())).second);
  }
  CHECK_EQ(ids.size(), 11);
}

TEST_CASE("EditGate: each built-in one refuses something of its own") {
  for (const auto& gate : edit::default_gates()) {
    CAPTURE(gate->id());
    bool refuses = false;
    for (const std::string& answer : kAnswers) {
      const Edit edit(answer);
      refuses = refuses || !gate->check(edit.input()).empty();
    }
    CHECK(refuses);
  }
}

namespace {

// A host's own gate: it counts, and objects when it is told to.
class Counting final : public EditGate {
 public:
  Counting(std::string id, bool objects, std::vector<std::string>& asked)
      : id_(std::move(id)), objects_(objects), asked_(asked) {}
  std::string_view id() const override { return id_; }
  std::vector<Finding> check(const GateInput& input) const override {
    asked_.push_back(id_);
    CHECK(input.inserted.of(input.after).find("a - b") != std::string_view::npos);
    if (!objects_) return {};
    return {Finding{"house_rule", 0, "no", "Do not."}};
  }

 private:
  std::string id_;
  bool objects_;
  std::vector<std::string>& asked_;
};

}  // namespace

TEST_CASE("EditGate: they are asked in their order, up to the first that objects") {
  std::vector<std::string> asked;
  std::vector<std::unique_ptr<EditGate>> gates;
  gates.push_back(std::make_unique<Counting>("one", false, asked));
  gates.push_back(std::make_unique<Counting>("two", true, asked));
  gates.push_back(std::make_unique<Counting>("three", false, asked));
  const Edit edit(kAnswers[0]);
  const auto outcome = edit::propose_function(kFile, edit.target, kAnswers[0], edit::FinishReason::stop, gates);
  REQUIRE(outcome.has_value());
  CHECK_FALSE(outcome->proposal.has_value());
  REQUIRE_EQ(outcome->findings.size(), 1);
  CHECK_EQ(outcome->findings[0].code, "house_rule");
  CHECK_EQ(asked, std::vector<std::string>{"one", "two"});
}

}  // namespace grit::contract
