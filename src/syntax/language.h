// The languages that have a grammar: how to recognise them, and what their nodes mean. All of it comes from the folders
// of queries/, which embed_languages.py turns into C++; docs/add-a-language.md describes them.
#ifndef GRIT_SYNTAX_LANGUAGE_H_
#define GRIT_SYNTAX_LANGUAGE_H_

#include <chrono>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "syntax/syntax.h"

struct TSLanguage;
struct TSTree;

namespace grit::syntax {

// What a walk over a tree needs.
struct WalkInput {
  const TSTree* tree;
  std::string_view bytes;
  const ParseParts& parts;
  const StopConditions& stop;
  const std::vector<ByteRange>& macros;         // in `bytes`; the tree was made without them
  std::chrono::steady_clock::time_point limit;  // when the file's time is over
};

// Reads trees of one language.
//
// Thread rule: one thread at a time.
class Walker {
 public:
  virtual ~Walker() = default;
  // Adds what the tree holds to `out`. Code::cancelled or Code::timeout from `input.stop`; Code::limit from
  // `input.limit`.
  virtual Status walk(const WalkInput& input, FileSyntax& out) = 0;
};

using Texts = std::span<const std::string_view>;

// Lines that tell which of the languages that share an extension a file is in: one begins so, blanks left out.
struct SharedExtension {
  std::string_view extension;
  Texts marks;
};

struct BlockComment {
  std::string_view begin;
  std::string_view end;
};

struct Language {
  std::string_view name;    // the name of its folder
  std::string_view family;  // its name, or that of the one whose names it can use
  Texts extensions;         // with the dot, lower case
  Texts file_names;         // whole names: "Rakefile"
  Texts interpreters;       // of a "#!" line, without version: "bash"
  std::span<const SharedExtension> shared_extensions;
  NamingRules naming;
  Texts line_comments;
  std::span<const BlockComment> block_comments;
  std::string_view quotes;         // the characters that begin and end a string literal on one line
  Texts doc_comments;              // how a comment begins that describes the definition below it
  Texts separators;                // between the parts of a path of names: "::", "."
  Texts self_names;                // what a method calls the object that it belongs to
  Texts no_owners;                 // parts of a path that are no type: "prototype"
  bool implicit_self = false;      // a bare name in a method can be a member of its class
  bool import_binds_last = false;  // importing "a/b" binds the name b
  Texts macros_after;              // words between which and a name macros may stand: see find_macros
  Texts queries;                   // of tree-sitter, the earlier one has precedence; none: the walker is written in C++
  const TSLanguage* (*grammar)();
};

[[nodiscard]] const Language* find_language(std::string_view name);
[[nodiscard]] std::span<const Language> all_languages();

// Makes what reads the trees of a language.
[[nodiscard]] std::unique_ptr<Walker> make_walker(const Language& language);

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_LANGUAGE_H_
