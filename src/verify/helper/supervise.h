// The outermost process of a run: it talks to the host, keeps the limits of time and output, and sees to it that
// nothing is left.
#ifndef GRIT_VERIFY_HELPER_SUPERVISE_H_
#define GRIT_VERIFY_HELPER_SUPERVISE_H_

#include "sandbox_protocol.h"

namespace grit::sandbox {

// Runs the request with everything that this machine offers and sends output and report to standard output. The end of
// standard input ends the run.
void supervise(const verify::SandboxRequest& request);

}  // namespace grit::sandbox

#endif  // GRIT_VERIFY_HELPER_SUPERVISE_H_
