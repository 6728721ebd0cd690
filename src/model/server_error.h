// What a server's error answers mean.
#ifndef GRIT_MODEL_SERVER_ERROR_H_
#define GRIT_MODEL_SERVER_ERROR_H_

#include <cstdint>
#include <string>
#include <string_view>

#include <base/json.h>
#include <grit/status.h>

#include "http.h"

namespace grit::model {

// What the messages name.
struct ErrorContext {
  std::string_view server;  // address
  std::string_view model;
  std::uint64_t prompt_tokens = 0;  // estimated
};

struct ServerFailure {
  Status status;
  bool retryable = false;      // busy or broken for the moment
  bool model_missing = false;  // the server may lack the model: its list of models would help
};

// Judges an answer with an HTTP status other than 200 by that and its body: JSON of any server's form, a page, nothing.
[[nodiscard]] ServerFailure judge_answer(const ErrorContext& context, const HttpHead& head, std::string_view body);
// Judges an event or whole reply that has an error in it although the HTTP status was 200.
[[nodiscard]] ServerFailure judge_event(const ErrorContext& context, const Json& event);
// Whether `event` is such an error.
[[nodiscard]] bool is_error_event(const Json& event);

// A body for a message: at most 300 bytes of valid UTF-8 on one line; says when it was cut.
[[nodiscard]] std::string shown(std::string_view body);

}  // namespace grit::model

#endif  // GRIT_MODEL_SERVER_ERROR_H_
