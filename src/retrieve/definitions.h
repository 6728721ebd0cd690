// Which definition stands around a line.
#ifndef GRIT_RETRIEVE_DEFINITIONS_H_
#define GRIT_RETRIEVE_DEFINITIONS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <grit/index.h>

namespace grit::retrieve {

// The definitions of one file by line.
//
// Thread rule: a value type.
class FileDefinitions {
 public:
  static Result<FileDefinitions> of(index::SymbolStore& store, std::string_view path);

  struct Entry {
    std::string name;
    std::string qualified;
    LineRange lines;
  };
  // The innermost definition whose lines hold `line`; null at module level. Of two on the same line, the later.
  const Entry* innermost(std::uint32_t line) const;

 private:
  std::vector<Entry> entries_;  // by begin; a definition inside another comes after it
};

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_DEFINITIONS_H_
