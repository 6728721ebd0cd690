// Saying what a request has that no recorded one has.
#include <algorithm>
#include <string>
#include <vector>

#include <absl/strings/str_cat.h>
#include <base/json.h>
#include <base/text.h>

#include "playback.h"
#include "server_error.h"

namespace grit::model {
namespace {

constexpr std::size_t kShownLineBytes = 120;

std::string quoted(std::string_view line) {
  return absl::StrCat("\"", shown(truncate_utf8(strip_line_end(line), kShownLineBytes)), "\"");
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const std::size_t size = std::min(a.size(), b.size());
  return static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(size), b.begin()).first - a.begin());
}

// How much of the messages is the same, in bytes; a message that is the same whole counts one more.
std::size_t likeness(const Json& recorded, const Json& asked) {
  const Json::Array& a = recorded["messages"].items();
  const Json::Array& b = asked["messages"].items();
  std::size_t same = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    same += common_prefix(a[i]["content"].as_string(), b[i]["content"].as_string()) + (a[i] == b[i] ? 1 : 0);
  }
  return same;
}

// The first line in which two texts differ, which they do.
std::string differing_line(std::string_view recorded, std::string_view asked) {
  const std::vector<std::string_view> a = split_lines(recorded);
  const std::vector<std::string_view> b = split_lines(asked);
  std::size_t i = 0;
  while (i < a.size() && i < b.size() && a[i] == b[i]) ++i;
  const std::string was = i < a.size() ? quoted(a[i]) : "the end";
  const std::string is = i < b.size() ? quoted(b[i]) : "the end";
  return absl::StrCat("in line ", i + 1, ": recorded ", was, ", now ", is);
}

std::string message_difference(const Json& recorded, const Json& asked) {
  const Json::Array& a = recorded["messages"].items();
  const Json::Array& b = asked["messages"].items();
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] == b[i]) continue;
    const std::string_view role = b[i]["role"].as_string();
    if (a[i]["role"].as_string() != role) {
      return absl::StrCat("message ", i + 1, " has the role ", quoted(role), ", recorded was ",
                          quoted(a[i]["role"].as_string()));
    }
    return absl::StrCat("message ", i + 1, " (", role, ") differs ",
                        differing_line(a[i]["content"].as_string(), b[i]["content"].as_string()));
  }
  return a.size() == b.size() ? "" : absl::StrCat("there are ", b.size(), " messages, recorded were ", a.size());
}

// A member other than the messages; one of the two may lack it.
std::string member_difference(const Json& recorded, const Json& asked) {
  for (const Json* side : {&asked, &recorded}) {
    for (const auto& [key, value] : side->members()) {
      if (key == "messages" || recorded[key] == asked[key]) continue;
      if (value.is_string() && recorded[key].is_string() && asked[key].is_string()) {
        return absl::StrCat(key, " differs ", differing_line(recorded[key].as_string(), asked[key].as_string()));
      }
      return absl::StrCat(key, " is ", quoted(asked[key].dump()), ", recorded was ", quoted(recorded[key].dump()));
    }
  }
  return "";
}

}  // namespace

std::string describe_difference(const Recording& recording, std::string_view request) {
  const Result<Json> asked = parse_json(request);
  if (!asked) return "it cannot be compared";
  Json nearest;
  std::size_t nearest_place = 0;
  std::size_t most = 0;
  for (std::size_t i = 0; i < recording.exchanges.size(); ++i) {
    Result<Json> recorded = parse_json(recording.exchanges[i].request_json);
    if (!recorded) continue;
    const std::size_t same = likeness(*recorded, *asked);
    if (!nearest.is_null() && same <= most) continue;  // ties: the earliest
    nearest = *std::move(recorded);
    nearest_place = i;
    most = same;
  }
  if (nearest.is_null()) {
    return absl::StrCat("it keeps no requests to compare with, in ", recording.exchanges.size(), " exchanges");
  }
  std::string difference = message_difference(nearest, *asked);
  if (difference.empty()) difference = member_difference(nearest, *asked);
  return absl::StrCat("against the nearest, exchange ", nearest_place + 1, ", ", difference);
}

}  // namespace grit::model
