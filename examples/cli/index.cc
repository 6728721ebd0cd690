// grit index
#include <algorithm>
#include <map>

#include <grit/json.h>

#include "common.h"

namespace cli {
namespace {

struct IndexArguments {
  std::string directory;
  std::uint32_t threads = 0;
  bool rebuild = false;
  bool report = false;
};

void print_skipped(const Context& context, const grit::index::IndexReport& report) {
  std::map<std::string, std::uint64_t> by_reason;
  for (const grit::index::SkippedFile& file : report.skipped) {
    context.print_line(file.reason + "  " + file.path);
    ++by_reason[file.reason];
  }
  for (const auto& [reason, count] : by_reason) context.print_line(with_commas(count) + " skipped: " + reason);
}

int run_index(Context& context, const IndexArguments& arguments) {
  if (!arguments.directory.empty()) context.directory = arguments.directory;
  auto project = context.open();
  if (!project) return context.fail(project.error());
  grit::index::IndexOptions options;
  options.threads = arguments.threads;
  options.rebuild = arguments.rebuild;
  const grit::ProgressSink progress = context.progress();
  auto report = (*project)->update_index(options, progress, context.stop);
  if (progress) progress({.stage = "done"});
  if (!report) return context.fail(report.error());
  for (const std::string& note : report->notes) context.note(note);
  if (context.json) {
    context.print_line(grit::to_json(*report));
    return kDone;
  }
  if (arguments.report) print_skipped(context, *report);
  context.print_line(summary(*report));
  return kDone;
}

}  // namespace

std::string summary(const grit::index::IndexReport& report) {
  return with_commas(report.files) + " files, " + as_size(report.bytes) + ", " + with_commas(report.symbols) +
         " definitions, " + with_commas(report.references) + " references; parsed " + with_commas(report.parsed) +
         ", reused " + with_commas(report.reused) + ", removed " + with_commas(report.removed) + ", skipped " +
         with_commas(report.skipped.size()) + "; " + fixed(report.seconds, 2) + " s";
}

void add_index(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<IndexArguments>();
  CLI::App* command = app.add_subcommand("index", "Index a project, or bring its index up to date");
  command->add_option("dir", arguments->directory, "The project's folder (as -C)")->type_name("DIR");
  command->add_option("--threads", arguments->threads, "How many threads; 0: one for each core")
      ->check(CLI::Range(0, 256));
  command->add_flag("--rebuild", arguments->rebuild, "Forget what is stored and parse everything");
  command->add_flag("--report", arguments->report, "List every skipped file with its reason");
  command->footer("Examples:\n  grit index\n  grit index ~/src/flask --report\n  grit index --json | jq .parsed");
  command->callback(
      [&context, arguments] { context.command = [&context, arguments] { return run_index(context, *arguments); }; });
}

}  // namespace cli
