#include <doctest/doctest.h>

#include "sample_project.h"
#include "signals/signals.h"

namespace grit::retrieve {
namespace {

struct Shop : SampleProject {
  Shop() {
    add("shop/cart.py",
        "import money\n"               // 1
        "\n"                           // 2
        "class Cart:\n"                // 3
        "    rate = 1\n"               // 4
        "    def total(self):\n"       // 5
        "        def line(item):\n"    // 6
        "            return item.x\n"  // 7
        "        return line(self)\n"  // 8
        "\n"                           // 9
        "total = Cart().total()\n");   // 10
    add("shop/money.py", "def rounded(x):\n    return round(x)\n");
    add("tests/test_cart.py", "def test_total():\n    assert 0\n");
    add("types.py", "def coroutine(f):\n    return f\n");
  }
};

std::vector<Evidence> trace(SampleProject& project, std::string_view ticket) {
  return run(*make_traceback(), project, analyse(ticket));
}

TEST_CASE("traceback: innermost 1, then 1/2, 1/3, in the innermost definition") {
  Shop project;
  CHECK(make_traceback()->name() == "traceback");
  CHECK(make_traceback()->default_weight() == 1.0);
  const auto evidence = trace(project,
                              "  File \"tests/test_cart.py\", line 2, in test_total\n"
                              "  File \"shop/cart.py\", line 8, in total\n"
                              "  File \"shop/cart.py\", line 7, in line\n");
  CHECK(evidence.size() == 3);
  CHECK(score_of(evidence, "shop/cart.py::Cart.total.<locals>.line") == 1.0);
  CHECK(score_of(evidence, "shop/cart.py::Cart.total") == 1.0 / 2);
  CHECK(score_of(evidence, "tests/test_cart.py::test_total") == 1.0 / 3);
  CHECK(evidence_of(evidence, "shop/cart.py::Cart.total.<locals>.line")->reason ==
        "innermost frame: shop/cart.py:7 in line");
  CHECK(evidence_of(evidence, "shop/cart.py::Cart.total")->reason == "frame 2: shop/cart.py:8 in total");
}

TEST_CASE("traceback: frames outside the project are not counted") {
  Shop project;
  const auto evidence = trace(project,
                              "  File \"/srv/shop/cart.py\", line 5, in total\n"
                              "  File \"/usr/lib/python3.11/site-packages/attr/_make.py\", line 7, in f\n"
                              "  File \"/usr/lib/python3.11/decimal.py\", line 3, in g\n");
  CHECK(evidence.size() == 1);
  CHECK(score_of(evidence, "shop/cart.py::Cart.total") == 1.0);
}

TEST_CASE("traceback: renamed roots are matched by suffix") {
  Shop project;
  CHECK(score_of(trace(project, "  File \"C:\\Users\\me\\shop\\money.py\", line 2, in rounded\n"),
                 "shop/money.py::rounded") == 1.0);
  CHECK(score_of(trace(project, "  File \"./shop/money.py\", line 2, in rounded\n"), "shop/money.py::rounded") == 1.0);
  CHECK(score_of(trace(project, "money.py:2: in rounded\n"), "shop/money.py::rounded") == 1.0);
  SampleProject nested;
  nested.add("src/shop/money.py", "def rounded(x):\n    return x\n")
      .add("old/money.py", "def rounded(x):\n    return x\n");
  const auto evidence = trace(nested, "  File \"/site-packages/shop/money.py\", line 2, in rounded\n");
  CHECK(evidence.size() == 1);
  CHECK(score_of(evidence, "src/shop/money.py::rounded") == 1.0);
}

TEST_CASE("traceback: a mere file name must agree about the function") {
  Shop project;
  // The standard library's types.py is not this project's.
  CHECK(trace(project, "  File \"/usr/lib/python3.11/types.py\", line 2, in other\n").empty());
  CHECK(trace(project, "  File \"/usr/lib/python3.11/types.py\", line 2, in <module>\n").empty());
  CHECK(score_of(trace(project, "  File \"/tmp/scratch/types.py\", line 2, in coroutine\n"), "types.py::coroutine") ==
        1.0);
  // The project's own file lies in a folder that the frame does not have.
  CHECK(trace(project, "  File \"/usr/lib/python3.11/money.py\", line 2, in rounded\n").empty());
}

TEST_CASE("traceback: a line at module level is the file's, repeated places count once") {
  Shop project;
  const auto evidence = trace(project,
                              "  File \"shop/cart.py\", line 1, in <module>\n"
                              "  File \"shop/cart.py\", line 8, in total\n"
                              "  File \"shop/cart.py\", line 5, in total\n");
  CHECK(evidence.size() == 2);
  CHECK(score_of(evidence, "shop/cart.py::Cart.total") == 1.0);
  CHECK(score_of(evidence, "shop/cart.py") == 1.0 / 3);
}

TEST_CASE("traceback: the frames of the last failure come before the ticket's") {
  Shop project;
  const Query query = analyse("  File \"shop/money.py\", line 2, in rounded\n", "shop/cart.py:5: ValueError\n");
  const auto evidence = run(*make_traceback(), project, query);
  CHECK(score_of(evidence, "shop/cart.py::Cart.total") == 1.0);
  CHECK(score_of(evidence, "shop/money.py::rounded") == 0.5);
}

}  // namespace
}  // namespace grit::retrieve
