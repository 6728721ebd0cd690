// grit init, check, runs
#include <span>

#include <grit/json.h>

#include "common.h"

namespace cli {
namespace {

constexpr const char* kHead = R"(# What grit may do in this project. Every key is optional; the defaults are shown.

[limits]
max_steps = 8              # calls of the model
max_seconds = 90           # the run as a whole
test_timeout = 5           # seconds, each check
model_timeout = 30         # seconds, each call of the model
max_response_bytes = 32768

# [model]
# name = "ollama:http://127.0.0.1:11434#qwen2.5-coder:7b"   # HARNESS_MODEL overrides it

# [paths]
# editable = ["src/**/*.py"]   # default: the file of the place that was found

[sandbox]
level = "required"         # or "best": run the checks with whatever protection this machine has

# A check judges the code: the command ends with status 0 when it is right. `reproduces` fails before the repair and
# passes after it; `guards` passes before and after. `verifier` files are hidden from the model and cannot be changed.
)";

constexpr const char* kNoTests = R"(#
# [checks.ticket]
# argv = ["python3", "checks/check_ticket.py"]
# role = "reproduces"
# verifier = ["checks/**"]
)";

std::string suite(const std::string& folder) {
  return "[checks.suite]\nargv = [\"python3\", \"-m\", \"pytest\", \"-q\", \"" + folder +
         "\"]\nrole = \"guards\"\nverifier = [\"" + folder + "/**\", \"conftest.py\"]\n";
}

int run_init(Context& context) {
  auto project = context.open();
  if (!project) return context.fail(project.error());
  grit::FileSystem& files = (*project)->files();
  std::string text = kHead;
  bool tests = false;
  for (const char* folder : {"tests", "test"}) {
    const auto info = files.stat(folder);
    if (tests || !info || info->type != grit::FileType::directory) continue;
    text += suite(folder);
    tests = true;
  }
  if (!tests) text += kNoTests;
  auto created = files.create("harness.toml", text);
  if (!created) return context.fail(created.error());
  if (context.json) {
    context.print_line("{\"schema\":1,\"created\":\"harness.toml\"}");
  } else {
    context.print_line("wrote harness.toml: name your checks there, then run `grit check`");
  }
  return kDone;
}

int run_check(Context& context, const std::vector<std::string>& names) {
  auto project = context.open();
  if (!project) return context.fail(project.error());
  const auto on_output = [&](std::string_view piece) {
    if (context.verbose) context.print(piece);
  };
  auto report = (*project)->check(names, context.json ? grit::verify::OutputSink{} : on_output, context.stop);
  if (!report) return context.fail(report.error());
  bool unverified = false;
  for (const grit::verify::Verdict& verdict : report->verdicts) {
    unverified = unverified || verdict.outcome == grit::verify::Outcome::unverified;
    if (context.json) continue;
    context.print_line(verdict.check + ": " + grit::verify::outcome_name(verdict.outcome) + " (" + verdict.reason +
                       "; " + fixed(verdict.process.seconds, 2) + " s, sandbox " +
                       grit::verify::level_name(verdict.process.protection.level) + ")");
    if (verdict.outcome != grit::verify::Outcome::pass) context.print(verdict.feedback);
  }
  if (context.json) context.print_line(grit::to_json(*report));
  if (report->passed) return kDone;
  return unverified ? kUnverified : kNoResult;
}

int run_list(Context& context) {
  auto project = context.open();
  if (!project) return context.fail(project.error());
  auto runs = (*project)->runs();
  if (!runs) return context.fail(runs.error());
  if (context.json) {
    context.print_line(grit::to_json(*runs));
    return kDone;
  }
  for (const grit::loop::RunSummary& run : *runs) {
    context.print_line(run.id + "  " + (run.stop.empty() ? "(killed)" : run.stop) + "  " + as_size(run.bytes) + "  " +
                       run.ticket);
  }
  if (runs->empty()) context.note("no runs yet");
  return kDone;
}

int run_prune(Context& context, std::uint32_t keep) {
  auto project = context.open();
  if (!project) return context.fail(project.error());
  auto removed = (*project)->prune_runs(keep);
  if (!removed) return context.fail(removed.error());
  if (context.json) {
    context.print_line("{\"schema\":1,\"removed\":" + std::to_string(*removed) + "}");
  } else {
    context.print_line("removed " + with_commas(*removed) + " runs");
  }
  return kDone;
}

}  // namespace

void add_project(CLI::App& app, Context& context) {
  CLI::App* init = app.add_subcommand("init", "Write a harness.toml to start from");
  init->callback([&context] { context.command = [&context] { return run_init(context); }; });

  auto names = std::make_shared<std::vector<std::string>>();
  CLI::App* check = app.add_subcommand("check", "Run checks of harness.toml on the project as it is");
  check->add_option("names", *names, "Which; all by default")->type_name("NAME");
  check->footer("Examples:\n  grit check\n  grit check ticket -v");
  check->callback([&context, names] { context.command = [&context, names] { return run_check(context, *names); }; });

  CLI::App* runs = app.add_subcommand("runs", "The evidence of past runs");
  runs->require_subcommand(1);
  CLI::App* list = runs->add_subcommand("list", "List the runs, newest first");
  list->callback([&context] { context.command = [&context] { return run_list(context); }; });
  auto keep = std::make_shared<std::uint32_t>(20);
  CLI::App* prune = runs->add_subcommand("prune", "Remove all but the newest runs");
  prune->add_option("--keep", *keep, "How many stay")->check(CLI::Range(0, 1000000))->capture_default_str();
  prune->callback([&context, keep] { context.command = [&context, keep] { return run_prune(context, *keep); }; });
  runs->fallthrough();
}

}  // namespace cli
