// Addressing a value inside JSON by a path such as "choices/0/delta/content".
#ifndef GRIT_MODEL_JSON_PATH_H_
#define GRIT_MODEL_JSON_PATH_H_

#include <string_view>

#include <base/json.h>

namespace grit::model {

// The value at `path`: member names and array positions, separated by '/'. Null where there is none.
[[nodiscard]] const Json& at(const Json& json, std::string_view path);

// Sets the value at a path of one or two member names.
void set_at(Json& json, std::string_view path, Json value);

}  // namespace grit::model

#endif  // GRIT_MODEL_JSON_PATH_H_
