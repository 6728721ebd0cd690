#include <grit/status.h>

namespace grit {

const char* code_name(Code code) noexcept {
  switch (code) {
    case Code::ok:
      return "ok";
    case Code::invalid_argument:
      return "invalid_argument";
    case Code::not_found:
      return "not_found";
    case Code::already_exists:
      return "already_exists";
    case Code::permission_denied:
      return "permission_denied";
    case Code::fenced:
      return "fenced";
    case Code::io:
      return "io";
    case Code::no_space:
      return "no_space";
    case Code::corrupt:
      return "corrupt";
    case Code::newer_format:
      return "newer_format";
    case Code::busy:
      return "busy";
    case Code::changed:
      return "changed";
    case Code::limit:
      return "limit";
    case Code::cancelled:
      return "cancelled";
    case Code::timeout:
      return "timeout";
    case Code::unavailable:
      return "unavailable";
    case Code::refused:
      return "refused";
    case Code::unsupported:
      return "unsupported";
    case Code::configuration:
      return "configuration";
    case Code::malformed:
      return "malformed";
    case Code::context_overflow:
      return "context_overflow";
    case Code::callback:
      return "callback";
    case Code::internal:
      return "internal";
  }
  return "unknown";  // a number that came through the C header
}

Status Status::with_context(std::string_view context) const {
  if (ok()) return {};
  std::string message(context);
  message += ": ";
  message += message_;
  return Status(code_, std::move(message), for_model_);
}

}  // namespace grit
