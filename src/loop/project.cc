// One opened project: the layers put together.
#include <cstdlib>
#include <utility>

#include "base/try.h"
#include "evidence.h"
#include "port/host_files.h"
#include "project_state.h"
#include "run.h"

namespace grit::loop {
namespace {

constexpr const char* kConfigName = "harness.toml";
constexpr std::uint64_t kMaxConfigBytes = 1ULL << 20;

std::optional<std::string> process_environment(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  if (value == nullptr) return std::nullopt;
  return std::string(value);
}

Result<Config> load_config(FileSystem& files) {
  auto content = files.read(kConfigName, kMaxConfigBytes);
  if (content) return parse_config(content->bytes, kConfigName);
  if (content.error().code() == Code::not_found) return Config{};
  return content.error();
}

}  // namespace

Project::Project(std::unique_ptr<State> state) : state_(std::move(state)) {}
Project::~Project() = default;

Result<std::unique_ptr<Project>> Project::open(const std::string& root, const OpenOptions& options, HostLayers layers) {
  auto state = std::make_unique<State>();
  state->options = options;
  if (!state->options.environment) state->options.environment = process_environment;
  GRIT_ASSIGN_OR_RETURN(state->places, find_places(root, state->options.environment));
  state->disk = std::move(layers.files);
  state->store = std::move(layers.store);
  if (!state->disk) {
    GRIT_ASSIGN_OR_RETURN(state->disk, open_file_system(state->places.root));
  }
  GRIT_ASSIGN_OR_RETURN(state->config, load_config(*state->disk));
  GRIT_RETURN_IF_ERROR(apply_environment(state->config, state->options.environment));
  state->overlay = std::make_unique<OverlayFileSystem>(*state->disk);
  state->fenced = fence(*state->overlay, {state->config.deny});
  state->clock = system_clock();
  state->gates = edit::default_gates();
  state->strategies.push_back(whole_function());
  state->strategies.push_back(changed_line());
  if (port::exists(state->places.journal)) {
    GRIT_ASSIGN_OR_RETURN(state->recovered, edit::recover(*state->fenced, state->places.journal));
  }
  return std::unique_ptr<Project>(new Project(std::move(state)));
}

const Places& Project::places() const { return state_->places; }
Config& Project::config() { return state_->config; }
FileSystem& Project::files() { return *state_->fenced; }
const std::vector<std::string>& Project::recovered() const { return state_->recovered; }

// The fence decides which files a host may stand in for, also through a link.
Status Project::set_buffer(std::string_view path, std::string_view bytes) {
  if (const auto seen = state_->fenced->read(path, 0); !seen && seen.error().code() == Code::fenced)
    return seen.error();
  return state_->overlay->set(path, bytes);
}

Status Project::clear_buffer(std::string_view path) {
  GRIT_RETURN_IF_ERROR(state_->overlay->clear(path));
  if (state_->overlay->buffers().empty()) state_->own_index.reset();
  return {};
}

std::map<std::string, std::string> Project::buffers() const { return state_->overlay->buffers(); }

std::string Project::State::database() const { return own_index ? own_index->path() + "/index.db" : places.database; }

Result<std::string> Project::State::prepare_database(const StopConditions& stop) {
  GRIT_RETURN_IF_ERROR(prepare_state());
  if (own_index || overlay->buffers().empty()) return database();
  GRIT_ASSIGN_OR_RETURN(auto folder, port::ScratchFolder::make(places.scratch, stop));
  if (port::exists(places.database)) {
    const Status copied = index::copy_index(places.database, folder.path() + "/index.db");
    // A damaged index is of no use here either: everything is parsed again.
    if (!copied.ok() && copied.code() != Code::corrupt && copied.code() != Code::not_found) return copied;
  }
  own_index.emplace(std::move(folder));
  return database();
}

Result<index::IndexReport> Project::update_index(index::IndexOptions options, const ProgressSink& progress,
                                                 const StopConditions& stop) {
  if (state_->store) return Status(Code::unsupported, "the host brings its own index: there is nothing to update");
  if (options.database.empty()) {
    GRIT_ASSIGN_OR_RETURN(options.database, state_->prepare_database(stop));
  }
  return index::update_index(*state_->fenced, state_->places.root, options, progress, stop);
}

Result<std::shared_ptr<index::SymbolStore>> Project::open_store() const {
  if (state_->store) return state_->store;
  const std::string database = state_->database();
  if (!port::exists(database)) {
    return Status(Code::not_found, "there is no index of " + state_->places.root + ": run `grit index` there first");
  }
  GRIT_ASSIGN_OR_RETURN(auto store, index::open_store(database));
  return std::shared_ptr<index::SymbolStore>(std::move(store));
}

Result<retrieve::FindResult> Project::find(std::string_view ticket, const retrieve::FindOptions& options,
                                           const StopConditions& stop) {
  GRIT_ASSIGN_OR_RETURN(auto store, open_store());
  const retrieve::Profile profile =
      retrieve::make_profile(state_->config.profile.value_or(retrieve::ProfileKind::standard));
  return retrieve::find(retrieve::analyse(ticket), profile.signals, *profile.ranker, *store, *state_->fenced, options,
                        stop);
}

Result<verify::Verifier*> Project::State::open_verifier() {
  if (!verifier) {
    GRIT_ASSIGN_OR_RETURN(sandbox, verify::open_sandbox(options.sandbox_helper));
    GRIT_RETURN_IF_ERROR(port::make_folders(places.scratch));
    verifier = verify::scratch_verifier(*sandbox, places.scratch);
  }
  return verifier.get();
}

Result<FixReport> Project::fix(const FixOptions& options, model::ModelBackend& model,
                               std::span<EventSink* const> events, const StopConditions& stop) {
  if (auto checks = select_checks(state_->config, options.checks); !checks) return checks.error();
  if (!state_->store) {
    GRIT_ASSIGN_OR_RETURN(const auto indexed, update_index({}, {}, stop));
  }
  GRIT_ASSIGN_OR_RETURN(auto store, open_store());
  GRIT_ASSIGN_OR_RETURN(verify::Verifier * verifier, state_->open_verifier());
  GRIT_ASSIGN_OR_RETURN(auto evidence, Evidence::create(state_->places.runs, state_->clock->wall()));
  const retrieve::Profile profile =
      retrieve::make_profile(state_->config.profile.value_or(retrieve::ProfileKind::classic));
  Deps deps;
  deps.files = state_->fenced.get();
  deps.store = store.get();
  deps.model = &model;
  deps.verifier = verifier;
  deps.clock = state_->clock.get();
  deps.signals = profile.signals;
  deps.ranker = profile.ranker.get();
  deps.gates = state_->gates;
  deps.strategies = state_->strategies;
  deps.events.push_back(evidence.get());
  deps.events.insert(deps.events.end(), events.begin(), events.end());
  deps.unsaved = buffers();
  FixOptions with_id = options;
  with_id.run_id = evidence->id();
  return run_fix(deps, state_->config, state_->places, with_id, stop);
}

Result<CheckReport> Project::check(std::span<const std::string> names, const verify::OutputSink& sink,
                                   const StopConditions& stop) {
  GRIT_ASSIGN_OR_RETURN(const auto checks, select_checks(state_->config, names));
  GRIT_RETURN_IF_ERROR(state_->prepare_state());
  GRIT_ASSIGN_OR_RETURN(verify::Verifier * verifier, state_->open_verifier());
  verify::VerifyOptions options;
  options.limits.wall_s = state_->config.budget.test_timeout;
  options.sandbox = state_->config.sandbox;
  CheckReport report;
  report.passed = true;
  for (const verify::Check& check : checks) {
    GRIT_ASSIGN_OR_RETURN(auto verdict,
                          verifier->run(check, {state_->places.root, {}, buffers()}, options, sink, stop));
    if (verdict.outcome == verify::Outcome::cancelled) return Status(Code::cancelled, "cancelled");
    report.passed = report.passed && verdict.outcome == verify::Outcome::pass;
    report.verdicts.push_back(std::move(verdict));
  }
  return report;
}

}  // namespace grit::loop
