// Verifier by way of a scratch copy of the project and a sandbox.
#include <array>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <grit/verify.h>

#include "base/try.h"

#include "feedback.h"
#include "program.h"
#include "sandbox_protocol.h"
#include "workspace.h"

namespace grit::verify {
namespace {

// How a number of seconds is written in a sentence: 5, 0.5.
std::string shown_seconds(double seconds) {
  std::array<char, 32> text;
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), seconds);
  return error == std::errc() ? std::string(text.data(), end) : std::string("?");
}

std::string megabytes(std::uint64_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

// Why a run is what it is, for a person.
std::string reason_of(const ProcessResult& result, const Limits& limits) {
  switch (result.ending) {
    case Ending::exited:
      return "exit status " + std::to_string(result.status);
    case Ending::signalled:
      return "ended by signal " + std::to_string(result.status);
    case Ending::wall_limit:
      return "wall limit of " + shown_seconds(limits.wall_s) + " s";
    case Ending::cpu_limit:
      return "processor time limit of " + std::to_string(limits.cpu_s) + " s";
    case Ending::memory_limit:
      return "memory limit of " + megabytes(limits.memory_bytes);
    case Ending::output_limit:
      return "output limit of " + megabytes(limits.output_bytes);
    case Ending::disk_limit:
      return "disk limit";
    case Ending::cancelled:
      return "cancelled";
    case Ending::not_started:
      return "not started";
  }
  return "not started";
}

std::string listed(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : "; ") + text;
  return out;
}

std::string unverified_reason(const Protection& protection) {
  return std::string("the sandbox is ") + level_name(protection.level) +
         ", and this project requires full: " + listed(protection.gaps);
}

// The environment of every check: the same on every machine but for the programs' places.
std::vector<std::string> environment_of(const ProgramView& program, const Surroundings& around) {
  std::string path;
  for (const std::string& folder : program.path) path += (path.empty() ? "" : ":") + folder;
  std::vector<std::string> out = {"PATH=" + path,
                                  "LANG=C.UTF-8",
                                  "LC_ALL=C.UTF-8",
                                  "TZ=UTC",
                                  "TERM=dumb",
                                  "NO_COLOR=1",
                                  "PYTHONDONTWRITEBYTECODE=1",
                                  "PYTHONHASHSEED=0",
                                  "PYTHONNOUSERSITE=1",
                                  "PYTHONUNBUFFERED=1"};
  for (const std::string& name : around.environments) {
    if (name != "node_modules") out.push_back("VIRTUAL_ENV=" + around.root + "/" + name);
  }
  return out;
}

class ScratchVerifier final : public Verifier {
 public:
  ScratchVerifier(Sandbox& sandbox, std::string scratch) : sandbox_(sandbox), scratch_(std::move(scratch)) {}

  Result<Verdict> run(const Check& check, const Candidate& candidate, const VerifyOptions& options,
                      const OutputSink& sink, const StopConditions& stop) override {
    auto verdict = judge(check, candidate, options, sink, stop);
    if (verdict || verdict.error().code() != Code::cancelled) return verdict;
    Verdict cancelled = start(check, options);
    cancelled.outcome = Outcome::cancelled;
    cancelled.reason = "cancelled";
    return cancelled;
  }

 private:
  static Verdict start(const Check& check, const VerifyOptions& options) {
    Verdict verdict;
    verdict.check = check.name;
    verdict.check_hash = hash_of(check, options.limits);
    return verdict;
  }

  Result<Verdict> judge(const Check& check, const Candidate& candidate, const VerifyOptions& options,
                        const OutputSink& sink, const StopConditions& stop) {
    GRIT_RETURN_IF_ERROR(validate(check));
    GRIT_RETURN_IF_ERROR(stop.check());
    Verdict verdict = start(check, options);
    for (const auto& [path, bytes] : candidate.changed) verdict.candidate[path] = ContentHash::of(bytes);
    const Protection protection = sandbox_.protection();
    if (options.sandbox == Requirement::required && protection.level != Level::full) {
      verdict.outcome = Outcome::unverified;
      verdict.reason = unverified_reason(protection);
      verdict.process.protection = protection;
      return verdict;
    }
    if (const auto judging = changed_verifier(check, candidate)) return refuse(*judging, std::move(verdict));
    Workspace::Options space;
    space.scratch = scratch_;
    space.max_bytes = options.max_scratch_bytes;
    GRIT_ASSIGN_OR_RETURN(Workspace workspace, Workspace::make(check, candidate, space, stop));
    verdict.verifier = workspace.verifier();
    verdict.project = workspace.project_hash();
    if (const auto& judging = workspace.changed_by_candidate()) return refuse(*judging, std::move(verdict));
    GRIT_RETURN_IF_ERROR(run_in(workspace, check, protection, options, sink, stop, verdict));
    return verdict;
  }

  static Verdict refuse(const std::string& judging, Verdict verdict) {
    verdict.outcome = Outcome::fail;
    verdict.reason = "changes " + judging + ", a file that judges it";
    return verdict;
  }

  Status run_in(const Workspace& workspace, const Check& check, const Protection& protection,
                const VerifyOptions& options, const OutputSink& sink, const StopConditions& stop, Verdict& verdict) {
    auto command = command_for(workspace, check, protection);
    if (!command) return unavailable(command.error(), verdict);
    if (options.sandbox == Requirement::required) command->at_least = Level::full;
    auto result = sandbox_.run(*command, options.limits, sink, stop);
    if (!result) return unavailable(result.error(), verdict);
    verdict.process = std::move(result).value();
    verdict.feedback =
        make_feedback(verdict.process.output, workspace.hidden_lines(),
                      {std::string(kInsideFolder), workspace.folder(), workspace.root()}, options.feedback_bytes);
    settle(workspace, options, verdict);
    return Status();
  }

  static Status unavailable(const Status& why, Verdict& verdict) {
    if (why.code() != Code::unavailable) return why;
    verdict.outcome = Outcome::unavailable;
    verdict.reason = why.message();
    return Status();
  }

  // The judgement, once the command has ended. Only a run that ended by itself with status 0, under the protection that
  // is required, with everything as it was before, is a pass.
  static void settle(const Workspace& workspace, const VerifyOptions& options, Verdict& verdict) {
    const ProcessResult& process = verdict.process;
    verdict.reason = reason_of(process, options.limits);
    verdict.outcome = Outcome::fail;
    if (process.ending == Ending::cancelled) {
      verdict.outcome = Outcome::cancelled;
    } else if (options.sandbox == Requirement::required && process.protection.level != Level::full) {
      verdict.outcome = Outcome::unverified;
      verdict.reason = unverified_reason(process.protection);
    } else if (const auto changed = workspace.changed_by_run()) {
      verdict.reason = "the run changed " + *changed;
    } else if (process.ending == Ending::exited && process.status == 0) {
      verdict.outcome = Outcome::pass;
    }
  }

  static Result<Command> command_for(const Workspace& workspace, const Check& check, const Protection& protection) {
    Surroundings around;
    around.root = workspace.root();
    around.environments = workspace.environments();
    if (const char* home = std::getenv("HOME")) around.home = home;
    if (const char* path = std::getenv("PATH")) around.path = path;
    GRIT_ASSIGN_OR_RETURN(ProgramView program, resolve_program(check.argv[0], around));
    Command command;
    command.argv = check.argv;
    command.directory = workspace.folder();
    command.also_at = workspace.root();
    command.environment = environment_of(program, around);
    command.read_only = std::move(program.read_only);
    GRIT_RETURN_IF_ERROR(workspace.place_environments(protection.level == Level::full));
    command.read_only.insert(command.read_only.end(), workspace.read_only().begin(), workspace.read_only().end());
    return command;
  }

  Sandbox& sandbox_;
  const std::string scratch_;
};

}  // namespace

std::unique_ptr<Verifier> scratch_verifier(Sandbox& sandbox, std::string scratch) {
  return std::make_unique<ScratchVerifier>(sandbox, std::move(scratch));
}

}  // namespace grit::verify
