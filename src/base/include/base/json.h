// JSON values: parsing bounded input and writing it back in one canonical form.
#ifndef GRIT_BASE_JSON_H_
#define GRIT_BASE_JSON_H_

#include <grit/status.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace grit {

// A JSON value. Objects keep the order of insertion, so that what is written is the same on every machine; a
// key that is set twice keeps its place and takes the new value.
//
// Thread rule: a value type.
class Json {
 public:
  using Array = std::vector<Json>;
  using Member = std::pair<std::string, Json>;
  using Object = std::vector<Member>;

  Json() = default;                                             // null
  Json(std::nullptr_t) {}                                       // NOLINT(google-explicit-constructor)
  Json(bool value) : value_(value) {}                           // NOLINT(google-explicit-constructor)
  Json(double value) : value_(value) {}                         // NOLINT(google-explicit-constructor)
  Json(std::string value) : value_(std::move(value)) {}         // NOLINT(google-explicit-constructor)
  Json(std::string_view value) : value_(std::string(value)) {}  // NOLINT(google-explicit-constructor)
  Json(const char* value) : value_(std::string(value)) {}       // NOLINT(google-explicit-constructor)
  Json(Array value) : value_(std::move(value)) {}               // NOLINT(google-explicit-constructor)
  // An integer beyond 63 bits becomes a double, as it does in parse_json.
  template <class Integer>
    requires(std::is_integral_v<Integer> && !std::is_same_v<Integer, bool>)
  Json(Integer value) {  // NOLINT(google-explicit-constructor)
    constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (value > 0 && static_cast<std::uint64_t>(value) > largest) {
      value_ = static_cast<double>(value);
    } else {
      value_ = static_cast<std::int64_t>(value);
    }
  }

  [[nodiscard]] static Json object(std::initializer_list<Member> members = {});
  // As if each member were set in turn, but in time of n log n.
  [[nodiscard]] static Json object_of(Object members);
  [[nodiscard]] static Json array() { return Json(Array{}); }

  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  [[nodiscard]] bool is_bool() const { return std::holds_alternative<bool>(value_); }
  [[nodiscard]] bool is_int() const { return std::holds_alternative<std::int64_t>(value_); }
  [[nodiscard]] bool is_number() const { return is_int() || std::holds_alternative<double>(value_); }
  [[nodiscard]] bool is_string() const { return std::holds_alternative<std::string>(value_); }
  [[nodiscard]] bool is_array() const { return std::holds_alternative<Array>(value_); }
  [[nodiscard]] bool is_object() const { return std::holds_alternative<Object>(value_); }

  // The value as that type; the default where it is of another type. as_double also takes integers.
  [[nodiscard]] bool as_bool(bool otherwise = false) const;
  [[nodiscard]] std::int64_t as_int(std::int64_t otherwise = 0) const;
  [[nodiscard]] double as_double(double otherwise = 0) const;
  [[nodiscard]] std::string_view as_string(std::string_view otherwise = {}) const;
  // The elements or members; an empty list where it is of another type.
  // Not of a temporary value: a loop over them would outlive it.
  [[nodiscard]] const Array& items() const&;
  [[nodiscard]] const Object& members() const&;
  const Array& items() const&& = delete;
  const Object& members() const&& = delete;

  // The member `key`; a null value where there is none, so that look-ups chain.
  [[nodiscard]] const Json& operator[](std::string_view key) const;
  [[nodiscard]] bool contains(std::string_view key) const;
  // Makes a null value an object or array first; does nothing on any other type.
  Json& set(std::string_view key, Json value);
  Json& push(Json value);

  // On one line, without blanks. Bytes that are no UTF-8 are written as U+FFFD: JSON cannot hold them.
  // Doubles are written with the fewest digits that read back equal, and always so that they read back as
  // doubles ("1.0"); infinities and NaN as null.
  [[nodiscard]] std::string dump() const;
  // With line ends and `indent` blanks per level.
  [[nodiscard]] std::string dump_pretty(int indent = 2) const;

  friend bool operator==(const Json&, const Json&) = default;

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> value_;
};

// Parses one JSON text. Code::malformed with the reason; Code::limit beyond `max_bytes` or 128 levels. A lone
// surrogate escape is malformed, never replaced. A byte order mark is skipped. Integers beyond 64 bits become
// doubles; a number beyond a double's range is malformed.
[[nodiscard]] Result<Json> parse_json(std::string_view text, std::size_t max_bytes = std::size_t{64} << 20);

}  // namespace grit

#endif  // GRIT_BASE_JSON_H_
