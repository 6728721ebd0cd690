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
  std::uint32_t body_bytes = 16 * 1024;
  bool explain = false;
  std::string profile;  // empty: what the project is configured for
};

struct Column {
  const char* signal;
  const char* title;
};
// Of the `classic` profile, whose signals fit in a row.
constexpr std::array<Column, 7> kColumns = {{{"keyword_symbol", "name"},
                                             {"keyword_path", "path"},
                                             {"keyword_content", "text"},
                                             {"lexical_overlap", "over"},
                                             {"structural_spread", "edge"},
                                             {"recency", "new"},
                                             {"traceback", "trace"}}};
constexpr std::size_t kBestReasons = 3;  // named in a row of the default profile

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + std::string(text);
}

std::string place_of(const grit::retrieve::Candidate& candidate) {
  std::string place = candidate.place.path + ":" + std::to_string(std::max(1U, candidate.lines.begin));
  return candidate.place.symbol.empty() ? place : place + "  " + candidate.place.symbol;
}

bool is_classic(const grit::retrieve::FindResult& result) { return result.files.empty(); }

std::string header(bool classic) {
  std::string line = "  #   score";
  for (const Column& column : kColumns) line += classic ? padded(column.title, 6) : "";
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

// What a candidate of the default profile has the most of its score from, the most first.
std::vector<grit::retrieve::Contribution> by_share(std::vector<grit::retrieve::Contribution> signals) {
  std::stable_sort(signals.begin(), signals.end(),
                   [](const auto& a, const auto& b) { return a.weighted > b.weighted; });
  return signals;
}

std::string short_row(std::size_t rank, const grit::retrieve::Candidate& candidate) {
  std::string line =
      padded(std::to_string(rank), 3) + padded(fixed(candidate.score, 2), 8) + "  " + place_of(candidate);
  const auto signals = by_share(candidate.signals);
  std::string names;
  for (std::size_t i = 0; i < std::min(kBestReasons, signals.size()) && signals[i].weighted > 0; ++i) {
    names += (i > 0 ? ", " : "") + signals[i].signal;
  }
  return names.empty() ? line : line + "  (" + names + ")";
}

void print_reasons(const Context& context, const grit::retrieve::Candidate& candidate, bool classic) {
  for (const grit::retrieve::Contribution& signal : classic ? candidate.signals : by_share(candidate.signals)) {
    if (signal.score <= 0) continue;
    context.print_line("       " + signal.signal + " " + fixed(signal.score, 2) + ", adds " +
                       fixed(signal.weighted, 4) + ": " + signal.reason);
  }
  if (candidate.boosted) context.print_line("       doubled: it defines a name with a word of the ticket in it");
}

void print_places(const Context& context, const grit::retrieve::FindResult& result, bool explain) {
  const bool classic = is_classic(result);
  context.print_line(header(classic));
  for (std::size_t i = 0; i < result.candidates.size(); ++i) {
    const grit::retrieve::Candidate& candidate = result.candidates[i];
    context.print_line(classic ? row(i + 1, candidate) : short_row(i + 1, candidate));
    if (explain) print_reasons(context, candidate, classic);
  }
  if (result.bodies.empty()) return;
  const grit::retrieve::Candidate& best = result.candidates.front();
  context.print("\n" + place_of(best) + "\n" + numbered(result.bodies.front(), std::max(1U, best.lines.begin)));
}

int run_find(Context& context, const FindArguments& arguments) {
  auto ticket = arguments.ticket.read(context.stop);
  if (!ticket) return context.fail(ticket.error());
  auto project = context.open();
  if (!project) return context.fail(project.error());
  if (!arguments.profile.empty()) {
    (*project)->config().profile =
        arguments.profile == "classic" ? grit::retrieve::ProfileKind::classic : grit::retrieve::ProfileKind::standard;
  }
  grit::retrieve::FindOptions options;
  options.top = arguments.top;
  options.max_body_bytes = arguments.body_bytes;
  auto result = (*project)->find(*ticket, options, context.stop);
  if (!result) return context.fail(result.error());
  for (const std::string& path : result->stale_paths) {
    context.note(path + " changed since it was indexed: run `grit index`");
  }
  if (context.json) {
    context.print_line(grit::to_json(*result));
  } else if (!result->candidates.empty()) {
    print_places(context, *result, arguments.explain);
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
  command->add_option("--body-bytes", arguments->body_bytes, "How much of each place's source is read; 0: none")
      ->capture_default_str();
  command->add_option("--profile", arguments->profile, "How places are ranked, instead of as harness.toml says")
      ->check(CLI::IsMember({"default", "classic"}));
  command->add_flag("--explain", arguments->explain,
                    "Say for each place which words, edges and frames caused its score");
  command->footer(
      "Examples:\n  grit find where is the Blueprint class defined\n  grit find --ticket bug.md --explain\n"
      "  pytest 2>&1 | grit find --ticket - --json");
  command->callback(
      [&context, arguments] { context.command = [&context, arguments] { return run_find(context, *arguments); }; });
}

}  // namespace cli
