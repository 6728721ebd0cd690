// Which lines of a ticket speak of the code, and how.
#ifndef GRIT_RETRIEVE_FEATURES_CLEANING_H_
#define GRIT_RETRIEVE_FEATURES_CLEANING_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grit::retrieve {

enum class LineKind : std::uint8_t {
  title,    // the first line that is no noise
  prose,    //
  code,     // in a fence, behind a prompt, or it reads like a statement
  trace,    // a frame of a traceback or its source line
  message,  // what an error said: "ValueError: …"
  noise,    // template headings, checklists, version dumps, console banners, HTML comments
};

struct TicketLine {
  LineKind kind = LineKind::prose;
  std::string_view text;
};

// The lines of `text` in order. Borrows it.
std::vector<TicketLine> clean_ticket(std::string_view text);

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_FEATURES_CLEANING_H_
