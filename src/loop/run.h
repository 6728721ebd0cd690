// One run of `fix`, as a state machine over the seams.
#ifndef GRIT_LOOP_RUN_H_
#define GRIT_LOOP_RUN_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <grit/loop.h>

#include "base/json.h"
#include "events.h"

namespace grit::loop {

// Why a run ends now. Steps of the run return one, or nothing when it goes on.
struct Ending {
  Stop stop;
  std::string reason;
};
using MaybeEnding = std::optional<Ending>;

// Thread rule: one thread; made for one run.
class FixRun {
 public:
  FixRun(const Deps& deps, const Config& config, const Places& places, const FixOptions& options,
         const StopConditions& stop);
  [[nodiscard]] Result<FixReport> run();

 private:
  // The stages, in order.
  MaybeEnding start();
  MaybeEnding judge_before();
  MaybeEnding rank();
  MaybeEnding identify_model();
  MaybeEnding try_targets();

  MaybeEnding judge_one_before(const verify::Check& check, bool& all_reproduce, bool& any_reproduces);
  MaybeEnding try_target(const edit::Target& target);
  MaybeEnding try_strategy(const edit::Target& target, const Strategy& strategy, std::vector<PastAttempt>& past,
                           bool& exhausted);
  MaybeEnding attempt(const edit::Target& target, const Strategy& strategy, const AttemptInput& input,
                      const model::Request& request, std::string_view bytes, std::vector<PastAttempt>& past);
  MaybeEnding ask(const model::Request& request, const Strategy& strategy, model::Reply& reply);
  MaybeEnding judge(const edit::Proposal& proposal, StepReport& step, PastAttempt& result);
  MaybeEnding accept(const edit::Proposal& proposal, std::string_view before);
  MaybeEnding commit(const edit::Proposal& proposal);

  MaybeEnding run_check(const verify::Check& check, const verify::Candidate& candidate, verify::Verdict& verdict);
  MaybeEnding ending_of(const Status& status, Stop otherwise) const;
  MaybeEnding check_budget() const;
  MaybeEnding fits_window(const model::Request& request) const;
  [[nodiscard]] bool may_edit(std::string_view path) const;
  [[nodiscard]] bool is_verifier_file(std::string_view path) const;
  void add_targets(const std::vector<retrieve::Candidate>& candidates, bool& any_denied);
  void record_findings(const edit::Target& target, const Strategy& strategy, const model::Reply& reply,
                       const std::vector<edit::Finding>& findings, StepReport& step, PastAttempt& result);
  [[nodiscard]] verify::VerifyOptions verify_options() const;
  FixReport finish(const Ending& ending);

  const Deps& deps_;
  const Config& config_;
  const Places& places_;
  const FixOptions& options_;
  StopConditions stop_;
  Emitter events_;
  std::chrono::steady_clock::time_point begun_;
  std::vector<verify::Check> checks_;
  std::string instructions_;
  std::string failure_;      // what the first failing check printed before anything was changed
  bool reproduced_ = false;  // some reproducing check failed before
  std::vector<edit::Target> targets_;
  model::ModelInfo model_;
  std::set<std::string> tried_requests_;  // hashes: a request is never sent twice at temperature 0
  std::set<std::string> tried_edits_;     // hashes of whole new files
  std::uint32_t checks_run_ = 0;
  bool ever_changed_ = false;
  bool ever_proposed_ = false;
  FixReport report_;
};

// The checks with these names, in the configuration's order; all of them without names.
[[nodiscard]] Result<std::vector<verify::Check>> select_checks(const Config& config,
                                                               std::span<const std::string> names);

// The nearest AGENTS.md above `path`, bounded; empty where there is none.
[[nodiscard]] std::string instructions_for(FileSystem& files, std::string_view path);

}  // namespace grit::loop

#endif  // GRIT_LOOP_RUN_H_
