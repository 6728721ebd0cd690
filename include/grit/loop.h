// Runs: from a ticket to a verified patch, with evidence that can be replayed without a model.
//
// The harness finds, the model edits, the harness decides. A run takes the ticket, ranks places, lets the model rewrite
// one function, passes the answer through the gates, lets the project's checks judge it in a scratch copy, and commits
// only what a check passed, byte for byte.
#ifndef GRIT_LOOP_H_
#define GRIT_LOOP_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <grit/edit.h>
#include <grit/model.h>
#include <grit/platform.h>
#include <grit/retrieve.h>
#include <grit/status.h>
#include <grit/types.h>
#include <grit/verify.h>

namespace grit::loop {

// Why a run ended. Stable.
enum class Stop : std::uint8_t {
  accepted,            // every check agreed and the edit is in the tree (or would be, on a dry run)
  already_done,        // every reproducing check passed before anything was changed
  not_reproduced,      // only guards judged it: the patch is shown, and committed only when the host said so
  no_candidate,        // no place in the code fits the ticket
  no_change,           // the model never changed anything
  attempts_exhausted,  // every attempt was refused by a gate or a check
  step_limit,
  time_limit,
  permission_denied,  // the place to edit is not editable, or the tree is read-only
  tree_changed,       // a file of the edit changed while the run went on
  unverified,         // the sandbox that was required cannot be had
  model_error,        // the model or its server failed
  check_unavailable,  // a check could not be run, or a guard failed before anything was changed
  host_error,         // host code failed
  cancelled,
};
[[nodiscard]] const char* stop_name(Stop stop) noexcept;
// The exit status of the `grit` command for a run that ended so.
[[nodiscard]] int exit_status(Stop stop) noexcept;

// Bounds of a run. Checked before each operation and enforced as hard deadlines.
struct Budget {
  std::uint32_t max_steps = 8;               // model calls
  std::uint32_t max_seconds = 90;            // the run as a whole
  std::uint32_t test_timeout = 5;            // seconds, each check
  std::uint32_t model_timeout = 30;          // seconds, each model call as a whole
  std::uint32_t first_token_timeout = 0;     // seconds; 0: model_timeout
  std::uint32_t idle_timeout = 0;            // seconds between two pieces; 0: model_timeout
  std::uint32_t max_response_bytes = 32768;  // of a model's reply
};

// A project's configuration: harness.toml, then the environment.
struct Config {
  Budget budget;
  std::string model;          // a description for model::open_backend; empty: none given
  bool allow_remote = false;  // [model] allow_remote
  // [find] profile; empty: the default one to find, `classic` to fix, whose query is a failed check more than a ticket.
  std::optional<retrieve::ProfileKind> profile;
  std::vector<std::string> editable;  // patterns; empty: the candidate's own file
  std::vector<std::string> readable;  // patterns; empty: everything that the fence allows
  std::vector<std::string> deny;      // patterns that the fence denies besides its own
  verify::Requirement sandbox = verify::Requirement::required;
  std::vector<verify::Check> checks;  // in the order of the file
  ContentHash hash;                   // of the file's bytes; of nothing when there is no file
};

// Reads harness.toml. Every unknown key, wrong type and value out of range is Code::configuration with the file, the
// line and the key. `file_name` is for messages.
[[nodiscard]] Result<Config> parse_config(std::string_view toml, std::string_view file_name);

// Looks a variable of the environment up; nothing when it is not set.
using Environment = std::function<std::optional<std::string>(std::string_view name)>;

// Applies HARNESS_MODEL and HARNESS_<KEY> for every key of [limits]. A bad value is Code::configuration with the key.
[[nodiscard]] Status apply_environment(Config& config, const Environment& environment);

// The limits of a model call that a configuration asks for.
[[nodiscard]] model::BackendOptions backend_options(const Config& config);

// Bytes that belong to an event and are too large, or no text, for its JSON. Borrowed for the call.
struct Attachment {
  std::string name;  // a relative path inside the run's evidence: "before/shipping.py", "patch.diff"
  std::string_view bytes;
};

// One thing that happened in a run, in order. `type` is stable ("run.started", "candidates.ranked",
// "run.calling_model", "model.delta", "model.done", "edit.proposed", "gate.finding", "check.started", "check.output",
// "check.done", "edit.committed", "run.stopped", …); `data` is a JSON object whose keys are only ever added to.
// "model.delta" and "check.output" show progress only: what they carry comes again, whole, with the event that ends
// the step, and evidence leaves them out.
struct Event {
  std::uint64_t sequence = 0;  // from 1
  std::string type;
  std::int64_t unix_ms = 0;
  std::string text;  // the same for a person, in a line; of the two progress events the piece itself; may be empty
  std::string data;
  std::vector<Attachment> attachments;
};

// Where events go. A failure that it returns ends the run as host_error.
//
// Thread rule: called from the thread that runs, one call at a time.
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual Status on_event(const Event& event) = 0;
};

// What was tried on a candidate before, and how it ended.
struct PastAttempt {
  std::string strategy;
  std::string reply;     // what the model said
  std::string answer;    // what was taken from it for the edit
  std::string feedback;  // what a model may be told: a gate's sentence, or the bounded output of the failing check
  bool unchanged = false;
};

// Everything that a strategy may put into a request. Borrowed for the call.
struct AttemptInput {
  std::string_view ticket;
  std::string_view instructions;  // the project's own, from AGENTS.md; may be empty
  std::string_view failure;       // what the failing check printed before anything was changed; may be empty
  const edit::Target& target;
  std::string_view function;          // the bytes of target.range
  std::uint32_t column = 0;           // of the definition's first line, in bytes: how far it is indented
  std::span<const PastAttempt> past;  // on this target, oldest first
  const model::ModelInfo& model;
};

// A way of asking for an edit.
//
// Thread rule: const; may be shared.
class Strategy {
 public:
  virtual ~Strategy() = default;
  [[nodiscard]] virtual std::string_view id() const = 0;
  // The next request for this target, or nothing when this strategy has nothing new to ask.
  [[nodiscard]] virtual std::optional<model::Request> request(const AttemptInput& input) const = 0;
  // The model's reply as an answer for edit::propose_function.
  [[nodiscard]] virtual std::string answer(const AttemptInput& input, std::string_view reply) const = 0;
};

// The model writes the whole function again.
[[nodiscard]] std::unique_ptr<Strategy> whole_function();
// The model writes one line that differs from the old one, held to that by a grammar. For servers that honour GBNF.
[[nodiscard]] std::unique_ptr<Strategy> changed_line();

// The layers that a run works with. Borrowed for the run; every one can be a host's own.
struct Deps {
  FileSystem* files = nullptr;  // fenced
  index::SymbolStore* store = nullptr;
  model::ModelBackend* model = nullptr;
  verify::Verifier* verifier = nullptr;
  Clock* clock = nullptr;
  std::span<const std::unique_ptr<retrieve::Signal>> signals;
  const retrieve::Ranker* ranker = nullptr;
  std::span<const std::unique_ptr<edit::EditGate>> gates;
  std::span<const std::unique_ptr<Strategy>> strategies;  // tried in order on each candidate
  std::vector<EventSink*> events;
  std::map<std::string, std::string> unsaved = {};  // path → bytes of files that `files` has and the disk has not
};

struct FixOptions {
  std::string ticket;
  std::vector<std::string> checks;   // names; empty: all that are configured
  bool dry_run = false;              // leave the tree alone
  bool accept_unreproduced = false;  // commit what only guards have judged
  std::uint32_t max_candidates = 3;  // places tried
  std::string run_id;                // of the evidence that is kept; copied into the report
};

struct StepReport {
  std::uint32_t step = 0;  // from 1
  std::string path;
  std::string symbol;
  std::string strategy;
  std::string outcome;  // "accepted", "gate", "check_failed", "unchanged", "model_error"
  std::string detail;   // a gate's code, or the failing check's name and reason
  model::Usage usage;
  double seconds = 0;
};

struct FixReport {
  Stop stop = Stop::host_error;
  bool accepted = false;
  bool committed = false;  // the tree holds the edit
  std::string reason;      // one sentence for a person
  std::string run;         // its id; the folder under .grit/runs
  std::string patch;       // unified diff, computed by the harness
  std::vector<StepReport> steps;
  std::vector<verify::Verdict> verdicts;  // of the accepted edit, else of the last attempt
  std::string protection;                 // "full", "degraded", "none": what the checks ran in
  double seconds = 0;
};

// Where things of a project are kept on this machine.
struct Places {
  std::string root;      // absolute, links resolved
  std::string state;     // root/.grit, or a folder of the user's cache when the root cannot be written
  std::string database;  // state/index.db
  std::string runs;      // state/runs
  std::string journal;   // state/journal
  std::string scratch;   // state/scratch, or a temporary folder
};

struct OpenOptions {
  Environment environment;     // empty: this process's
  std::string sandbox_helper;  // path of grit-sandbox; empty: found
};

// Layers that a host brings in place of those that ship. Empty members: the library's own.
struct HostLayers {
  // The project's files, unfenced. Checks still run on a copy of the folder that is opened.
  std::unique_ptr<FileSystem> files;
  std::unique_ptr<index::SymbolStore> store;  // asked in place of the index file; nothing is indexed then
};

struct CheckReport {
  std::vector<verify::Verdict> verdicts;
  bool passed = false;
};

// An edit that was asked for by a person or a host, outside of a run. No check judged it.
struct EditReport {
  bool applied = false;  // the files have it, or on a dry run would have it
  std::vector<std::string> paths;
  std::string patch;  // unified diff of all of them
  // Why it was refused; of an applied one what was mended, see edit::Proposal::notes.
  std::vector<edit::Finding> findings;
};

// What `replay` found.
struct ReplayReport {
  bool equal = false;
  std::string divergence;        // the first one, in a sentence; empty when equal
  Stop stop = Stop::host_error;  // as it came out this time
  bool accepted = false;
  std::string run;
  std::string patch;
  std::vector<StepReport> steps;
  std::vector<verify::Verdict> verdicts;
};

struct RunSummary {
  std::string id;
  std::string started;  // RFC 3339, UTC
  std::string ticket;   // its first line
  std::string stop;     // empty: the run did not end by itself
  std::uint64_t bytes = 0;
};

// One opened project with the layers that ship with the library: what the command line and the C header are built of.
//
// Thread rule: one call at a time; cancelling through StopConditions may come from any thread.
class Project {
 public:
  // Reads the configuration and finishes or takes back a commit that was interrupted. Writes nothing else.
  [[nodiscard]] static Result<std::unique_ptr<Project>> open(const std::string& root, const OpenOptions& options,
                                                             HostLayers layers = {});
  ~Project();
  Project(const Project&) = delete;
  Project& operator=(const Project&) = delete;

  [[nodiscard]] const Places& places() const;
  [[nodiscard]] Config& config();
  [[nodiscard]] FileSystem& files();  // fenced
  // Files that an interrupted commit had touched and that open() restored.
  [[nodiscard]] const std::vector<std::string>& recovered() const;

  // A host's unsaved buffers: every other member works on them in place of the files' content on disk, edits change
  // them, and the index that holds them is a private copy, so that other processes never see them. Code::unsupported
  // for a folder. See OverlayFileSystem.
  [[nodiscard]] Status set_buffer(std::string_view path, std::string_view bytes);
  // The file is again what is on disk. Code::not_found where it has no buffer.
  [[nodiscard]] Status clear_buffer(std::string_view path);
  [[nodiscard]] std::map<std::string, std::string> buffers() const;

  // `options.database` may be empty. Code::unsupported where the host brought its own store.
  [[nodiscard]] Result<index::IndexReport> update_index(index::IndexOptions options, const ProgressSink& progress,
                                                        const StopConditions& stop);
  // Code::not_found with what to do when there is no index.
  [[nodiscard]] Result<std::shared_ptr<index::SymbolStore>> open_store() const;
  [[nodiscard]] Result<retrieve::FindResult> find(std::string_view ticket, const retrieve::FindOptions& options,
                                                  const StopConditions& stop);
  // Brings the index up to date, then runs. `model` empty: Code::configuration. Evidence is kept under places().runs.
  [[nodiscard]] Result<FixReport> fix(const FixOptions& options, model::ModelBackend& model,
                                      std::span<EventSink* const> events, const StopConditions& stop);
  // Repeats the recorded actions of a run on the recorded bytes, without a model, and runs its checks again.
  [[nodiscard]] Result<ReplayReport> replay(std::string_view run, std::span<EventSink* const> events,
                                            const StopConditions& stop);
  // Runs checks on the tree as it is. Empty names: all.
  [[nodiscard]] Result<CheckReport> check(std::span<const std::string> names, const verify::OutputSink& sink,
                                          const StopConditions& stop);
  // Replaces the definition `symbol` (see edit::locate) of a file by the one in `answer`, if the gates let it. No index
  // is needed. What the gates object to is in the report; errors are those of the files: Code::fenced, not_found,
  // changed, permission_denied, … and of an ambiguous name.
  [[nodiscard]] Result<EditReport> edit_function(std::string_view path, std::string_view symbol,
                                                 std::string_view answer, edit::FinishReason finish, bool dry_run);
  // Replaces the only occurrence of a text in a file, see edit::propose_replace.
  [[nodiscard]] Result<EditReport> replace_text(std::string_view path, std::string_view old_text,
                                                std::string_view new_text, bool dry_run);
  // Makes a file that does not exist; the same content under that name already is the finding "already_done", another
  // one "exists". Folders above it are made.
  [[nodiscard]] Result<EditReport> create_file(std::string_view path, std::string_view bytes, bool dry_run);
  // Gives the files that a run committed the bytes that they had before it: all or none. Code::changed where one of
  // them is no longer as the run left it, Code::unsupported where the run committed nothing, Code::already_exists
  // where all of them are as before already.
  [[nodiscard]] Result<EditReport> undo(std::string_view run, bool dry_run);

  [[nodiscard]] Result<std::vector<RunSummary>> runs() const;  // newest first
  // Removes all but the newest `keep` runs; returns how many went.
  [[nodiscard]] Result<std::uint64_t> prune_runs(std::uint32_t keep);

 private:
  struct State;
  explicit Project(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// One run over the layers in `deps`, without a project around it: what Project::fix calls after it has put the layers
// together. `places` says where the candidate's project is.
[[nodiscard]] Result<FixReport> run_fix(const Deps& deps, const Config& config, const Places& places,
                                        const FixOptions& options, const StopConditions& stop);

}  // namespace grit::loop

#endif  // GRIT_LOOP_H_
