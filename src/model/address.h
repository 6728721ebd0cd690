// Where a model server is.
#ifndef GRIT_MODEL_ADDRESS_H_
#define GRIT_MODEL_ADDRESS_H_

#include <string>
#include <string_view>

#include <grit/status.h>

namespace grit::model {

struct Address {
  std::string base;       // with the path and without a slash at its end: "http://127.0.0.1:8080/v1"
  std::string root;       // without the path: "http://127.0.0.1:8080"
  bool loopback = false;  // `localhost`, 127.0.0.0/8 or [::1], so never another machine
};

// Reads an http or https address with libcurl's own parser, so that the host that is judged is the host that is
// connected to. Code::configuration for anything else, and for user names, passwords, queries and fragments: an
// address is shown in messages and must hold no secret.
[[nodiscard]] Result<Address> parse_address(std::string_view text, std::string_view default_path);

}  // namespace grit::model

#endif  // GRIT_MODEL_ADDRESS_H_
