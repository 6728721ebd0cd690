#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/json.h"

using grit::Code;
using grit::Json;
using grit::parse_json;

namespace {

// What a text reads back as, or the code of the error.
std::string again(std::string_view text) {
  const auto parsed = parse_json(text);
  return parsed ? parsed->dump() : std::string("!") + grit::code_name(parsed.error().code());
}

std::string nested(int levels) {
  std::string text(static_cast<std::size_t>(levels), '[');
  return text + std::string(static_cast<std::size_t>(levels), ']');
}

}  // namespace

TEST_CASE("json: values are what they were made of") {
  CHECK(Json().is_null());
  CHECK(Json(nullptr).is_null());
  CHECK(Json(true).as_bool());
  CHECK(Json(7).as_int() == 7);
  CHECK(Json(7).as_double() == 7.0);
  CHECK(Json(7u).is_int());
  CHECK(Json(std::uint8_t{200}).as_int() == 200);
  CHECK(Json(-7L).as_int() == -7);
  CHECK(Json(2.5).as_double() == 2.5);
  CHECK(Json(2.5).is_number());
  CHECK_FALSE(Json(2.5).is_int());
  CHECK(Json("text").as_string() == "text");
  CHECK(Json(std::string("text")).as_string() == "text");
  CHECK(Json(std::string_view("text")).as_string() == "text");
  CHECK(Json::array().is_array());
  CHECK(Json::object().is_object());
  CHECK(Json(std::numeric_limits<std::uint64_t>::max()).as_double() == 18446744073709551616.0);
  CHECK(Json(std::uint64_t{1} << 62).as_int() == std::int64_t{1} << 62);
}

TEST_CASE("json: looking in the wrong place gives the default") {
  const Json value = Json::object({{"a", Json::object({{"b", 3}})}, {"list", Json(Json::Array{1, 2})}});
  CHECK(value["a"]["b"].as_int() == 3);
  CHECK(value["a"]["missing"]["deeper"].is_null());
  CHECK(value["a"].as_int(9) == 9);
  CHECK(value["a"].as_string("none") == "none");
  CHECK(value["list"].as_bool(true));
  CHECK(value["list"].items().size() == 2);
  CHECK(value["a"].items().empty());
  CHECK(value["list"].members().empty());
  CHECK(value.contains("a"));
  CHECK_FALSE(value.contains("b"));
  CHECK_FALSE(value["list"].contains("a"));
  CHECK(Json("1").as_int(5) == 5);
  CHECK(Json(1.0).as_int(5) == 5);
}

TEST_CASE("json: objects keep their order, a key set again its place") {
  Json value;
  value.set("z", 1).set("a", 2).set("z", 3);
  CHECK(value.dump() == R"({"z":3,"a":2})");
  Json list;
  list.push(1).push("two");
  CHECK(list.dump() == R"([1,"two"])");
  Json number(5);
  number.set("a", 1).push(2);
  CHECK(number.dump() == "5");
  CHECK(Json::object({{"a", 1}, {"b", 2}, {"a", 3}}).dump() == R"({"a":3,"b":2})");
  CHECK(again(R"({"b":1,"a":2,"b":3,"c":4,"a":5,"b":6})") == R"({"b":6,"a":5,"c":4})");
}

TEST_CASE("json: many members, many times the same, in little time") {
  std::string text = "{";
  for (int i = 0; i < 200'000; ++i) text += "\"k" + std::to_string(i / 2) + "\":" + std::to_string(i) + ",";
  text.back() = '}';
  const auto begin = std::chrono::steady_clock::now();
  const auto parsed = parse_json(text);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
  REQUIRE(parsed.has_value());
  CHECK(parsed->members().size() == 100'000);
  CHECK(parsed->members()[7].first == "k7");
  CHECK(parsed->members()[7].second.as_int() == 15);
}

TEST_CASE("json: strings are escaped where JSON wants it and nowhere else") {
  CHECK(Json("\"\\/\b\f\n\r\t\x01\x1f\x7f").dump() == "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\"");
  CHECK(Json(std::string("a\0b", 3)).dump() == "\"a\\u0000b\"");
  CHECK(Json("\u00E9\u20AC\U0001F600\u2028").dump() == "\"\u00E9\u20AC\U0001F600\u2028\"");
  CHECK(Json("a\xFF\xED\xA0\x80z").dump() == "\"a\uFFFD\uFFFD\uFFFD\uFFFDz\"");
  CHECK(Json::object({{"k\n", 1}}).dump() == "{\"k\\n\":1}");
}

TEST_CASE("json: every string reads back as it was") {
  std::string all;
  for (int byte = 0; byte < 128; ++byte) all += static_cast<char>(byte);
  all += "\u00E9\u20AC\U0001F600\uFFFD";
  const auto parsed = parse_json(Json(all).dump());
  REQUIRE(parsed.has_value());
  CHECK(parsed->as_string() == all);
}

TEST_CASE("json: doubles take the fewest digits that read back equal") {
  const std::vector<std::pair<double, const char*>> cases = {{0.1, "0.1"},
                                                             {0.25, "0.25"},
                                                             {1.0, "1.0"},
                                                             {-0.0, "-0.0"},
                                                             {100.0, "100.0"},
                                                             {1e22, "1e+22"},
                                                             {5e-324, "5e-324"},
                                                             {1.0 / 3, "0.3333333333333333"},
                                                             {0.1 + 0.2, "0.30000000000000004"},
                                                             {1.7976931348623157e308, "1.7976931348623157e+308"},
                                                             {2.2250738585072014e-308, "2.2250738585072014e-308"}};
  for (const auto& [value, text] : cases) {
    CHECK(Json(value).dump() == text);
    const auto parsed = parse_json(text);
    REQUIRE(parsed.has_value());
    CHECK_FALSE(parsed->is_int());
    CHECK(parsed->as_double() == value);
    CHECK(std::signbit(parsed->as_double()) == std::signbit(value));
  }
  CHECK(Json(std::numeric_limits<double>::infinity()).dump() == "null");
  CHECK(Json(-std::numeric_limits<double>::infinity()).dump() == "null");
  CHECK(Json(std::nan("")).dump() == "null");
}

TEST_CASE("json: numbers") {
  for (const char* same : {"0", "-1", "9223372036854775807", "-9223372036854775808", "1.5", "0.0"}) {
    CHECK(again(same) == same);
  }
  CHECK(again("-0") == "0");
  CHECK(again("1e3") == "1000.0");
  CHECK(again("1E+3") == "1000.0");
  CHECK(again("9223372036854775808").find('.') != std::string::npos);
  CHECK(parse_json("9223372036854775808")->as_double() == 9223372036854775808.0);
  CHECK(parse_json("123456789012345678901234567890")->as_double() == 123456789012345678901234567890.0);
  for (const char* bad : {"01", "-", "-01", "1.", ".5", "1e", "1e+", "+1", "0x1", "1_000", "NaN", "Infinity",
                          "-Infinity", "1e400", "-1e400", "1a", "1.2.3", "--1"}) {
    CAPTURE(bad);
    CHECK(again(bad) == "!malformed");
  }
}

TEST_CASE("json: what is no JSON is malformed") {
  for (const char* bad : {"",
                          " ",
                          "nul",
                          "nullx",
                          "True",
                          "'a'",
                          "[1,]",
                          "[,1]",
                          "[1 2]",
                          "[1",
                          "1]",
                          "[[1]",
                          "[1]]",
                          "{\"a\":1",
                          "{\"a\":1,}",
                          "{\"a\"}",
                          "{\"a\":}",
                          "{a:1}",
                          "{1:2}",
                          "{\"a\" 1}",
                          "{\"a\":1 \"b\":2}",
                          "{\"a\":1]",
                          "[1}",
                          "{,}",
                          "1 2",
                          "1,2",
                          "[] []",
                          "{}{}",
                          "\"a",
                          "\"a\\",
                          "\"\\x\"",
                          "\"\\u12\"",
                          "\"\\u12g4\"",
                          "\"\n\"",
                          "\"\t\"",
                          "\"a\"b",
                          "[1//c\n]",
                          "/**/1",
                          "\xFF",
                          "\"\xFF\"",
                          "\"\xC3\"",
                          "\"\xED\xA0\x80\"",
                          "1\f",
                          "\xC2\xA0"
                          "1",
                          "[1],[2]",
                          "]",
                          "[",
                          ",",
                          ":",
                          "\\"}) {
    CAPTURE(bad);
    CHECK(again(bad) == "!malformed");
  }
  CHECK(again(std::string_view("\0", 1)) == "!malformed");
  CHECK(again(std::string_view("1\0", 2)) == "!malformed");
  CHECK(again(std::string_view("\"a\0\"", 4)) == "!malformed");
}

TEST_CASE("json: blanks and a byte order mark are fine around a value") {
  CHECK(again(" \t\r\n[ 1 , { \"a\" : null } ]\n") == R"([1,{"a":null}])");
  CHECK(again("\xEF\xBB\xBF{}") == "{}");
  CHECK(again("\xEF\xBB\xBF\xEF\xBB\xBF{}") == "!malformed");
}

TEST_CASE("json: half a surrogate pair is never let through") {
  CHECK(again(R"("\ud83d\ude00")") == "\"\U0001F600\"");
  CHECK(again(R"("\uD83D\uDE00x")") == "\"\U0001F600x\"");
  CHECK(again(R"("\\ud800")") == R"("\\ud800")");  // a backslash and five letters
  for (const char* bad :
       {R"("\ud800")", R"("\udc00")", R"("\ud83dx")", R"("\ud83d\n")", R"("\ud83d\u0041")", R"("\ud83d\ud83d")",
        R"("\ude00\ud83d")", R"({"\udfff":1})", R"("\ud83d)", R"("\ud83d\u)", R"("\\\ud800")"}) {
    CAPTURE(bad);
    CHECK(again(bad) == "!malformed");
  }
}

TEST_CASE("json: depth and size have bounds that say so") {
  CHECK(again(nested(128)) == nested(128));
  CHECK(again(nested(129)) == "!limit");
  CHECK(again(nested(100'000)) == "!limit");
  CHECK(again(std::string(100'000, '[')).front() == '!');
  CHECK(parse_json("[1,2]", 5).has_value());
  const auto refused = parse_json("[1,2]", 4);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code() == Code::limit);
  CHECK(refused.error().message().find("5 bytes") != std::string::npos);
}

TEST_CASE("json: pretty text is the same value") {
  const Json value = Json::object({{"a", Json(Json::Array{1, Json::object()})}, {"b", Json::array()}, {"c", "x"}});
  CHECK(value.dump_pretty() == "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": [],\n  \"c\": \"x\"\n}");
  CHECK(value.dump_pretty(0) == "{\n\"a\": [\n1,\n{}\n],\n\"b\": [],\n\"c\": \"x\"\n}");
  CHECK(*parse_json(value.dump_pretty(4)) == value);
  CHECK(*parse_json(value.dump()) == value);
}
