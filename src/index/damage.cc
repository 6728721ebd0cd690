#include "damage.h"

#include <utility>

#include "port/host_files.h"

namespace grit::index {
namespace {

constexpr const char* kMark = ".damaged";

class NotingStore final : public SymbolStore {
 public:
  NotingStore(std::unique_ptr<SymbolStore> inner, std::string database)
      : inner_(std::move(inner)), database_(std::move(database)) {}

  Result<StoreInfo> info() override {
    auto out = inner_->info();
    if (!out) note_damage(database_, out.error());
    return out;
  }
  Status files(const FileQuery& query, const FileSink& sink) override { return noted(inner_->files(query, sink)); }
  Status symbols(const SymbolQuery& query, const SymbolSink& sink) override {
    return noted(inner_->symbols(query, sink));
  }
  Status references(const ReferenceQuery& query, const ReferenceSink& sink) override {
    return noted(inner_->references(query, sink));
  }
  Status edges(const EdgeQuery& query, const EdgeSink& sink) override { return noted(inner_->edges(query, sink)); }
  Status co_changes(const CoChangeQuery& query, const CoChangeSink& sink) override {
    return noted(inner_->co_changes(query, sink));
  }

 private:
  Status noted(Status status) {
    note_damage(database_, status);
    return status;
  }

  std::unique_ptr<SymbolStore> inner_;
  std::string database_;
};

}  // namespace

void note_damage(const std::string& database, const Status& status) {
  if (status.code() != Code::corrupt) return;
  const Status written = port::write_file(database + kMark, "");
  (void)written;
}

bool is_known_damaged(const std::string& database) { return port::exists(database + kMark); }

Status remove_database(const std::string& database) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal", kMark}) {
    const Status removed = port::remove_file(database + suffix);
    if (!removed.ok() && removed.code() != Code::not_found) return removed;
  }
  return {};
}

std::unique_ptr<SymbolStore> noting_damage(std::unique_ptr<SymbolStore> inner, std::string database) {
  return std::make_unique<NotingStore>(std::move(inner), std::move(database));
}

}  // namespace grit::index
