// Opening a sandbox with some of its mechanisms left out: to prove what happens on machines that lack them.
#ifndef GRIT_VERIFY_OPEN_SANDBOX_H_
#define GRIT_VERIFY_OPEN_SANDBOX_H_

#include <memory>
#include <string>
#include <vector>

#include <grit/verify.h>

namespace grit::verify {

// As open_sandbox(), without the named mechanisms: "namespaces", "seccomp", "landlock".
[[nodiscard]] Result<std::unique_ptr<Sandbox>> open_sandbox_without(std::vector<std::string> mechanisms,
                                                                    const std::string& helper = {});

}  // namespace grit::verify

#endif  // GRIT_VERIFY_OPEN_SANDBOX_H_
