// A host's own layers through libgrit.so: unsaved buffers, a file system and an index that are the host's.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

#include <grit/grit.h>

#include "support/temporary_folder.h"

namespace {

using grit::test::read_text;
using grit::test::write_text;

constexpr const char* kSaved = "def delivery_cost(subtotal):\n    return 499\n";
constexpr const char* kUnsaved = "def postage(subtotal):\n    return delivery_cost(subtotal)\n";

std::string take(grit_text* text) {
  std::string out(grit_text_bytes(text), grit_text_size(text));
  grit_text_free(text);
  return out;
}

// Everything below the folder as text, but for what Grit keeps there.
std::map<std::string, std::string> content_of(const std::string& folder) {
  std::map<std::string, std::string> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().lexically_relative(folder).string();
    if (entry.is_regular_file() && path.rfind(".grit", 0) != 0) out[path] = read_text(entry.path().string());
  }
  return out;
}

struct Opened {
  grit_project* project = nullptr;
  explicit Opened(const std::string& folder, const grit_files_callbacks* files = nullptr,
                  const grit_store_callbacks* store = nullptr) {
    grit_open_options options = GRIT_OPEN_OPTIONS_INIT;
    options.sandbox_helper = std::getenv("GRIT_SANDBOX");
    options.files = files;
    options.store = store;
    grit_error* error = nullptr;
    const grit_status status = grit_project_open(folder.c_str(), &options, &project, &error);
    INFO(grit_error_message(error));
    REQUIRE(status == GRIT_OK);
  }
  ~Opened() { grit_project_free(project); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  [[nodiscard]] grit_status index(uint64_t* parsed = nullptr) const {
    grit_index_report* report = nullptr;
    const grit_status status = grit_project_index(project, nullptr, &report, nullptr);
    if (parsed != nullptr && report != nullptr) *parsed = grit_index_report_parsed(report);
    grit_index_report_free(report);
    return status;
  }
  [[nodiscard]] bool defines(const char* name) const {
    grit_text* text = nullptr;
    REQUIRE(grit_project_defs(project, name, &text, nullptr) == GRIT_OK);
    return take(text).find("\"symbol\":\"" + std::string(name) + "\"") != std::string::npos;
  }
  void set(const char* path, const std::string& bytes) const {
    REQUIRE(grit_project_set_buffer(project, path, bytes.data(), bytes.size(), nullptr) == GRIT_OK);
  }
  [[nodiscard]] std::string buffer(const char* path) const {
    grit_text* text = nullptr;
    const grit_status status = grit_project_get_buffer(project, path, &text, nullptr);
    return status == GRIT_OK ? take(text) : grit_status_name(status);
  }
};

}  // namespace

TEST_CASE("an unsaved buffer is indexed, found and read in place of its file, and nobody else sees it") {
  grit::test::TemporaryFolder folder;
  write_text(folder.path() + "/shop.py", kSaved);
  write_text(folder.path() + "/other.py", "def other():\n    return 1\n");
  const Opened editor(folder.path());
  REQUIRE(editor.index() == GRIT_OK);
  const auto before = content_of(folder.path());
  const std::string index_before = read_text(folder.path() + "/.grit/index.db");

  editor.set("shop.py", kUnsaved);
  editor.set("new/draft.py", "class Draft:\n    pass\n");
  uint64_t parsed = 0;
  REQUIRE(editor.index(&parsed) == GRIT_OK);
  CHECK(parsed == 2);  // the two buffers; the rest comes from the index that was there
  CHECK(editor.defines("postage"));
  CHECK(editor.defines("Draft"));
  CHECK(editor.defines("other"));
  CHECK_FALSE(editor.defines("delivery_cost"));
  grit_text* text = nullptr;
  CHECK(grit_project_read(editor.project, "shop.py::postage", &text, nullptr) == GRIT_OK);
  CHECK(take(text).find("return delivery_cost(subtotal)") != std::string::npos);
  REQUIRE(grit_project_refs(editor.project, "delivery_cost", &text, nullptr) == GRIT_OK);
  CHECK(take(text).find("\"path\":\"shop.py\"") != std::string::npos);
  REQUIRE(grit_project_outline(editor.project, "new/draft.py", &text, nullptr) == GRIT_OK);
  CHECK(take(text).find("Draft") != std::string::npos);
  REQUIRE(grit_project_map(editor.project, nullptr, &text, nullptr) == GRIT_OK);
  CHECK(take(text).find("def postage(subtotal)") != std::string::npos);
  grit_find_result* found = nullptr;
  REQUIRE(grit_project_find(editor.project, "postage", 7, nullptr, &found, nullptr) == GRIT_OK);
  grit_candidate first = GRIT_CANDIDATE_INIT;
  REQUIRE(grit_find_result_get(found, 0, &first, nullptr) == GRIT_OK);
  CHECK(std::string(first.symbol) == "postage");
  grit_find_result_free(found);

  CHECK(content_of(folder.path()) == before);
  CHECK(read_text(folder.path() + "/.grit/index.db") == index_before);
  const Opened another(folder.path());
  CHECK(another.defines("delivery_cost"));
  CHECK_FALSE(another.defines("postage"));

  REQUIRE(grit_project_clear_buffer(editor.project, "shop.py", nullptr) == GRIT_OK);
  REQUIRE(editor.index() == GRIT_OK);
  CHECK(editor.defines("delivery_cost"));
  CHECK(editor.defines("Draft"));
  REQUIRE(grit_project_clear_buffer(editor.project, "new/draft.py", nullptr) == GRIT_OK);
  REQUIRE(editor.index(&parsed) == GRIT_OK);
  CHECK(parsed == 0);
  CHECK_FALSE(editor.defines("Draft"));
  CHECK(std::filesystem::is_empty(folder.path() + "/.grit/scratch") ==
        false);  // its lock stays, the copy of the index is gone
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() + "/.grit/scratch")) {
    CHECK(entry.is_regular_file());
  }
}

TEST_CASE("a fix of an unsaved buffer changes the buffer, judged with the other buffers in place") {
  grit::test::TemporaryFolder folder;
  write_text(folder.path() + "/shop.py", kSaved);
  write_text(folder.path() + "/check.py", "raise SystemExit('the saved check always fails')\n");
  write_text(folder.path() + "/harness.toml",
             "[limits]\ntest_timeout = 30\n[sandbox]\nlevel = \"best\"\n[checks.ticket]\nargv = [\"python3\", "
             "\"check.py\"]\nrole = \"reproduces\"\nverifier = [\"check.py\"]\n");
  const Opened editor(folder.path());
  const auto before = content_of(folder.path());
  const std::string draft = "# not saved yet\ndef delivery_cost(subtotal):\n    return 498\n";
  editor.set("shop.py", draft);
  editor.set("check.py", "from shop import delivery_cost\nassert delivery_cost(1) == 499, delivery_cost(1)\n");

  grit_model_callbacks table = GRIT_MODEL_CALLBACKS_INIT;
  table.complete = [](void*, const grit_model_request* request, grit_model_reply* reply) -> grit_status {
    const std::string asked = request->contents[request->message_count - 1];
    REQUIRE(asked.find("return 498") != std::string::npos);
    const std::string answer = "```python\ndef delivery_cost(subtotal):\n    return 499\n```";
    (void)grit_model_reply_append(reply, answer.data(), answer.size());
    return GRIT_OK;
  };
  grit_model* model = nullptr;
  REQUIRE(grit_model_new(&table, &model, nullptr) == GRIT_OK);
  grit_fix_result* result = nullptr;
  grit_error* error = nullptr;
  const std::string ticket = "delivery_cost gives 498";
  const grit_status status =
      grit_project_fix(editor.project, ticket.data(), ticket.size(), model, nullptr, &result, &error);
  INFO(grit_error_message(error));
  REQUIRE(status == GRIT_OK);
  INFO(grit_fix_result_reason(result));
  CHECK(grit_fix_result_accepted(result) == 1);
  const std::string run = grit_fix_result_run(result);
  grit_fix_result_free(result);
  grit_model_free(model);
  CHECK(editor.buffer("shop.py") == "# not saved yet\ndef delivery_cost(subtotal):\n    return 499\n");
  CHECK(content_of(folder.path()) == before);
  // The evidence holds what the run worked on, for a replay.
  CHECK(read_text(folder.path() + "/.grit/runs/" + run + "/unsaved/shop.py") == draft);
}

TEST_CASE("a buffer that cannot be is refused with its reason") {
  grit::test::TemporaryFolder folder;
  write_text(folder.path() + "/pkg/a.py", kSaved);
  const Opened editor(folder.path());
  const auto set = [&](const char* path) { return grit_project_set_buffer(editor.project, path, "x", 1, nullptr); };
  CHECK(set("pkg") == GRIT_UNSUPPORTED);
  CHECK(set("pkg/a.py/b") == GRIT_UNSUPPORTED);
  CHECK(set("../a.py") == GRIT_FENCED);
  CHECK(set(".git/config") == GRIT_FENCED);
  CHECK(set("/etc/passwd") == GRIT_FENCED);
  write_text(folder.path() + "/.env", "SECRET=1");
  std::filesystem::create_symlink(".env", folder.path() + "/harmless.py");
  CHECK(set("harmless.py") == GRIT_FENCED);
  CHECK(set(nullptr) == GRIT_INVALID_ARGUMENT);
  CHECK(grit_project_set_buffer(editor.project, "a.py", nullptr, 1, nullptr) == GRIT_INVALID_ARGUMENT);
  CHECK(grit_project_clear_buffer(editor.project, "pkg/a.py", nullptr) == GRIT_NOT_FOUND);
  CHECK(editor.buffer("pkg/a.py") == "not_found");
}

namespace {

// Files that are nowhere on disk.
struct HostFiles {
  std::map<std::string, std::string> files;
  std::mutex mutex;  // the index reads from several threads
  int destroyed = 0;
  bool throws = false;

  void give(const std::string& path, const std::string& bytes, grit_files_reply* reply) const {
    const std::string name = path.substr(path.rfind('/') + 1);
    grit_file_info info = GRIT_FILE_INFO_INIT;
    info.name = name.c_str();
    info.size = bytes.size();
    info.direct = 1;
    (void)grit_files_reply_info(reply, &info);
  }
  static void give_folder(const std::string& name, grit_files_reply* reply) {
    grit_file_info info = GRIT_FILE_INFO_INIT;
    info.name = name.c_str();
    info.type = GRIT_FILE_DIRECTORY;
    info.direct = 1;
    (void)grit_files_reply_info(reply, &info);
  }

  grit_files_callbacks table() {
    grit_files_callbacks table = GRIT_FILES_CALLBACKS_INIT;
    table.user = this;
    table.destroy = [](void* user) { ++static_cast<HostFiles*>(user)->destroyed; };
    table.stat = [](void* user, const char* path, grit_files_reply* reply) -> grit_status {
      auto& self = *static_cast<HostFiles*>(user);
      const std::lock_guard lock(self.mutex);
      const auto found = self.files.find(path);
      if (found == self.files.end() && *path != '\0') return GRIT_NOT_FOUND;
      if (found == self.files.end()) give_folder("", reply);
      if (found != self.files.end()) self.give(path, found->second, reply);
      return GRIT_OK;
    };
    table.list = [](void* user, const char* folder, grit_files_reply* reply) -> grit_status {
      auto& self = *static_cast<HostFiles*>(user);
      const std::lock_guard lock(self.mutex);
      if (*folder != '\0') return GRIT_NOT_FOUND;
      for (const auto& [path, bytes] : self.files) self.give(path, bytes, reply);
      return GRIT_OK;
    };
    table.read = [](void* user, const char* path, uint64_t, grit_files_reply* reply) -> grit_status {
      auto& self = *static_cast<HostFiles*>(user);
      const std::lock_guard lock(self.mutex);
      if (self.throws) throw 7;
      const auto found = self.files.find(path);
      if (found == self.files.end()) return GRIT_NOT_FOUND;
      self.give(path, found->second, reply);
      (void)grit_files_reply_bytes(reply, found->second.data(), found->second.size());
      return GRIT_OK;
    };
    return table;
  }
};

}  // namespace

TEST_CASE("a host's own file system is indexed, and destroyed exactly once") {
  grit::test::TemporaryFolder folder;
  HostFiles host;
  host.files["shop.py"] = kSaved;
  const grit_files_callbacks table = host.table();
  {
    const Opened project(folder.path(), &table);
    REQUIRE(project.index() == GRIT_OK);
    CHECK(project.defines("delivery_cost"));
    host.throws = true;
    grit_error* error = nullptr;
    grit_text* text = nullptr;
    CHECK(grit_project_outline(project.project, "shop.py", &text, &error) == GRIT_CALLBACK);
    CHECK(std::string(grit_error_message(error)).find("it threw") != std::string::npos);
    grit_error_free(error);
    CHECK(host.destroyed == 0);
  }
  CHECK(host.destroyed == 1);
}

TEST_CASE("a table is destroyed exactly once when opening fails") {
  HostFiles host;
  grit_files_callbacks table = host.table();
  grit_open_options options = GRIT_OPEN_OPTIONS_INIT;
  options.files = &table;
  grit_project* project = nullptr;
  CHECK(grit_project_open("/no/such/folder", &options, &project, nullptr) == GRIT_NOT_FOUND);
  CHECK(host.destroyed == 1);
  CHECK(grit_project_open(nullptr, &options, &project, nullptr) == GRIT_INVALID_ARGUMENT);
  CHECK(host.destroyed == 2);
  table.read = nullptr;
  CHECK(grit_project_open("/", &options, &project, nullptr) == GRIT_INVALID_ARGUMENT);
  CHECK(host.destroyed == 3);
  struct Newer {
    grit_open_options options;
    const char* unknown;
  } newer = {options, "x"};
  newer.options.struct_size = sizeof(newer);
  CHECK(grit_project_open("/", &newer.options, &project, nullptr) == GRIT_UNSUPPORTED);
  CHECK(host.destroyed == 4);
}

TEST_CASE("a host's own index answers, and what is wrong with its rows is said") {
  grit::test::TemporaryFolder folder;
  static const char* kind = "function";
  grit_store_callbacks table = GRIT_STORE_CALLBACKS_INIT;
  table.info = [](void*, grit_store_reply* reply) -> grit_status {
    const grit_store_info info = GRIT_STORE_INFO_INIT;
    (void)grit_store_reply_info(reply, &info);
    return GRIT_OK;
  };
  table.files = [](void*, const grit_file_query*, grit_store_reply*) -> grit_status { return GRIT_OK; };
  table.symbols = [](void*, const grit_symbol_query* query, grit_store_reply* reply) -> grit_status {
    grit_symbol row = GRIT_SYMBOL_INIT;
    row.path = "cloud.py";
    row.name = query->name;
    row.kind = kind;
    (void)grit_store_reply_symbol(reply, &row);
    return GRIT_OK;
  };
  table.references = [](void*, const grit_reference_query*, grit_store_reply* reply) -> grit_status {
    grit_store_reply_set_error(reply, "the server is away");
    return GRIT_UNAVAILABLE;
  };
  table.edges = [](void*, const grit_edge_query*, grit_store_reply*) -> grit_status { return GRIT_OK; };
  const Opened project(folder.path(), nullptr, &table);
  CHECK(project.index() == GRIT_UNSUPPORTED);
  CHECK(project.defines("anything"));
  grit_text* text = nullptr;
  grit_error* error = nullptr;
  CHECK(grit_project_refs(project.project, "anything", &text, &error) == GRIT_UNAVAILABLE);
  CHECK(std::string(grit_error_message(error)).find("the server is away") != std::string::npos);
  grit_error_free(error);
  kind = "macro";
  CHECK(grit_project_defs(project.project, "anything", &text, &error) == GRIT_CALLBACK);
  CHECK(std::string(grit_error_message(error)).find("kind is 'macro'") != std::string::npos);
  CHECK(text == nullptr);
  grit_error_free(error);
}
