// The C interface through libgrit.so, on a real folder, as a host uses it.
#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include <grit/grit.h>

#include "support/temporary_folder.h"

namespace {

using grit::test::read_text;
using grit::test::write_text;

constexpr const char* kShop =
    "FREE_FROM = 5000\n\n\ndef delivery_cost(subtotal):\n    if subtotal > FREE_FROM:\n        return 0\n    return "
    "499\n";
constexpr const char* kAnswer =
    "```python\ndef delivery_cost(subtotal):\n    if subtotal >= FREE_FROM:\n        return 0\n    return 499\n```";

// A project on disk with a check that runs python3.
struct Shop {
  grit::test::TemporaryFolder folder;
  grit_project* project = nullptr;

  Shop() {
    write_text(folder.path() + "/shop.py", kShop);
    write_text(folder.path() + "/check.py",
               "from shop import delivery_cost\ngot = delivery_cost(5000)\nif got != 0:\n"
               "    raise SystemExit(f'FAIL delivery_cost(5000)\\n  got:      {got}\\n  expected: 0')\n");
    write_text(folder.path() + "/harness.toml",
               "[limits]\ntest_timeout = 30\n[sandbox]\nlevel = \"best\"\n[checks.ticket]\nargv = [\"python3\", "
               "\"check.py\"]\n"
               "role = \"reproduces\"\nverifier = [\"check.py\"]\n");
    grit_open_options options = GRIT_OPEN_OPTIONS_INIT;
    options.sandbox_helper = std::getenv("GRIT_SANDBOX");
    grit_error* error = nullptr;
    const grit_status status = grit_project_open(folder.path().c_str(), &options, &project, &error);
    INFO(grit_error_message(error));
    REQUIRE(status == GRIT_OK);
  }
  ~Shop() { grit_project_free(project); }
  Shop(const Shop&) = delete;
  Shop& operator=(const Shop&) = delete;

  void index() {
    grit_index_report* report = nullptr;
    REQUIRE(grit_project_index(project, nullptr, &report, nullptr) == GRIT_OK);
    grit_index_report_free(report);
  }
};

struct HostModel {
  int asked = 0;
  int destroyed = 0;
  std::string answer = kAnswer;
  grit_status status = GRIT_OK;
  bool throws = false;
  std::string last_role;

  grit_model_callbacks callbacks() {
    grit_model_callbacks table = GRIT_MODEL_CALLBACKS_INIT;
    table.user = this;
    table.name = "test";
    table.destroy = [](void* user) { ++static_cast<HostModel*>(user)->destroyed; };
    table.complete = [](void* user, const grit_model_request* request, grit_model_reply* reply) -> grit_status {
      auto& self = *static_cast<HostModel*>(user);
      ++self.asked;
      if (self.throws) throw std::runtime_error("from the host");
      if (request->message_count > 0) self.last_role = request->roles[request->message_count - 1];
      for (const char c : self.answer) {
        if (grit_model_reply_append(reply, &c, 1) != 0) return GRIT_CANCELLED;
      }
      grit_model_reply_set_usage(reply, 100, 20);
      if (self.status != GRIT_OK) grit_model_reply_set_error(reply, "no luck");
      return self.status;
    };
    return table;
  }
};

}  // namespace

TEST_CASE("edits that a host asks for: applied, refused with findings, on trial") {
  Shop shop;
  const std::string file = shop.folder.path() + "/shop.py";
  grit_error* error = nullptr;
  grit_edit_result* result = nullptr;
  grit_edit_options trial = GRIT_EDIT_OPTIONS_INIT;
  trial.dry_run = 1;
  REQUIRE(grit_project_edit(shop.project, "shop.py", "delivery_cost", kAnswer, std::strlen(kAnswer), &trial, &result,
                            &error) == GRIT_OK);
  CHECK(grit_edit_result_applied(result) == 1);
  CHECK(std::string(grit_edit_result_patch(result)).find("+    if subtotal >= FREE_FROM:") != std::string::npos);
  grit_edit_result_free(result);
  CHECK(read_text(file) == kShop);

  grit_edit_options cut = GRIT_EDIT_OPTIONS_INIT;
  cut.finish_reason = "length";
  REQUIRE(grit_project_edit(shop.project, "shop.py", "delivery_cost", kAnswer, std::strlen(kAnswer), &cut, &result,
                            &error) == GRIT_OK);
  CHECK(grit_edit_result_applied(result) == 0);
  CHECK(std::string(grit_edit_result_json(result)).find("\"truncated\"") != std::string::npos);
  grit_edit_result_free(result);

  REQUIRE(grit_project_replace(shop.project, "shop.py", "499", 3, "599", 3, nullptr, &result, &error) == GRIT_OK);
  CHECK(grit_edit_result_applied(result) == 1);
  grit_edit_result_free(result);
  CHECK(read_text(file).find("599") != std::string::npos);

  REQUIRE(grit_project_create(shop.project, "new/file.txt", "text", 4, nullptr, &result, &error) == GRIT_OK);
  CHECK(grit_edit_result_applied(result) == 1);
  grit_edit_result_free(result);
  CHECK(read_text(shop.folder.path() + "/new/file.txt") == "text");
}

TEST_CASE("edits that a host asks for: errors") {
  Shop shop;
  grit_error* error = nullptr;
  grit_edit_result* result = nullptr;
  CHECK(grit_project_edit(shop.project, "shop.py", "missing", "x", 1, nullptr, &result, &error) == GRIT_NOT_FOUND);
  CHECK(result == nullptr);
  grit_error_free(error);
  error = nullptr;
  CHECK(grit_project_edit(shop.project, ".git/x.py", "f", "x", 1, nullptr, &result, &error) == GRIT_FENCED);
  grit_error_free(error);
  error = nullptr;
  CHECK(grit_project_undo(shop.project, "last", nullptr, &result, &error) == GRIT_NOT_FOUND);
  grit_error_free(error);
  error = nullptr;
  grit_edit_options odd = GRIT_EDIT_OPTIONS_INIT;
  odd.finish_reason = "bored";
  CHECK(grit_project_replace(shop.project, "shop.py", "a", 1, "b", 1, &odd, &result, &error) == GRIT_INVALID_ARGUMENT);
  grit_error_free(error);
  error = nullptr;
  CHECK(grit_project_replace(shop.project, "shop.py", nullptr, 1, "b", 1, nullptr, &result, &error) ==
        GRIT_INVALID_ARGUMENT);
  grit_error_free(error);
}

TEST_CASE("version and status names") {
  CHECK(std::string(grit_version()) == std::to_string(GRIT_VERSION_MAJOR) + "." + std::to_string(GRIT_VERSION_MINOR) +
                                           "." + std::to_string(GRIT_VERSION_PATCH));
  CHECK(std::string(grit_status_name(GRIT_OK)) == "ok");
  CHECK(std::string(grit_status_name(GRIT_CONTEXT_OVERFLOW)) == "context_overflow");
  CHECK(std::string(grit_status_name(-12345)) == "unknown");
}

TEST_CASE("NULL is fine to free, and asked for nothing says so") {
  grit_project_free(nullptr);
  grit_error_free(nullptr);
  grit_cancel_free(nullptr);
  grit_cancel_raise(nullptr);
  grit_index_report_free(nullptr);
  grit_find_result_free(nullptr);
  grit_model_free(nullptr);
  grit_fix_result_free(nullptr);
  grit_error* error = nullptr;
  grit_project* project = reinterpret_cast<grit_project*>(&error);
  CHECK(grit_project_open(nullptr, nullptr, &project, &error) == GRIT_INVALID_ARGUMENT);
  CHECK(project == nullptr);
  REQUIRE(error != nullptr);
  CHECK(std::string(grit_error_message(error)).size() > 5);
  grit_error_free(error);
  CHECK(grit_project_open("/", nullptr, nullptr, nullptr) == GRIT_INVALID_ARGUMENT);
  CHECK(grit_project_open("/nosuch/folder", nullptr, &project, nullptr) == GRIT_NOT_FOUND);
}

TEST_CASE("err is written always, read never") {
  Shop shop;
  grit_error* error = reinterpret_cast<grit_error*>(0x1);  // never freed or read by the library
  grit_index_report* report = nullptr;
  REQUIRE(grit_project_index(shop.project, nullptr, &report, &error) == GRIT_OK);
  CHECK(error == nullptr);
  grit_index_report_free(report);
}

TEST_CASE("a configuration error names file, line and key") {
  Shop shop;
  write_text(shop.folder.path() + "/harness.toml", "[limits]\nmax_step = 1\n");
  grit_project* project = nullptr;
  grit_error* error = nullptr;
  CHECK(grit_project_open(shop.folder.path().c_str(), nullptr, &project, &error) == GRIT_CONFIGURATION);
  CHECK(std::string(grit_error_message(error)).find("harness.toml:2: unknown key limits.max_step") !=
        std::string::npos);
  CHECK(grit_error_code(error) == GRIT_CONFIGURATION);
  grit_error_free(error);
}

TEST_CASE("index, then find") {
  Shop shop;
  grit_find_result* result = nullptr;
  grit_error* error = nullptr;
  CHECK(grit_project_find(shop.project, "delivery", 8, nullptr, &result, &error) == GRIT_NOT_FOUND);
  CHECK(std::string(grit_error_message(error)).find("grit index") != std::string::npos);
  grit_error_free(error);

  int calls = 0;
  grit_index_options options = GRIT_INDEX_OPTIONS_INIT;
  options.threads = 2;
  options.progress = [](void* user, const grit_progress* progress) -> int32_t {
    ++*static_cast<int*>(user);
    return progress->stage[0] == '\0' ? 1 : 0;
  };
  options.progress_user = &calls;
  grit_index_report* report = nullptr;
  REQUIRE(grit_project_index(shop.project, &options, &report, nullptr) == GRIT_OK);
  CHECK(calls > 0);
  CHECK(grit_index_report_parsed(report) >= 2);
  CHECK(grit_index_report_symbols(report) >= 2);
  CHECK(std::string(grit_index_report_json(report)).find("\"parsed\":") != std::string::npos);
  grit_index_report_free(report);

  grit_find_options find = GRIT_FIND_OPTIONS_INIT;
  find.max_body_bytes = 1000;
  const std::string ticket = "delivery cost at 5000";
  REQUIRE(grit_project_find(shop.project, ticket.data(), ticket.size(), &find, &result, nullptr) == GRIT_OK);
  REQUIRE(grit_find_result_count(result) > 0);
  grit_candidate best = GRIT_CANDIDATE_INIT;
  REQUIRE(grit_find_result_get(result, 0, &best, nullptr) == GRIT_OK);
  CHECK(std::string(best.path) == "shop.py");
  CHECK(std::string(best.symbol) == "delivery_cost");
  CHECK(std::string(best.kind) == "function");
  CHECK(std::string(kShop).substr(best.byte_begin, 17) == "def delivery_cost");
  CHECK(best.line_begin == 4);
  CHECK(std::string(best.body).substr(0, 17) == "def delivery_cost");
  CHECK(grit_find_result_get(result, 10000, &best, nullptr) == GRIT_INVALID_ARGUMENT);
  grit_find_result_free(result);
}

TEST_CASE("a progress function or a cancel handle ends indexing, and the next run works") {
  Shop shop;
  grit_index_report* report = nullptr;
  grit_index_options options = GRIT_INDEX_OPTIONS_INIT;
  options.cancel = grit_cancel_new();
  grit_cancel_raise(options.cancel);
  CHECK(grit_project_index(shop.project, &options, &report, nullptr) == GRIT_CANCELLED);
  CHECK(report == nullptr);
  grit_cancel_free(options.cancel);
  shop.index();
}

TEST_CASE("option structs of another size") {
  Shop shop;
  shop.index();
  grit_find_result* result = nullptr;
  SUBCASE("not set") {
    grit_find_options options = GRIT_FIND_OPTIONS_INIT;
    options.struct_size = 0;
    CHECK(grit_project_find(shop.project, "cost", 4, &options, &result, nullptr) == GRIT_INVALID_ARGUMENT);
  }
  SUBCASE("an older host's: what it does not know keeps its default") {
    grit_find_options options = GRIT_FIND_OPTIONS_INIT;
    options.struct_size = offsetof(grit_find_options, max_body_bytes);
    options.top = 1;
    options.max_body_bytes = 77;
    options.cancel = reinterpret_cast<grit_cancel*>(0x1);
    REQUIRE(grit_project_find(shop.project, "cost", 4, &options, &result, nullptr) == GRIT_OK);
    CHECK(grit_find_result_count(result) == 1);
  }
  SUBCASE("a newer host's: refused unless the rest is zero") {
    struct {
      grit_find_options known = GRIT_FIND_OPTIONS_INIT;
      std::uint64_t later = 0;
    } options;
    options.known.struct_size = sizeof(options);
    REQUIRE(grit_project_find(shop.project, "cost", 4, &options.known, &result, nullptr) == GRIT_OK);
    grit_find_result_free(result);
    options.later = 1;
    CHECK(grit_project_find(shop.project, "cost", 4, &options.known, &result, nullptr) == GRIT_UNSUPPORTED);
    CHECK(result == nullptr);
  }
  grit_find_result_free(result);
}

TEST_CASE("fix with the host's own model: verified and committed") {
  Shop shop;
  HostModel host;
  const grit_model_callbacks callbacks = host.callbacks();
  grit_model* model = nullptr;
  REQUIRE(grit_model_new(&callbacks, &model, nullptr) == GRIT_OK);
  std::vector<std::string> types;
  grit_fix_options options = GRIT_FIX_OPTIONS_INIT;
  options.event = [](void* user, uint64_t, const char* type, const char* json) -> int32_t {
    static_cast<std::vector<std::string>*>(user)->push_back(type);
    return json[0] == '{' ? 0 : 1;
  };
  options.event_user = &types;
  const std::string ticket = "delivery cost is charged at exactly 5000";
  grit_fix_result* result = nullptr;
  grit_error* error = nullptr;
  const grit_status status =
      grit_project_fix(shop.project, ticket.data(), ticket.size(), model, &options, &result, &error);
  INFO(grit_error_message(error));
  REQUIRE(status == GRIT_OK);
  INFO(grit_fix_result_reason(result));
  CHECK(std::string(grit_fix_result_stop(result)) == "accepted");
  CHECK(grit_fix_result_accepted(result) == 1);
  CHECK(std::string(grit_fix_result_patch(result)).find("+    if subtotal >= FREE_FROM:") != std::string::npos);
  CHECK(read_text(shop.folder.path() + "/shop.py").find(">=") != std::string::npos);
  CHECK(host.asked == 1);
  CHECK(host.last_role == "user");
  CHECK(types.front() == "run.started");
  CHECK(types.back() == "run.stopped");
  CHECK(std::ifstream(shop.folder.path() + "/.grit/runs/" + grit_fix_result_run(result) + "/report.json").good());
  grit_fix_result_free(result);
  grit_model_free(model);
  CHECK(host.destroyed == 1);
}

TEST_CASE("a host's model that fails or throws ends the run, not the host") {
  for (const bool throws : {false, true}) {
    Shop shop;
    HostModel host;
    host.status = GRIT_UNAVAILABLE;
    host.throws = throws;
    const grit_model_callbacks callbacks = host.callbacks();
    grit_model* model = nullptr;
    REQUIRE(grit_model_new(&callbacks, &model, nullptr) == GRIT_OK);
    grit_fix_result* result = nullptr;
    REQUIRE(grit_project_fix(shop.project, "delivery cost", 13, model, nullptr, &result, nullptr) == GRIT_OK);
    CHECK(grit_fix_result_accepted(result) == 0);
    CHECK(std::string(grit_fix_result_stop(result)) == "host_error");
    CHECK(std::string(grit_fix_result_reason(result)).find(throws ? "from the host" : "no luck") != std::string::npos);
    CHECK(read_text(shop.folder.path() + "/shop.py") == kShop);
    grit_fix_result_free(result);
    grit_model_free(model);
    CHECK(host.destroyed == 1);
  }
}

TEST_CASE("destroy is called exactly once, also when the model cannot be made") {
  HostModel host;
  grit_model* model = nullptr;
  grit_model_callbacks callbacks = host.callbacks();
  callbacks.complete = nullptr;
  CHECK(grit_model_new(&callbacks, &model, nullptr) == GRIT_INVALID_ARGUMENT);
  CHECK(model == nullptr);
  CHECK(host.destroyed == 1);
  callbacks = host.callbacks();
  callbacks.struct_size = sizeof(callbacks) + 1000000;
  std::vector<unsigned char> large(callbacks.struct_size, 1);
  std::memcpy(large.data(), &callbacks, sizeof(callbacks));
  CHECK(grit_model_new(reinterpret_cast<const grit_model_callbacks*>(large.data()), &model, nullptr) ==
        GRIT_UNSUPPORTED);
  CHECK(host.destroyed == 2);
}

TEST_CASE("a model by its description") {
  Shop shop;
  grit_model* model = nullptr;
  grit_error* error = nullptr;
  CHECK(grit_model_open(shop.project, "nonsense", 0, nullptr, &model, &error) == GRIT_CONFIGURATION);
  grit_error_free(error);
  CHECK(grit_model_open(shop.project, "openai:http://192.0.2.1:8080#x", 0, nullptr, &model, &error) == GRIT_FENCED);
  grit_error_free(error);
  REQUIRE(grit_model_open(shop.project, "openai:http://127.0.0.1:9#x", 0, nullptr, &model, nullptr) == GRIT_OK);
  grit_fix_result* result = nullptr;
  REQUIRE(grit_project_fix(shop.project, "delivery cost", 13, model, nullptr, &result, nullptr) == GRIT_OK);
  CHECK(std::string(grit_fix_result_stop(result)) == "model_error");
  grit_fix_result_free(result);
  grit_model_free(model);
}
