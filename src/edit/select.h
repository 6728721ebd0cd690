// Finds the one definition that was asked for in a text that a model wrote, and judges what else the text holds.
#ifndef GRIT_EDIT_SELECT_H_
#define GRIT_EDIT_SELECT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <grit/edit.h>

#include "contract.h"

namespace grit::edit {

// How good a reading of an answer is; a better one is greater.
enum class Reading : std::uint8_t {
  nothing,     // no definition at all
  other,       // definitions, but not the one that was asked for
  incomplete,  // the definition starts, and breaks off inside a string or bracket
  with_extra,  // the definition is there, and code that belongs elsewhere
  clean,       // the definition, and nothing else that matters
};

struct Selection {
  Reading reading = Reading::nothing;
  std::string code;               // the definition: whole lines with LF, from its first decorator on
  std::vector<Finding> findings;  // why it is not clean
  std::vector<Finding> notes;     // what was left out: prose, a repeated import
  // Where the grammar found it: for each line of `code` whether it begins inside of a literal, and how many bytes stand
  // before the definition itself (decorators, "export"). Python's definitions are found without a grammar.
  std::vector<bool> in_literal = {};
  std::size_t prefix = 0;
};

// What a text is searched for.
struct Wanted {
  const Target& target;
  std::string_view file;  // the content that the target is in
  const DefinitionParts& old;
};

// `text` has LF line ends. In a fenced text everything must be code; outside of a fence, what is not code is prose
// and left out.
[[nodiscard]] Selection select_definition(std::string_view text, const Wanted& wanted, bool fenced);

// The same for the languages in which indentation means nothing: the text is read where the definition stands in the
// file, and on its own, and what the grammar finds there counts.
[[nodiscard]] Selection select_by_grammar(std::string_view text, const Wanted& wanted, bool fenced);

}  // namespace grit::edit

#endif  // GRIT_EDIT_SELECT_H_
