// grit watch
#include <cstdio>

#include <grit/json.h>

#include "common.h"

namespace cli {
namespace {

struct WatchArguments {
  std::string directory;
  double scan_interval = 2.0;
};

bool changed(const grit::index::IndexReport& report) { return report.parsed + report.removed > 0; }

int run_watch(Context& context, const WatchArguments& arguments) {
  if (!arguments.directory.empty()) context.directory = arguments.directory;
  auto project = context.open();
  if (!project) return context.fail(project.error());
  const auto first = (*project)->update_index({}, context.progress(), context.stop);  // makes the folder of the index
  if (!first) return context.fail(first.error());
  grit::index::WatchOptions options;
  options.index.database = (*project)->places().database;
  options.scan_interval_s = arguments.scan_interval;
  bool started = false;
  const auto show = [&](const grit::index::IndexReport& report) {
    for (const std::string& note : report.notes) context.note(note);
    if (!started || changed(report)) {
      context.print_line(context.json ? grit::to_json(report) : summary(report));
      std::fflush(stdout);
    }
    started = true;
    return true;
  };
  const grit::Status ended =
      grit::index::watch_index((*project)->files(), (*project)->places().root, options, show, context.stop);
  return ended.code() == grit::Code::cancelled ? kDone : context.fail(ended);  // Ctrl-C is how a watch ends
}

}  // namespace

void add_watch(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<WatchArguments>();
  CLI::App* command = app.add_subcommand("watch", "Keep a project's index up to date until Ctrl-C");
  command->add_option("dir", arguments->directory, "The project's folder (as -C)")->type_name("DIR");
  command
      ->add_option("--scan-interval", arguments->scan_interval,
                   "Seconds between looks at the project where the system does not tell of changes")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  command->footer("Examples:\n  grit watch\n  grit watch ~/src/flask --json");
  command->callback(
      [&context, arguments] { context.command = [&context, arguments] { return run_watch(context, *arguments); }; });
}

}  // namespace cli
