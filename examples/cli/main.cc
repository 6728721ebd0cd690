// The grit command: the library's first host.
#include <csignal>
#include <exception>
#include <iostream>

#include "common.h"

namespace {

// Raised by the first Ctrl-C; the second one ends the process as usual.
const grit::CancelToken* g_cancel = nullptr;

extern "C" void on_interrupt(int number) {
  if (g_cancel != nullptr) g_cancel->cancel();
  std::signal(number, SIG_DFL);
}

// Ctrl-C and the like raise `cancel` for as long as this lives. Then the result stands, and they come too late.
class Interrupts {
 public:
  explicit Interrupts(const grit::CancelToken& cancel) {
    g_cancel = &cancel;
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGTERM, on_interrupt);
  }
  ~Interrupts() {
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_IGN);
    g_cancel = nullptr;
  }
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
};

constexpr const char* kFooter = R"(Examples:
  grit index
  grit find Session.resolve_redirects copies the original request
  grit fix --ticket ticket.md --model ollama:http://127.0.0.1:11434#qwen2.5-coder:7b
  grit replay last

Exit status:
  0 done   1 stopped without a result   2 usage or configuration   3 refused by a gate or fence
  4 unverified (sandbox)   5 model or server unavailable   6 no index or place found
  7 the tree changed under the run   70 internal error   130 cancelled)";

int run(int argc, char** argv) {
  cli::Context context;
  const Interrupts interrupts(context.stop.cancel);
  CLI::App app("Finds the code for a ticket, lets a local model edit one function, and verifies the result.", "grit");
  app.set_version_flag("--version", std::string("grit ") + GRIT_VERSION);
  app.add_option("-C", context.directory, "The project's folder")->type_name("DIR")->capture_default_str();
  app.add_flag("--json", context.json, "Print the result as one JSON object");
  app.add_flag("-q,--quiet", context.quiet, "No progress, no notes");
  app.add_flag("-v,--verbose", context.verbose, "Say more");
  app.require_subcommand(1);
  app.fallthrough();
  app.footer(kFooter);
  cli::add_index(app, context);
  cli::add_watch(app, context);
  cli::add_find(app, context);
  cli::add_code_tools(app, context);
  cli::add_map(app, context);
  cli::add_edit(app, context);
  cli::add_fix(app, context);
  cli::add_replay(app, context);
  cli::add_project(app, context);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    app.exit(error, std::cerr, std::cerr);
    return cli::kUsage;
  }
  return context.command();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "grit: internal error: " << error.what() << "\n";
    return cli::kInternal;
  }
}
