#include <doctest/doctest.h>

#include "sandbox_protocol.h"

namespace grit::verify {

TEST_CASE("a request comes back as it went, whatever bytes it holds") {
  SandboxRequest request;
  request.command.argv = {"python3", "", "a b", "\n", "\xff\x01", "ü"};
  request.command.environment = {"A=1", "EMPTY="};
  request.command.read_only = {"/a", "/b c"};
  request.command.directory = "/some where";
  request.command.also_at = "/else";
  request.command.at_least = Level::full;
  request.limits = {1.5, 7, 1ULL << 40, 3, 4, 5, 0};
  request.without = {"seccomp"};
  const auto back = decode_request(encode_request(request));
  REQUIRE(back);
  CHECK(back->command.argv == request.command.argv);
  CHECK(back->command.environment == request.command.environment);
  CHECK(back->command.read_only == request.command.read_only);
  CHECK(back->command.directory == request.command.directory);
  CHECK(back->command.also_at == request.command.also_at);
  CHECK(back->command.at_least == Level::full);
  CHECK(back->without == request.without);
  CHECK(back->limits.wall_s == 1.5);
  CHECK(back->limits.cpu_s == 7);
  CHECK(back->limits.memory_bytes == 1ULL << 40);
  CHECK(back->limits.file_bytes == 3);
  CHECK(back->limits.scratch_bytes == 4);
  CHECK(back->limits.processes == 5);
  CHECK(back->limits.output_bytes == 0);
}

TEST_CASE("limits beyond any clock are cut, not wrapped") {
  SandboxRequest request;
  for (const double seconds : {1e300, -1.0, 0.0}) {
    request.limits.wall_s = seconds;
    const auto back = decode_request(encode_request(request));
    REQUIRE(back);
    CHECK(back->limits.wall_s >= 0);
    CHECK(back->limits.wall_s <= 1e9);
  }
}

TEST_CASE("no part of a request passes for a whole one") {
  SandboxRequest request;
  request.command.argv = {"python3", "x"};
  const std::string bytes = encode_request(request);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(is_whole_request(bytes.substr(0, size)));
    CHECK_FALSE(decode_request(bytes.substr(0, size)));
  }
  CHECK(is_whole_request(bytes));
  CHECK_FALSE(decode_request(bytes + "x"));
  CHECK_FALSE(decode_request(std::string("unknown\0value\0\0", 15)));
  CHECK_FALSE(decode_request(std::string("cpu_s\0many\0\0", 12)));
  CHECK_FALSE(decode_request(std::string("at_least\0003\0\0", 12)));
}

TEST_CASE("a report comes back as it went") {
  SandboxReport report;
  report.ending = Ending::signalled;
  report.status = 9;
  report.output_cut = true;
  report.seconds = 0.25;
  report.protection = {Level::degraded, {"seccomp", "rlimits"}, {"no namespaces (why)"}};
  report.error = "said so";
  const auto back = decode_report(encode_report(report));
  REQUIRE(back);
  CHECK(back->ending == Ending::signalled);
  CHECK(back->status == 9);
  CHECK(back->output_cut);
  CHECK(back->seconds == 0.25);
  CHECK(back->protection.level == Level::degraded);
  CHECK(back->protection.mechanisms == report.protection.mechanisms);
  CHECK(back->protection.gaps == report.protection.gaps);
  CHECK(back->error == "said so");
  CHECK_FALSE(decode_report(std::string("ending\00099\0\0", 12)));
}

TEST_CASE("frames are found in whatever pieces they come") {
  const std::string bytes = encode_frame(FrameKind::output, std::string(300, 'x')) +
                            encode_frame(FrameKind::output, "") + encode_frame(FrameKind::report, "end");
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, bytes.size()}) {
    FrameReader reader;
    std::vector<FrameReader::Frame> frames;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      reader.add(std::string_view(bytes).substr(at, step));
      while (auto frame = reader.next()) frames.push_back(std::move(*frame));
    }
    REQUIRE(frames.size() == 3);
    CHECK(frames[0].payload == std::string(300, 'x'));
    CHECK(frames[1].payload.empty());
    CHECK(frames[2].kind == FrameKind::report);
    CHECK(frames[2].payload == "end");
    CHECK_FALSE(reader.broken());
  }
}

TEST_CASE("bytes that are no frame break the stream for good") {
  for (const std::string& bytes : {std::string("zzzzzz"), std::string("o\xff\xff\xff\xff"
                                                                      "x")}) {
    FrameReader reader;
    reader.add(bytes);
    CHECK_FALSE(reader.next());
    CHECK(reader.broken());
    reader.add(encode_frame(FrameKind::report, "forged"));
    CHECK_FALSE(reader.next());
  }
}

}  // namespace grit::verify
