#include <doctest/doctest.h>
#include <grit/model.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <string>

using grit::Code;
using grit::model::BackendOptions;
using grit::model::open_backend;

namespace {

grit::Status error_of(std::string_view description, const BackendOptions& options = {}) {
  auto backend = open_backend(description, options);
  CAPTURE(description);
  REQUIRE_FALSE(backend.has_value());
  return backend.error();
}

class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view content) {
    char name[] = "/tmp/grit-recording-XXXXXX";
    const int fd = mkstemp(name);
    REQUIRE(fd >= 0);
    path_ = name;
    std::ofstream(path_) << content;
    close(fd);
  }
  ~TemporaryFile() { std::remove(path_.c_str()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

TEST_CASE("a description that cannot be read says how one is written") {
  for (const char* text : {"", "gpt-4", "openai", "llama:http://127.0.0.1#m", "OPENAI:http://127.0.0.1#m"}) {
    const grit::Status status = error_of(text);
    CHECK(status.code() == Code::configuration);
    CHECK(status.message().find("openai:URL#MODEL") != std::string::npos);
  }
  for (const char* text : {"openai:http://127.0.0.1", "openai:http://127.0.0.1#", "ollama:", "openai:#m"}) {
    CHECK(error_of(text).code() == Code::configuration);
  }
}

TEST_CASE("opening makes no connection") {
  CHECK(open_backend("openai:http://127.0.0.1:1#m", {}).has_value());
  CHECK(open_backend("ollama:http://localhost:11434#qwen2.5-coder:7b", {}).has_value());
  CHECK(open_backend("openai:http://[::1]:1/v1#org/model#with#marks", {}).has_value());
}

TEST_CASE("a host that is not loopback needs permission") {
  const grit::Status status = error_of("openai:https://api.example.org/v1#m");
  CHECK(status.code() == Code::fenced);
  CHECK(status.message().find("https://api.example.org") != std::string::npos);
  CHECK(status.message().find("--allow-remote") != std::string::npos);
  BackendOptions options;
  options.allow_remote = true;
  CHECK(open_backend("openai:https://api.example.org/v1#m", options).has_value());
}

TEST_CASE("options that cannot work are named") {
  const auto check_named = [](const BackendOptions& options, const char* name) {
    const grit::Status status = error_of("openai:http://127.0.0.1:1#m", options);
    CHECK(status.code() == Code::configuration);
    CHECK(status.message().find(name) != std::string::npos);
  };
  BackendOptions options;
  options.connect_timeout_s = 0;
  check_named(options, "connect_timeout");
  options = {};
  options.idle_timeout_s = std::nan("");
  check_named(options, "idle_timeout");
  options = {};
  options.total_timeout_s = -1;
  check_named(options, "model_timeout");
  options = {};
  options.max_response_bytes = 0;
  check_named(options, "max_response_bytes");
  options = {};
  options.retries = 1000;
  check_named(options, "retries");
  options = {};
  options.api_key = "s3cret\r\nX-Other: 1";
  check_named(options, "API key");
  CHECK(error_of("openai:http://127.0.0.1:1#m", options).message().find("s3cret") == std::string::npos);
}

TEST_CASE("recordings are opened from files") {
  const TemporaryFile good("{\"model\":\"m\",\"digest\":\"d\"}\n{\"reply\":\"hello\",\"finish_reason\":\"stop\"}\n");
  for (const char* kind : {"scripted", "replay"}) {
    auto backend = open_backend(std::string(kind) + ":" + good.path(), {});
    REQUIRE(backend.has_value());
    CHECK((*backend)->info({})->backend == kind);
    CHECK((*backend)->info({})->name == "m");
    CHECK((*backend)->complete({}, {}, {})->text == "hello");
  }
  const TemporaryFile bad("{\"reply\":1}\n");
  const grit::Status status = error_of("scripted:" + bad.path());
  CHECK(status.code() == Code::malformed);
  CHECK(status.message().find(bad.path()) != std::string::npos);
  CHECK(error_of("scripted:/does/not/exist").code() == Code::configuration);
  CHECK(error_of("scripted:/does/not/exist").message().find("/does/not/exist") != std::string::npos);
  CHECK(error_of("replay:").code() == Code::configuration);
}
