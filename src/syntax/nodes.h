// Ranges and texts of tree-sitter's nodes.
#ifndef GRIT_SYNTAX_NODES_H_
#define GRIT_SYNTAX_NODES_H_

#include <string_view>

#include <grit/types.h>
#include <tree_sitter/api.h>

namespace grit::syntax {

[[nodiscard]] inline ByteRange range_of(TSNode node) { return {ts_node_start_byte(node), ts_node_end_byte(node)}; }
[[nodiscard]] inline std::string_view text_of(TSNode node, std::string_view bytes) { return range_of(node).of(bytes); }

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_NODES_H_
