#include "base/json.h"

#include <algorithm>
#include <numeric>

namespace grit {
namespace {

template <class Members>
auto find_member(Members& members, std::string_view key) {
  return std::find_if(members.begin(), members.end(), [&](const Json::Member& each) { return each.first == key; });
}

}  // namespace

Json Json::object(std::initializer_list<Member> members) { return object_of(Object(members)); }

Json Json::object_of(Object members) {
  std::vector<std::size_t> order(members.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return members[a].first < members[b].first; });
  std::vector<bool> repeated(members.size(), false);
  for (std::size_t i = 1, first = 0; i < order.size(); ++i) {
    if (members[order[i]].first != members[order[first]].first) {
      first = i;
      continue;
    }
    members[order[first]].second = std::move(members[order[i]].second);
    repeated[order[i]] = true;
  }
  Object kept;
  kept.reserve(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!repeated[i]) kept.push_back(std::move(members[i]));
  }
  Json value;
  value.value_ = std::move(kept);
  return value;
}

bool Json::as_bool(bool otherwise) const {
  const bool* value = std::get_if<bool>(&value_);
  return value != nullptr ? *value : otherwise;
}

std::int64_t Json::as_int(std::int64_t otherwise) const {
  const std::int64_t* value = std::get_if<std::int64_t>(&value_);
  return value != nullptr ? *value : otherwise;
}

double Json::as_double(double otherwise) const {
  if (is_int()) return static_cast<double>(as_int());
  const double* value = std::get_if<double>(&value_);
  return value != nullptr ? *value : otherwise;
}

std::string_view Json::as_string(std::string_view otherwise) const {
  const std::string* value = std::get_if<std::string>(&value_);
  return value != nullptr ? std::string_view(*value) : otherwise;
}

const Json::Array& Json::items() const& {
  static const Array none;
  const Array* value = std::get_if<Array>(&value_);
  return value != nullptr ? *value : none;
}

const Json::Object& Json::members() const& {
  static const Object none;
  const Object* value = std::get_if<Object>(&value_);
  return value != nullptr ? *value : none;
}

const Json& Json::operator[](std::string_view key) const {
  static const Json null;
  const auto member = find_member(members(), key);
  return member != members().end() ? member->second : null;
}

bool Json::contains(std::string_view key) const { return find_member(members(), key) != members().end(); }

Json& Json::set(std::string_view key, Json value) {
  if (is_null()) value_ = Object{};
  Object* object = std::get_if<Object>(&value_);
  if (object == nullptr) return *this;
  const auto member = find_member(*object, key);
  if (member != object->end()) {
    member->second = std::move(value);
  } else {
    object->emplace_back(std::string(key), std::move(value));
  }
  return *this;
}

Json& Json::push(Json value) {
  if (is_null()) value_ = Array{};
  if (Array* array = std::get_if<Array>(&value_)) array->push_back(std::move(value));
  return *this;
}

}  // namespace grit
