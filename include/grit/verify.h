// Judging a candidate: checks run on a scratch copy of the project, inside a sandbox, and yield a verdict that is
// bound to the hashes of everything that was tested.
#ifndef GRIT_VERIFY_H_
#define GRIT_VERIFY_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <grit/platform.h>
#include <grit/status.h>
#include <grit/types.h>

namespace grit::verify {

// What a check proves. `reproduces` fails before the repair and passes after it; `guards` passes before and after.
enum class Role : std::uint8_t { reproduces, guards };

// A named command that judges the code. Comes from configuration only; a model can name one, never write one.
struct Check {
  std::string name;
  std::vector<std::string> argv;  // no shell; argv[0] is looked up in the PATH of the clean environment
  Role role = Role::guards;
  std::vector<std::string> verifier;  // patterns of the files that judge: hashed, read-only, never shown to the model
  std::string adapter = "exit";       // how a pass is told; "exit": exit status 0
};

// Bounds of one check, enforced from outside of it.
struct Limits {
  double wall_s = 5;
  std::uint64_t cpu_s = 60;
  std::uint64_t memory_bytes = 2ULL << 30;   // resident memory of all its processes together
  std::uint64_t file_bytes = 256ULL << 20;   // size of any file it writes
  std::uint64_t scratch_bytes = 1ULL << 30;  // what it writes into its folder in all
  std::uint32_t processes = 128;
  std::uint64_t output_bytes = 1ULL << 20;  // kept; more ends the check with `output_limit`
};

// Which protection a run had. `full` also means: no network, a deny-by-default view of the file system.
enum class Level : std::uint8_t { none, degraded, full };
[[nodiscard]] const char* level_name(Level level) noexcept;

// What a sandbox can really do on this machine, found by running its real configuration once.
struct Protection {
  Level level = Level::none;
  std::vector<std::string>
      mechanisms;                 // "user_namespace", "pid_namespace", "network_namespace", "seccomp", "rlimits", …
  std::vector<std::string> gaps;  // what is missing, and what to enable
};

// A command with everything that it may see.
struct Command {
  std::vector<std::string> argv;
  std::string directory;                 // the scratch copy; the working folder, and writable
  std::string also_at;                   // a second absolute path at which `directory` is seen; empty: none
  std::vector<std::string> environment;  // "NAME=value"; nothing is inherited, HOME and TMPDIR are set to a
                                         // folder that goes with the run
  std::vector<std::string> read_only;    // files and folders that stay visible at their path, read-only; may lie
                                         // inside `directory` or `also_at`
  Level at_least = Level::none;          // where less can be had it is not run: Ending::not_started
};

// How a command ended.
enum class Ending : std::uint8_t {
  exited,
  signalled,
  wall_limit,
  cpu_limit,
  memory_limit,
  output_limit,
  disk_limit,
  cancelled,
  not_started
};
[[nodiscard]] const char* ending_name(Ending ending) noexcept;

struct ProcessResult {
  Ending ending = Ending::not_started;
  int status = 0;      // exit status, or the signal's number
  std::string output;  // standard output and standard error, interleaved as they came; the kept part
  bool output_cut = false;
  double seconds = 0;  // wall time
  Protection protection;
};

// Output as it comes. Called from the thread that runs the check.
using OutputSink = std::function<void(std::string_view)>;

// Runs one command so that nothing of it survives or reaches outside.
//
// Thread rule: may be shared; several runs at once.
class Sandbox {
 public:
  virtual ~Sandbox() = default;
  [[nodiscard]] virtual Protection protection() = 0;
  // When it returns no process of the command is alive. Code::unavailable where the command cannot be started (the
  // message names what is missing).
  virtual Result<ProcessResult> run(const Command& command, const Limits& limits, const OutputSink& sink,
                                    const StopConditions& stop) = 0;
};

// The best sandbox of this machine. `helper` is the path of the grit-sandbox executable; empty: beside the running
// program, then in the installation's libexec folder, then in PATH.
[[nodiscard]] Result<std::unique_ptr<Sandbox>> open_sandbox(const std::string& helper = {});

// What is judged: the project's files with some of them replaced.
struct Candidate {
  std::string root;                            // the project's folder on this machine
  std::map<std::string, std::string> changed;  // path → bytes, in place of (or beside) what is in the project
  // path → bytes of files as the user has them, unlike the disk: an editor's unsaved buffers. They belong to the
  // project, files that judge among them, and are counted in its hash. A path that `changed` has too is ignored here.
  std::map<std::string, std::string> unsaved = {};
};

enum class Outcome : std::uint8_t {
  pass,
  fail,
  unverified,   // the protection is below what was required
  unavailable,  // the check could not be run: its program is missing
  cancelled,
};
[[nodiscard]] const char* outcome_name(Outcome outcome) noexcept;

// The judgement of one check on one candidate. A pass is worth nothing once any hash below no longer matches.
struct Verdict {
  std::string check;
  Outcome outcome = Outcome::unavailable;
  std::string reason;                            // one sentence for a person: "exit status 1", "wall limit of 5 s"
  ContentHash check_hash;                        // of name, argv, adapter, role and limits
  std::map<std::string, ContentHash> candidate;  // every changed file as it was tested
  std::map<std::string, ContentHash> verifier;   // every verifier file, equal before and after
  ContentHash project;                           // of all other files of the project that were copied
  ProcessResult process;
  std::string feedback;  // what a model may read: bounded, without the lines of verifier files
};

// What a project demands of its sandbox.
enum class Requirement : std::uint8_t { required, best };

struct VerifyOptions {
  Limits limits;
  Requirement sandbox = Requirement::required;
  std::uint32_t feedback_bytes = 2000;           // the last so many bytes go to the model
  std::uint64_t max_scratch_bytes = 2ULL << 30;  // a larger project is Code::limit
};

// Runs checks on candidates.
//
// Thread rule: may be shared; several runs at once.
class Verifier {
 public:
  virtual ~Verifier() = default;
  virtual Result<Verdict> run(const Check& check, const Candidate& candidate, const VerifyOptions& options,
                              const OutputSink& sink, const StopConditions& stop) = 0;
};

// The verifier that copies the project into a scratch folder under `scratch` and runs the check there. Borrows
// `sandbox`, which must outlive it.
[[nodiscard]] std::unique_ptr<Verifier> scratch_verifier(Sandbox& sandbox, std::string scratch);

// Whether the bytes about to be committed are exactly what `verdict` passed: ok, or Code::changed naming the file.
[[nodiscard]] Status confirm(const Verdict& verdict, const std::map<std::string, std::string>& changed);

}  // namespace grit::verify

#endif  // GRIT_VERIFY_H_
