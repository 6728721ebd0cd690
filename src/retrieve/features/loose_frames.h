// Frames in styles that the `classic` profile does not read.
#ifndef GRIT_RETRIEVE_FEATURES_LOOSE_FRAMES_H_
#define GRIT_RETRIEVE_FEATURES_LOOSE_FRAMES_H_

#include <string_view>
#include <vector>

#include <grit/retrieve.h>

namespace grit::retrieve {

// IPython's frames ("~/x.py in f(a)" with an arrow at the line, "File ~/x.py:3, in f(a)") and warnings ("x.py:3:
// DeprecationWarning: …"), innermost first, at most 256.
std::vector<Frame> loose_frames(std::string_view text);

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_FEATURES_LOOSE_FRAMES_H_
