#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <string>
#include <string_view>
#include <thread>

#include <grit/types.h>

#include "base/hash.h"

using grit::ByteRange;
using grit::Code;
using grit::ContentHash;
using grit::StopConditions;
using std::chrono::milliseconds;

TEST_CASE("types: a byte range knows what it holds") {
  const ByteRange range{2, 5};
  CHECK(range.size() == 3);
  CHECK_FALSE(range.contains(std::uint64_t{1}));
  CHECK(range.contains(std::uint64_t{2}));
  CHECK_FALSE(range.contains(std::uint64_t{5}));
  CHECK(range.contains(ByteRange{2, 5}));
  CHECK_FALSE(range.contains(ByteRange{2, 6}));
  CHECK(range.of("0123456") == "234");
  CHECK(range.of("0123").empty());
  CHECK(ByteRange{5, 2}.of("0123456").empty());
  CHECK(ByteRange{3, 3}.empty());
}

TEST_CASE("types: hashes are SHA-256") {
  CHECK(ContentHash::of("").hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(ContentHash::of("abc").hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  // The standard's third example: a million times the letter a, here in pieces of different lengths.
  grit::Hasher hasher;
  std::size_t given = 0;
  for (std::size_t piece = 1; given < 1'000'000; ++piece) {
    const std::size_t size = std::min(piece, 1'000'000 - given);
    hasher.add(std::string(size, 'a'));
    given += size;
  }
  CHECK(hasher.finish().hex() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("types: fields of a hash do not run into each other") {
  const auto of_fields = [](std::initializer_list<std::string_view> fields) {
    grit::Hasher hasher;
    for (std::string_view field : fields) hasher.add_field(field);
    return hasher.finish();
  };
  CHECK(of_fields({"ab", "c"}) != of_fields({"a", "bc"}));
  CHECK(of_fields({"ab"}) != of_fields({"ab", ""}));
  CHECK(of_fields({"ab", "c"}) == of_fields({"ab", "c"}));
  // Eight bytes of length, the lowest first, then the bytes: the same on every machine.
  CHECK(of_fields({"ab"}) == ContentHash::of(std::string("\x02\0\0\0\0\0\0\0ab", 10)));
}

TEST_CASE("types: hexadecimal hashes are read strictly") {
  const ContentHash hash = ContentHash::of("x");
  const std::string hex = hash.hex();
  CHECK(hex.size() == 64);
  CHECK(ContentHash::from_hex(hex) == hash);
  CHECK_FALSE(ContentHash::from_hex("").has_value());
  CHECK_FALSE(ContentHash::from_hex(hex.substr(1)).has_value());
  CHECK_FALSE(ContentHash::from_hex(hex + "0").has_value());
  CHECK_FALSE(ContentHash::from_hex("G" + hex.substr(1)).has_value());
  CHECK_FALSE(ContentHash::from_hex("A" + hex.substr(1)).has_value());
}

TEST_CASE("types: a cancel reaches every copy") {
  StopConditions stop;
  const StopConditions copy = stop.within(milliseconds(60'000));
  CHECK(copy.check().ok());
  stop.cancel.cancel();
  CHECK(copy.check().code() == Code::cancelled);
  CHECK(copy.within(milliseconds(0)).check().code() == Code::cancelled);  // said before the deadline
}

TEST_CASE("types: deadlines only become earlier") {
  const StopConditions free;
  CHECK(free.check().ok());
  CHECK(free.remaining(milliseconds(7)) == milliseconds(7));
  const StopConditions minute = free.within(milliseconds(60'000));
  CHECK(minute.remaining(milliseconds(7)) == milliseconds(7));
  CHECK(minute.remaining(milliseconds(120'000)) <= milliseconds(60'000));
  CHECK(minute.remaining(milliseconds(120'000)) > milliseconds(50'000));
  CHECK(minute.within(milliseconds(120'000)).deadline == minute.deadline);
  CHECK(*minute.within(milliseconds(10)).deadline < *minute.deadline);
  CHECK(minute.within(milliseconds::max()).deadline == minute.deadline);
  CHECK_FALSE(free.within(milliseconds::max()).deadline.has_value());
}

TEST_CASE("types: a passed deadline is a timeout without time left") {
  const StopConditions passed = StopConditions().within(milliseconds(-5));
  CHECK(passed.check().code() == Code::timeout);
  CHECK(passed.remaining(milliseconds(100)) == milliseconds(0));
  const StopConditions soon = StopConditions().within(milliseconds(20));
  CHECK(soon.remaining(milliseconds(100)) >= milliseconds(1));
  std::this_thread::sleep_for(soon.remaining(milliseconds(100)));
  CHECK(soon.check().code() == Code::timeout);
}
