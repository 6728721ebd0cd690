// A host's index behind the library's interface.
#include <array>
#include <utility>

#include "base/try.h"
#include "guard.h"
#include "host_layers.h"

// What a host's callback writes into: the sink of the rows that were asked for. `failure` is the first thing that was
// wrong with it.
struct grit_store_reply {
  const grit::index::FileSink* files = nullptr;
  const grit::index::SymbolSink* symbols = nullptr;
  const grit::index::ReferenceSink* references = nullptr;
  const grit::index::EdgeSink* edges = nullptr;
  const grit::index::CoChangeSink* co_changes = nullptr;
  grit::index::StoreInfo* info = nullptr;
  bool informed = false;
  bool ended = false;
  std::string failure;
  std::string error;
};

namespace grit::capi {
namespace {

// The member of an enumeration whose name is `text`.
template <class Enum, std::size_t kSize, class Name>
Result<Enum> named(const char* text, const std::array<Enum, kSize>& all, Name name, const char* what) {
  const std::string wanted = text_of(text);
  for (const Enum each : all) {
    if (wanted == name(each)) return each;
  }
  return Status(Code::callback, std::string("a row's ") + what + " is '" + wanted + "'");
}

Result<index::Resolution> resolution_of(const char* text) {
  using index::Resolution;
  constexpr std::array kAll = {Resolution::same_file, Resolution::same_class, Resolution::import,
                               Resolution::name_only, Resolution::unresolved, Resolution::inherited,
                               Resolution::inferred};
  return named(text, kAll, index::resolution_name, "resolution");
}

Result<index::FileRecord> row_of(const grit_file_record& given) {
  if (given.path == nullptr || given.hash == nullptr) return Status(Code::callback, "a file has no path or no hash");
  index::FileRecord row;
  row.path = given.path;
  row.language = text_of(given.language);
  std::memcpy(row.hash.bytes.data(), given.hash, row.hash.bytes.size());
  row.size = given.size;
  row.lines = given.lines;
  row.symbols = given.symbols;
  row.parse_errors = given.parse_errors != 0;
  if (given.commits_ago >= 0) row.commits_ago = static_cast<std::uint32_t>(given.commits_ago);
  return row;
}

Result<index::Symbol> row_of(const grit_symbol& given) {
  using index::SymbolKind;
  constexpr std::array kAll = {SymbolKind::function, SymbolKind::method, SymbolKind::class_, SymbolKind::variable};
  const auto name_of = [](SymbolKind kind) { return index::kind_name(kind); };
  index::Symbol row;
  GRIT_ASSIGN_OR_RETURN(row.kind, named(given.kind, kAll, name_of, "kind"));
  if (given.byte_begin > given.byte_end || given.path == nullptr || given.name == nullptr) {
    return Status(Code::callback, "a symbol has no path, no name or no range");
  }
  row.id = given.id;
  row.path = given.path;
  row.name = given.name;
  row.qualified = given.qualified == nullptr ? row.name : given.qualified;
  row.signature = text_of(given.signature);
  row.parent = text_of(given.parent);
  row.range = {given.byte_begin, given.byte_end};
  row.inner = {given.inner_begin, given.inner_end};
  row.name_range = {given.name_begin, given.name_end};
  if (given.docstring_begin < given.docstring_end)
    row.docstring = ByteRange{given.docstring_begin, given.docstring_end};
  row.lines = {given.line_begin, given.line_end};
  return row;
}

Result<index::Reference> row_of(const grit_reference& given) {
  using index::ReferenceKind;
  constexpr std::array kAll = {ReferenceKind::call, ReferenceKind::attribute, ReferenceKind::name,
                               ReferenceKind::import};
  const auto name_of = [](ReferenceKind kind) { return index::kind_name(kind); };
  index::Reference row;
  GRIT_ASSIGN_OR_RETURN(row.kind, named(given.kind, kAll, name_of, "kind"));
  GRIT_ASSIGN_OR_RETURN(row.resolution, resolution_of(given.resolution));
  if (given.path == nullptr || given.name == nullptr)
    return Status(Code::callback, "a reference has no path or no name");
  row.path = given.path;
  row.name = given.name;
  row.range = {given.byte_begin, given.byte_end};
  row.line = given.line;
  row.scope = text_of(given.scope);
  row.target = text_of(given.target);
  row.definitions = given.definitions;
  return row;
}

Result<index::Edge> row_of(const grit_edge& given) {
  index::Edge row;
  GRIT_ASSIGN_OR_RETURN(row.resolution, resolution_of(given.resolution));
  if (given.from == nullptr || given.to == nullptr) return Status(Code::callback, "an edge lacks an end");
  row.from = given.from;
  row.to = given.to;
  row.name = text_of(given.name);
  row.references = given.references;
  row.weight = given.weight;
  row.definitions = given.definitions;
  return row;
}

Result<index::CoChange> row_of(const grit_co_change& given) {
  if (given.path == nullptr) return Status(Code::callback, "a file that changed together has no path");
  return index::CoChange{given.path, given.together, given.commits, given.other_commits};
}

Result<index::StoreInfo> row_of(const grit_store_info& given) {
  index::StoreInfo info;
  info.generation = given.generation;
  info.files = given.files;
  info.symbols = given.symbols;
  info.references = given.references;
  info.schema_version = index::kSchemaVersion;
  info.head_commit = text_of(given.head_commit);
  return info;
}

// Hands one row of the host to the sink; 0 when it wants more.
template <class Given, class Take>
int32_t take_row(grit_store_reply* reply, const Given* given, const Given& defaults, const char* name, bool wanted,
                 Take take) {
  if (reply == nullptr || given == nullptr || reply->ended || !reply->failure.empty()) return 1;
  try {
    if (!wanted) {
      reply->failure = std::string("it gave a ") + name + ", which was not asked for";
      return 1;
    }
    auto read = read_options(given, defaults, name);
    if (!read) {
      reply->failure = read.error().message();
      return 1;
    }
    auto row = row_of(*read);
    if (!row) {
      reply->failure = row.error().message();
      return 1;
    }
    reply->ended = !take(*row);
    return reply->ended ? 1 : 0;
  } catch (...) {
    reply->failure = "there is no memory for its answer";
  }
  return 1;
}

// Thread rule: as SymbolStore.
class HostStore final : public index::SymbolStore {
 public:
  explicit HostStore(const grit_store_callbacks& table) : table_(table) {}
  ~HostStore() override {
    if (table_.destroy != nullptr) table_.destroy(table_.user);
  }
  HostStore(const HostStore&) = delete;
  HostStore& operator=(const HostStore&) = delete;

  [[nodiscard]] bool complete() const {
    return table_.info != nullptr && table_.files != nullptr && table_.symbols != nullptr &&
           table_.references != nullptr && table_.edges != nullptr;
  }

  Result<index::StoreInfo> info() override {
    index::StoreInfo info;
    grit_store_reply reply;
    reply.info = &info;
    GRIT_RETURN_IF_ERROR(run(reply, "info", [&] { return table_.info(table_.user, &reply); }));
    if (!reply.informed) return Status(Code::callback, "the host's store, asked for info: it gave none");
    return info;
  }

  Status files(const index::FileQuery& query, const index::FileSink& sink) override {
    const std::int64_t ago = query.commits_ago_below ? std::int64_t{*query.commits_ago_below} : -1;
    const grit_file_query view = {sizeof(grit_file_query), query.path.c_str(), query.word.c_str(), ago};
    grit_store_reply reply;
    reply.files = &sink;
    return run(reply, "files", [&] { return table_.files(table_.user, &view, &reply); });
  }

  Status symbols(const index::SymbolQuery& query, const index::SymbolSink& sink) override {
    const grit_symbol_query view = {sizeof(grit_symbol_query),    query.path.c_str(),      query.name.c_str(),
                                    query.name_substring.c_str(), query.qualified.c_str(), query.id.value_or(-1)};
    grit_store_reply reply;
    reply.symbols = &sink;
    return run(reply, "symbols", [&] { return table_.symbols(table_.user, &view, &reply); });
  }

  Status references(const index::ReferenceQuery& query, const index::ReferenceSink& sink) override {
    const grit_reference_query view = {sizeof(grit_reference_query), query.path.c_str(), query.name.c_str()};
    grit_store_reply reply;
    reply.references = &sink;
    return run(reply, "references", [&] { return table_.references(table_.user, &view, &reply); });
  }

  Status edges(const index::EdgeQuery& query, const index::EdgeSink& sink) override {
    const grit_edge_query view = {sizeof(grit_edge_query), query.from.c_str(), query.to.c_str()};
    grit_store_reply reply;
    reply.edges = &sink;
    return run(reply, "edges", [&] { return table_.edges(table_.user, &view, &reply); });
  }

  Status co_changes(const index::CoChangeQuery& query, const index::CoChangeSink& sink) override {
    if (table_.co_changes == nullptr) return {};
    const grit_co_change_query view = {sizeof(grit_co_change_query), query.path.c_str(), query.other.c_str()};
    grit_store_reply reply;
    reply.co_changes = &sink;
    return run(reply, "co_changes", [&] { return table_.co_changes(table_.user, &view, &reply); });
  }

 private:
  // A visit that the sink ended is a good one, whatever the host makes of being told so.
  static Status run(const grit_store_reply& reply, const char* what, const std::function<grit_status()>& call) {
    const std::string asked = std::string("the host's store, asked for ") + what;
    const Status status = outcome_of(call, asked, reply.error);
    if (!reply.failure.empty()) return Status(Code::callback, asked + ": " + reply.failure);
    return reply.ended ? Status() : status;
  }

  const grit_store_callbacks table_;
};

}  // namespace

Result<std::unique_ptr<index::SymbolStore>> host_store(const grit_store_callbacks* table) {
  auto read = take_table(table, grit_store_callbacks GRIT_STORE_CALLBACKS_INIT, "grit_store_callbacks");
  if (!read) return read.error();
  auto store = std::make_unique<HostStore>(*read);
  if (!store->complete()) return Status(Code::invalid_argument, "grit_store_callbacks: a required member is NULL");
  return std::unique_ptr<index::SymbolStore>(std::move(store));
}

}  // namespace grit::capi

extern "C" {

int32_t grit_store_reply_info(grit_store_reply* reply, const grit_store_info* info) {
  const bool wanted = reply != nullptr && reply->info != nullptr;
  return grit::capi::take_row(reply, info, grit_store_info GRIT_STORE_INFO_INIT, "grit_store_info", wanted,
                              [&](const grit::index::StoreInfo& row) {
                                *reply->info = row;
                                reply->informed = true;
                                return true;
                              });
}

int32_t grit_store_reply_file(grit_store_reply* reply, const grit_file_record* file) {
  const bool wanted = reply != nullptr && reply->files != nullptr;
  return grit::capi::take_row(reply, file, grit_file_record GRIT_FILE_RECORD_INIT, "grit_file_record", wanted,
                              [&](const grit::index::FileRecord& row) { return (*reply->files)(row); });
}

int32_t grit_store_reply_symbol(grit_store_reply* reply, const grit_symbol* symbol) {
  const bool wanted = reply != nullptr && reply->symbols != nullptr;
  return grit::capi::take_row(reply, symbol, grit_symbol GRIT_SYMBOL_INIT, "grit_symbol", wanted,
                              [&](const grit::index::Symbol& row) { return (*reply->symbols)(row); });
}

int32_t grit_store_reply_reference(grit_store_reply* reply, const grit_reference* reference) {
  const bool wanted = reply != nullptr && reply->references != nullptr;
  return grit::capi::take_row(reply, reference, grit_reference GRIT_REFERENCE_INIT, "grit_reference", wanted,
                              [&](const grit::index::Reference& row) { return (*reply->references)(row); });
}

int32_t grit_store_reply_edge(grit_store_reply* reply, const grit_edge* edge) {
  const bool wanted = reply != nullptr && reply->edges != nullptr;
  return grit::capi::take_row(reply, edge, grit_edge GRIT_EDGE_INIT, "grit_edge", wanted,
                              [&](const grit::index::Edge& row) { return (*reply->edges)(row); });
}

int32_t grit_store_reply_co_change(grit_store_reply* reply, const grit_co_change* change) {
  const bool wanted = reply != nullptr && reply->co_changes != nullptr;
  return grit::capi::take_row(reply, change, grit_co_change GRIT_CO_CHANGE_INIT, "grit_co_change", wanted,
                              [&](const grit::index::CoChange& row) { return (*reply->co_changes)(row); });
}

void grit_store_reply_set_error(grit_store_reply* reply, const char* message) {
  if (reply != nullptr && message != nullptr) reply->error = message;
}

}  // extern "C"
