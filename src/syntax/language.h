// The languages that have a grammar: how to recognise them, and what their nodes mean.
#ifndef GRIT_SYNTAX_LANGUAGE_H_
#define GRIT_SYNTAX_LANGUAGE_H_

#include <memory>
#include <span>
#include <string_view>

#include <tree_sitter/api.h>

#include "syntax/syntax.h"

namespace grit::syntax {

// What a walk over a tree needs.
struct WalkInput {
  const TSTree* tree;
  std::string_view bytes;
  const ParseParts& parts;
  const StopConditions& stop;
};

// Reads trees of one language.
//
// Thread rule: one thread at a time.
class Walker {
 public:
  virtual ~Walker() = default;
  // Adds what the tree holds to `out`. Code::cancelled or Code::timeout from `input.stop`.
  virtual Status walk(const WalkInput& input, FileSyntax& out) = 0;
};

struct Language {
  std::string_view name;
  std::span<const std::string_view> extensions;  // with the dot, lower case
  const TSLanguage* (*grammar)();
  std::unique_ptr<Walker> (*make_walker)(const TSLanguage* grammar);
};

[[nodiscard]] const Language* find_language(std::string_view name);

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_LANGUAGE_H_
