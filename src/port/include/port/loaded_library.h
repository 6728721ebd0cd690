// A shared library that is loaded while the program runs, by the few who need it.
#ifndef GRIT_PORT_LOADED_LIBRARY_H_
#define GRIT_PORT_LOADED_LIBRARY_H_

#include <string>

#include <grit/status.h>

namespace grit::port {

// Gives the functions of a library. The library stays loaded until the process ends, for many cannot be unloaded.
//
// Thread rule: one thread at a time.
class LoadedLibrary {
 public:
  // `name` is the one of its stable binary interface: "libcurl.so.4". Code::unavailable says why it cannot be loaded.
  [[nodiscard]] static Result<LoadedLibrary> load(const char* name);

  // Sets `out`, of the function's type, to the function `name`, or to null where the library has none.
  template <class Function>
  LoadedLibrary& find(const char* name, Function& out) {
    out = reinterpret_cast<Function>(address(name));
    return *this;
  }

  // Code::unavailable names the first function that was not found.
  [[nodiscard]] Status status() const;

 private:
  LoadedLibrary(const char* name, void* handle) : name_(name), handle_(handle) {}
  void* address(const char* name);

  std::string name_;
  void* handle_;
  std::string missing_;
};

}  // namespace grit::port

#endif  // GRIT_PORT_LOADED_LIBRARY_H_
