// grit find
#include <algorithm>
#include <array>

#include <grit/json.h>

#include "common.h"

namespace cli {
namespace {

struct FindArguments {
  TicketOptions ticket;
  std::uint32_t top = 10;
  bool explain = false;
};

constexpr std::uint32_t kBodyBytes = 16 * 1024;

struct Column {
  const char* signal;
  const char* title;
};
constexpr std::array<Column, 7> kColumns = {{{"keyword_symbol", "name"},
                                             {"keyword_path", "path"},
                                             {"keyword_content", "text"},
                                             {"lexical_overlap", "over"},
                                             {"structural_spread", "edge"},
                                             {"recency", "new"},
                                             {"traceback", "trace"}}};

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + std::string(text);
}

std::string place_of(const grit::retrieve::Candidate& candidate) {
  std::string place = candidate.place.path + ":" + std::to_string(std::max(1U, candidate.lines.begin));
  return candidate.place.symbol.empty() ? place : place + "  " + candidate.place.symbol;
}

std::string header() {
  std::string line = "  #   score";
  for (const Column& column : kColumns) line += padded(column.title, 6);
  return line + "  place";
}

std::string row(std::size_t rank, const grit::retrieve::Candidate& candidate) {
  std::string line = padded(std::to_string(rank), 3) + padded(fixed(candidate.score, 4), 8);
  for (const Column& column : kColumns) {
    std::string cell = "-";
    for (const grit::retrieve::Contribution& signal : candidate.signals) {
      if (signal.signal == column.signal && signal.score > 0) cell = fixed(signal.score, 2);
    }
    line += padded(cell, 6);
  }
  return line + "  " + place_of(candidate);
}

void print_reasons(const Context& context, const grit::retrieve::Candidate& candidate) {
  for (const grit::retrieve::Contribution& signal : candidate.signals) {
    if (signal.score <= 0) continue;
    context.print_line("       " + signal.signal + " " + fixed(signal.score, 2) + ", adds " +
                       fixed(signal.weighted, 4) + ": " + signal.reason);
  }
  if (candidate.boosted) context.print_line("       doubled: it defines a name with a word of the ticket in it");
}

int run_find(Context& context, const FindArguments& arguments) {
  auto ticket = arguments.ticket.read(context.stop);
  if (!ticket) return context.fail(ticket.error());
  auto project = context.open();
  if (!project) return context.fail(project.error());
  grit::retrieve::FindOptions options;
  options.top = arguments.top;
  options.max_body_bytes = kBodyBytes;
  auto result = (*project)->find(*ticket, options, context.stop);
  if (!result) return context.fail(result.error());
  for (const std::string& path : result->stale_paths) {
    context.note(path + " changed since it was indexed: run `grit index`");
  }
  if (context.json) {
    context.print_line(grit::to_json(*result));
  } else if (!result->candidates.empty()) {
    context.print_line(header());
    for (std::size_t i = 0; i < result->candidates.size(); ++i) {
      context.print_line(row(i + 1, result->candidates[i]));
      if (arguments.explain) print_reasons(context, result->candidates[i]);
    }
    const grit::retrieve::Candidate& best = result->candidates.front();
    context.print("\n" + place_of(best) + "\n" + numbered(result->bodies.front(), std::max(1U, best.lines.begin)));
  }
  if (!result->candidates.empty()) return kDone;
  context.note("nothing in the index fits the ticket");
  return kNothingFound;
}

}  // namespace

void add_find(CLI::App& app, Context& context) {
  auto arguments = std::make_shared<FindArguments>();
  CLI::App* command = app.add_subcommand("find", "Rank the places in the code that a ticket is about");
  arguments->ticket.add_to(*command);
  command->add_option("--top", arguments->top, "How many places")->check(CLI::Range(1, 1000))->capture_default_str();
  command->add_flag("--explain", arguments->explain,
                    "Say for each place which words, edges and frames caused its score");
  command->footer(
      "Examples:\n  grit find where is the Blueprint class defined\n  grit find --ticket bug.md --explain\n"
      "  pytest 2>&1 | grit find --ticket - --json");
  command->callback(
      [&context, arguments] { context.command = [&context, arguments] { return run_find(context, *arguments); }; });
}

}  // namespace cli
