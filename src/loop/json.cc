#include "json.h"

#include <grit/json.h>

namespace grit {
namespace {

Json range_json(const ByteRange& range) {
  return Json::object({{"begin", Json(range.begin)}, {"end", Json(range.end)}});
}
Json range_json(const LineRange& lines) {
  return Json::object({{"begin", Json(lines.begin)}, {"end", Json(lines.end)}});
}

Json with_schema() { return Json::object({{"schema", Json(kJsonSchema)}}); }

Json symbol_json(const index::Symbol& symbol) {
  Json json = Json::object({{"path", Json(symbol.path)},
                            {"symbol", Json(symbol.qualified)},
                            {"name", Json(symbol.name)},
                            {"kind", Json(index::kind_name(symbol.kind))},
                            {"signature", Json(symbol.signature)},
                            {"byte_range", range_json(symbol.range)},
                            {"line_range", range_json(symbol.lines)},
                            {"name_range", range_json(symbol.name_range)}});
  json.set("decorators", loop::json_of(symbol.decorators));
  json.set("parent", symbol.parent.empty() ? Json() : Json(symbol.parent));
  json.set("docstring_range", symbol.docstring ? range_json(*symbol.docstring) : Json());
  return json;
}

Json candidate_json(const retrieve::Candidate& candidate) {
  Json signals = Json::object();
  Json weighted = Json::object();
  Json reasons = Json::object();
  for (const retrieve::Contribution& signal : candidate.signals) {
    signals.set(signal.signal, Json(signal.score));
    weighted.set(signal.signal, Json(signal.weighted));
    reasons.set(signal.signal, Json(signal.reason));
  }
  return Json::object({{"path", Json(candidate.place.path)},
                       {"symbol", candidate.place.symbol.empty() ? Json() : Json(candidate.place.symbol)},
                       {"kind", Json(candidate.kind)},
                       {"score", Json(candidate.score)},
                       {"boosted", Json(candidate.boosted)},
                       {"signals", std::move(signals)},
                       {"weighted", std::move(weighted)},
                       {"reasons", std::move(reasons)},
                       {"byte_range", range_json(candidate.bytes)},
                       {"line_range", range_json(candidate.lines)},
                       {"signature", Json(candidate.signature)},
                       {"content_sha256", Json(candidate.content.hex())}});
}

Json frame_json(const retrieve::Frame& frame) {
  return Json::object({{"file", Json(frame.file)}, {"line", Json(frame.line)}, {"function", Json(frame.function)}});
}

template <class Values>
Json array_of(const Values& values) {
  Json array = Json::array();
  for (const auto& value : values) array.push(loop::json_of(value));
  return array;
}

}  // namespace

std::string to_json(const index::IndexReport& report) {
  Json json = with_schema();
  json.set("files", Json(report.files)).set("parsed", Json(report.parsed)).set("reused", Json(report.reused));
  json.set("removed", Json(report.removed)).set("bytes", Json(report.bytes)).set("symbols", Json(report.symbols));
  json.set("references", Json(report.references)).set("edges", Json(report.edges));
  json.set("seconds", Json(report.seconds));
  Json skipped = Json::array();
  for (const index::SkippedFile& file : report.skipped) {
    skipped.push(Json::object({{"path", Json(file.path)}, {"reason", Json(file.reason)}}));
  }
  json.set("skipped", std::move(skipped)).set("notes", loop::json_of(report.notes));
  return json.dump();
}

std::string to_json(const retrieve::FindResult& result) {
  Json frames = Json::array();
  for (const retrieve::Frame& frame : result.query.frames) frames.push(frame_json(frame));
  Json json = with_schema();
  json.set("query", Json::object({{"tokens", loop::json_of(result.query.tokens)},
                                  {"identifiers", loop::json_of(result.query.identifiers)},
                                  {"paths", loop::json_of(result.query.paths)},
                                  {"frames", std::move(frames)}}));
  Json results = Json::array();
  for (std::size_t i = 0; i < result.candidates.size(); ++i) {
    Json candidate = candidate_json(result.candidates[i]);
    if (i < result.bodies.size()) candidate.set("body", Json(result.bodies[i]));
    results.push(std::move(candidate));
  }
  Json files = Json::array();
  for (const retrieve::RankedFile& file : result.files) {
    files.push(Json::object({{"path", Json(file.path)}, {"score", Json(file.score)}}));
  }
  json.set("results", std::move(results)).set("files", std::move(files)).set("considered", Json(result.considered));
  json.set("stale_paths", loop::json_of(result.stale_paths));
  return json.dump();
}

std::string to_json(const retrieve::Definitions& definitions) {
  Json symbols = Json::array();
  for (const index::Symbol& symbol : definitions.symbols) symbols.push(symbol_json(symbol));
  Json json = with_schema();
  json.set("definitions", std::move(symbols)).set("cut", Json(definitions.cut));
  return json.dump();
}

namespace {

Json targets_json(const index::Reference& reference) {
  Json list = Json::array();
  for (const index::ReferenceTarget& target : reference.targets) {
    list.push(Json::object(
        {{"path", Json(target.path)}, {"symbol", Json(target.qualified)}, {"implied", Json(target.implied)}}));
  }
  return list;
}

}  // namespace

std::string to_json(const retrieve::References& references) {
  Json list = Json::array();
  for (const index::Reference& reference : references.references) {
    list.push(Json::object({{"path", Json(reference.path)},
                            {"line", Json(reference.line)},
                            {"name", Json(reference.name)},
                            {"kind", Json(index::kind_name(reference.kind))},
                            {"byte_range", range_json(reference.range)},
                            {"scope", reference.scope.empty() ? Json() : Json(reference.scope)},
                            {"resolution", Json(index::resolution_name(reference.resolution))},
                            {"definitions", Json(reference.definitions)},
                            {"candidates", Json(reference.candidates)},
                            {"targets", targets_json(reference)}}));
  }
  Json json = with_schema();
  json.set("references", std::move(list)).set("cut", Json(references.cut));
  json.set("callers", Json::object({{"certain", Json(references.certain_callers)},
                                    {"possible", Json(references.possible_callers)}}));
  return json.dump();
}

std::string to_json(const retrieve::Outline& outline) {
  Json symbols = Json::array();
  for (const index::Symbol& symbol : outline.symbols) symbols.push(symbol_json(symbol));
  Json json = with_schema();
  json.set("imports", loop::json_of(outline.imports)).set("symbols", std::move(symbols));
  json.set("cut", Json(outline.cut));
  return json.dump();
}

std::string to_json(const retrieve::SymbolText& text) {
  Json json = with_schema();
  const Json symbol = symbol_json(text.symbol);
  for (const auto& [key, value] : symbol.members()) json.set(key, value);
  json.set("text", Json(text.text)).set("cut", Json(text.cut));
  return json.dump();
}

std::string to_json(const retrieve::RepoMap& map) {
  Json json = with_schema();
  json.set("text", Json(map.text)).set("tokens", Json(map.tokens)).set("files", Json(map.files));
  json.set("symbols", Json(map.symbols)).set("cut", Json(map.cut));
  return json.dump();
}

std::string to_json(const loop::FixReport& report) { return loop::json_of(report).dump(); }

std::string to_json(const loop::EditReport& report) {
  Json json = with_schema();
  json.set("applied", Json(report.applied)).set("paths", loop::json_of(report.paths));
  json.set("patch", Json(report.patch)).set("findings", array_of(report.findings));
  return json.dump();
}

std::string to_json(const loop::ReplayReport& report) {
  Json json = with_schema();
  json.set("stop", Json(loop::stop_name(report.stop))).set("accepted", Json(report.accepted));
  json.set("equal", Json(report.equal));
  json.set("divergence", report.divergence.empty() ? Json() : Json(report.divergence));
  json.set("run", Json(report.run)).set("patch", Json(report.patch));
  json.set("steps", array_of(report.steps)).set("checks", array_of(report.verdicts));
  return json.dump();
}

std::string to_json(const loop::CheckReport& report) {
  Json json = with_schema();
  json.set("passed", Json(report.passed)).set("checks", array_of(report.verdicts));
  return json.dump();
}

std::string to_json(const std::vector<loop::RunSummary>& runs) {
  Json list = Json::array();
  for (const loop::RunSummary& run : runs) {
    list.push(Json::object({{"id", Json(run.id)},
                            {"started", Json(run.started)},
                            {"ticket", Json(run.ticket)},
                            {"stop", run.stop.empty() ? Json() : Json(run.stop)},
                            {"bytes", Json(run.bytes)}}));
  }
  Json json = with_schema();
  json.set("runs", std::move(list));
  return json.dump();
}

std::string to_json(const Status& error) {
  Json json = with_schema();
  json.set("error", Json::object({{"code", Json(code_name(error.code()))}, {"message", Json(error.message())}}));
  return json.dump();
}

namespace loop {

Json json_of(const std::vector<std::string>& texts) {
  Json array = Json::array();
  for (const std::string& text : texts) array.push(Json(text));
  return array;
}

Json json_of(const edit::Finding& finding) {
  return Json::object({{"code", Json(finding.code)},
                       {"line", Json(finding.line)},
                       {"message", Json(finding.message)},
                       {"for_model", Json(finding.for_model)}});
}

Json json_of(const verify::Verdict& verdict) {
  Json candidate = Json::object();
  for (const auto& [path, hash] : verdict.candidate) candidate.set(path, Json(hash.hex()));
  Json verifier = Json::object();
  for (const auto& [path, hash] : verdict.verifier) verifier.set(path, Json(hash.hex()));
  const verify::Protection& protection = verdict.process.protection;
  return Json::object({{"check", Json(verdict.check)},
                       {"outcome", Json(verify::outcome_name(verdict.outcome))},
                       {"reason", Json(verdict.reason)},
                       {"ending", Json(verify::ending_name(verdict.process.ending))},
                       {"status", Json(verdict.process.status)},
                       {"seconds", Json(verdict.process.seconds)},
                       {"level", Json(verify::level_name(protection.level))},
                       {"mechanisms", json_of(protection.mechanisms)},
                       {"gaps", json_of(protection.gaps)},
                       {"check_sha256", Json(verdict.check_hash.hex())},
                       {"project_sha256", Json(verdict.project.hex())},
                       {"candidate", std::move(candidate)},
                       {"verifier", std::move(verifier)},
                       {"feedback", Json(verdict.feedback)}});
}

Json json_of(const model::Usage& usage) {
  return Json::object({{"prompt_tokens", Json(usage.prompt_tokens)},
                       {"completion_tokens", Json(usage.completion_tokens)},
                       {"cached_tokens", Json(usage.cached_tokens)},
                       {"estimated", Json(usage.estimated)}});
}

Json json_of(const model::ModelInfo& info) {
  return Json::object({{"backend", Json(info.backend)},
                       {"name", Json(info.name)},
                       {"digest", Json(info.digest)},
                       {"server", Json(info.server)},
                       {"context_tokens", Json(info.context_tokens)}});
}

Json json_of(const StepReport& step) {
  return Json::object({{"step", Json(step.step)},
                       {"path", Json(step.path)},
                       {"symbol", Json(step.symbol)},
                       {"strategy", Json(step.strategy)},
                       {"outcome", Json(step.outcome)},
                       {"detail", Json(step.detail)},
                       {"usage", json_of(step.usage)},
                       {"seconds", Json(step.seconds)}});
}

Json json_of(const verify::Check& check) {
  return Json::object({{"name", Json(check.name)},
                       {"argv", json_of(check.argv)},
                       {"role", Json(check.role == verify::Role::reproduces ? "reproduces" : "guards")},
                       {"verifier", json_of(check.verifier)},
                       {"adapter", Json(check.adapter)}});
}

Json json_of(const Config& config) {
  const Budget& budget = config.budget;
  Json checks = Json::array();
  for (const verify::Check& check : config.checks) checks.push(json_of(check));
  return Json::object({{"sha256", Json(config.hash.hex())},
                       {"max_steps", Json(budget.max_steps)},
                       {"max_seconds", Json(budget.max_seconds)},
                       {"test_timeout", Json(budget.test_timeout)},
                       {"model_timeout", Json(budget.model_timeout)},
                       {"first_token_timeout", Json(budget.first_token_timeout)},
                       {"idle_timeout", Json(budget.idle_timeout)},
                       {"max_response_bytes", Json(budget.max_response_bytes)},
                       {"editable", json_of(config.editable)},
                       {"readable", json_of(config.readable)},
                       {"deny", json_of(config.deny)},
                       {"sandbox", Json(config.sandbox == verify::Requirement::required ? "required" : "best")},
                       {"checks", std::move(checks)}});
}

Json json_of(const FixReport& report) {
  Json json = with_schema();
  json.set("stop", Json(stop_name(report.stop))).set("accepted", Json(report.accepted));
  json.set("passed", Json(report.accepted)).set("committed", Json(report.committed));
  json.set("reason", Json(report.reason)).set("run", Json(report.run)).set("patch", Json(report.patch));
  json.set("steps", array_of(report.steps)).set("checks", array_of(report.verdicts));
  json.set("level", Json(report.protection)).set("seconds", Json(report.seconds));
  return json;
}

}  // namespace loop
}  // namespace grit
