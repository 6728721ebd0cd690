// What the queries of a language find in a tree, before it is put together.
#ifndef GRIT_SYNTAX_MATCHES_H_
#define GRIT_SYNTAX_MATCHES_H_

#include <optional>
#include <string_view>
#include <vector>

#include "rules.h"

namespace grit::syntax {

// A definition, out of all matches with the same name node.
struct FoundDefinition {
  std::uint32_t pattern = kNone;  // the first one that matched, which has the say
  Mark kind = Mark::none;         // none or nothing: it is no definition
  ByteRange node;
  std::optional<ByteRange> outer;
  ByteRange name;
  ByteRange parameters;
  ByteRange body;
  ByteRange type;
  std::string_view owner;
  std::string_view self;
  bool async = false;
  bool hoisted = false;
};

// A part of the file in which names belong to something else: a function without a name, an extension of a type.
struct FoundScope {
  ByteRange range;
  bool extension = false;
  std::string_view owner;  // of an extension
};

struct FoundUse {
  ByteRange name;
  Mark mark = Mark::reference;  // call, attribute, reference or local
  ByteRange receiver;
};

struct FoundImport {
  ByteRange statement;
  ByteRange module;
  ByteRange name;  // empty: the module itself, everything of it, or nothing where `holds_names`
  ByteRange alias;
  bool all = false;
  bool group = false;  // a statement with a module, whose names come by themselves
};

struct Matches {
  std::vector<FoundDefinition> definitions;  // in the order in which their names were first seen
  std::vector<FoundScope> scopes;
  std::vector<FoundUse> uses;
  std::vector<FoundImport> imports;
  std::vector<ByteRange> skipped;  // no name in them is a use
  std::vector<ByteRange> comments;
  std::vector<ByteRange> decorators;
  bool cut = false;
};

// Runs the queries once over the tree. Code::limit, Code::cancelled or Code::timeout as WalkInput says.
[[nodiscard]] Result<Matches> find_matches(const Rules& rules, const WalkInput& input);

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_MATCHES_H_
