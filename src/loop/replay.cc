// Repeating a run's recorded actions without a model.
#include <map>

#include "base/try.h"
#include "events.h"
#include "json.h"
#include "port/host_files.h"
#include "project_state.h"
#include "recorded.h"
#include "run.h"

namespace grit::loop {
namespace {

Stop stop_of(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(Stop::cancelled); ++i) {
    if (name == stop_name(static_cast<Stop>(i))) return static_cast<Stop>(i);
  }
  return Stop::host_error;
}

// Repeats one run. A member that returns text found a divergence; nothing is changed in the user's tree.
//
// Thread rule: one thread; made for one replay.
class Replayer {
 public:
  Replayer(const StoredRun& stored, const Config& config, const Places& places, FileSystem& files,
           verify::Verifier& verifier, std::span<const std::unique_ptr<edit::EditGate>> gates, Emitter& events,
           const StopConditions& stop)
      : stored_(stored),
        config_(config),
        places_(places),
        files_(files),
        verifier_(verifier),
        gates_(gates),
        events_(events),
        stop_(stop) {}

  Result<ReplayReport> run() {
    GRIT_ASSIGN_OR_RETURN(report_.divergence, inputs());
    for (const Json& action : stored_.actions.items()) {
      if (!report_.divergence.empty()) break;
      GRIT_RETURN_IF_ERROR(stop_.check());
      const bool edits = action["action"].as_string() == "edit_function";
      GRIT_ASSIGN_OR_RETURN(report_.divergence, edits ? repeat_edit(action) : repeat_check(action));
      (void)events_.emit("action.repeated", describe(action),
                         Json::object({{"action", action}, {"diverged", Json(report_.divergence)}}));
    }
    if (report_.divergence.empty()) {
      GRIT_ASSIGN_OR_RETURN(report_.divergence, patch());
    }
    report_.equal = report_.divergence.empty();
    if (report_.equal) {
      report_.stop = stop_of(stored_.report["stop"].as_string());
      report_.accepted = stored_.report["accepted"].as_bool();
    } else {
      report_.stop = Stop::attempts_exhausted;
    }
    return report_;
  }

 private:
  std::string describe(const Json& action) const {
    const bool edits = action["action"].as_string() == "edit_function";
    const std::string what = edits ? "edit of " + std::string(action["symbol"].as_string())
                                   : "check " + std::string(action["check"].as_string());
    return what + (report_.divergence.empty() ? ": as recorded" : ": " + report_.divergence);
  }

  // The bytes that the run edited, put over those of the tree where these have changed since.
  Result<std::string> inputs() {
    if (stored_.manifest["configuration"]["sha256"].as_string() != config_.hash.hex()) {
      return std::string("configuration: harness.toml is not the one that the run used");
    }
    for (const auto& [path, hash] : stored_.manifest["unsaved"].members()) {
      GRIT_ASSIGN_OR_RETURN(std::string bytes, port::read_file(stored_.folder + "/unsaved/" + path, kMaxSourceBytes));
      if (ContentHash::of(bytes).hex() != hash.as_string()) {
        return "input: the recorded buffer of " + path + " does not have the recorded hash";
      }
      unsaved_.emplace(path, std::move(bytes));
    }
    for (const Json& action : stored_.actions.items()) {
      if (action["action"].as_string() != "edit_function") continue;
      const std::string path(action["path"].as_string());
      if (before_.contains(path) || !action.contains("after_sha256")) continue;
      GRIT_ASSIGN_OR_RETURN(std::string bytes, port::read_file(stored_.folder + "/before/" + path, kMaxSourceBytes));
      if (ContentHash::of(bytes).hex() != action["before_sha256"].as_string()) {
        return "input: the recorded bytes of " + path + " do not have the recorded hash";
      }
      before_.emplace(path, std::move(bytes));
    }
    for (const auto& [path, bytes] : before_) {
      if (unsaved_.contains(path)) continue;
      auto now = files_.read(path, kMaxSourceBytes);
      if (!now || now->bytes != bytes) restored_.emplace(path, bytes);
    }
    return std::string();
  }

  Result<std::string> bytes_before(const std::string& path) {
    if (const auto known = before_.find(path); known != before_.end()) return known->second;
    GRIT_ASSIGN_OR_RETURN(auto content, files_.read(path, kMaxSourceBytes));
    return std::move(content.bytes);
  }

  Result<std::string> repeat_edit(const Json& action) {
    const std::string path(action["path"].as_string());
    GRIT_ASSIGN_OR_RETURN(const std::string bytes, bytes_before(path));
    if (ContentHash::of(bytes).hex() != action["before_sha256"].as_string()) {
      return "input: " + path + " is not what the run edited";
    }
    auto target = edit::locate_exact(bytes, path, action["symbol"].as_string());
    if (!target) return "action: " + target.error().message();
    GRIT_ASSIGN_OR_RETURN(const auto outcome,
                          edit::propose_function(bytes, *target, action["answer"].as_string(),
                                                 finish_of(action["finish_reason"].as_string()), gates_));
    StepReport step{static_cast<std::uint32_t>(action["step"].as_int()),
                    path,
                    target->symbol,
                    std::string(action["strategy"].as_string()),
                    outcome.proposal ? "proposed" : "gate",
                    {},
                    {},
                    0};
    for (const edit::Finding& finding : outcome.findings) {
      step.detail += (step.detail.empty() ? "" : ", ") + finding.code;
    }
    report_.steps.push_back(step);
    return compare_edit(action, outcome, step);
  }

  std::string compare_edit(const Json& action, const edit::Outcome& outcome, const StepReport& step) {
    const std::string where = "action result: step " + std::to_string(step.step) + " ";
    if (outcome.proposal) {
      proposed_[step.path] = outcome.proposal->bytes;
      const std::string after = outcome.proposal->after.hex();
      return after == action["after_sha256"].as_string() ? "" : where + "gives other bytes for " + step.path;
    }
    std::string recorded;
    for (const Json& finding : action["findings"].items()) {
      recorded += (recorded.empty() ? "" : ", ") + std::string(finding["code"].as_string());
    }
    return recorded == step.detail ? "" : where + "is refused with '" + step.detail + "', not '" + recorded + "'";
  }

  Result<std::string> repeat_check(const Json& action) {
    const std::string name(action["check"].as_string());
    GRIT_ASSIGN_OR_RETURN(const auto checks, select_checks(config_, {&name, 1}));
    verify::Candidate candidate{places_.root, restored_, unsaved_};
    const bool tree_is_the_same = restored_.empty();
    for (const auto& [path, hash] : action["candidate"].members()) {
      const auto bytes = proposed_.find(path);
      if (bytes == proposed_.end()) return "action: check '" + name + "' judged a file that no action made: " + path;
      candidate.changed[path] = bytes->second;
    }
    verify::VerifyOptions options;
    options.limits.wall_s = static_cast<double>(stored_.manifest["configuration"]["test_timeout"].as_int(5));
    options.sandbox = config_.sandbox;
    GRIT_ASSIGN_OR_RETURN(auto verdict, verifier_.run(checks.front(), candidate, options, {}, stop_));
    if (verdict.outcome == verify::Outcome::cancelled) return Status(Code::cancelled, "cancelled");
    report_.verdicts.push_back(verdict);
    return compare_check(action, verdict, tree_is_the_same);
  }

  static std::string compare_check(const Json& action, const verify::Verdict& verdict, bool tree_is_the_same) {
    if (verdict.check_hash.hex() != action["check_sha256"].as_string()) {
      return "configuration: check '" + verdict.check + "' is not the one that the run used";
    }
    // Bytes that were put back count as changed, so the hash of "all other files" has another meaning then.
    if (tree_is_the_same && verdict.project.hex() != action["project_sha256"].as_string()) {
      return "input: the project's other files are not those of the run";
    }
    const std::string outcome = verify::outcome_name(verdict.outcome);
    if (outcome == action["outcome"].as_string()) return {};
    return "check result: '" + verdict.check + "' gives " + outcome + " (" + verdict.reason + "), not " +
           std::string(action["outcome"].as_string());
  }

  // The patch is computed again from the bytes, and must be the recorded one.
  Result<std::string> patch() {
    const std::string recorded(stored_.report["patch"].as_string());
    if (recorded.empty()) return std::string();
    for (const auto& [path, bytes] : proposed_) {
      const std::string diff = edit::unified_diff(path, before_[path], bytes);
      if (diff == recorded) report_.patch = diff;
    }
    return report_.patch.empty() ? std::string("action result: the patch is not the recorded one") : std::string();
  }

  const StoredRun& stored_;
  const Config& config_;
  const Places& places_;
  FileSystem& files_;
  verify::Verifier& verifier_;
  std::span<const std::unique_ptr<edit::EditGate>> gates_;
  Emitter& events_;
  const StopConditions& stop_;
  std::map<std::string, std::string> unsaved_;   // the buffers that the run had
  std::map<std::string, std::string> before_;    // as the run found them
  std::map<std::string, std::string> restored_;  // those of before_ that the tree no longer holds
  std::map<std::string, std::string> proposed_;  // the newest edit of each file
  ReplayReport report_;
};

}  // namespace

Result<ReplayReport> Project::replay(std::string_view run, std::span<EventSink* const> events,
                                     const StopConditions& stop) {
  GRIT_ASSIGN_OR_RETURN(const StoredRun stored, load_run(state_->places, run));
  GRIT_RETURN_IF_ERROR(state_->prepare_state());
  GRIT_ASSIGN_OR_RETURN(verify::Verifier * verifier, state_->open_verifier());
  Emitter emitter(*state_->clock, {events.begin(), events.end()});
  // The run's own buffers count, not those of today.
  const auto files = fence(*state_->disk, {state_->config.deny});
  Replayer replayer(stored, state_->config, state_->places, *files, *verifier, state_->gates, emitter, stop);
  GRIT_ASSIGN_OR_RETURN(ReplayReport report, replayer.run());
  report.run = stored.folder.substr(stored.folder.rfind('/') + 1);
  return report;
}

}  // namespace grit::loop
