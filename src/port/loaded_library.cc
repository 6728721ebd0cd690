#include "port/loaded_library.h"

#include <dlfcn.h>

namespace grit::port {

Result<LoadedLibrary> LoadedLibrary::load(const char* name) {
  void* handle = ::dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle != nullptr) return LoadedLibrary(name, handle);
  const char* reason = ::dlerror();
  return Status(Code::unavailable, "a library cannot be loaded: " + std::string(reason != nullptr ? reason : name));
}

void* LoadedLibrary::address(const char* name) {
  void* found = ::dlsym(handle_, name);
  if (found == nullptr && missing_.empty()) missing_ = name;
  return found;
}

Status LoadedLibrary::status() const {
  if (missing_.empty()) return {};
  return {Code::unavailable, name_ + " is too old: it has no " + missing_};
}

}  // namespace grit::port
