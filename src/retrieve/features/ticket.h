// A ticket as the default profile reads it: noise taken out, and what is left told apart by kind.
#ifndef GRIT_RETRIEVE_FEATURES_TICKET_H_
#define GRIT_RETRIEVE_FEATURES_TICKET_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <grit/retrieve.h>

namespace grit::retrieve {

// Parts of a ticket that are asked about on their own. `all` is title, prose and code without noise; `raw` is the
// ticket as it came.
enum class View : std::uint8_t { all, title, prose, code, raw };
inline constexpr std::size_t kViews = 5;

// A word of the ticket, as a term, with how often each view has it.
struct TicketTerm {
  std::string term;
  std::array<std::uint32_t, kViews> count{};
};

// How a name stands in the ticket. A name has all the ways it stands in anywhere.
enum MentionWay : std::uint32_t {
  kQuoted = 1,      // between backticks, or in an inline role
  kCalled = 2,      // before "("
  kDotted = 4,      // the end of a dotted name
  kInner = 8,       // another part of a dotted name
  kInTitle = 16,    // in the first line
  kInCode = 32,     // in a code block or a line that is code
  kInProse = 64,    // anywhere else
  kCodeLike = 128,  // with an underscore or an inner capital
  kInTrace = 256,   // in a traceback or its message
};

struct Mention {
  std::string name;
  std::uint32_t ways = 0;
  std::uint32_t count = 0;
  std::vector<std::string> before;  // what stands before it in a dotted name: "Session" of "Session.send"
};

// "…/path.py#L12-L20"
struct Link {
  std::string path;
  LineRange lines;
};

struct Ticket {
  std::vector<TicketTerm> terms;                  // in order of first appearance
  std::vector<Mention> mentions;                  // the same
  std::vector<std::vector<std::uint32_t>> lines;  // the terms of each line that is no noise, by number
  std::vector<std::string> dotted;                // dotted names as written, distinct
  std::vector<std::string> code_lines;            // lines of code, without blanks at both ends, of 12 bytes or more
  std::vector<std::string> messages;              // what errors and warnings said, and longer quoted text
  std::vector<Link> links;
  std::vector<Frame> frames;  // innermost first, of all styles
  bool only_frames = false;   // a traceback and nothing else
};

// Bounded like the query; linear in it.
Ticket read_ticket(const Query& query);

}  // namespace grit::retrieve

#endif  // GRIT_RETRIEVE_FEATURES_TICKET_H_
