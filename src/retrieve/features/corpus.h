// The text of the pool's files, taken apart into units: functions, classes and what stands outside of both. Functions
// and classes inside a function are a part of it.
#ifndef GRIT_RETRIEVE_FEATURES_CORPUS_H_
#define GRIT_RETRIEVE_FEATURES_CORPUS_H_

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <grit/retrieve.h>
#include "absl/container/flat_hash_map.h"
#include "features/pool.h"
#include "features/project.h"
#include "features/ticket.h"

namespace grit::retrieve {

// Where in a unit a word stands.
enum class Field : std::uint8_t { name, scope, path, signature, docstring, string, comment, code };
inline constexpr std::size_t kFields = 8;

// How often a unit has a term of the ticket, by field.
struct Occurrences {
  std::uint32_t term = 0;
  std::array<std::uint16_t, kFields> count{};
};

// A definition, or a file's module level.
struct Unit {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  enum class Kind : std::uint8_t { function, class_, module } kind = Kind::module;
  index::Symbol symbol;                         // empty for a module
  bool counted = false;                         // a function of the implementation: what the others are compared with
  std::uint32_t file = 0;                       // number in Corpus::files
  std::uint32_t parent = kNone;                 // the unit around it; kNone for a module
  std::uint32_t class_unit = kNone;             // the innermost class around it
  std::uint32_t name = Project::kNone;          // number of its name in the project
  std::array<std::uint32_t, kFields> length{};  // tokens by field
  std::uint32_t branches = 0;                   // words that branch: "if", "for", …
  std::vector<Occurrences> terms;               // by term
  std::vector<std::pair<std::uint32_t, std::uint32_t>> words;  // identifiers of its code and how often; by number
  std::vector<std::string_view> literals;  // strings of its code that are no docstring, of several words
};

struct CorpusFile {
  std::uint32_t number = 0;  // in Project::files()
  std::unique_ptr<std::string> bytes;
  std::uint32_t module_unit = 0;
  std::uint32_t begin = 0;  // its units: [begin, end)
  std::uint32_t end = 0;
  std::vector<std::uint32_t> terms;  // how often it has each term of the ticket
  std::uint32_t length = 0;          // tokens
  bool aside = false;                // as in ProjectFile
};

// A word that occurs in the pool.
struct CorpusWord {
  std::string_view text;
  std::vector<std::uint32_t> terms;        // the ticket's terms among its tokens
  std::uint32_t tokens = 0;                // how many tokens it has
  std::uint32_t name = Project::kNone;     // number of the definitions of that name
  std::uint32_t mention = Project::kNone;  // number in Ticket::mentions
};

// Thread rule: immutable once built; borrows nothing.
struct Corpus {
  std::vector<CorpusFile> files;  // in the order of the pool
  std::vector<Unit> units;        // by file, then position; a module comes first
  std::vector<CorpusWord> words;
  std::deque<std::string> kept;  // texts of words that stand in no file's bytes
};

// Reads and lexes the files of `pool`. A file that is gone or of another size than when it was indexed is left out.
Result<Corpus> read_corpus(const Pool& pool, const Ticket& ticket, const Project& project, index::SymbolStore& store,
                           FileSystem& files, const StopConditions& stop);

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_FEATURES_CORPUS_H_
