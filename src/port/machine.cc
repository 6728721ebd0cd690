#include "port/machine.h"

#include <sys/utsname.h>

namespace grit::port {

std::string machine_description() {
  utsname name{};
  if (uname(&name) != 0) return "unknown";
  return std::string(name.sysname) + " " + name.release + " " + name.machine;
}

}  // namespace grit::port
