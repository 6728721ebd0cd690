// What the commands share: global options, output, errors and exit statuses.
#ifndef GRIT_EXAMPLES_CLI_COMMON_H_
#define GRIT_EXAMPLES_CLI_COMMON_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include <grit/loop.h>

namespace cli {

// The exit statuses, as `grit --help` lists them.
enum Exit : int {
  kDone = 0,
  kNoResult = 1,
  kUsage = 2,
  kRefused = 3,
  kUnverified = 4,
  kModelUnavailable = 5,
  kNothingFound = 6,
  kTreeChanged = 7,
  kInternal = 70,
  kCancelled = 130,
};

// One call of the command.
struct Context {
  std::string directory = ".";
  bool json = false;
  bool quiet = false;
  bool verbose = false;
  grit::StopConditions stop;     // raised by Ctrl-C
  std::function<int()> command;  // what the chosen subcommand does

  // Results go to standard output, everything else to standard error.
  void print(std::string_view text) const;
  void print_line(std::string_view text) const;
  void note(std::string_view text) const;    // not with -q
  void detail(std::string_view text) const;  // only with -v
  // Says what went wrong (as JSON too, with --json) and returns the exit status for it.
  int fail(const grit::Status& error) const;
  [[nodiscard]] grit::Result<std::unique_ptr<grit::loop::Project>> open() const;
  // Progress on a terminal, at most ten times a second; empty otherwise.
  [[nodiscard]] grit::ProgressSink progress() const;
};

[[nodiscard]] int exit_for(const grit::Status& error);

// The bytes of a file of this machine, or of standard input for "-", for as long as nobody presses Ctrl-C.
// `what` is how messages call it ("the ticket"). Code::limit beyond `max_bytes`.
[[nodiscard]] grit::Result<std::string> read_input(const std::string& file, const std::string& what,
                                                   std::size_t max_bytes, const grit::StopConditions& stop);

// A ticket: words on the command line, or --ticket FILE, or --ticket - for standard input.
struct TicketOptions {
  std::vector<std::string> words;
  std::string file;

  void add_to(CLI::App& command);
  [[nodiscard]] grit::Result<std::string> read(const grit::StopConditions& stop) const;
};

// Adding the commands to the command line.
void add_index(CLI::App& app, Context& context);
void add_watch(CLI::App& app, Context& context);
void add_find(CLI::App& app, Context& context);
void add_code_tools(CLI::App& app, Context& context);  // defs, refs, outline, read
void add_map(CLI::App& app, Context& context);
void add_edit(CLI::App& app, Context& context);  // edit, replace, undo
void add_fix(CLI::App& app, Context& context);
void add_replay(CLI::App& app, Context& context);
void add_project(CLI::App& app, Context& context);  // init, check, runs

// The counts of a run of the index, on one line.
[[nodiscard]] std::string summary(const grit::index::IndexReport& report);
// "1,234,567", "1.2 MB".
[[nodiscard]] std::string with_commas(std::uint64_t number);
[[nodiscard]] std::string as_size(std::uint64_t bytes);
[[nodiscard]] std::string fixed(double value, int digits);
// `text` with every line numbered from `first`.
[[nodiscard]] std::string numbered(std::string_view text, std::uint32_t first);

}  // namespace cli

#endif  // GRIT_EXAMPLES_CLI_COMMON_H_
