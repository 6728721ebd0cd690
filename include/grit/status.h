// Errors as values: Code, Status and Result<T>.
//
// Every fallible call of the library returns one of these. Nothing in the library throws for an expected failure,
// prints, aborts or exits. The numeric values of Code are those of the C header (grit.h) and are never reused.
#ifndef GRIT_STATUS_H_
#define GRIT_STATUS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace grit {

// What kind of failure happened. Stable: a value once released keeps its meaning for ever.
enum class Code : std::int32_t {
  ok = 0,
  invalid_argument = -1,   // the caller passed something that can never work
  not_found = -2,          // a file, symbol, run or check that does not exist
  already_exists = -3,     // creating where something is
  permission_denied = -4,  // the operating system refused
  fenced = -5,             // the path fence refused: outside the root, or a denied name or pattern
  io = -6,                 // reading or writing failed for another reason
  no_space = -7,           // the disk or a quota is full
  corrupt = -8,            // stored data is damaged
  newer_format = -9,       // stored data was written by a newer version of Grit
  busy = -10,              // another process holds a lock
  changed = -11,           // the content is no longer what the caller read
  limit = -12,             // a stated bound was reached
  cancelled = -13,         // the caller cancelled
  timeout = -14,           // a deadline passed
  unavailable = -15,       // a server, tool or kernel feature is not there
  refused = -16,           // a gate refused an edit
  unsupported = -17,       // not possible for this input (for example a language without a grammar)
  configuration = -18,     // a configuration file or override is wrong; the message names the key
  malformed = -19,         // input data cannot be parsed
  context_overflow = -20,  // a prompt does not fit the model's window; the message has both numbers
  callback = -21,          // host code failed: it threw, or returned nonsense
  internal = -70,          // a defect in Grit
};

// The stable lower-case name of a code, for example "not_found". Never null.
[[nodiscard]] const char* code_name(Code code) noexcept;

// The outcome of an operation that yields no value.
//
// Thread rule: a value type; const members may be called from several threads.
class [[nodiscard]] Status {
 public:
  Status() noexcept = default;  // ok
  // `message` is one sentence for a person: it names the thing concerned and what to do.
  Status(Code code, std::string message) : code_(code), message_(std::move(message)) {}
  // `for_model` is what a language model is told instead, where one will read it.
  Status(Code code, std::string message, std::string for_model)
      : code_(code), message_(std::move(message)), for_model_(std::move(for_model)) {}

  [[nodiscard]] bool ok() const noexcept { return code_ == Code::ok; }
  explicit operator bool() const noexcept { return ok(); }
  [[nodiscard]] Code code() const noexcept { return code_; }
  [[nodiscard]] const std::string& message() const noexcept { return message_; }
  // The sentence for a model; the message for a person when no other was given.
  [[nodiscard]] const std::string& for_model() const noexcept { return for_model_.empty() ? message_ : for_model_; }
  // The same failure with `context` and ": " before its message, so that a caller can say what it was doing.
  [[nodiscard]] Status with_context(std::string_view context) const;

 private:
  Code code_ = Code::ok;
  std::string message_;
  std::string for_model_;
};

// A value or the Status that explains why there is none. Member names follow std::expected, so that a host on C++23
// reads it without learning anything. Accessing the side that is not there is undefined, as in std::expected.
//
// Thread rule: as its value.
template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;
  using error_type = Status;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}       // NOLINT(google-explicit-constructor)
  Result(Status error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }
  [[nodiscard]] T& value() & { return *std::get_if<0>(&state_); }
  [[nodiscard]] const T& value() const& { return *std::get_if<0>(&state_); }
  [[nodiscard]] T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return std::get_if<0>(&state_); }
  const T* operator->() const { return std::get_if<0>(&state_); }
  [[nodiscard]] const Status& error() const { return *std::get_if<1>(&state_); }
  template <class U>
  [[nodiscard]] T value_or(U&& other) const& {
    return has_value() ? value() : static_cast<T>(std::forward<U>(other));
  }

 private:
  std::variant<T, Status> state_;
};

}  // namespace grit

#endif  // GRIT_STATUS_H_
