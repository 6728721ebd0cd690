// The default profile, feature by feature.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "features/cleaning.h"
#include "features/lexer.h"
#include "features/loose_frames.h"
#include "features/project.h"
#include "features/terms.h"
#include "features/ticket.h"
#include "sample_project.h"

namespace grit::retrieve {
namespace {

FindResult find_default(SampleProject& project, std::string_view ticket, const FindOptions& options = {}) {
  auto result = find(analyse(ticket), default_signals(), *default_ranker(), project.store, project.files, options, {});
  if (!result) FAIL(result.error().message());
  return *std::move(result);
}

double feature_of(const FindResult& result, std::string_view place, std::string_view feature) {
  for (const Candidate& candidate : result.candidates) {
    if (place_text(candidate.place) != place) continue;
    for (const Contribution& part : candidate.signals) {
      if (part.signal == feature) return part.score;
    }
  }
  return 0;
}

// Prices and a cart, with a test.
class Shop : public SampleProject {
 public:
  Shop() {
    add("shop/cart.py",
        "from shop.price import round_price\n\n"
        "class Base:\n    def refund(self, order):\n        return order\n\n"
        "class Cart(Base):\n    def __init__(self, owner):\n        self.owner = owner\n\n"
        "    def total(self, items):\n        # sum of everything in it\n"
        "        return round_price(sum(items))\n\n"
        "    def __eq__(self, other):\n        return self.owner == other.owner\n");
    add("shop/price.py",
        "def round_price(value):\n    if value < 0:\n        raise ValueError(\"a price may not be negative\")\n"
        "    return round(value, 2)\n\n"
        "def make_label():\n    def render(text):\n        return text.title()\n    return render\n");
    add("tests/test_cart.py", "def test_total():\n    assert Cart(1).total([1]) == 1\n");
  }
};

std::vector<LineKind> kinds(std::string_view text) {
  std::vector<LineKind> list;
  for (const TicketLine& line : clean_ticket(text)) list.push_back(line.kind);
  return list;
}

TEST_CASE("terms: one for all inflections, none for words that say nothing") {
  for (const char* word : {"serialize", "serialized", "Serializing", "serializes"}) CHECK(term_of(word) == "serializ");
  CHECK(term_of("validation") == term_of("validate"));
  CHECK(term_of("class") == "class");
  CHECK(term_of("queries") == "query");
  CHECK(term_of("修复") == "修复");
  CHECK(is_stop_word("the"));
  CHECK_FALSE(is_stop_word("redirect"));
}

TEST_CASE("lexer: identifiers, strings and comments, whatever stands in them") {
  std::vector<std::string> pieces;
  lex("x = f'a # b' # c\n\"\"\"d\n'e\"\"\"\ng('h\n", "python", [&](const Piece& piece) {
    pieces.push_back(std::to_string(static_cast<int>(piece.kind)) + std::string(piece.text));
  });
  CHECK(pieces == std::vector<std::string>{"0x", "1a # b", "2 c", "1d\n'e", "0g", "1h"});
  pieces.clear();
  lex("a /* b\n */ // c\n'unclosed \\", "go", [&](const Piece& piece) { pieces.emplace_back(piece.text); });
  CHECK(pieces == std::vector<std::string>{"a", " b\n ", " c", "unclosed \\"});
}

TEST_CASE("cleaning: templates, machines and comments are noise; code, traces and messages are told apart") {
  CHECK(kinds("Cart is wrong\n### Environment\nnumpy: 1.2.3\nlinux\n### Details\nit fails") ==
        std::vector{LineKind::title, LineKind::noise, LineKind::noise, LineKind::noise, LineKind::prose,
                    LineKind::prose});
  CHECK(kinds("a\n<!-- please\nread -->\n- [x] I did\n```\nx\n```\n>>> f(1)") ==
        std::vector{LineKind::title, LineKind::noise, LineKind::noise, LineKind::noise, LineKind::noise, LineKind::code,
                    LineKind::noise, LineKind::code});
  CHECK(kinds("a\nTraceback (most recent call last):\n  File \"x.py\", line 1, in f\n    g()\nValueError: no") ==
        std::vector{LineKind::title, LineKind::noise, LineKind::trace, LineKind::trace, LineKind::message});
}

TEST_CASE("frames of IPython and of warnings") {
  const auto frames = loose_frames(
      "~/a/x.py in f(b)\n      1 def f(b):\n----> 2   g(b)\n\nFile ~/y.py:7, in Box.g(x)\n"
      "/z.py:30: DeprecationWarning: old\n");
  REQUIRE(frames.size() == 3);
  CHECK((frames[0].file == "/z.py" && frames[0].line == 30));
  CHECK((frames[1].file == "~/y.py" && frames[1].line == 7 && frames[1].function == "Box"));
  CHECK((frames[2].file == "~/a/x.py" && frames[2].line == 2 && frames[2].function == "f"));
}

TEST_CASE("a ticket's names know how they stand in it") {
  const Ticket ticket = read_ticket(analyse("Cart.total is wrong\n\nSee `owner` and https://h/b/shop/cart.py#L3-L9\n"));
  const auto ways = [&](std::string_view name) {
    const auto found = std::ranges::find(ticket.mentions, name, &Mention::name);
    return found == ticket.mentions.end() ? 0U : found->ways;
  };
  CHECK((ways("total") & kDotted) != 0);
  CHECK((ways("Cart") & (kInner | kInTitle)) == (kInner | kInTitle));
  CHECK((ways("owner") & kQuoted) != 0);
  REQUIRE(ticket.links.size() == 1);
  CHECK((ticket.links[0].lines.begin == 3 && ticket.links[0].lines.end == 9));
}

TEST_CASE("tests and documentation are aside; a part of a package of that name is not") {
  for (const char* path : {"tests/a.py", "pkg/tests/a.py", "test/a.py", "docs/conf.py", "pkg/test_a.py", "a_test.go"}) {
    CHECK(is_aside(path));
  }
  for (const char* path : {"pkg/test/client.py", "pkg/testing/tools.py", "pkg/latest.py"}) CHECK_FALSE(is_aside(path));
}

TEST_CASE("the named method comes first, what it calls after it, its test never") {
  Shop project;
  const FindResult result = find_default(project, "Cart.total(items) is wrong for negative items");
  CHECK(place_text(result.candidates.at(0).place) == "shop/cart.py::Cart.total");
  CHECK(feature_of(result, "shop/cart.py::Cart.total", "qualified") == 1);
  CHECK(feature_of(result, "shop/price.py::round_price", "callee") > 0.3);
  CHECK(feature_of(result, "tests/test_cart.py::test_total", "is_aside") == 1);
  CHECK(result.files.at(0).path == "shop/cart.py");
}

TEST_CASE("a message, an operator and an inherited method lead to their places") {
  Shop project;
  const FindResult message = find_default(project, "Crash\n\nValueError: a price may not be negative\n");
  CHECK(place_text(message.candidates.at(0).place) == "shop/price.py::round_price");
  CHECK(feature_of(message, "shop/price.py::round_price", "message") > 0.5);
  const FindResult same = find_default(project, "Two carts are the same\n\n```\nCart(1) == Cart(2)\n```\n");
  CHECK(feature_of(same, "shop/cart.py::Cart.__eq__", "special_method") > 0.5);
  const FindResult base = find_default(project, "`Cart.refund` returns nothing");
  CHECK(feature_of(base, "shop/cart.py::Base.refund", "qualified") > 0.5);
}

TEST_CASE("a ticket that is a traceback leads to its innermost frame; a function inside another is a part of it") {
  Shop project;
  const FindResult result =
      find_default(project,
                   "Traceback (most recent call last):\n  File \"/x/shop/cart.py\", line 12, in "
                   "total\n    return y\n  File \"/x/shop/price.py\", line 8, in render\n    z\n");
  CHECK(place_text(result.candidates.at(0).place) == "shop/price.py::make_label");
  CHECK(feature_of(result, "shop/price.py::make_label", "frame_inner") == 1);
  CHECK(feature_of(result, "shop/cart.py::Cart.total", "frame") == doctest::Approx(0.5));
}

// Says of one place that it is the one.
class Certain final : public Signal {
 public:
  explicit Certain(Evidence evidence) : evidence_(std::move(evidence)) {}
  std::string_view name() const override { return "certain"; }
  double default_weight() const override { return 10; }
  Result<std::vector<Evidence>> score(const SignalInput&) override { return std::vector{evidence_}; }

 private:
  Evidence evidence_;
};

TEST_CASE("a host's signal counts, and is named when it breaks its contract") {
  Shop project;
  const auto run = [&](Evidence evidence) {
    std::vector<std::unique_ptr<Signal>> signals;
    signals.push_back(std::make_unique<Certain>(std::move(evidence)));
    return find(analyse("Cart.total is wrong"), signals, *default_ranker(), project.store, project.files, {}, {});
  };
  const auto found = run({{"shop/price.py", "make_label"}, 1, "told"});
  REQUIRE(found.has_value());
  CHECK(place_text(found->candidates.at(0).place) == "shop/price.py::make_label");
  CHECK(run({{"shop/price.py", "make_label"}, 2, "told"}).error().code() == Code::callback);
  CHECK(run({{"elsewhere.py", "x"}, 1, "told"}).error().code() == Code::callback);
}

TEST_CASE("the default profile: nothing for nothing, the same twice, and it stops when told to") {
  Shop project;
  CHECK(find_default(project, "zzqqxx").candidates.empty());
  const auto first = find_default(project, "Cart is wrong", {.top = 3});
  const auto second = find_default(project, "Cart is wrong", {.top = 3});
  REQUIRE((first.candidates.size() == 3 && second.candidates.size() == 3));
  for (std::size_t i = 0; i < 3; ++i) CHECK(first.candidates[i].score == second.candidates[i].score);
  StopConditions stop;
  stop.cancel.cancel();
  const auto stopped =
      find(analyse("Cart"), default_signals(), *default_ranker(), project.store, project.files, {}, stop);
  CHECK(stopped.error().code() == Code::cancelled);
}

}  // namespace
}  // namespace grit::retrieve
