// The frames of tracebacks in text.
#ifndef GRIT_RETRIEVE_FRAMES_H_
#define GRIT_RETRIEVE_FRAMES_H_

#include <string_view>
#include <vector>

#include <grit/retrieve.h>

namespace grit::retrieve {

// The frames that `text` holds, innermost first, at most `max_frames` of them (the innermost), each once.
// Read are Python's tracebacks ('File "x.py", line 3, in f', also without a function and inside exception groups) and
// pytest's ("x.py:3: in f", "x.py:3: ValueError", "x.py:3:"). Both write the innermost frame last, and of chained
// exceptions the one that ended the program last: so the order of the text is turned round.
std::vector<Frame> parse_frames(std::string_view text, std::size_t max_frames);

// Whether the last component of `path` ends like a source or data file.
bool has_known_extension(std::string_view path);

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_FRAMES_H_
