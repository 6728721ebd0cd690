#include "address.h"

#include <doctest/doctest.h>

#include <string>

using grit::Code;
using grit::model::Address;
using grit::model::parse_address;

namespace {

Address address(std::string_view text, std::string_view path = "/v1") {
  const auto result = parse_address(text, path);
  CAPTURE(text);
  REQUIRE(result.has_value());
  return *result;
}

}  // namespace

TEST_CASE("an address without a path gets the dialect's") {
  CHECK(address("http://127.0.0.1:8080").base == "http://127.0.0.1:8080/v1");
  CHECK(address("http://127.0.0.1:8080/").base == "http://127.0.0.1:8080/v1");
  CHECK(address("http://127.0.0.1:8080", "").base == "http://127.0.0.1:8080");
  CHECK(address("https://api.example.org/openai/v2/").base == "https://api.example.org/openai/v2");
  CHECK(address("http://localhost:1/v1").root == "http://localhost:1");
}

TEST_CASE("loopback is judged by the host that is connected to") {
  for (const char* text :
       {"http://localhost", "http://LOCALHOST:80/x", "http://127.0.0.1", "http://127.255.3.4:9", "http://[::1]:11434",
        "http://[0:0:0:0:0:0:0:1]", "http://127.1", "http://0x7f000001", "http://2130706433", "https://127.0.0.1"}) {
    CAPTURE(text);
    CHECK(address(text).loopback);
  }
  for (const char* text : {"http://example.org", "http://localhost.example.org", "http://127.0.0.1.example.org",
                           "http://0.0.0.0", "http://10.0.0.1", "http://[::]", "http://[::2]", "http://128.0.0.1",
                           "http://example.org/127.0.0.1", "http://127.0.0.1e", "http://[fe80::1]", "http://127.x"}) {
    CAPTURE(text);
    CHECK_FALSE(address(text).loopback);
  }
}

TEST_CASE("anything but a plain http address is refused, without repeating a secret") {
  for (const char* text : {"", "127.0.0.1:8080", "localhost", "ftp://127.0.0.1", "file:///etc/passwd",
                           "http://user:s3cret@127.0.0.1", "http://user@127.0.0.1", "http://127.0.0.1/v1?key=s3cret",
                           "http://127.0.0.1/#x", "http://127.0.0.1:99999", "http://", "http://127.0.0.1 /s3cret",
                           "http://127.0.0.1/\r\nX: s3cret", "gopher://127.0.0.1", "unix:///s3cret"}) {
    CAPTURE(text);
    const auto result = parse_address(text, "/v1");
    REQUIRE_FALSE(result.has_value());
    CHECK(result.error().code() == Code::configuration);
    CHECK(result.error().message().find("s3cret") == std::string::npos);
  }
}
