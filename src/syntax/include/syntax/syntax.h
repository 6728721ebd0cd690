// Syntax of source files: definitions, uses of names, imports and errors, out of tree-sitter's trees.
//
// tree-sitter's own types stay inside this folder. What a language's nodes mean comes from tables per language.
#ifndef GRIT_SYNTAX_SYNTAX_H_
#define GRIT_SYNTAX_SYNTAX_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <grit/status.h>
#include <grit/types.h>

namespace grit::syntax {

inline constexpr std::uint32_t kNone = 0xFFFFFFFF;

// `class_` is any type that has a name: struct, enum, interface, trait, alias. `module` is a namespace or a module
// inside a file.
enum class DefinitionKind : std::uint8_t { function, method, class_, variable, module };
enum class UseKind : std::uint8_t { call, attribute, name, import };

// A definition. Views are into the parsed bytes, which must outlive it.
struct Definition {
  DefinitionKind kind = DefinitionKind::function;
  std::string_view name;
  std::string qualified;  // "Class.method", "outer.<locals>.inner", "Box.value#2"
  // The type that it belongs to without standing in it, dotted: of "func (s *Server) Serve()" it is "Server".
  std::string owner;
  std::uint32_t ordinal = 1;     // 1 for the first of its name in its scope
  std::uint32_t parent = kNone;  // index of the definition around it
  ByteRange range;               // from the first decorator, attribute or "export" on
  ByteRange inner;               // without these
  ByteRange name_range;
  ByteRange parameters;  // with parentheses; empty where there are none
  ByteRange header;      // from "def", "class" or "async" up to the colon or brace before the body; a variable's name
                         // with its type
  ByteRange body;        // the block of statements, in Python from its first statement on; empty where there is none
  std::optional<ByteRange> docstring;  // Python's string literal; elsewhere the comment right above `range`
  std::vector<ByteRange> decorators;   // each as it is written: "@cache", "#[test]"
  bool is_async = false;
};

// A place where a name is used.
struct Use {
  UseKind kind = UseKind::name;
  std::string_view name;
  ByteRange range;
  std::uint32_t scope = kNone;  // index of the innermost definition around it
  bool on_self = false;         // a member of the object that the method around it belongs to
  bool member = false;          // reached through a dot
  // What stands before that dot where it is a plain dotted name: "self", "os.path"; else empty.
  std::string_view receiver;
  // What the language's scoping rules say within this file. A name that is bound twice (`try: import x` …
  // `except: x = None`) can have both.
  std::uint32_t definition = kNone;  // the first definition it can mean
  std::uint32_t import = kNone;      // index of the import that binds it, or binds its receiver's first component
  // Where its receiver's value comes from, or what an imported name itself means: the first of its origins. Languages
  // that do not say it leave it at kNone, and then `import` and `receiver` count.
  std::uint32_t origin = kNone;
  bool local = false;  // a bare name that is bound, but by no definition and no import: a parameter, …
};

// One name that an import statement binds.
struct Import {
  std::string module;           // "flask.blueprints"; leading dots kept: "..sansio"
  std::string_view name;        // imported from the module; "*" for all; empty for "import module"
  std::string_view alias;       // the name it is bound to: of "import a.b" it is "a", which then means the package a
  ByteRange range;              // of the statement
  bool aliased = false;         // the alias was given by "as"
  bool inside = false;          // not at module level: of no interest to other files
  std::uint32_t other = kNone;  // another import that binds the same name in the same scope
};

// Where a value comes from, as far as its own file tells. A language without such rules has none.
enum class OriginBase : std::uint8_t {
  import,      // what an import binds
  definition,  // a definition of the file
  self,        // the object or class of the method around
  super_,      // the same, as its base classes know it
  outside,     // a literal: nothing of the project
  container,   // a list, a dictionary, …: neither, but what its methods give may be something of the project
};
struct Origin {
  OriginBase base = OriginBase::outside;
  std::uint32_t index = kNone;  // of the import or the definition; of `self` and `super_` that of the class
  std::string
      rest;  // what happens to it then: ".name" for an attribute, "()" for a call, "!" for being entered by `with`
  std::uint32_t other = kNone;  // index of another origin that the same value can have; it is before this one
};

// What a name is assigned that outlives the scope: a variable of a module, an attribute of a class or of its objects;
// and what a function returns.
struct Value {
  std::uint32_t owner = kNone;  // the class or function; kNone: the module
  std::string_view name;        // empty: what the function returns
  std::uint32_t origin = kNone;
};

// An error or missing node.
struct SyntaxError {
  std::string kind;  // "error"; "missing )" with the token's name; "nul" for a NUL byte; "too deep"
  ByteRange range;
};

// A piece of the text as the grammar divides it.
enum class LeafKind : std::uint8_t {
  code,     // a name, a keyword, a number, a sign
  literal,  // a whole string, character, regular expression or here-document, whatever stands in it
  comment,
};
struct Leaf {
  LeafKind kind = LeafKind::code;
  ByteRange range;
};

// What a file holds. Definitions, uses and imports are in the order of their positions.
struct FileSyntax {
  std::vector<Definition> definitions;
  std::vector<Use> uses;
  std::vector<Import> imports;
  std::vector<Origin> origins;
  std::vector<Value> values;
  std::vector<Leaf> leaves;         // in order; only when asked for
  std::vector<SyntaxError> errors;  // at most kMaxErrors
  bool cut = false;                 // the query engine gave up matches of one another: something may be missing
};
inline constexpr std::size_t kMaxErrors = 1000;

// Definitions nested in each other, and nodes below each other, beyond which a file is no longer looked into; that is
// one SyntaxError "too deep". CPython gives up at 100 levels of indentation and 200 of brackets; the long chains of
// generated tables (a + b + …) are what needs more.
inline constexpr std::size_t kMaxDepth = 20000;

// The lines of the imports that stand outside of definitions, ascending and apart. `lines_of` gives those of a range.
[[nodiscard]] std::vector<LineRange> import_lines(const FileSyntax& file,
                                                  const std::function<LineRange(const ByteRange&)>& lines_of);

// The header of a definition on one line, blanks folded and comments left out: "def get(self, url, **kwargs)".
[[nodiscard]] std::string signature_of(const Definition& definition, std::string_view bytes, std::string_view language);

// The language of a file: by its name ("python" for .py, .pyi, .pyw); where languages share an extension (".h"), by
// what stands in the file; without an extension, by its "#!" line. Empty where there is no grammar.
[[nodiscard]] std::string_view language_of(std::string_view path, std::string_view bytes);

// Whether files in a language can be parsed.
[[nodiscard]] bool has_grammar(std::string_view language);

// The family of a language: files of one family can use each other's names (C and C++; JavaScript and TypeScript). The
// language itself where it has no grammar.
[[nodiscard]] std::string_view family_of(std::string_view language);

// How people join words in the names that they make up in a language.
struct NamingRules {
  bool snake_case = false;  // resolve_redirects
  bool camel_case = false;  // resolveRedirects, ResolveRedirects
};
[[nodiscard]] NamingRules naming_of(std::string_view language);

struct ParseLimits {
  double seconds = 5.0;
  std::uint64_t bytes = 64ULL << 20;
};

struct ParseParts {  // what to collect
  bool uses = true;  // also imports
  bool leaves = false;
};

// Parses files of any language that has a grammar.
//
// Thread rule: one thread at a time; make one per thread.
class Parser {
 public:
  Parser();
  ~Parser();
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  // Code::unsupported: no such language; Code::limit: the time or size bound was reached; Code::cancelled.
  // Any bytes are fine: a byte order mark, invalid UTF-8, NUL and every line end keep their offsets.
  [[nodiscard]] Result<FileSyntax> parse(std::string_view bytes, std::string_view language, const ParseLimits& limits,
                                         const ParseParts& parts, const StopConditions& stop);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_SYNTAX_H_
