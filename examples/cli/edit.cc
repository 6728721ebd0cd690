// grit edit, replace, undo
#include <grit/json.h>

#include "common.h"

namespace cli {
namespace {

using grit::Code;
using grit::Status;
using grit::edit::FinishReason;
using grit::loop::EditReport;

constexpr std::size_t kMaxInputBytes = std::size_t{4} << 20;

int show(const Context& context, const grit::Result<EditReport>& report) {
  if (!report) return context.fail(report.error());
  if (context.json) {
    context.print_line(grit::to_json(*report));
  } else {
    context.print(report->patch);
    for (const grit::edit::Finding& finding : report->findings) {
      const std::string line = finding.line == 0 ? "" : "line " + std::to_string(finding.line) + ": ";
      context.note((report->applied ? "note: " : "refused: ") + line + finding.message + " [" + finding.code + "]");
    }
  }
  return report->applied ? kDone : kRefused;
}

struct EditArguments {
  std::string where;
  std::string answer;
  std::string finish = "stop";
  bool dry_run = false;
};

int run_edit(const Context& context, const EditArguments& arguments) {
  const std::size_t separator = arguments.where.find("::");
  if (separator == std::string::npos) {
    return context.fail(Status(Code::invalid_argument,
                               "name the definition as PATH::SYMBOL, for example "
                               "shop/cart.py::Cart.total"));
  }
  const auto answer = read_input(arguments.answer, "the answer", kMaxInputBytes, context.stop);
  if (!answer) return context.fail(answer.error());
  auto project = context.open();
  if (!project) return context.fail(project.error());
  const FinishReason finish = arguments.finish == "stop"     ? FinishReason::stop
                              : arguments.finish == "length" ? FinishReason::length
                                                             : FinishReason::other;
  return show(context,
              (*project)->edit_function(arguments.where.substr(0, separator), arguments.where.substr(separator + 2),
                                        *answer, finish, arguments.dry_run));
}

struct ReplaceArguments {
  std::string path;
  std::string old_text;
  std::string new_text;
  bool dry_run = false;
};

int run_replace(const Context& context, const ReplaceArguments& arguments) {
  if (arguments.old_text == "-" && arguments.new_text == "-") {
    return context.fail(Status(Code::invalid_argument, "only one of --old and --new can be standard input"));
  }
  const auto old_text = read_input(arguments.old_text, "the old text", kMaxInputBytes, context.stop);
  if (!old_text) return context.fail(old_text.error());
  const auto new_text = read_input(arguments.new_text, "the new text", kMaxInputBytes, context.stop);
  if (!new_text) return context.fail(new_text.error());
  auto project = context.open();
  if (!project) return context.fail(project.error());
  return show(context, (*project)->replace_text(arguments.path, *old_text, *new_text, arguments.dry_run));
}

void add_edit_function(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<EditArguments>();
  CLI::App* command = app.add_subcommand("edit", "Replace one definition by the one in a model's answer");
  command->add_option("where", arguments->where, "The definition")->type_name("PATH::SYMBOL")->required();
  command->add_option("--answer", arguments->answer, "The answer, as the model gave it; - for standard input")
      ->type_name("FILE")
      ->required();
  command->add_option("--finish-reason", arguments->finish, "Why the model ended its answer")
      ->check(CLI::IsMember({"stop", "length", "other"}))
      ->type_name("REASON")
      ->capture_default_str();
  command->add_flag("--dry-run", arguments->dry_run, "Only show the patch");
  command->footer(
      "The gates decide: what would break the file, lose code or change the signature is refused (status 3) and leaves "
      "the file as it was.\n\nExamples:\n  grit edit shop/cart.py::Cart.total --answer answer.md\n  "
      "llm 'write it again' | grit edit cart.py::total --answer - --dry-run");
  command->callback(
      [&context, arguments] { context.command = [&context, arguments] { return run_edit(context, *arguments); }; });
}

void add_replace(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<ReplaceArguments>();
  CLI::App* command = app.add_subcommand("replace", "Replace the only occurrence of a text in a file");
  command->add_option("path", arguments->path, "The file")->type_name("PATH")->required();
  command->add_option("--old", arguments->old_text, "The text to replace; - for standard input")
      ->type_name("FILE")
      ->required();
  command->add_option("--new", arguments->new_text, "What to put there, literally; - for standard input")
      ->type_name("FILE")
      ->required();
  command->add_flag("--dry-run", arguments->dry_run, "Only show the patch");
  command->footer("Example:\n  grit replace shop/cart.py --old old.txt --new new.txt");
  command->callback(
      [&context, arguments] { context.command = [&context, arguments] { return run_replace(context, *arguments); }; });
}

void add_undo(CLI::App& app, Context& context) {
  struct Arguments {
    std::string run;
    bool dry_run = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("undo", "Give the files of a run the bytes that they had before it");
  command->add_option("run", arguments->run, "The run's id, the begin of one, or last")->type_name("RUN")->required();
  command->add_flag("--dry-run", arguments->dry_run, "Only show the patch");
  command->footer(
      "Refused (status 7) where a file was changed after the run, so that no work is lost.\n\nExample:\n  grit undo "
      "last");
  command->callback([&context, arguments] {
    context.command = [&context, arguments] {
      auto project = context.open();
      if (!project) return context.fail(project.error());
      return show(context, (*project)->undo(arguments->run, arguments->dry_run));
    };
  });
}

}  // namespace

void add_edit(CLI::App& app, Context& context) {
  add_edit_function(app, context);
  add_replace(app, context);
  add_undo(app, context);
}

}  // namespace cli
