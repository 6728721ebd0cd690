// From what queries found to definitions: which stands in which, what they are called, what stands around them.
#ifndef GRIT_SYNTAX_ASSEMBLE_H_
#define GRIT_SYNTAX_ASSEMBLE_H_

#include <string_view>
#include <vector>

#include "matches.h"

namespace grit::syntax {

// A part of a file in which names can be bound: a definition other than a variable, or a scope without a name.
struct Container {
  ByteRange range;
  std::uint32_t parent = kNone;      // index of the container around it
  std::uint32_t definition = kNone;  // of a scope: the definition around it
  bool extension = false;            // adds members to the type `owner`
  bool module = false;
  bool local = false;      // names bound in it are not seen outside: a function or a scope, no class or module
  std::string_view owner;  // what its members belong to: the name of the class, module or extended type
  std::string_view self;   // what a method calls its object, where the language has no word for it
};

// Sorted by begin, the outer one first; they nest.
struct Containers {
  std::vector<Container> all;
  std::vector<ByteRange> locals;       // names of variables that turned out to be local
  std::vector<std::uint32_t> hoisted;  // definitions whose names are seen outside of what they stand in
};

// Adds the definitions to `out`, sorted by the begin of their ranges.
[[nodiscard]] Containers assemble(const Language& language, std::string_view bytes, Matches& matches, FileSyntax& out);

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_ASSEMBLE_H_
