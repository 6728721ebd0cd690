#include "json_path.h"

#include <utility>

#include <absl/strings/numbers.h>

namespace grit::model {
namespace {

// An element by its position where the value is an array, else a member by its name.
const Json& step(const Json& json, std::string_view name) {
  if (!json.is_array()) return json[name];
  std::size_t position = 0;
  const bool found = absl::SimpleAtoi(name, &position) && position < json.items().size();
  return found ? json.items()[position] : json[name];  // an array has no members: null
}

}  // namespace

const Json& at(const Json& json, std::string_view path) {
  const Json* value = &json;
  while (true) {
    const std::size_t slash = path.find('/');
    value = &step(*value, path.substr(0, slash));
    if (slash == std::string_view::npos) return *value;
    path.remove_prefix(slash + 1);
  }
}

void set_at(Json& json, std::string_view path, Json value) {
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) {
    json.set(path, std::move(value));
    return;
  }
  Json inner = json[path.substr(0, slash)];
  inner.set(path.substr(slash + 1), std::move(value));
  json.set(path.substr(0, slash), std::move(inner));
}

}  // namespace grit::model
