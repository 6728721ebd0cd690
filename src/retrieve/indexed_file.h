// Reading a file as it was indexed: ranges of the index fit these bytes or there are none.
#ifndef GRIT_RETRIEVE_INDEXED_FILE_H_
#define GRIT_RETRIEVE_INDEXED_FILE_H_

#include <string>
#include <string_view>

#include <grit/index.h>
#include <grit/platform.h>

namespace grit::retrieve {

// The bytes of `path` if they still have the hash `expected`; Code::changed if not, also where the file is gone.
Result<std::string> read_as_indexed(FileSystem& files, const std::string& path, const ContentHash& expected);

// What the index knows of `path`; Code::not_found if nothing.
Result<index::FileRecord> file_record(index::SymbolStore& store, std::string_view path);

// At most `max_bytes` of `text`, cut behind a line end; inside the line only where the first one alone is longer.
std::string_view cut_at_line_end(std::string_view text, std::size_t max_bytes);

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_INDEXED_FILE_H_
