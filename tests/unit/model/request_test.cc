#include <doctest/doctest.h>
#include <grit/model.h>

#include <functional>
#include <vector>

using grit::model::canonical_json;
using grit::model::Request;
using grit::model::request_hash;

namespace {

Request small_request() {
  Request request;
  request.messages = {{"system", "Be brief."}, {"user", "Fix \"f\".\n"}};
  return request;
}

}  // namespace

TEST_CASE("the canonical form is fixed: recordings depend on it") {
  CHECK(canonical_json(small_request()) ==
        R"({"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Fix \"f\".\n"}],)"
        R"("max_tokens":1024,"temperature":0.0,"seed":1})");
  Request full = small_request();
  full.messages.pop_back();
  full.max_tokens = 5;
  full.temperature = 0.7;
  full.seed = -2;
  full.stop = {"```", "\n\n"};
  full.grammar = "root ::= \"a\"";
  full.json_schema = R"({"type":"object"})";
  CHECK(canonical_json(full) ==
        R"({"messages":[{"role":"system","content":"Be brief."}],"max_tokens":5,"temperature":0.7,"seed":-2,)"
        R"("stop":["```","\n\n"],"grammar":"root ::= \"a\"","json_schema":"{\"type\":\"object\"}"})");
}

TEST_CASE("every part of a request changes its hash") {
  const std::vector<std::function<void(Request&)>> changes = {
      [](Request& r) { r.messages[0].role = "user"; },
      [](Request& r) { r.messages[1].content += " "; },
      [](Request& r) { r.messages.pop_back(); },
      [](Request& r) { r.max_tokens = 1023; },
      [](Request& r) { r.temperature = 0.5; },
      [](Request& r) { r.seed = 2; },
      [](Request& r) { r.stop = {"x"}; },
      [](Request& r) { r.stop = {"x", "y"}; },
      [](Request& r) { r.grammar = "root ::= [a]"; },
      [](Request& r) { r.json_schema = "{}"; },
  };
  std::vector<grit::ContentHash> seen = {request_hash(small_request())};
  CHECK(seen[0] == request_hash(small_request()));
  CHECK(seen[0] == grit::ContentHash::of(canonical_json(small_request())));
  for (const auto& change : changes) {
    Request request = small_request();
    change(request);
    const grit::ContentHash hash = request_hash(request);
    for (const grit::ContentHash& other : seen) CHECK(hash != other);
    seen.push_back(hash);
  }
}
