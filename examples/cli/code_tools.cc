// grit defs, refs, outline, read
#include <functional>

#include <grit/json.h>
#include <grit/retrieve.h>

#include "common.h"

namespace cli {
namespace {

using grit::index::SymbolStore;
using grit::loop::Project;

std::string line_of(const grit::index::Symbol& symbol) {
  return symbol.path + ":" + std::to_string(symbol.lines.begin) + " " + grit::index::kind_name(symbol.kind) + " " +
         symbol.qualified;
}

void say_cut(const Context& context, bool cut) {
  if (cut) context.note("(more left out)");
}

int show_defs(const Context& context, Project&, SymbolStore& store, const std::string& name) {
  auto found = grit::retrieve::find_defs(store, name);
  if (!found) return context.fail(found.error());
  if (found->symbols.empty()) {
    return context.fail(grit::Status(grit::Code::not_found, "nothing in the index is named '" + name + "'"));
  }
  if (context.json) {
    context.print_line(grit::to_json(*found));
    return kDone;
  }
  for (const grit::index::Symbol& symbol : found->symbols) context.print_line(line_of(symbol));
  say_cut(context, found->cut);
  return kDone;
}

// "3 certain callers, 1 possible"; "no callers" only where it is known that there are none.
std::string callers_of(const grit::retrieve::References& found) {
  const std::uint32_t certain = found.certain_callers;
  const std::uint32_t possible = found.possible_callers;
  if (certain == 0 && possible == 0) return "no callers";
  std::string line = (certain == 0 ? "no" : std::to_string(certain)) + " certain caller" + (certain == 1 ? "" : "s");
  if (possible > 0) line += ", " + std::to_string(possible) + " possible";
  return line;
}

int show_refs(const Context& context, Project&, SymbolStore& store, const std::string& name) {
  auto found = grit::retrieve::find_refs(store, name);
  if (!found) return context.fail(found.error());
  if (found->references.empty()) {
    auto defined = grit::retrieve::find_defs(store, name.substr(name.rfind(':') + 1));
    if (!defined) return context.fail(defined.error());
    if (defined->symbols.empty()) {
      return context.fail(grit::Status(grit::Code::not_found, "nothing in the index refers to '" + name + "'"));
    }
  }
  if (context.json) {
    context.print_line(grit::to_json(*found));
    return kDone;
  }
  for (const grit::index::Reference& reference : found->references) {
    std::string line =
        reference.path + ":" + std::to_string(reference.line) + " " + grit::index::kind_name(reference.kind);
    if (!reference.scope.empty()) line += " in " + reference.scope;
    line += std::string(", ") + grit::index::resolution_name(reference.resolution);
    if (reference.candidates > 1) line += " of " + std::to_string(reference.candidates);
    context.print_line(line);
  }
  context.print_line(callers_of(*found));
  say_cut(context, found->cut);
  return kDone;
}

int show_outline(const Context& context, Project& project, SymbolStore& store, const std::string& path) {
  auto found = grit::retrieve::file_outline(store, project.files(), path);
  if (!found) return context.fail(found.error());
  if (context.json) {
    context.print_line(grit::to_json(*found));
    return kDone;
  }
  for (const std::string& line : found->imports) context.print_line(line);
  for (const grit::index::Symbol& symbol : found->symbols) {
    std::size_t depth = 0;
    for (const char c : symbol.qualified) depth += c == '.' ? 1 : 0;
    context.print_line(std::to_string(symbol.lines.begin) + "-" + std::to_string(symbol.lines.end) + " " +
                       std::string(2 * depth, ' ') + (symbol.signature.empty() ? symbol.name : symbol.signature));
  }
  say_cut(context, found->cut);
  return kDone;
}

int show_symbol(const Context& context, Project& project, SymbolStore& store, const std::string& where) {
  auto found = grit::retrieve::read_symbol(store, project.files(), where);
  if (!found) return context.fail(found.error());
  if (context.json) {
    context.print_line(grit::to_json(*found));
    return kDone;
  }
  context.print_line(line_of(found->symbol));
  context.print(numbered(found->text, found->symbol.lines.begin));
  say_cut(context, found->cut);
  return kDone;
}

int show_map(const Context& context, const grit::retrieve::RepoMapOptions& options) {
  auto project = context.open();
  if (!project) return context.fail(project.error());
  auto store = (*project)->open_store();
  if (!store) return context.fail(store.error());
  auto map = grit::retrieve::repo_map(**store, options, context.stop);
  if (!map) return context.fail(map.error());
  if (context.json) {
    context.print_line(grit::to_json(*map));
    return kDone;
  }
  context.print(map->text);
  say_cut(context, map->cut);
  return kDone;
}

using Show = int (*)(const Context&, Project&, SymbolStore&, const std::string&);

int run_tool(const Context& context, Show show, const std::string& argument) {
  auto project = context.open();
  if (!project) return context.fail(project.error());
  auto store = (*project)->open_store();
  if (!store) return context.fail(store.error());
  return show(context, **project, **store, argument);
}

struct Tool {
  const char* name;
  const char* description;
  const char* argument;
  const char* footer;
  Show show;
};
constexpr Tool kTools[] = {
    {"defs", "Where a name is defined", "NAME", "Examples:\n  grit defs Blueprint\n  grit defs Session.get", show_defs},
    {"refs", "Where a name is used, and who calls it", "NAME",
     "NAME is a name, Class.method, or PATH::Class.method.\n\nExamples:\n  grit refs resolve_redirects\n  grit refs "
     "Session.send",
     show_refs},
    {"outline", "The imports and definitions of a file", "PATH", "Example:\n  grit outline flask/app.py", show_outline},
    {"read", "The source of one definition", "WHERE",
     "WHERE is PATH::Class.method, or a name that has one definition.\n\nExample:\n  grit read "
     "requests/sessions.py::Session.get",
     show_symbol},
};

}  // namespace

void add_code_tools(CLI::App& app, Context& context) {
  for (const Tool& tool : kTools) {
    auto argument = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand(tool.name, tool.description);
    command->add_option("what", *argument, tool.description)->type_name(tool.argument)->required();
    command->footer(tool.footer);
    command->callback([&context, argument, show = tool.show] {
      context.command = [&context, argument, show] { return run_tool(context, show, *argument); };
    });
  }
}

void add_map(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<grit::retrieve::RepoMapOptions>();
  CLI::App* command = app.add_subcommand("map", "The definitions that most of the project leans on, in a page");
  command->add_option("--tokens", arguments->max_tokens, "How long the page may be, a token counted as 3 bytes")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--focus", arguments->focus, "A file at hand: what it leans on comes first")
      ->type_name("PATH")
      ->allow_extra_args(false);
  command->footer("Examples:\n  grit map\n  grit map --tokens 4096 --focus flask/app.py");
  command->callback(
      [&context, arguments] { context.command = [&context, arguments] { return show_map(context, *arguments); }; });
}

}  // namespace cli
