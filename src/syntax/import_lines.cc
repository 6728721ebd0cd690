#include <algorithm>

#include "syntax/syntax.h"

namespace grit::syntax {

std::vector<LineRange> import_lines(const FileSyntax& file,
                                    const std::function<LineRange(const ByteRange&)>& lines_of) {
  std::vector<ByteRange> imports;
  for (const Import& import : file.imports) imports.push_back(import.range);
  std::sort(imports.begin(), imports.end());
  std::vector<LineRange> out;
  auto around = file.definitions.begin();  // the first, hence outermost, definition that ends after the import begins
  for (const ByteRange& import : imports) {
    while (around != file.definitions.end() && around->range.end <= import.begin) ++around;
    if (around != file.definitions.end() && around->range.contains(import)) continue;
    const LineRange range = lines_of(import);
    if (!out.empty() && range.begin <= out.back().end + 1) {
      out.back().end = std::max(out.back().end, range.end);
    } else {
      out.push_back(range);
    }
  }
  return out;
}

}  // namespace grit::syntax
