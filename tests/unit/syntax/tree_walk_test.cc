// TreeWalk against tree-sitter's own cursor, on whole and on broken sources.
#include "tree_walk.h"

#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>
#include <tree_sitter/grammars.h>

#include "port/host_files.h"

namespace grit::syntax {
namespace {

using Visit = std::tuple<std::size_t, TSSymbol, std::uint32_t, std::uint32_t, const void*>;

std::vector<Visit> by_cursor(const TSTree* tree) {
  std::vector<Visit> out;
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  for (bool more = true; more;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    out.emplace_back(ts_tree_cursor_current_depth(&cursor), ts_node_symbol(node), ts_node_start_byte(node),
                     ts_node_end_byte(node), node.id);
    if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) more = ts_tree_cursor_goto_parent(&cursor);
  }
  ts_tree_cursor_delete(&cursor);
  return out;
}

std::vector<Visit> by_walk(const TSTree* tree) {
  std::vector<Visit> out;
  TreeWalk walk(tree);
  bool same_node = true;
  do {
    out.emplace_back(walk.depth(), walk.symbol(), walk.begin(), walk.end(), walk.id());
    const TSNode node = walk.node();
    same_node = same_node && ts_node_symbol(node) == walk.symbol() && ts_node_end_byte(node) == walk.end();
  } while (walk.next(true));
  CHECK(same_node);
  return out;
}

void check_alike(const std::string& source) {
  const std::unique_ptr<TSParser, decltype(&ts_parser_delete)> parser(ts_parser_new(), ts_parser_delete);
  REQUIRE(ts_parser_set_language(parser.get(), tree_sitter_python()));
  const std::unique_ptr<TSTree, decltype(&ts_tree_delete)> tree(
      ts_parser_parse_string(parser.get(), nullptr, source.data(), static_cast<std::uint32_t>(source.size())),
      ts_tree_delete);
  const bool alike = by_walk(tree.get()) == by_cursor(tree.get());
  CHECK_MESSAGE(alike, source.substr(0, 2000));
}

TEST_CASE("the walk visits what tree-sitter's cursor visits") {
  check_alike("");
  check_alike("\n\n  ");
  check_alike("# only a comment");
  check_alike(
      "\n\nimport os.path as p\n\n@deco\nasync def f(a, *, b: int = 1) -> str:\n    'doc'\n    return f'{a!r:>{b}}'\n");
  check_alike("print 'x'\nexec 'y' in z\nmatch x:\n    case A(b=1) | {'c': [*_]}: pass\n");
  check_alike("def f(:\n  x = (1,\nclass\n");
  check_alike("x = 1 \\\n  + 2; y: int = 3\nfor i, *j in z: pass\nelse: ...\n");
}

TEST_CASE("the walk visits what tree-sitter's cursor visits, in damaged sources") {
  const auto source = port::read_file(GRIT_SOURCE_DIR "/tests/unit/syntax/ast_oracle.py", 1 << 20);
  REQUIRE(source.has_value());
  check_alike(*source);
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    std::string damaged = *source;
    for (int i = 0; i < 1 + round % 7; ++i) {
      const std::size_t at = random() % damaged.size();
      if (round % 2 == 0) {
        damaged.erase(at, random() % 60);
      } else {
        damaged.insert(at, 1, "()[]{}:'\"\\\n\t@=.,"[random() % 16]);
      }
    }
    check_alike(damaged);
  }
}

TEST_CASE("what is below a node can be passed over") {
  const std::string source = "def f():\n  return 1\nx = 2\n";
  const std::unique_ptr<TSParser, decltype(&ts_parser_delete)> parser(ts_parser_new(), ts_parser_delete);
  REQUIRE(ts_parser_set_language(parser.get(), tree_sitter_python()));
  TSTree* const tree = ts_parser_parse_string(parser.get(), nullptr, source.data(), 26);
  TreeWalk walk(tree);
  REQUIRE(walk.next(true));
  CHECK(walk.begin() == 0);
  REQUIRE(walk.next(false));
  CHECK(walk.begin() == source.find("x = 2"));
  CHECK(walk.depth() == 1);
  CHECK_FALSE(walk.next(false));
  ts_tree_delete(tree);
}

}  // namespace
}  // namespace grit::syntax
