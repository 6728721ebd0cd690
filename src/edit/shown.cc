#include "shown.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "findings.h"

namespace grit::edit {
namespace {

// The bytes of the old file between the first and the last that differ; empty where something is only inserted.
ByteRange changed_bytes(std::string_view file, const Proposal& proposal) {
  const std::string_view before = proposal.replaced.of(file);
  const std::string_view after = proposal.inserted.of(proposal.bytes);
  const auto [old_end, new_end] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  const auto same = static_cast<std::size_t>(old_end - before.begin());
  std::size_t tail = 0;
  while (tail < before.size() - same && tail < after.size() - same &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) {
    ++tail;
  }
  return {proposal.replaced.begin + same, proposal.replaced.end - tail};
}

// The first byte of `range` that no shown range has; nothing where all are shown. An insertion must touch one.
std::optional<std::uint64_t> first_unseen(const ByteRange& range, std::vector<ByteRange> shown) {
  std::sort(shown.begin(), shown.end());
  const auto touches = [&](const ByteRange& each) { return each.begin <= range.begin && range.begin <= each.end; };
  if (range.empty()) {
    return std::any_of(shown.begin(), shown.end(), touches) ? std::nullopt : std::optional(range.begin);
  }
  std::uint64_t at = range.begin;
  for (const ByteRange& each : shown) {
    if (each.begin <= at && at < each.end) at = each.end;
  }
  return at >= range.end ? std::nullopt : std::optional(at);
}

}  // namespace

Outcome within_shown(Outcome outcome, std::string_view file, const Shown& shown) {
  if (shown.all || !outcome.proposal) return outcome;
  const auto unseen = first_unseen(changed_bytes(file, *outcome.proposal), shown.ranges);
  if (!unseen) return outcome;
  const std::string line = std::to_string(LineIndex(file).line_of(*unseen));
  Outcome refused;
  refused.findings.push_back(
      finding("not_shown", 0, "line " + line + " of the file was never shown",
              "Line " + line + " of the file was not shown to you: read it before changing it."));
  return refused;
}

}  // namespace grit::edit
