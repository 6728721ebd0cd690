// The queries of a language, compiled, and what their captures mean. docs/add-a-language.md describes them.
#ifndef GRIT_SYNTAX_RULES_H_
#define GRIT_SYNTAX_RULES_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <tree_sitter/api.h>

#include "language.h"

namespace grit::syntax {

// What a capture says about its node.
enum class Mark : std::uint8_t {
  none,      // a capture that begins with "_": for predicates only
  function,  // of a definition: the whole of it
  method,
  class_,
  variable,
  module,
  nothing,    // of what looks like a definition and is none: earlier patterns win
  extension,  // a body whose functions belong to a type that stands elsewhere: Rust's impl
  scope,      // a function without a name: what is bound in it is local
  outer,      // what stands around a definition and belongs to it: an export statement
  name,
  parameters,
  body,
  type,   // of a variable
  owner,  // the type that a definition belongs to without standing in it
  self,   // what a method calls its object
  async,
  hoisted,  // a definition whose name is seen outside of what it stands in, as C's enumerators
  decorator,
  comment,
  call,  // of uses: the name
  attribute,
  reference,
  receiver,
  skip,           // no name in it is a use: a path of packages
  local,          // a name that is bound here: a parameter, a variable in a function
  import,         // of imports: the statement; names inside of it are imported from its module
  import_module,  // the module; of an import of everything, `import_all`
  import_all,
  import_name,
  import_alias,
};

struct QueryDeleter {
  void operator()(TSQuery* query) const { ts_query_delete(query); }
};

// Thread rule: immutable once built.
class Rules {
 public:
  // Code::internal with the place of the mistake where a query is wrong.
  [[nodiscard]] static Result<Rules> compile(const Language& language);

  [[nodiscard]] const TSQuery* query() const { return query_.get(); }
  [[nodiscard]] Mark mark(std::uint32_t capture) const { return marks_[capture]; }
  // Whether what the pattern asks of the texts of its captures holds.
  [[nodiscard]] bool holds(const TSQueryMatch& match, std::string_view bytes) const;

 private:
  // #eq? and #any-of?, or with `negated` #not-eq? and #not-any-of?, with texts.
  struct Predicate {
    std::uint32_t capture = 0;
    bool negated = false;
    std::vector<std::string> texts;
  };

  Status read_captures();
  Status read_predicates(std::uint32_t pattern);

  std::unique_ptr<TSQuery, QueryDeleter> query_;
  std::vector<Mark> marks_;
  std::vector<std::vector<Predicate>> predicates_;  // by pattern
};

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_RULES_H_
