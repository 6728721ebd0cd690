// A lexer that knows of a language no more than what is code, what a string and what a comment.
#ifndef GRIT_RETRIEVE_FEATURES_LEXER_H_
#define GRIT_RETRIEVE_FEATURES_LEXER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/functional/function_ref.h"

namespace grit::retrieve {

enum class PieceKind : std::uint8_t { identifier, string, comment };

// An identifier, or the inside of a string or comment. `begin` is where it stands with its quotes or marks.
struct Piece {
  PieceKind kind = PieceKind::identifier;
  std::size_t begin = 0;
  std::string_view text;
  bool called = false;  // an identifier before "("
};

// Calls `sink` with the pieces of `source` in order. `language` is a name as in index::FileRecord; of an unknown one
// '#' and "//" both begin comments. Any bytes are fine; linear.
void lex(std::string_view source, std::string_view language, absl::FunctionRef<void(const Piece&)> sink);

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_FEATURES_LEXER_H_
