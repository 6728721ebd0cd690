// What machine this is, for evidence.
#ifndef GRIT_PORT_MACHINE_H_
#define GRIT_PORT_MACHINE_H_

#include <string>

namespace grit::port {

// "Linux 6.1.0 x86_64": system, release and processor; "unknown" where the system does not say.
[[nodiscard]] std::string machine_description();

}  // namespace grit::port

#endif  // GRIT_PORT_MACHINE_H_
