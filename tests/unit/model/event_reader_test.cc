#include "event_reader.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using grit::Code;
using grit::Status;
using grit::model::EventReader;
using grit::model::Framing;

namespace {

// The events of `bytes` when they come in pieces of `size`.
std::vector<std::string> events(Framing framing, std::string_view bytes, std::size_t size) {
  EventReader reader(framing, 1000);
  std::vector<std::string> found;
  const EventReader::Sink sink = [&](std::string_view data) {
    found.emplace_back(data);
    return Status();
  };
  for (std::size_t i = 0; i < bytes.size(); i += size) CHECK(reader.push(bytes.substr(i, size), sink).ok());
  CHECK(reader.finish(sink).ok());
  return found;
}

using Events = std::vector<std::string>;

}  // namespace

TEST_CASE("server-sent events are the same however they are cut") {
  const std::string_view bytes =
      ": keep-alive\n\ndata: {\"a\":\"\xE2\x82\xAC\"}\n\nevent: error\r\ndata:{\"b\":2}\r\n\r\n"
      "data: one\ndata: two\nid: 3\n\n\n\ndata: [DONE]\n\n";
  const Events expected = {"{\"a\":\"\xE2\x82\xAC\"}", "{\"b\":2}", "one\ntwo", "[DONE]"};
  for (std::size_t size = 1; size <= bytes.size(); ++size) {
    CAPTURE(size);
    CHECK(events(Framing::sse, bytes, size) == expected);
  }
}

TEST_CASE("the last event may lack its line ends") {
  CHECK(events(Framing::sse, "data: a\n\ndata: b", 4) == Events{"a", "b"});
  CHECK(events(Framing::sse, "data: a\n", 3) == Events{"a"});
  CHECK(events(Framing::ndjson, "{}\n{\"x\":1}", 2) == Events{"{}", "{\"x\":1}"});
}

TEST_CASE("a line of JSON is an event, an empty line is none") {
  for (std::size_t size = 1; size < 12; ++size) {
    CHECK(events(Framing::ndjson, "{\"a\":1}\r\n\n  \n{\"b\":\"\xE2\x82\xAC\"}\n", size) ==
          Events{"{\"a\":1}", "{\"b\":\"\xE2\x82\xAC\"}"});
  }
}

TEST_CASE("an event has a bound, also when it is one line that never ends") {
  const EventReader::Sink ignore = [](std::string_view) { return Status(); };
  EventReader endless(Framing::sse, 100);
  Status status;
  int pushes = 0;
  while (status.ok() && pushes < 100) {
    status = endless.push("0123456789", ignore);
    ++pushes;
  }
  CHECK(status.code() == Code::limit);
  CHECK(pushes == 11);

  EventReader many_lines(Framing::sse, 100);
  status = {};
  for (int i = 0; i < 100 && status.ok(); ++i) status = many_lines.push("data: 0123456789\n", ignore);
  CHECK(status.code() == Code::limit);
}

TEST_CASE("what the sink says ends the reading") {
  EventReader reader(Framing::ndjson, 100);
  int calls = 0;
  const Status status = reader.push(
      "1\n2\n3\n", [&](std::string_view) { return ++calls == 2 ? Status(Code::malformed, "no") : Status(); });
  CHECK(status.code() == Code::malformed);
  CHECK(calls == 2);
}
