// Moves the code of an answer to the column and the indentation of the file.
#ifndef GRIT_EDIT_REINDENT_H_
#define GRIT_EDIT_REINDENT_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <grit/edit.h>

#include "contract.h"

namespace grit::edit {

// How the place of a definition is indented.
struct IndentStyle {
  std::string base;                 // blanks before the definition
  std::optional<std::string> unit;  // one level; nothing where the file has no block to learn it from
  std::vector<std::size_t> steps;   // the widths, in columns, of the levels inside the old definition

  [[nodiscard]] bool tabs() const;
};

// The style of the definition `old` (its text is `range` of `file`).
[[nodiscard]] IndentStyle indent_style(std::string_view file, const ByteRange& range, const DefinitionParts& old);

struct Reindented {
  std::string text;         // without the blanks before its first line
  bool normalised = false;  // the answer had another unit or depth than the file
  std::vector<Finding> notes;
  std::vector<Finding> findings;  // when not empty, `text` is not usable
};

// `code` is a definition as the model wrote it: whole lines with LF, from its first decorator on. Every line moves by
// the same amount when the answer has the file's own steps, else every level becomes the file's level; where neither
// is one-to-one there is a finding. Lines inside of string literals stay, except that a literal which equals one of
// the old definition but for common indentation becomes the old one, and a docstring moves with its function.
[[nodiscard]] Reindented reindent(std::string_view code, const IndentStyle& style, const DefinitionParts& old);

}  // namespace grit::edit

#endif  // GRIT_EDIT_REINDENT_H_
