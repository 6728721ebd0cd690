// What a file carries besides its content.
#ifndef GRIT_SRC_PORT_ATTRIBUTES_H_
#define GRIT_SRC_PORT_ATTRIBUTES_H_

#include <sys/stat.h>

#include <string_view>

#include <grit/status.h>

namespace grit::port {

// Gives the new file `to` the owner, mode and extended attributes (POSIX ACLs among them) of `from`, whose status is
// `status`. Attributes by which something vouches for the old content (capabilities, IMA, EVM) are not taken over.
// Code::permission_denied where one of the others cannot be; `path` is for the message.
[[nodiscard]] Status copy_attributes(int from, const struct stat& status, int to, std::string_view path);

}  // namespace grit::port

#endif  // GRIT_SRC_PORT_ATTRIBUTES_H_
