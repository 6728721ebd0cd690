// The one border between C++ and C: statuses become codes and error objects, exceptions become statuses, option
// structs of any released size become today's.
#ifndef GRIT_CAPI_GUARD_H_
#define GRIT_CAPI_GUARD_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <new>
#include <string>

#include <grit/grit.h>
#include <grit/status.h>

#include "handles.h"

namespace grit::capi {

// Hands `status` to the caller of the C function. A failure to allocate the error object leaves *err NULL.
inline grit_status report(const Status& status, grit_error** err) {
  if (err != nullptr) *err = nullptr;
  if (status.ok()) return GRIT_OK;
  if (err != nullptr) *err = new (std::nothrow) grit_error{status.code(), status.message()};
  return static_cast<grit_status>(status.code());
}

// Runs `body`, which returns a Status; nothing it throws gets out.
template <class Body>
grit_status guarded(grit_error** err, Body&& body) noexcept {
  try {
    return report(body(), err);
  } catch (const std::bad_alloc&) {
    if (err != nullptr) *err = nullptr;
    return GRIT_LIMIT;
  } catch (const std::exception& error) {
    try {
      return report(Status(Code::internal, std::string("an exception reached the C interface: ") + error.what()), err);
    } catch (...) {
    }
  } catch (...) {
  }
  if (err != nullptr) *err = nullptr;
  return GRIT_INTERNAL;
}

// As above, for a function with an `out`: it is NULL unless `body` succeeded, and must not be NULL itself.
template <class Handle, class Body>
grit_status guarded(Handle** out, grit_error** err, Body&& body) noexcept {
  if (out != nullptr) *out = nullptr;
  return guarded(err, [&]() -> Status {
    if (out == nullptr) return Status(Code::invalid_argument, "out is NULL");
    return body();
  });
}

// The caller's options over the defaults: what an older caller does not know keeps its default; what a newer caller
// sets and this library does not know is refused.
template <class Options>
Result<Options> read_options(const Options* given, const Options& defaults, const char* name) {
  if (given == nullptr) return defaults;
  const std::size_t size = given->struct_size;
  if (size < sizeof(std::size_t)) {
    return Status(Code::invalid_argument, std::string(name) + ".struct_size is not set: start from its _INIT macro");
  }
  const auto* bytes = reinterpret_cast<const unsigned char*>(given);
  for (std::size_t i = sizeof(Options); i < size; ++i) {
    if (bytes[i] != 0) {
      return Status(Code::unsupported, std::string(name) + " sets a member that this version of Grit does not have");
    }
  }
  Options options = defaults;
  std::memcpy(static_cast<void*>(&options), given, std::min(size, sizeof(Options)));
  options.struct_size = sizeof(Options);
  return options;
}

// As read_options, for a table of callbacks that is taken over: where it is refused its `user` is destroyed.
template <class Table>
Result<Table> take_table(const Table* given, const Table& defaults, const char* name) {
  auto read = read_options(given, defaults, name);
  const std::size_t with_destroy = offsetof(Table, destroy) + sizeof(given->destroy);
  if (!read && given->struct_size >= with_destroy && given->destroy != nullptr) given->destroy(given->user);
  return read;
}

inline StopConditions stop_of(const grit_cancel* cancel) {
  StopConditions stop;
  if (cancel != nullptr) stop.cancel = cancel->token;
  return stop;
}

}  // namespace grit::capi

#endif  // GRIT_CAPI_GUARD_H_
