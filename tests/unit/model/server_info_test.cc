// What servers say about themselves and their models.
#include "chat_fixture.h"

using namespace grit::model;
using namespace grit::test;
using grit::Code;

namespace {

Script json(std::string_view body) { return {send(response(200, "application/json", body))}; }

std::string missing(ModelBackend& backend) {
  const auto info = backend.info({});
  REQUIRE_FALSE(info.has_value());
  CHECK(info.error().code() == Code::unavailable);
  return info.error().message();
}

}  // namespace

TEST_CASE("llama-server: version and the window of one slot") {
  FakeServer server;
  server.on("/v1/models", json(R"({"object":"list","data":[{"id":"coder","aliases":["coder"],"owned_by":"llamacpp",)"
                               R"("meta":{"n_ctx":8192,"n_ctx_train":32768}}]})"));
  server.on("/props",
            json(R"({"default_generation_settings":{"n_ctx":4096},"total_slots":2,"build_info":"b4567-abc"})"));
  const auto info = openai(server)->info({});
  REQUIRE(info.has_value());
  CHECK(info->backend == "openai");
  CHECK(info->name == "coder");
  CHECK(info->server == "llama.cpp b4567-abc");
  CHECK(info->context_tokens == 4096);
  CHECK(info->digest.empty());
}

TEST_CASE("vLLM: the window in the list of models") {
  FakeServer server;
  server.on("/v1/models", json(R"({"data":[{"id":"other"},{"id":"coder","owned_by":"vllm","max_model_len":16384}]})"));
  server.on("/version", json(R"({"version":"0.11.0"})"));
  const auto info = openai(server)->info({});
  REQUIRE(info.has_value());
  CHECK(info->server == "vLLM 0.11.0");
  CHECK(info->context_tokens == 16384);
}

TEST_CASE("a server that says little is taken as it is") {
  FakeServer without_list;
  CHECK(openai(without_list)->info({})->name == "coder");
  CHECK(openai(without_list)->info({})->server.empty());
  FakeServer unknown;
  unknown.on("/v1/models", json(R"({"data":[{"id":"coder","owned_by":"me"}]})"));
  CHECK(openai(unknown)->info({})->context_tokens == 0);
  FakeServer no_props;
  no_props.on("/v1/models", json(R"({"data":[{"id":"coder","owned_by":"llamacpp"}]})"));
  CHECK(openai(no_props)->info({})->server == "llama.cpp");
}

TEST_CASE("a model that is not in the list is missing, also where the server would answer with another") {
  FakeServer server;
  server.on("/v1/models", json(R"({"data":[{"id":"zeta","aliases":["z"],"owned_by":"llamacpp"},{"id":"alpha"}]})"));
  server.on("/props", json(R"({"build_info":"b1"})"));
  CHECK(missing(*openai(server)) == "the server at " + server.url() + "/v1 has no model 'coder'; it has: alpha, zeta");
  CHECK(open("openai:" + server.url() + "#z", quick_options())->info({}).has_value());

  FakeServer many;
  std::string list;
  for (int i = 10; i < 40; ++i) list += (list.empty() ? "" : ",") + ("{\"id\":\"m" + std::to_string(i) + "\"}");
  many.on("/v1/models", json("{\"data\":[" + list + "]}"));
  CHECK(missing(*openai(many)).ends_with("m18, m19 and 20 more"));
  FakeServer none;
  none.on("/v1/models", json(R"({"data":[]})"));
  CHECK(missing(*openai(none)).ends_with("it has: none"));
}

TEST_CASE("a list that is no list, or too much of one") {
  FakeServer server;
  server.on("/v1/models", {send(response(200, "text/html", "<html>hello</html>"))});
  CHECK(openai(server)->info({}).error().code() == Code::malformed);
  FakeServer huge;
  huge.on("/v1/models", {send(response(200, "application/json", std::string((8 << 20) + 1, ' ')))});
  CHECK(openai(huge)->info({}).error().code() == Code::limit);
  FakeServer silent;
  silent.on("/v1/models", {hang()});
  BackendOptions options = quick_options();
  options.total_timeout_s = 0.2;
  CHECK(openai(silent, options)->info({}).error().code() == Code::timeout);
}

TEST_CASE("Ollama: digest, version, and the window that the model has, not the one it was trained with") {
  FakeServer server;
  server.on("/api/tags",
            json(R"({"models":[{"name":"coder:latest","digest":"ab12"},{"name":"big:7b","digest":"cd34"}]})"));
  server.on("/api/version", json(R"({"version":"0.40.2"})"));
  server.on("/api/ps", json(R"({"models":[]})"));
  server.on("/api/ps", json(R"({"models":[{"name":"coder:latest","context_length":4096}]})"));
  server.on("/api/show", json(R"({"parameters":"stop    \"<|im_end|>\"\nnum_ctx                  16384",)"
                              R"("model_info":{"qwen2.context_length":32768}})"));
  auto model = ollama(server);
  const auto info = model->info({});
  REQUIRE(info.has_value());
  CHECK(info->backend == "ollama");
  CHECK(info->name == "coder");
  CHECK(info->digest == "ab12");
  CHECK(info->server == "ollama 0.40.2");
  CHECK(info->context_tokens == 16384);
  CHECK(server.received("/api/show")[0].body == R"({"model":"coder"})");
  CHECK(model->info({})->context_tokens == 4096);
  CHECK(missing(*open("ollama:" + server.url() + "#nope", quick_options())).ends_with("it has: big:7b, coder:latest"));
}

TEST_CASE("Ollama without a set window: not known") {
  FakeServer server;
  server.on("/api/tags", json(R"({"models":[{"name":"coder"}]})"));
  server.on("/api/show", json(R"({"model_info":{"qwen2.context_length":32768}})"));
  CHECK(ollama(server)->info({})->context_tokens == 0);
}
