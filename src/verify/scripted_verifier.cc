#include <grit/testing.h>

#include "base/try.h"

#include "workspace.h"

namespace grit::testing {

Result<verify::Verdict> ScriptedVerifier::run(const verify::Check& check, const verify::Candidate& candidate,
                                              const verify::VerifyOptions& options, const verify::OutputSink& sink,
                                              const StopConditions& stop) {
  verify::Verdict verdict;
  if (stop.check().code() == Code::cancelled) {
    verdict.outcome = verify::Outcome::cancelled;
    verdict.reason = "cancelled";
  } else {
    GRIT_RETURN_IF_ERROR(stop.check());
    verdict = judge_(check, candidate);
    if (sink && !verdict.process.output.empty()) sink(verdict.process.output);
  }
  verdict.check = check.name;
  verdict.check_hash = verify::hash_of(check, options.limits);
  for (const auto& [path, bytes] : candidate.changed) verdict.candidate[path] = ContentHash::of(bytes);
  return verdict;
}

}  // namespace grit::testing
