#include <doctest/doctest.h>

#include <map>

#include <grit/loop.h>

using grit::Code;
using grit::loop::Config;
using grit::loop::parse_config;

namespace {

grit::loop::Environment environment(std::map<std::string, std::string> values) {
  return [values = std::move(values)](std::string_view name) -> std::optional<std::string> {
    const auto at = values.find(std::string(name));
    if (at == values.end()) return std::nullopt;
    return at->second;
  };
}

constexpr const char* kFull = R"([limits]
max_steps = 3
max_seconds = 40
test_timeout = 6
model_timeout = 20
first_token_timeout = 10
idle_timeout = 4
max_response_bytes = 4096

[model]
name = "ollama:http://127.0.0.1:11434#qwen2.5-coder:7b"
allow_remote = true

[paths]
editable = ["shipping.py"]
readable = ["**/*.py"]
deny = ["secrets/**"]

[sandbox]
level = "best"

[checks.zeta]
argv = ["python3", "checks/check_shipping.py"]
role = "reproduces"
verifier = ["checks/**"]
adapter = "exit"

[checks.alpha]
argv = ["python3", "-m", "pytest", "-q", "tests"]
)";

}  // namespace

TEST_CASE("every key of harness.toml is read") {
  const auto config = parse_config(kFull, "harness.toml");
  REQUIRE(config);
  CHECK(config->budget.max_steps == 3);
  CHECK(config->budget.max_seconds == 40);
  CHECK(config->budget.test_timeout == 6);
  CHECK(config->budget.model_timeout == 20);
  CHECK(config->budget.first_token_timeout == 10);
  CHECK(config->budget.idle_timeout == 4);
  CHECK(config->budget.max_response_bytes == 4096);
  CHECK(config->model == "ollama:http://127.0.0.1:11434#qwen2.5-coder:7b");
  CHECK(config->allow_remote);
  CHECK(config->editable == std::vector<std::string>{"shipping.py"});
  CHECK(config->readable == std::vector<std::string>{"**/*.py"});
  CHECK(config->deny == std::vector<std::string>{"secrets/**"});
  CHECK(config->sandbox == grit::verify::Requirement::best);
  CHECK(config->hash == grit::ContentHash::of(kFull));
}

TEST_CASE("checks keep the order of the file") {
  const auto config = parse_config(kFull, "harness.toml");
  REQUIRE(config);
  REQUIRE(config->checks.size() == 2);
  CHECK(config->checks[0].name == "zeta");
  CHECK(config->checks[0].role == grit::verify::Role::reproduces);
  CHECK(config->checks[0].verifier == std::vector<std::string>{"checks/**"});
  CHECK(config->checks[1].name == "alpha");
  CHECK(config->checks[1].role == grit::verify::Role::guards);
  CHECK(config->checks[1].argv.back() == "tests");
}

TEST_CASE("an empty file gives the defaults") {
  const auto config = parse_config("", "harness.toml");
  REQUIRE(config);
  CHECK(config->budget.max_steps == 8);
  CHECK(config->budget.max_seconds == 90);
  CHECK(config->budget.test_timeout == 5);
  CHECK(config->budget.model_timeout == 30);
  CHECK(config->budget.max_response_bytes == 32768);
  CHECK(config->sandbox == grit::verify::Requirement::required);
  CHECK(config->checks.empty());
}

TEST_CASE("what is wrong is named by file, line and key") {
  struct Row {
    const char* toml;
    const char* expected;
  };
  const Row rows[] = {
      {"[limits]\nmax_step = 3\n", "harness.toml:2: unknown key limits.max_step"},
      {"[limits]\nmax_steps = 0\n", "limits.max_steps must be a whole number from 1 to 1000"},
      {"[limits]\nmax_steps = \"3\"\n", "limits.max_steps must be a whole number"},
      {"[limits]\nmax_steps = 3.5\n", "limits.max_steps must be a whole number"},
      {"limits = 3\n", "limits must be a table"},
      {"[unknown]\n", "unknown key unknown"},
      {"[sandbox]\nlevel = \"none\"\n", "sandbox.level must be"},
      {"[model]\nname = 7\n", "model.name must be a string"},
      {"[paths]\neditable = \"x\"\n", "paths.editable must be a list of strings"},
      {"[paths]\neditable = [1]\n", "paths.editable must be a list of strings"},
      {"[checks.a]\nrole = \"guards\"\n", "checks.a.argv must name a program"},
      {"[checks.a]\nargv = []\n", "checks.a.argv must name a program"},
      {"[checks.a]\nargv = [\"x\"]\nrole = \"tests\"\n", "checks.a.role must be"},
      {"[checks.a]\nargv = [\"x\"]\nshell = true\n", "unknown key checks.a.shell"},
      {"[limits\n", "harness.toml:1"},
      {"x = \"\xff\"\n", "not valid UTF-8"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.toml);
    const auto config = parse_config(row.toml, "harness.toml");
    REQUIRE_FALSE(config);
    CHECK(config.error().code() == Code::configuration);
    CAPTURE(config.error().message());
    CHECK(config.error().message().find(row.expected) != std::string::npos);
  }
}

TEST_CASE("the environment overrides the file") {
  auto config = parse_config(kFull, "harness.toml");
  REQUIRE(config);
  const auto set =
      environment({{"HARNESS_MODEL", "replay:x.jsonl"}, {"HARNESS_MAX_STEPS", "5"}, {"HARNESS_MODEL_TIMEOUT", "300"}});
  REQUIRE(apply_environment(*config, set).ok());
  CHECK(config->model == "replay:x.jsonl");
  CHECK(config->budget.max_steps == 5);
  CHECK(config->budget.model_timeout == 300);
  CHECK(config->budget.max_seconds == 40);
}

TEST_CASE("a bad value in the environment is an error that names the key") {
  for (const char* value : {"", "0", "-1", "abc", "3x", "1e3", "99999999999", " 3"}) {
    Config config;
    CAPTURE(value);
    const auto status = apply_environment(config, environment({{"HARNESS_MAX_STEPS", value}}));
    CHECK(status.code() == Code::configuration);
    CHECK(status.message().find("HARNESS_MAX_STEPS") != std::string::npos);
    CHECK(config.budget.max_steps == 8);
  }
}

TEST_CASE("limits of a model call follow the configuration") {
  Config config;
  config.budget.model_timeout = 60;
  auto options = backend_options(config);
  CHECK(options.total_timeout_s == 60);
  CHECK(options.first_token_timeout_s == 60);
  CHECK(options.idle_timeout_s == 60);
  config.budget.idle_timeout = 7;
  options = backend_options(config);
  CHECK(options.idle_timeout_s == 7);
}
