// A host's file system behind the library's interface.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/try.h"
#include "guard.h"
#include "host_layers.h"
#include "port/path.h"

// What a host's callback writes into. `failure` is the first thing that was wrong with it.
struct grit_files_reply {
  std::vector<grit::FileInfo> infos;
  std::string bytes;
  std::uint64_t max_bytes = 0;
  bool too_large = false;
  std::string failure;
  std::string error;
};

namespace grit::capi {
namespace {

constexpr std::size_t kMaxEntries = 1'000'000;

Result<FileInfo> info_of(const grit_file_info& given) {
  if (given.type < GRIT_FILE_REGULAR || given.type > GRIT_FILE_OTHER) {
    return Status(Code::callback, "a file's type is " + std::to_string(given.type));
  }
  FileInfo info;
  info.name = text_of(given.name);
  info.type = static_cast<FileType>(given.type);
  info.mode = given.mode & 07777;
  info.size = given.size;
  info.mtime_ns = given.mtime_ns;
  info.ctime_ns = given.ctime_ns;
  info.inode = given.inode;
  info.device = given.device;
  info.target = text_of(given.target);
  info.direct = given.direct != 0;
  return info;
}

// Thread rule: as FileSystem, as far as the host keeps it.
class HostFiles final : public FileSystem {
 public:
  explicit HostFiles(const grit_files_callbacks& table) : table_(table) {}
  ~HostFiles() override {
    if (table_.destroy != nullptr) table_.destroy(table_.user);
  }
  HostFiles(const HostFiles&) = delete;
  HostFiles& operator=(const HostFiles&) = delete;

  [[nodiscard]] bool complete() const {
    return table_.stat != nullptr && table_.list != nullptr && table_.read != nullptr;
  }

  Result<FileInfo> stat(std::string_view path) override {
    GRIT_ASSIGN_OR_RETURN(const std::string place, port::normal_path(path));
    grit_files_reply reply;
    GRIT_RETURN_IF_ERROR(run(place, reply, [&] { return table_.stat(table_.user, place.c_str(), &reply); }));
    return only_info(place, reply);
  }

  Result<std::vector<FileInfo>> list(std::string_view directory) override {
    GRIT_ASSIGN_OR_RETURN(const std::string place, port::normal_path(directory));
    grit_files_reply reply;
    GRIT_RETURN_IF_ERROR(run(place, reply, [&] { return table_.list(table_.user, place.c_str(), &reply); }));
    std::vector<FileInfo>& entries = reply.infos;
    if (entries.size() > kMaxEntries)
      return Status(Code::limit, port::shown(place) + " has more than a million entries");
    std::sort(entries.begin(), entries.end(), [](const FileInfo& a, const FileInfo& b) { return a.name < b.name; });
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::string& name = entries[i].name;
      const bool bad = name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos;
      if (bad || (i > 0 && name == entries[i - 1].name)) {
        return nonsense(place, "an entry is named " + port::shown(name) + (bad ? "" : " twice"));
      }
    }
    return std::move(entries);
  }

  Result<FileContent> read(std::string_view path, std::uint64_t max_bytes) override {
    GRIT_ASSIGN_OR_RETURN(const std::string place, port::normal_path(path));
    grit_files_reply reply;
    reply.max_bytes = max_bytes;
    const Status status = run(place, reply, [&] { return table_.read(table_.user, place.c_str(), max_bytes, &reply); });
    if (reply.too_large) return port::too_large(place, max_bytes);
    GRIT_RETURN_IF_ERROR(status);
    GRIT_ASSIGN_OR_RETURN(FileInfo info, only_info(place, reply));
    info.name = port::last_name(path);
    info.size = reply.bytes.size();
    return FileContent{std::move(reply.bytes), std::move(info)};
  }

  Result<FileInfo> create(std::string_view path, std::string_view bytes) override {
    GRIT_ASSIGN_OR_RETURN(const std::string place, port::normal_path(path));
    if (table_.create == nullptr) return port::is_read_only(path);
    grit_files_reply reply;
    GRIT_RETURN_IF_ERROR(run(
        place, reply, [&] { return table_.create(table_.user, place.c_str(), bytes.data(), bytes.size(), &reply); }));
    return only_info(place, reply);
  }

  Result<FileInfo> replace(std::string_view path, std::string_view bytes, const ContentHash& expected) override {
    GRIT_ASSIGN_OR_RETURN(const std::string place, port::normal_path(path));
    if (table_.replace == nullptr) return port::is_read_only(path);
    grit_files_reply reply;
    GRIT_RETURN_IF_ERROR(run(place, reply, [&] {
      return table_.replace(table_.user, place.c_str(), bytes.data(), bytes.size(), expected.bytes.data(), &reply);
    }));
    GRIT_ASSIGN_OR_RETURN(FileInfo info, only_info(place, reply));
    info.name = port::last_name(path);
    return info;
  }

  Status remove(std::string_view path, const ContentHash& expected) override {
    GRIT_ASSIGN_OR_RETURN(const std::string place, port::normal_path(path));
    if (table_.remove == nullptr) return port::is_read_only(path);
    grit_files_reply reply;
    return run(place, reply, [&] { return table_.remove(table_.user, place.c_str(), expected.bytes.data(), &reply); });
  }

 private:
  static Status nonsense(const std::string& path, const std::string& what) {
    return Status(Code::callback, "the host's file system, asked for " + port::shown(path) + ": " + what);
  }

  static Status run(const std::string& path, grit_files_reply& reply, const std::function<grit_status()>& call) {
    const Status status = outcome_of(call, "the host's file system, asked for " + port::shown(path), reply.error);
    return status.ok() && !reply.failure.empty() ? nonsense(path, reply.failure) : status;
  }

  static Result<FileInfo> only_info(const std::string& path, grit_files_reply& reply) {
    if (reply.infos.size() != 1)
      return nonsense(path, "it gave " + std::to_string(reply.infos.size()) + " infos, not one");
    FileInfo& info = reply.infos.front();
    info.name = port::last_name(path);
    return std::move(info);
  }

  const grit_files_callbacks table_;
};

}  // namespace

Status outcome_of(const std::function<grit_status()>& call, const std::string& what, const std::string& error) {
  grit_status status = GRIT_CALLBACK;
  std::string words;
  try {
    status = call();
    words = error;
  } catch (const std::exception& thrown) {
    words = std::string("it threw: ") + thrown.what();
  } catch (...) {
    words = "it threw";
  }
  if (status == GRIT_OK) return {};
  const std::string_view name = grit_status_name(status);
  const bool known = status < 0 && name != "unknown";
  if (words.empty()) words = known ? std::string(name) : "it returned " + std::to_string(status);
  return Status(known ? static_cast<Code>(status) : Code::callback, what + ": " + words);
}

Result<std::unique_ptr<FileSystem>> host_files(const grit_files_callbacks* table) {
  auto read = take_table(table, grit_files_callbacks GRIT_FILES_CALLBACKS_INIT, "grit_files_callbacks");
  if (!read) return read.error();
  auto files = std::make_unique<HostFiles>(*read);
  if (!files->complete()) {
    return Status(Code::invalid_argument, "grit_files_callbacks: stat, list or read is NULL");
  }
  return std::unique_ptr<FileSystem>(std::move(files));
}

}  // namespace grit::capi

extern "C" {

int32_t grit_files_reply_info(grit_files_reply* reply, const grit_file_info* info) {
  if (reply == nullptr || info == nullptr) return 1;
  try {
    auto read = grit::capi::read_options(info, grit_file_info GRIT_FILE_INFO_INIT, "grit_file_info");
    auto taken = read ? grit::capi::info_of(*read) : grit::Result<grit::FileInfo>(read.error());
    if (taken && reply->infos.size() <= grit::capi::kMaxEntries) {
      reply->infos.push_back(std::move(*taken));
      return 0;
    }
    if (!taken && reply->failure.empty()) reply->failure = taken.error().message();
  } catch (...) {
    reply->failure = "there is no memory for its answer";
  }
  return 1;
}

int32_t grit_files_reply_bytes(grit_files_reply* reply, const char* bytes, size_t size) {
  if (reply == nullptr || (bytes == nullptr && size != 0)) return 1;
  if (size > reply->max_bytes - reply->bytes.size()) reply->too_large = true;
  if (reply->too_large) return 1;
  try {
    if (size != 0) reply->bytes.append(bytes, size);
    return 0;
  } catch (...) {
    reply->failure = "there is no memory for its answer";
  }
  return 1;
}

void grit_files_reply_set_error(grit_files_reply* reply, const char* message) {
  if (reply != nullptr && message != nullptr) reply->error = message;
}

}  // extern "C"
