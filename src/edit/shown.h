// Whether an edit keeps to what the model has seen.
#ifndef GRIT_EDIT_SHOWN_H_
#define GRIT_EDIT_SHOWN_H_

#include <string_view>

#include <grit/edit.h>

namespace grit::edit {

// `outcome` with the finding "not_shown" in place of a proposal that changes bytes of `file` beyond what was shown.
// What counts is what differs, not what the answer repeats.
[[nodiscard]] Outcome within_shown(Outcome outcome, std::string_view file, const Shown& shown);

}  // namespace grit::edit

#endif  // GRIT_EDIT_SHOWN_H_
