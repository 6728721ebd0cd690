// A walk over all nodes of a tree-sitter tree, in the order of their begins.
//
// It reads tree-sitter's own structures (its version is pinned by hash and it is linked statically), because its public
// cursor keeps rows, columns and counts of descendants for every node, which takes three times as long.
#ifndef GRIT_SYNTAX_TREE_WALK_H_
#define GRIT_SYNTAX_TREE_WALK_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tree_sitter/api.h>
#include <tree_sitter_inside/subtree.h>
#include <tree_sitter_inside/tree.h>

namespace grit::syntax {

// Stands at one node at a time, at first at the root. The nodes are those that tree-sitter shows: hidden rules are
// passed through.
//
// Thread rule: one thread at a time; borrows the tree.
class TreeWalk {
 public:
  explicit TreeWalk(const TSTree* tree) : tree_(tree) {
    id_ = &tree->root;
    begin_ = ts_subtree_padding(tree->root).bytes;
    end_ = begin_ + ts_subtree_size(tree->root).bytes;
    symbol_ = shown(ts_subtree_symbol(tree->root));
  }

  // Goes to the next node, with `below` the first one below this one; false, and then it stays, where there is none.
  bool next(bool below) {
    if (below && ts_subtree_child_count(*id_) > 0) {
      open(id_, begin_ - ts_subtree_padding(*id_).bytes, true);
      ++depth_;
    }
    while (!levels_.empty()) {
      Level& level = levels_.back();
      if (level.next != level.end) {
        if (take(level)) return true;
        continue;
      }
      if (level.visible) --depth_;
      levels_.pop_back();
    }
    return false;
  }

  [[nodiscard]] std::size_t depth() const { return depth_; }  // 0: the root
  [[nodiscard]] TSSymbol symbol() const { return symbol_; }
  [[nodiscard]] std::uint32_t begin() const { return begin_; }
  [[nodiscard]] std::uint32_t end() const { return end_; }
  [[nodiscard]] const void* id() const { return id_; }  // as in TSNode
  // Its row and column, and those of the nodes reached from it, are not set.
  [[nodiscard]] TSNode node() const { return {{begin_, 0, 0, alias_}, id_, tree_}; }

 private:
  // The children of a node that are still to come.
  struct Level {
    const Subtree* next;
    const Subtree* end;
    const TSSymbol* aliases;   // by the children that are no extras; null: none
    std::uint32_t structural;  // how many of these were passed
    std::uint32_t at;          // the end of the child before
    bool visible;
  };

  // The number by which all symbols of one name go.
  [[nodiscard]] TSSymbol shown(TSSymbol symbol) const {
    return symbol == ts_builtin_sym_error ? symbol : tree_->language->public_symbol_map[symbol];
  }

  void open(const Subtree* parent, std::uint32_t at, bool visible) {
    const SubtreeHeapData& data = *parent->ptr;
    const Subtree* const children = ts_subtree_children(*parent);
    const TSLanguage& language = *tree_->language;
    const TSSymbol* const aliases =
        data.production_id == 0
            ? nullptr
            : language.alias_sequences + std::size_t{data.production_id} * language.max_alias_sequence_length;
    levels_.push_back({children, children + data.child_count, aliases, 0, at, visible});
  }

  // Takes the next child of a level: true where that is a node, else what is below it comes next.
  bool take(Level& level) {
    const Subtree* const child = level.next++;
    const std::uint32_t begin = level.at + ts_subtree_padding(*child).bytes;
    const std::uint32_t end = begin + ts_subtree_size(*child).bytes;
    TSSymbol alias = 0;
    if (!ts_subtree_extra(*child)) {
      if (level.aliases != nullptr) alias = level.aliases[level.structural];
      ++level.structural;
    }
    const std::uint32_t before = level.at;
    level.at = end;
    if (alias == 0 && !ts_subtree_visible(*child)) {
      if (ts_subtree_visible_child_count(*child) > 0) open(child, before, false);
      return false;
    }
    id_ = child;
    begin_ = begin;
    end_ = end;
    alias_ = alias;
    symbol_ = shown(alias != 0 ? alias : ts_subtree_symbol(*child));
    return true;
  }

  const TSTree* tree_;
  std::vector<Level> levels_;
  std::size_t depth_ = 0;
  const Subtree* id_ = nullptr;
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
  TSSymbol alias_ = 0;
  TSSymbol symbol_ = 0;
};

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_TREE_WALK_H_
