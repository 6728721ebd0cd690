#include "run.h"

#include <algorithm>

#include "base/glob.h"
#include "base/text.h"
#include "json.h"
#include "port/machine.h"
#include "prompt.h"
#include "recorded.h"

namespace grit::loop {
namespace {

constexpr std::uint64_t kMaxInstructionBytes = 4096;
constexpr std::uint32_t kCandidatesLookedAt = 50;

Json place_json(const retrieve::Candidate& candidate) {
  return Json::object({{"path", Json(candidate.place.path)},
                       {"symbol", Json(candidate.place.symbol)},
                       {"kind", Json(candidate.kind)},
                       {"score", Json(candidate.score)}});
}

Json unsaved_json(const std::map<std::string, std::string>& buffers) {
  Json out = Json::object();
  for (const auto& [path, bytes] : buffers) out.set(path, Json(ContentHash::of(bytes).hex()));
  return out;
}

}  // namespace

Result<std::vector<verify::Check>> select_checks(const Config& config, std::span<const std::string> names) {
  if (config.checks.empty()) {
    return Status(Code::configuration,
                  "no check is configured: add a [checks.NAME] table with argv to harness.toml (grit init writes one)");
  }
  if (names.empty()) return config.checks;
  std::vector<verify::Check> chosen;
  for (const std::string& name : names) {
    const bool known = std::any_of(config.checks.begin(), config.checks.end(),
                                   [&](const verify::Check& check) { return check.name == name; });
    if (known) continue;
    std::string have;
    for (const verify::Check& check : config.checks) have += (have.empty() ? "" : ", ") + check.name;
    return Status(Code::configuration, "check '" + name + "' is not in harness.toml; it has: " + have);
  }
  for (const verify::Check& check : config.checks) {
    if (std::find(names.begin(), names.end(), check.name) != names.end()) chosen.push_back(check);
  }
  return chosen;
}

std::string instructions_for(FileSystem& files, std::string_view path) {
  std::string folder(path);
  for (;;) {
    const auto slash = folder.rfind('/');
    folder = slash == std::string::npos ? "" : folder.substr(0, slash);
    const std::string name = folder.empty() ? "AGENTS.md" : folder + "/AGENTS.md";
    if (auto content = files.read(name, kMaxSourceBytes)) {
      return std::string(truncate_utf8(content->bytes, kMaxInstructionBytes));
    }
    if (folder.empty()) return {};
  }
}

FixRun::FixRun(const Deps& deps, const Config& config, const Places& places, const FixOptions& options,
               const StopConditions& stop)
    : deps_(deps),
      config_(config),
      places_(places),
      options_(options),
      stop_(stop.within(std::chrono::seconds(config.budget.max_seconds))),
      events_(*deps.clock, deps.events),
      begun_(deps.clock->steady()) {
  report_.run = options.run_id;
}

Result<FixReport> FixRun::run() {
  auto checks = select_checks(config_, options_.checks);
  if (!checks) return checks.error();
  checks_ = std::move(*checks);
  using Stage = MaybeEnding (FixRun::*)();
  constexpr Stage stages[] = {&FixRun::start, &FixRun::judge_before, &FixRun::rank, &FixRun::identify_model,
                              &FixRun::try_targets};
  for (const Stage stage : stages) {
    MaybeEnding ending = (this->*stage)();
    if (!ending) ending = check_budget();
    if (ending) return finish(*ending);
  }
  if (!ever_proposed_ && !ever_changed_) {
    return finish({Stop::no_change, "the model gave the function back unchanged, or nothing that could be used"});
  }
  return finish({Stop::attempts_exhausted, "no attempt passed the gates and the checks"});
}

MaybeEnding FixRun::start() {
  const Json manifest = Json::object({{"harness", Json(std::string("grit ") + GRIT_VERSION)},
                                      {"machine", Json(port::machine_description())},
                                      {"root", Json(places_.root)},
                                      {"ticket", Json(options_.ticket)},
                                      {"ticket_sha256", Json(ContentHash::of(options_.ticket).hex())},
                                      {"dry_run", Json(options_.dry_run)},
                                      {"accept_unreproduced", Json(options_.accept_unreproduced)},
                                      {"checks", json_of(options_.checks)},
                                      {"unsaved", unsaved_json(deps_.unsaved)},
                                      {"configuration", json_of(config_)}});
  Json data = Json::object({{"ticket", Json(first_line(options_.ticket))}, {"manifest", manifest}});
  std::vector<Attachment> files = {{"ticket.md", options_.ticket}};
  for (const auto& [path, bytes] : deps_.unsaved) files.push_back({"unsaved/" + path, bytes});
  return ending_of(events_.emit("run.started", "run " + report_.run, data, std::move(files)), Stop::host_error);
}

MaybeEnding FixRun::judge_before() {
  bool all_reproduce = true;
  bool any_reproduces = false;
  for (const verify::Check& check : checks_) {
    if (auto ending = judge_one_before(check, all_reproduce, any_reproduces)) return ending;
  }
  reproduced_ = any_reproduces && !all_reproduce;
  if (any_reproduces && all_reproduce) {
    return Ending{Stop::already_done, "every reproducing check passes already: nothing to do"};
  }
  return std::nullopt;
}

// `all_passed` stays true while every reproducing check passes.
MaybeEnding FixRun::judge_one_before(const verify::Check& check, bool& all_passed, bool& any_reproduces) {
  verify::Verdict verdict;
  if (auto ending = run_check(check, {places_.root, {}, deps_.unsaved}, verdict)) return ending;
  const bool passed = verdict.outcome == verify::Outcome::pass;
  const Json manifest = Json::object({{"project_sha256", Json(verdict.project.hex())},
                                      {"level", Json(verify::level_name(verdict.process.protection.level))}});
  const Json data = Json::object({{"check", Json(check.name)}, {"passed", Json(passed)}, {"manifest", manifest}});
  std::string text = "before: " + check.name + (passed ? " passes" : " fails (" + verdict.reason + ")");
  if (auto ending = ending_of(events_.emit("project.judged", std::move(text), data), Stop::host_error)) return ending;
  if (check.role == verify::Role::reproduces) {
    any_reproduces = true;
    all_passed = all_passed && passed;
    if (!passed && failure_.empty()) failure_ = verdict.feedback;
    return std::nullopt;
  }
  if (passed) return std::nullopt;
  return Ending{Stop::check_unavailable, "the guard '" + check.name + "' fails before anything was changed (" +
                                             verdict.reason +
                                             "): repair it first, or name the checks to use with --check"};
}

MaybeEnding FixRun::rank() {
  const std::string text = options_.ticket + "\n\n" + failing_expression(failure_);
  const retrieve::Query query = retrieve::analyse(text, failure_);
  retrieve::FindOptions options;
  options.top = kCandidatesLookedAt;
  auto found = retrieve::find(query, deps_.signals, *deps_.ranker, *deps_.store, *deps_.files, options, stop_);
  if (!found) return ending_of(found.error(), Stop::host_error);
  bool any_denied = false;
  add_targets(found->candidates, any_denied);
  Json places = Json::array();
  for (std::size_t i = 0; i < std::min<std::size_t>(found->candidates.size(), 10); ++i) {
    places.push(place_json(found->candidates[i]));
  }
  Json targets = Json::array();
  for (const edit::Target& target : targets_) {
    targets.push(Json::object({{"path", Json(target.path)}, {"symbol", Json(target.symbol)}}));
  }
  const Json data = Json::object({{"candidates", places}, {"targets", targets}});
  std::string said = targets_.empty() ? "no place to edit" : "places:";
  for (const edit::Target& target : targets_) said += " " + target.path + "::" + target.symbol;
  if (auto ending = ending_of(events_.emit("candidates.ranked", std::move(said), data), Stop::host_error))
    return ending;
  if (!targets_.empty()) return std::nullopt;
  if (any_denied) {
    return Ending{Stop::permission_denied, "every place that fits the ticket is outside of [paths] editable"};
  }
  return Ending{Stop::no_candidate, "no function in the index fits the ticket"};
}

void FixRun::add_targets(const std::vector<retrieve::Candidate>& candidates, bool& any_denied) {
  for (const retrieve::Candidate& candidate : candidates) {
    if (targets_.size() >= options_.max_candidates) return;
    if (candidate.kind != "function" && candidate.kind != "method") continue;
    if (!may_edit(candidate.place.path)) {
      any_denied = true;
      continue;
    }
    auto content = deps_.files->read(candidate.place.path, kMaxSourceBytes);
    if (!content) continue;
    auto target = edit::locate_exact(content->bytes, candidate.place.path, candidate.place.symbol);
    if (target) targets_.push_back(std::move(*target));
  }
}

MaybeEnding FixRun::identify_model() {
  auto info = deps_.model->info(stop_);
  if (!info) return ending_of(info.error(), Stop::model_error);
  model_ = std::move(*info);
  const Json data = Json::object({{"manifest", Json::object({{"model", json_of(model_)}})}});
  return ending_of(events_.emit("model.identified", "model " + model_.name, data), Stop::host_error);
}

bool FixRun::is_verifier_file(std::string_view path) const {
  return std::any_of(config_.checks.begin(), config_.checks.end(),
                     [&](const verify::Check& check) { return glob_match_any(check.verifier, path); });
}

bool FixRun::may_edit(std::string_view path) const {
  if (is_verifier_file(path)) return false;
  if (!config_.readable.empty() && !glob_match_any(config_.readable, path)) return false;
  return config_.editable.empty() || glob_match_any(config_.editable, path);
}

MaybeEnding FixRun::check_budget() const {
  if (const Status status = stop_.check(); !status.ok()) return ending_of(status, Stop::host_error);
  return std::nullopt;
}

// What a failed operation means for the run. The budget's own end is told apart from a layer's time limit.
MaybeEnding FixRun::ending_of(const Status& status, Stop otherwise) const {
  if (status.ok()) return std::nullopt;
  if (stop_.cancel.cancelled() || status.code() == Code::cancelled) return Ending{Stop::cancelled, "cancelled"};
  if (!stop_.check().ok()) {
    return Ending{Stop::time_limit,
                  "the run's time is over (max_seconds = " + std::to_string(config_.budget.max_seconds) + ")"};
  }
  return Ending{otherwise, status.message()};
}

verify::VerifyOptions FixRun::verify_options() const {
  verify::VerifyOptions options;
  options.limits.wall_s = config_.budget.test_timeout;
  options.sandbox = config_.sandbox;
  return options;
}

FixReport FixRun::finish(const Ending& ending) {
  report_.stop = ending.stop;
  report_.reason = ending.reason;
  report_.accepted = ending.stop == Stop::accepted;
  report_.seconds = std::chrono::duration<double>(deps_.clock->steady() - begun_).count();
  if (!report_.verdicts.empty()) {
    report_.protection = verify::level_name(report_.verdicts.back().process.protection.level);
  }
  Json data = Json::object({{"stop", Json(stop_name(ending.stop))}, {"reason", Json(ending.reason)}});
  data.set("report", json_of(report_));
  std::vector<Attachment> files;
  if (!report_.patch.empty()) files.push_back({"patch.diff", report_.patch});
  const Status emitted =
      events_.emit("run.stopped", std::string(stop_name(ending.stop)) + ": " + ending.reason, data, std::move(files));
  if (!emitted.ok() && report_.stop != Stop::accepted) {
    report_.stop = Stop::host_error;
    const bool said = report_.reason.find(emitted.message()) != std::string::npos;
    if (!said) report_.reason += " (and the evidence is incomplete: " + emitted.message() + ")";
  }
  return report_;
}

Result<FixReport> run_fix(const Deps& deps, const Config& config, const Places& places, const FixOptions& options,
                          const StopConditions& stop) {
  return FixRun(deps, config, places, options, stop).run();
}

}  // namespace grit::loop
