#include "indexed_file.h"

#include <optional>
#include <utility>

#include "base/text.h"
#include "base/try.h"

namespace grit::retrieve {
namespace {

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{64} << 20;  // far above what is indexed

}  // namespace

Result<std::string> read_as_indexed(FileSystem& files, const std::string& path, const ContentHash& expected) {
  Result<FileContent> content = files.read(path, kMaxFileBytes);
  if (!content && content.error().code() != Code::not_found) return content.error();
  if (!content || ContentHash::of(content->bytes) != expected) {
    return Status(Code::changed, path + " is not as it was indexed: index the project again");
  }
  return std::move(content->bytes);
}

Result<index::FileRecord> file_record(index::SymbolStore& store, std::string_view path) {
  index::FileQuery query;
  query.path = path;
  std::optional<index::FileRecord> found;
  GRIT_RETURN_IF_ERROR(store.files(query, [&](const index::FileRecord& file) {
    found = file;
    return false;
  }));
  if (!found) return Status(Code::not_found, std::string(path) + " is not in the index");
  return *std::move(found);
}

std::string_view cut_at_line_end(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  const std::size_t end = text.substr(0, max_bytes).find_last_of("\r\n");
  if (end == std::string_view::npos) return truncate_utf8(text, max_bytes);
  return text.substr(0, end + 1);
}

}  // namespace grit::retrieve
