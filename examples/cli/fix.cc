// grit fix, grit replay
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <span>

#include <grit/json.h>
#include <grit/model.h>

#include "common.h"

namespace cli {
namespace {

struct FixArguments {
  TicketOptions ticket;
  grit::loop::FixOptions fix;
  std::string model;
  std::string record;
  bool allow_remote = false;
};

// Shows a run as it goes: a line an event, the model's words too with -v.
class Narrator final : public grit::loop::EventSink {
 public:
  explicit Narrator(const Context& context) : context_(context) {}
  grit::Status on_event(const grit::loop::Event& event) override {
    const bool piece = event.type == "model.delta" || event.type == "check.output";
    if (piece && context_.verbose) std::cerr << event.text << std::flush;
    if (!piece && !event.text.empty()) context_.note(event.text);
    return {};
  }

 private:
  const Context& context_;
};

grit::Result<std::unique_ptr<grit::model::ModelBackend>> open_model(const grit::loop::Config& config,
                                                                    const FixArguments& arguments) {
  const std::string description = arguments.model.empty() ? config.model : arguments.model;
  if (description.empty()) {
    return grit::Status(grit::Code::configuration,
                        "no model is named: use --model, HARNESS_MODEL or [model] name in harness.toml, for example "
                        "ollama:http://127.0.0.1:11434#qwen2.5-coder:7b");
  }
  grit::model::BackendOptions options = grit::loop::backend_options(config);
  options.allow_remote = options.allow_remote || arguments.allow_remote;
  if (const char* key = std::getenv("HARNESS_API_KEY")) options.api_key = key;
  return grit::model::open_backend(description, options);
}

grit::Status save_recording(const std::string& path, const grit::model::Recording& recording) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << grit::model::to_json_lines(recording);
  out.flush();
  if (!out) return grit::Status(grit::Code::io, "cannot write the recording " + path);
  return {};
}

void print_report(const Context& context, const grit::loop::FixReport& report) {
  if (!report.patch.empty()) context.print(report.patch);
  for (const grit::verify::Verdict& verdict : report.verdicts) {
    context.print_line("check " + verdict.check + ": " + grit::verify::outcome_name(verdict.outcome) + " (" +
                       verdict.reason + ", sandbox " + grit::verify::level_name(verdict.process.protection.level) +
                       ")");
  }
  context.print_line(std::string(grit::loop::stop_name(report.stop)) + ": " + report.reason);
}

int run_fix(Context& context, FixArguments& arguments) {
  auto ticket = arguments.ticket.read(context.stop);
  if (!ticket) return context.fail(ticket.error());
  auto project = context.open();
  if (!project) return context.fail(project.error());
  auto model = open_model((*project)->config(), arguments);
  if (!model) return context.fail(model.error());
  grit::model::Recording recording;
  std::unique_ptr<grit::model::ModelBackend> backend = std::move(*model);
  if (!arguments.record.empty()) backend = grit::model::recording_backend(std::move(backend), recording);
  arguments.fix.ticket = *ticket;
  Narrator narrator(context);
  grit::loop::EventSink* const sinks[] = {&narrator};
  auto report = (*project)->fix(arguments.fix, *backend, sinks, context.stop);
  if (!report) return context.fail(report.error());
  if (!arguments.record.empty()) {
    if (const grit::Status saved = save_recording(arguments.record, recording); !saved.ok()) {
      return context.fail(saved);
    }
  }
  if (context.json) {
    context.print_line(grit::to_json(*report));
  } else {
    print_report(context, *report);
  }
  context.note("evidence: " + (*project)->places().runs + "/" + report->run);
  return grit::loop::exit_status(report->stop);
}

int run_replay(Context& context, const std::string& run) {
  auto project = context.open();
  if (!project) return context.fail(project.error());
  Narrator narrator(context);
  grit::loop::EventSink* const sinks[] = {&narrator};
  auto report = (*project)->replay(run, sinks, context.stop);
  if (!report) return context.fail(report.error());
  if (context.json) {
    context.print_line(grit::to_json(*report));
  } else if (report->equal) {
    context.print(report->patch);
    context.print_line("equal: run " + report->run + " ends with " + grit::loop::stop_name(report->stop) + " again");
  } else {
    context.print_line("diverged: " + report->divergence);
  }
  return report->equal ? kDone : kNoResult;
}

}  // namespace

void add_fix(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<FixArguments>();
  CLI::App* command = app.add_subcommand("fix", "Repair one function for a ticket, and commit what the checks pass");
  arguments->ticket.add_to(*command);
  command->add_option("--check", arguments->fix.checks, "A check of harness.toml; may be repeated; all by default")
      ->type_name("NAME");
  command->add_option("--model", arguments->model, "openai:URL#MODEL, ollama:URL#MODEL, replay:FILE or scripted:FILE")
      ->type_name("MODEL");
  command->add_flag("--allow-remote", arguments->allow_remote, "The model's server may be another machine");
  command->add_flag("--dry-run", arguments->fix.dry_run, "Leave the tree alone");
  command->add_flag("--accept-unreproduced", arguments->fix.accept_unreproduced,
                    "Commit although no check failed before the repair");
  command->add_option("--candidates", arguments->fix.max_candidates, "How many places are tried")
      ->check(CLI::Range(1, 50))
      ->capture_default_str();
  command->add_option("--record", arguments->record, "Write the model's exchanges to FILE, for replay:FILE")
      ->type_name("FILE");
  command->footer(
      "Examples:\n  grit fix --ticket ticket.md --model openai:http://127.0.0.1:8080#qwen2.5-coder-7b\n"
      "  grit fix --ticket - --check ticket --dry-run --json < ticket.md");
  command->callback(
      [&context, arguments] { context.command = [&context, arguments] { return run_fix(context, *arguments); }; });
}

void add_replay(CLI::App& app, Context& context) {
  auto run = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("replay", "Repeat a run without a model and run its checks again");
  command->add_option("run", *run, "The run's id, the beginning of it, or last")->type_name("RUN")->required();
  command->footer("Examples:\n  grit replay last\n  grit replay 20260131-120000 --json");
  command->callback([&context, run] { context.command = [&context, run] { return run_replay(context, *run); }; });
}

}  // namespace cli
