#include "arena.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <tree_sitter/grammars.h>

#include "parse.h"

namespace grit::syntax {
namespace {

bool is_aligned(const void* block) { return reinterpret_cast<std::uintptr_t>(block) % alignof(std::max_align_t) == 0; }

TEST_CASE("blocks of an arena are aligned, apart and its own") {
  Arena arena;
  std::vector<char*> blocks;
  for (std::size_t i = 0; i < 20000; ++i) {  // beyond the first chunk
    auto* block = static_cast<char*>(arena.allocate(1 + i % 300));
    REQUIRE(is_aligned(block));
    std::memset(block, static_cast<int>(i % 251), 1 + i % 300);
    blocks.push_back(block);
  }
  bool intact = true;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    for (std::size_t at = 0; at < 1 + i % 300; ++at) intact = intact && blocks[i][at] == static_cast<char>(i % 251);
    intact = intact && arena.owns(blocks[i]);
  }
  CHECK(intact);
  int outside = 0;
  CHECK_FALSE(arena.owns(&outside));
}

TEST_CASE("a block that grows keeps its content, in its place when it is the last one") {
  Arena arena;
  auto* first = static_cast<char*>(arena.allocate(16));
  std::memcpy(first, "0123456789abcdef", 16);
  CHECK(arena.reallocate(first, 4000) == first);
  void* second = arena.allocate(16);
  auto* moved = static_cast<char*>(arena.reallocate(first, 8000));
  CHECK(moved != first);
  CHECK(moved != second);
  CHECK(std::string(moved, 16) == "0123456789abcdef");
  auto* large = static_cast<char*>(arena.reallocate(moved, 30 << 20));  // into another chunk
  CHECK(std::string(large, 16) == "0123456789abcdef");
  auto* again = static_cast<char*>(arena.reallocate(first, 100));  // out of a chunk that is full
  CHECK(std::string(again, 16) == "0123456789abcdef");
}

TEST_CASE("reset gives everything back and keeps some memory") {
  Arena arena;
  void* const first = arena.allocate(64);
  arena.reset();
  CHECK(arena.allocate(64) == first);
  (void)arena.allocate(100 << 20);
  arena.reset();
  CHECK(arena.allocate(64) != nullptr);
}

// A host with the same copy of tree-sitter: its parser is older than the hook, and it parses while the library does.
TEST_CASE("tree-sitter outside of a scope is served as before") {
  TSParser* const host = ts_parser_new();
  REQUIRE(ts_parser_set_language(host, tree_sitter_python()));
  const auto host_parses = [host] {
    TSTree* const tree = ts_parser_parse_string(host, nullptr, "def f(): pass\n", 14);
    const std::uint32_t end = ts_node_end_byte(ts_tree_root_node(tree));
    ts_tree_delete(tree);
    return end;
  };
  CHECK(host_parses() == 14);
  std::thread other([&] {
    for (int i = 0; i < 200; ++i) (void)parse("class A:\n  def f(self): return self.g()\n");
  });
  for (int i = 0; i < 200; ++i) CHECK(host_parses() == 14);
  other.join();
  CHECK(parse("def g(): pass\n").definitions.size() == 1);
  CHECK(host_parses() == 14);
  ts_parser_delete(host);
}

TEST_CASE("blocks from before a scope are freed and resized within one") {
  Arena arena;
  {
    const ArenaScope scope(arena);
  }  // sets the hook
  TSTree* tree = nullptr;
  TSParser* const parser = ts_parser_new();
  ts_parser_set_language(parser, tree_sitter_python());
  tree = ts_parser_parse_string(parser, nullptr, "x = 1\n", 6);
  {
    const ArenaScope scope(arena);
    ts_tree_delete(tree);
    ts_parser_delete(parser);
    TSParser* const inner = ts_parser_new();
    CHECK(arena.owns(inner));
    ts_parser_delete(inner);
  }
}

}  // namespace
}  // namespace grit::syntax
