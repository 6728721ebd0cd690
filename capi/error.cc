// Version, errors and cancelling.
#include "guard.h"
#include "handles.h"

extern "C" {

const char* grit_version(void) { return GRIT_VERSION; }

const char* grit_status_name(grit_status status) { return grit::code_name(static_cast<grit::Code>(status)); }

grit_status grit_error_code(const grit_error* error) {
  return error == nullptr ? GRIT_OK : static_cast<grit_status>(error->code);
}

const char* grit_error_message(const grit_error* error) { return error == nullptr ? "" : error->message.c_str(); }

void grit_error_free(grit_error* error) { delete error; }

grit_cancel* grit_cancel_new(void) {
  try {
    return new grit_cancel;
  } catch (...) {
    return nullptr;
  }
}

void grit_cancel_raise(grit_cancel* cancel) {
  if (cancel != nullptr) cancel->token.cancel();
}

void grit_cancel_free(grit_cancel* cancel) { delete cancel; }

}  // extern "C"
