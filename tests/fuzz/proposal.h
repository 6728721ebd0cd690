// What must hold for every proposed edit, whatever the file and the answer were.
#ifndef GRIT_TESTS_FUZZ_PROPOSAL_H_
#define GRIT_TESTS_FUZZ_PROPOSAL_H_

#include <string_view>

#include <grit/edit.h>

#include "fuzz.h"

namespace grit::fuzz {

inline void expect_sound(const edit::Outcome& outcome, std::string_view before) {
  expect(outcome.proposal.has_value() != !outcome.findings.empty(), "either a proposal or findings");
  if (!outcome.proposal) return;
  const edit::Proposal& proposal = *outcome.proposal;
  const std::string_view after = proposal.bytes;
  expect(proposal.replaced.end <= before.size() && proposal.inserted.end <= after.size(), "ranges lie inside");
  expect(before.substr(0, proposal.replaced.begin) == after.substr(0, proposal.inserted.begin),
         "bytes before the range are untouched");
  expect(before.substr(proposal.replaced.end) == after.substr(proposal.inserted.end),
         "bytes behind the range are untouched");
  expect(proposal.before == ContentHash::of(before) && proposal.after == ContentHash::of(after), "hashes are right");
}

}  // namespace grit::fuzz

#endif  // GRIT_TESTS_FUZZ_PROPOSAL_H_
