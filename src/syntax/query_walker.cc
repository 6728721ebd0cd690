#include "query_walker.h"

#include <utility>

#include "assemble.h"
#include "base/try.h"
#include "bind.h"
#include "matches.h"
#include "nodes.h"
#include "rules.h"

namespace grit::syntax {
namespace {

constexpr std::uint32_t kNodesPerCheck = 4096;

// Collects errors and missing tokens: goes only where tree-sitter says that there are some.
//
// Thread rule: one thread at a time.
class ErrorWalk {
 public:
  explicit ErrorWalk(const TSTree* tree) : cursor_(ts_tree_cursor_new(ts_tree_root_node(tree))) {}
  ~ErrorWalk() { ts_tree_cursor_delete(&cursor_); }
  ErrorWalk(const ErrorWalk&) = delete;
  ErrorWalk& operator=(const ErrorWalk&) = delete;

  Status run(const StopConditions& stop, std::vector<SyntaxError>& out) {
    for (std::uint32_t visited = 1; out.size() < kMaxErrors; ++visited) {
      if (visited % kNodesPerCheck == 0) GRIT_RETURN_IF_ERROR(stop.check());
      const TSNode node = ts_tree_cursor_current_node(&cursor_);
      if (ts_node_is_error(node)) {
        out.push_back({"error", range_of(node)});
      } else if (ts_node_is_missing(node)) {
        out.push_back({std::string("missing ") + ts_node_type(node), range_of(node)});
      }
      if (ts_node_has_error(node) && ts_tree_cursor_goto_first_child(&cursor_)) continue;
      while (!ts_tree_cursor_goto_next_sibling(&cursor_)) {
        if (!ts_tree_cursor_goto_parent(&cursor_)) return {};
      }
    }
    return {};
  }

 private:
  TSTreeCursor cursor_;
};

class QueryWalker final : public Walker {
 public:
  explicit QueryWalker(const Language& language) : language_(language), rules_(Rules::compile(language)) {}

  Status walk(const WalkInput& input, FileSyntax& out) override {
    if (!rules_) return rules_.error();
    GRIT_ASSIGN_OR_RETURN(Matches matches, find_matches(*rules_, input));
    out.cut = matches.cut;
    GRIT_RETURN_IF_ERROR(ErrorWalk(input.tree).run(input.stop, out.errors));
    const Containers containers = assemble(language_, input.bytes, matches, out);
    if (input.parts.uses) bind_names(language_, input.bytes, matches, containers, out);
    return {};
  }

 private:
  const Language& language_;
  Result<Rules> rules_;
};

}  // namespace

std::unique_ptr<Walker> make_query_walker(const Language& language) { return std::make_unique<QueryWalker>(language); }

}  // namespace grit::syntax
