// The part of a run that is repeated: ask, gate, judge, and commit what passed.
#include <algorithm>
#include <chrono>

#include "base/text.h"
#include "base/tokens.h"
#include "json.h"
#include "recorded.h"
#include "run.h"

namespace grit::loop {
namespace {

std::uint32_t column_of(std::string_view bytes, const edit::Target& target) {
  const auto begin = static_cast<std::size_t>(target.range.begin);
  const auto line_end = bytes.substr(0, begin).find_last_of("\r\n");
  return static_cast<std::uint32_t>(line_end == std::string_view::npos ? begin : begin - line_end - 1);
}

Json edit_action(const edit::Target& target, const Strategy& strategy, const model::Reply& reply,
                 const std::string& answer, std::uint32_t step) {
  return Json::object({{"action", Json("edit_function")},
                       {"step", Json(step)},
                       {"path", Json(target.path)},
                       {"symbol", Json(target.symbol)},
                       {"before_sha256", Json(target.content.hex())},
                       {"strategy", Json(strategy.id())},
                       {"answer", Json(answer)},
                       {"finish_reason", Json(reply.finish_reason)}});
}

Json check_action(const verify::Check& check, const verify::Verdict& verdict) {
  Json candidate = Json::object();
  for (const auto& [path, hash] : verdict.candidate) candidate.set(path, Json(hash.hex()));
  return Json::object({{"action", Json("run_check")},
                       {"check", Json(check.name)},
                       {"check_sha256", Json(verdict.check_hash.hex())},
                       {"project_sha256", Json(verdict.project.hex())},
                       {"candidate", std::move(candidate)},
                       {"outcome", Json(verify::outcome_name(verdict.outcome))}});
}

}  // namespace

MaybeEnding FixRun::try_targets() {
  for (const edit::Target& target : targets_) {
    if (auto ending = try_target(target)) return ending;
  }
  return std::nullopt;
}

MaybeEnding FixRun::try_target(const edit::Target& target) {
  std::vector<PastAttempt> past;
  for (const auto& strategy : deps_.strategies) {
    bool exhausted = false;
    while (!exhausted) {
      if (auto ending = try_strategy(target, *strategy, past, exhausted)) return ending;
    }
  }
  return std::nullopt;
}

MaybeEnding FixRun::try_strategy(const edit::Target& planned, const Strategy& strategy, std::vector<PastAttempt>& past,
                                 bool& exhausted) {
  if (auto ending = check_budget()) return ending;
  // Read again each time: what the model is shown is what is on disk now.
  auto content = deps_.files->read(planned.path, kMaxSourceBytes);
  if (!content) return ending_of(content.error(), Stop::tree_changed);
  auto target = edit::locate_exact(content->bytes, planned.path, planned.symbol);
  if (!target || target->content != planned.content) {
    return Ending{Stop::tree_changed, planned.path + " changed while the run went on"};
  }
  instructions_ = instructions_for(*deps_.files, planned.path);
  const AttemptInput input{.ticket = options_.ticket,
                           .instructions = instructions_,
                           .failure = failure_,
                           .target = *target,
                           .function = target->range.of(content->bytes),
                           .column = column_of(content->bytes, *target),
                           .past = past,
                           .model = model_};
  const std::optional<model::Request> request = strategy.request(input);
  const std::string hash = request ? model::request_hash(*request).hex() : std::string();
  // At temperature 0 the same request has the same answer.
  if (!request || (request->temperature == 0 && !tried_requests_.insert(hash).second)) {
    exhausted = true;
    return std::nullopt;
  }
  if (report_.steps.size() >= config_.budget.max_steps) {
    return Ending{Stop::step_limit, "max_steps = " + std::to_string(config_.budget.max_steps) + " model calls made"};
  }
  return attempt(*target, strategy, input, *request, content->bytes, past);
}

MaybeEnding FixRun::attempt(const edit::Target& target, const Strategy& strategy, const AttemptInput& input,
                            const model::Request& request, std::string_view bytes, std::vector<PastAttempt>& past) {
  StepReport step;
  step.step = static_cast<std::uint32_t>(report_.steps.size() + 1);
  step.path = target.path;
  step.symbol = target.symbol;
  step.strategy = std::string(strategy.id());
  step.outcome = "model_error";
  const auto begun = deps_.clock->steady();
  model::Reply reply;
  report_.steps.push_back(step);
  if (auto ending = ask(request, strategy, reply)) {
    report_.steps.back().detail = ending->reason;
    return ending;
  }
  step.usage = reply.usage;
  PastAttempt result{step.strategy, reply.text, strategy.answer(input, reply.text), {}, false};
  const edit::Shown shown{false, {target.range}};  // the function is all of the file that a request holds
  auto outcome =
      edit::propose_function(bytes, target, result.answer, finish_of(reply.finish_reason), deps_.gates, shown);
  if (!outcome) return ending_of(outcome.error(), Stop::host_error);
  MaybeEnding ending;
  if (outcome->proposal) {
    ever_proposed_ = true;
    Json action = edit_action(target, strategy, reply, result.answer, step.step);
    action.set("after_sha256", Json(outcome->proposal->after.hex()));
    const std::string name = std::to_string(step.step) + "/" + target.path;
    std::vector<Attachment> files = {{"before/" + target.path, bytes}, {"candidate/" + name, outcome->proposal->bytes}};
    (void)events_.emit("edit.proposed", "  an edit of " + target.symbol,
                       Json::object({{"step", Json(step.step)}, {"action", action}}), std::move(files));
    ending = judge(*outcome->proposal, step, result);
    if (!ending && step.outcome == "accepted") ending = accept(*outcome->proposal, bytes);
  } else {
    record_findings(target, strategy, reply, outcome->findings, step, result);
  }
  step.seconds = std::chrono::duration<double>(deps_.clock->steady() - begun).count();
  report_.steps.back() = step;
  past.push_back(std::move(result));
  return ending;
}

void FixRun::record_findings(const edit::Target& target, const Strategy& strategy, const model::Reply& reply,
                             const std::vector<edit::Finding>& findings, StepReport& step, PastAttempt& result) {
  step.outcome = "gate";
  Json list = Json::array();
  for (const edit::Finding& finding : findings) {
    list.push(json_of(finding));
    step.detail += (step.detail.empty() ? "" : ", ") + finding.code;
    result.feedback += (result.feedback.empty() ? "" : " ") + finding.for_model;
    if (finding.code == "no_change") result.unchanged = true;
  }
  if (result.unchanged) step.outcome = "unchanged";
  ever_changed_ = ever_changed_ || !result.unchanged;
  Json action = edit_action(target, strategy, reply, result.answer, step.step);
  action.set("findings", list);
  const Json data = Json::object({{"step", Json(step.step)}, {"findings", list}, {"action", std::move(action)}});
  (void)events_.emit("gate.finding", "  refused: " + step.detail, data);
}

MaybeEnding FixRun::ask(const model::Request& request, const Strategy& strategy, model::Reply& reply) {
  if (auto ending = fits_window(request)) return ending;
  const std::string hash = model::request_hash(request).hex();
  const std::string json = model::canonical_json(request);
  const Json started = Json::object({{"step", Json(report_.steps.size())},
                                     {"strategy", Json(strategy.id())},
                                     {"request_sha256", Json(hash)},
                                     {"request_bytes", Json(json.size())}});
  std::string text = "step " + std::to_string(report_.steps.size()) + ": " + std::string(strategy.id()) + " for " +
                     report_.steps.back().symbol;
  if (auto ending = ending_of(events_.emit("run.calling_model", std::move(text), started), Stop::host_error))
    return ending;
  const auto on_delta = [&](std::string_view piece) {
    return events_.emit("model.delta", std::string(piece), Json::object({{"text", Json(piece)}})).ok();
  };
  auto answered = deps_.model->complete(request, on_delta, stop_);
  if (!events_.status().ok()) return ending_of(events_.status(), Stop::host_error);
  Json exchange = Json::object({{"request_sha256", Json(hash)}});
  if (auto parsed = parse_json(json)) exchange.set("request", std::move(*parsed));
  if (!answered) {
    exchange.set("error", Json(code_name(answered.error().code()))).set("message", Json(answered.error().message()));
  } else {
    reply = std::move(*answered);
    exchange.set("reply", Json(reply.text)).set("finish_reason", Json(reply.finish_reason));
    exchange.set("usage", json_of(reply.usage)).set("seconds", Json(reply.seconds));
    exchange.set("first_token_s", Json(reply.first_token_s));
  }
  std::string said = "  " + std::to_string(reply.usage.completion_tokens) + " tokens";
  if (!answered) said = "  the model failed: " + answered.error().message();
  const Json done = Json::object({{"step", Json(report_.steps.size())}, {"exchange", std::move(exchange)}});
  if (auto ending = ending_of(events_.emit("model.done", std::move(said), done), Stop::host_error)) return ending;
  if (answered) return std::nullopt;
  const bool host = answered.error().code() == Code::callback;
  return ending_of(answered.error(), host ? Stop::host_error : Stop::model_error);
}

MaybeEnding FixRun::fits_window(const model::Request& request) const {
  if (model_.context_tokens == 0) return std::nullopt;
  std::uint64_t bytes = 0;
  for (const model::Message& message : request.messages) bytes += message.content.size() + message.role.size() + 8;
  const std::uint64_t prompt = bytes / kBytesPerToken;
  if (prompt + request.max_tokens <= model_.context_tokens) return std::nullopt;
  return Ending{Stop::model_error, "the prompt does not fit the model's window: about " + std::to_string(prompt) +
                                       " tokens and " + std::to_string(request.max_tokens) +
                                       " for the answer, the window is " + std::to_string(model_.context_tokens) +
                                       ": use a model with a larger window"};
}

MaybeEnding FixRun::run_check(const verify::Check& check, const verify::Candidate& candidate,
                              verify::Verdict& verdict) {
  (void)events_.emit("check.started", {}, Json::object({{"check", Json(check.name)}}));
  const auto on_output = [&](std::string_view piece) {
    (void)events_.emit("check.output", std::string(piece),
                       Json::object({{"check", Json(check.name)}, {"text", Json(piece)}}));
  };
  auto judged = deps_.verifier->run(check, candidate, verify_options(), on_output, stop_);
  if (!judged) {
    const bool missing = judged.error().code() == Code::unavailable;
    return ending_of(judged.error(), missing ? Stop::check_unavailable : Stop::host_error);
  }
  verdict = std::move(*judged);
  report_.verdicts.push_back(verdict);
  const std::string log = "checks/" + std::to_string(++checks_run_) + "-" + check.name + ".log";
  const Json data = Json::object({{"verdict", json_of(verdict)}, {"action", check_action(check, verdict)}});
  std::string text =
      "  check " + check.name + ": " + verify::outcome_name(verdict.outcome) + " (" + verdict.reason + ")";
  const Status emitted = events_.emit("check.done", std::move(text), data, {{log, verdict.process.output}});
  if (auto ending = ending_of(emitted, Stop::host_error)) return ending;
  switch (verdict.outcome) {
    case verify::Outcome::unverified:
      return Ending{Stop::unverified, verdict.reason};
    case verify::Outcome::unavailable:
      return Ending{Stop::check_unavailable, "check '" + check.name + "': " + verdict.reason};
    case verify::Outcome::cancelled:
      return ending_of(Status(Code::timeout, "check '" + check.name + "' was ended"), Stop::time_limit);
    case verify::Outcome::pass:
    case verify::Outcome::fail:
      return std::nullopt;
  }
  return std::nullopt;
}

MaybeEnding FixRun::judge(const edit::Proposal& proposal, StepReport& step, PastAttempt& result) {
  if (!tried_edits_.insert(proposal.path + "\n" + proposal.after.hex()).second) {
    step.outcome = "repeated";
    step.detail = "the same edit has failed already";
    result.feedback = "This is the same change as before, and it does not repair the function.";
    return std::nullopt;
  }
  report_.verdicts.clear();
  const verify::Candidate candidate{places_.root, {{proposal.path, proposal.bytes}}, deps_.unsaved};
  for (const verify::Check& check : checks_) {
    verify::Verdict verdict;
    if (auto ending = run_check(check, candidate, verdict)) return ending;
    if (verdict.outcome == verify::Outcome::pass) continue;
    step.outcome = "check_failed";
    step.detail = check.name + ": " + verdict.reason;
    result.feedback = verdict.feedback;
    return std::nullopt;
  }
  step.outcome = "accepted";
  return std::nullopt;
}

MaybeEnding FixRun::accept(const edit::Proposal& proposal, std::string_view before) {
  const std::map<std::string, std::string> changed = {{proposal.path, proposal.bytes}};
  for (const verify::Verdict& verdict : report_.verdicts) {
    if (const Status status = verify::confirm(verdict, changed); !status.ok()) {
      return ending_of(status, Stop::tree_changed);
    }
  }
  report_.patch = edit::unified_diff(proposal.path, before, proposal.bytes);
  if (!reproduced_ && !options_.accept_unreproduced) {
    return Ending{Stop::not_reproduced,
                  "only guards judged this patch: no check failed before it; commit it with --accept-unreproduced"};
  }
  if (options_.dry_run) return Ending{Stop::accepted, "every check passes; dry run, the tree is as it was"};
  return commit(proposal);
}

MaybeEnding FixRun::commit(const edit::Proposal& proposal) {
  if (auto ending = check_budget()) return ending;
  const edit::FileChange change{proposal.path, proposal.before, proposal.bytes};
  const Status committed = edit::commit(*deps_.files, {&change, 1}, places_.journal);
  if (!committed.ok()) {
    const bool denied = committed.code() == Code::permission_denied || committed.code() == Code::fenced;
    const bool changed = committed.code() == Code::changed || committed.code() == Code::not_found;
    return ending_of(committed, denied ? Stop::permission_denied : changed ? Stop::tree_changed : Stop::host_error);
  }
  report_.committed = true;
  const Json data = Json::object({{"path", Json(proposal.path)},
                                  {"before_sha256", Json(proposal.before.hex())},
                                  {"after_sha256", Json(proposal.after.hex())}});
  (void)events_.emit("edit.committed", "  committed " + proposal.path, data);
  return Ending{Stop::accepted, "every check passes"};
}

}  // namespace grit::loop
