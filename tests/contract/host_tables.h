// A file system and a store as a host's callback tables, so that what a host brings is held to the same contracts.
#ifndef GRIT_TESTS_CONTRACT_HOST_TABLES_H_
#define GRIT_TESTS_CONTRACT_HOST_TABLES_H_

#include <cstring>
#include <memory>
#include <string>

#include <grit/grit.h>
#include <grit/index.h>
#include <grit/platform.h>

namespace grit::test {

inline grit_status code_of(const Status& status) { return static_cast<grit_status>(status.code()); }

inline void give(grit_files_reply* reply, const FileInfo& info) {
  grit_file_info view = GRIT_FILE_INFO_INIT;
  view.name = info.name.c_str();
  view.type = static_cast<int32_t>(info.type);
  view.mode = info.mode;
  view.size = info.size;
  view.mtime_ns = info.mtime_ns;
  view.ctime_ns = info.ctime_ns;
  view.inode = info.inode;
  view.device = info.device;
  view.target = info.target.c_str();
  view.direct = info.direct ? 1 : 0;
  (void)grit_files_reply_info(reply, &view);
}

inline ContentHash hash_at(const unsigned char* bytes) {
  ContentHash hash;
  std::memcpy(hash.bytes.data(), bytes, hash.bytes.size());
  return hash;
}

// Hands one info, or what went wrong, to the reply.
inline grit_status give(grit_files_reply* reply, const Result<FileInfo>& info) {
  if (info) give(reply, *info);
  if (!info) grit_files_reply_set_error(reply, info.error().message().c_str());
  return info ? GRIT_OK : code_of(info.error());
}

// The table of `files`, which must outlive it.
inline grit_files_callbacks table_of(FileSystem& files) {
  grit_files_callbacks table = GRIT_FILES_CALLBACKS_INIT;
  table.user = &files;
  table.stat = [](void* user, const char* path, grit_files_reply* reply) -> grit_status {
    return give(reply, static_cast<FileSystem*>(user)->stat(path));
  };
  table.list = [](void* user, const char* path, grit_files_reply* reply) -> grit_status {
    const auto entries = static_cast<FileSystem*>(user)->list(path);
    if (!entries) return code_of(entries.error());
    for (auto entry = entries->rbegin(); entry != entries->rend(); ++entry) give(reply, *entry);  // in any order
    return GRIT_OK;
  };
  table.read = [](void* user, const char* path, uint64_t max_bytes, grit_files_reply* reply) -> grit_status {
    const auto content = static_cast<FileSystem*>(user)->read(path, max_bytes);
    if (!content) return code_of(content.error());
    give(reply, content->info);
    for (std::size_t i = 0; i < content->bytes.size(); i += 3) {
      const std::string piece = content->bytes.substr(i, 3);
      (void)grit_files_reply_bytes(reply, piece.data(), piece.size());
    }
    return GRIT_OK;
  };
  table.create = [](void* user, const char* path, const char* bytes, size_t size, grit_files_reply* reply) {
    return give(reply, static_cast<FileSystem*>(user)->create(path, {bytes, size}));
  };
  table.replace = [](void* user, const char* path, const char* bytes, size_t size, const unsigned char* expected,
                     grit_files_reply* reply) {
    return give(reply, static_cast<FileSystem*>(user)->replace(path, {bytes, size}, hash_at(expected)));
  };
  table.remove = [](void* user, const char* path, const unsigned char* expected, grit_files_reply*) {
    return code_of(static_cast<FileSystem*>(user)->remove(path, hash_at(expected)));
  };
  return table;
}

inline grit_status give_files(void* user, const grit_file_query* query, grit_store_reply* reply) {
  index::FileQuery wanted;
  wanted.path = query->path;
  wanted.word = query->word;
  if (query->commits_ago_below >= 0) wanted.commits_ago_below = static_cast<std::uint32_t>(query->commits_ago_below);
  return code_of(static_cast<index::SymbolStore*>(user)->files(wanted, [&](const index::FileRecord& row) {
    grit_file_record view = GRIT_FILE_RECORD_INIT;
    view.path = row.path.c_str();
    view.language = row.language.c_str();
    view.hash = row.hash.bytes.data();
    view.size = row.size;
    view.lines = row.lines;
    view.symbols = row.symbols;
    view.parse_errors = row.parse_errors ? 1 : 0;
    if (row.commits_ago) view.commits_ago = static_cast<int32_t>(*row.commits_ago);
    return grit_store_reply_file(reply, &view) == 0;
  }));
}

inline grit_status give_symbols(void* user, const grit_symbol_query* query, grit_store_reply* reply) {
  index::SymbolQuery wanted;
  wanted.path = query->path;
  wanted.name = query->name;
  wanted.name_substring = query->name_substring;
  wanted.qualified = query->qualified;
  if (query->id >= 0) wanted.id = query->id;
  return code_of(static_cast<index::SymbolStore*>(user)->symbols(wanted, [&](const index::Symbol& row) {
    grit_symbol view = GRIT_SYMBOL_INIT;
    view.id = row.id;
    view.path = row.path.c_str();
    view.name = row.name.c_str();
    view.qualified = row.qualified.c_str();
    view.kind = index::kind_name(row.kind);
    view.signature = row.signature.c_str();
    view.parent = row.parent.c_str();
    view.byte_begin = row.range.begin;
    view.byte_end = row.range.end;
    view.inner_begin = row.inner.begin;
    view.inner_end = row.inner.end;
    view.name_begin = row.name_range.begin;
    view.name_end = row.name_range.end;
    if (row.docstring) view.docstring_begin = row.docstring->begin, view.docstring_end = row.docstring->end;
    view.line_begin = row.lines.begin;
    view.line_end = row.lines.end;
    return grit_store_reply_symbol(reply, &view) == 0;
  }));
}

inline grit_status give_references(void* user, const grit_reference_query* query, grit_store_reply* reply) {
  index::ReferenceQuery wanted;
  wanted.path = query->path;
  wanted.name = query->name;
  return code_of(static_cast<index::SymbolStore*>(user)->references(wanted, [&](const index::Reference& row) {
    grit_reference view = GRIT_REFERENCE_INIT;
    view.path = row.path.c_str();
    view.name = row.name.c_str();
    view.kind = index::kind_name(row.kind);
    view.byte_begin = row.range.begin;
    view.byte_end = row.range.end;
    view.line = row.line;
    view.definitions = row.definitions;
    view.scope = row.scope.c_str();
    view.resolution = index::resolution_name(row.resolution);
    view.target = row.target.c_str();
    return grit_store_reply_reference(reply, &view) == 0;
  }));
}

inline grit_status give_edges(void* user, const grit_edge_query* query, grit_store_reply* reply) {
  const index::EdgeQuery wanted = {query->from, query->to};
  return code_of(static_cast<index::SymbolStore*>(user)->edges(wanted, [&](const index::Edge& row) {
    grit_edge view = GRIT_EDGE_INIT;
    view.from = row.from.c_str();
    view.to = row.to.c_str();
    view.name = row.name.c_str();
    view.references = row.references;
    view.definitions = row.definitions;
    view.weight = row.weight;
    view.resolution = index::resolution_name(row.resolution);
    return grit_store_reply_edge(reply, &view) == 0;
  }));
}

inline grit_status give_co_changes(void* user, const grit_co_change_query* query, grit_store_reply* reply) {
  const index::CoChangeQuery wanted = {query->path, query->other};
  return code_of(static_cast<index::SymbolStore*>(user)->co_changes(wanted, [&](const index::CoChange& row) {
    grit_co_change view = GRIT_CO_CHANGE_INIT;
    view.path = row.path.c_str();
    view.together = row.together;
    view.commits = row.commits;
    view.other_commits = row.other_commits;
    return grit_store_reply_co_change(reply, &view) == 0;
  }));
}

// The table of `store`, which must outlive it.
inline grit_store_callbacks table_of(index::SymbolStore& store) {
  grit_store_callbacks table = GRIT_STORE_CALLBACKS_INIT;
  table.user = &store;
  table.info = [](void* user, grit_store_reply* reply) -> grit_status {
    const auto info = static_cast<index::SymbolStore*>(user)->info();
    if (!info) return code_of(info.error());
    grit_store_info view = GRIT_STORE_INFO_INIT;
    view.generation = info->generation;
    view.files = info->files;
    view.symbols = info->symbols;
    view.references = info->references;
    view.head_commit = info->head_commit.c_str();
    (void)grit_store_reply_info(reply, &view);
    return GRIT_OK;
  };
  table.files = give_files;
  table.symbols = give_symbols;
  table.references = give_references;
  table.edges = give_edges;
  table.co_changes = give_co_changes;
  return table;
}

}  // namespace grit::test

#endif  // GRIT_TESTS_CONTRACT_HOST_TABLES_H_
