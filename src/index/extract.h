// From a file's bytes to its rows.
#ifndef GRIT_INDEX_EXTRACT_H_
#define GRIT_INDEX_EXTRACT_H_

#include <string_view>

#include "rows.h"
#include "syntax/syntax.h"
#include "word_table.h"

namespace grit::index {

// Why a file is not worth an index although it is small enough: "binary", "generated", "minified"; empty: it is.
[[nodiscard]] std::string_view unsuitable(std::string_view path, std::string_view bytes);

// Makes rows of files.
//
// Thread rule: one thread at a time; make one per thread.
class Extractor {
 public:
  // The rows of a file; `hash` is that of its bytes. Where parsing reaches `limits`, the file keeps its words and says
  // so in its note. Code::cancelled or Code::timeout from `stop`.
  [[nodiscard]] Result<FileRows> extract(std::string_view path, std::string_view bytes, const ContentHash& hash,
                                         const syntax::ParseLimits& limits, const StopConditions& stop);

 private:
  syntax::Parser parser_;
  WordTable words_;
};

}  // namespace grit::index

#endif  // GRIT_INDEX_EXTRACT_H_
