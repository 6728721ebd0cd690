// The signals of the `classic` profile, one file each, in the order of the profile.
#ifndef GRIT_RETRIEVE_SIGNALS_SIGNALS_H_
#define GRIT_RETRIEVE_SIGNALS_SIGNALS_H_

#include <memory>

#include <grit/retrieve.h>

namespace grit::retrieve {

std::unique_ptr<Signal> make_keyword_symbol();
std::unique_ptr<Signal> make_keyword_path();
std::unique_ptr<Signal> make_keyword_content();
std::unique_ptr<Signal> make_lexical_overlap();
std::unique_ptr<Signal> make_structural_spread();
std::unique_ptr<Signal> make_recency();
std::unique_ptr<Signal> make_traceback();

// What share `part` is of `whole`; 0 of nothing.
inline double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_SIGNALS_SIGNALS_H_
