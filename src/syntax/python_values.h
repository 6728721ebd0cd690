// Where the values of Python expressions come from, as far as one file tells: `Session().get(url)` begins at the class
// Session, `self.db.save` at the class around it, `x.go` after `x = make()` at make.
#ifndef GRIT_SYNTAX_PYTHON_VALUES_H_
#define GRIT_SYNTAX_PYTHON_VALUES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <tree_sitter/api.h>

#include "python_methods.h"
#include "python_nodes.h"
#include "scopes.h"
#include "syntax/syntax.h"

namespace grit::syntax {

// Where an expression stands: what its names mean depends on it.
struct Standing {
  Scopes::Id scope = Scopes::kModule;
  std::uint32_t definition = kNone;  // the innermost around it
};

// Keeps expressions and values that the walk meets, and says afterwards, when all names are bound, where they come
// from.
//
// Thread rule: one thread at a time.
class PythonValues {
 public:
  PythonValues(const PythonNodes& nodes, std::string_view bytes) : nodes_(nodes), bytes_(bytes) {}

  // Keeps an expression; kNone where nothing can be said of its value. Reads kMaxNesting levels deep at most.
  std::uint32_t read(TSNode node, const Standing& at) { return read(node, at, 0); }
  // The value that an annotation promises.
  std::uint32_t read_annotation(TSNode type, const Standing& at) { return read_annotation(type, at, 0); }
  std::uint32_t container() { return add({Kind::container}); }                               // of other things
  std::uint32_t called(std::uint32_t expression) { return step(Kind::call, expression); }    // what calling it gives
  std::uint32_t entered(std::uint32_t expression) { return step(Kind::enter, expression); }  // what `with` gives
  // Whether a node is an expression whose value does not come from a plain dotted name.
  [[nodiscard]] bool is_compound(TSNode node) const;

  // Notes that a name is bound at `position`, and with it anything bound before in the blocks around it is forgotten;
  // `block_end` is the end of the innermost block around. The value is given to the record that is returned.
  std::uint32_t bind(Binding& binding, std::uint32_t position, std::uint32_t block_end);
  void give(std::uint32_t record, std::uint32_t expression) {
    if (record != kNone) records_[record].expression = expression;
  }

  // What the names of expressions are looked up in.
  struct Names {
    const Scopes& scopes;
    const PythonMethods& methods;
  };
  // Where an expression's value comes from: the index of the first of its origins in `out`; kNone: unknown.
  std::uint32_t origin(std::uint32_t expression, const Names& names, FileSyntax& out);
  // The same of a plain dotted name that is used at `position`.
  std::uint32_t origin(std::string_view dotted, std::uint32_t position, const Standing& at, const Names& names,
                       FileSyntax& out);
  // The origins of what a binding to imports and a definition means.
  std::uint32_t origin(const Binding& binding, const Names& names, FileSyntax& out);

 private:
  enum class Kind : std::uint8_t { name, member, call, enter, choice, literal, container, nothing };
  struct Expression {
    Kind kind = Kind::nothing;
    std::uint32_t left = kNone;
    std::uint32_t right = kNone;
    std::uint32_t begin = 0;
    std::string_view name = {};
    Standing at = {};
  };
  struct Record {
    std::uint32_t expression = kNone;
    std::uint32_t position = 0;
    std::uint32_t block_end = 0;
    std::uint32_t previous = kNone;
  };
  struct Search;  // of the origins of one expression

  std::uint32_t add(Expression expression);
  std::uint32_t step(Kind kind, std::uint32_t left) { return left == kNone ? kNone : add({kind, left}); }
  std::uint32_t choice(std::uint32_t left, std::uint32_t right);
  std::uint32_t name(TSNode node, const Standing& at);
  std::uint32_t read(TSNode node, const Standing& at, unsigned depth);
  std::uint32_t read_attribute(TSNode node, const Standing& at, unsigned depth);
  std::uint32_t read_annotation(TSNode node, const Standing& at, unsigned depth);
  std::uint32_t read_generic(TSNode node, const Standing& at, unsigned depth);
  std::uint32_t read_quoted(TSNode string, const Standing& at);
  std::uint32_t finish(Search& search, FileSyntax& out);
  void follow(std::uint32_t expression, std::string rest, Search& search) const;
  void follow_name(std::string_view name, std::uint32_t position, const Standing& at, std::string rest,
                   Search& search) const;
  static void follow_imports(const Binding& binding, const std::string& rest, Search& search);
  void follow_records(const Binding& binding, bool same_scope, std::uint32_t position, const std::string& rest,
                      Search& search) const;

  const PythonNodes& nodes_;
  std::string_view bytes_;
  std::vector<Expression> expressions_;
  std::vector<Record> records_;
  using Key = std::tuple<OriginBase, std::uint32_t, std::uint32_t, std::string>;
  absl::flat_hash_map<Key, std::uint32_t> interned_;  // origins
};

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_PYTHON_VALUES_H_
