// Sandbox by way of the helper program grit-sandbox.
#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <grit/verify.h>

#include "base/try.h"
#include "port/host_files.h"
#include "port/process.h"
#include "verify/open_sandbox.h"

#include "sandbox_protocol.h"

namespace grit::verify {
namespace {

constexpr const char* kHelperName = "grit-sandbox";
// The helper ends a tree within half a second; what is killed for not doing so in ten times that is broken.
constexpr std::chrono::milliseconds kHelperGrace{5000};
// Set-up is bounded at 10 s by the helper, which keeps the wall limit itself; this only guards against a broken helper.
constexpr std::chrono::milliseconds kHelperSlack{30000};

std::string folder_of(const std::string& file) { return std::filesystem::path(file).parent_path().string(); }

// Beside the running program, then where an installation has it, seen from the program and from this library, then
// PATH.
std::vector<std::string> helper_places() {
  std::vector<std::string> places;
  if (const auto program = port::real_path("/proc/self/exe")) {
    places.push_back(folder_of(*program));
    places.push_back(folder_of(*program) + "/../libexec/grit");
  }
  Dl_info library{};
  if (dladdr(reinterpret_cast<const void*>(&helper_places), &library) != 0 && library.dli_fname != nullptr) {
    if (const auto file = port::real_path(library.dli_fname)) {
      // lib/libgrit.so, or lib/<architecture>/libgrit.so
      places.push_back(folder_of(*file) + "/../libexec/grit");
      places.push_back(folder_of(*file) + "/../../libexec/grit");
    }
  }
  return places;
}

Result<std::string> find_helper(const std::string& given) {
  if (!given.empty()) {
    if (port::exists(given)) return port::real_path(given);
    return Status(Code::unavailable, "no sandbox helper at " + given);
  }
  for (const std::string& place : helper_places()) {
    if (port::exists(place + "/" + kHelperName)) return port::real_path(place + "/" + kHelperName);
  }
  const std::string found = port::find_program(kHelperName);
  if (!found.empty()) return port::real_path(found);
  return Status(Code::unavailable,
                "grit-sandbox is not installed: it belongs beside the program, in libexec/grit, or in PATH");
}

Status check_command(const Command& command) {
  if (command.argv.empty() || command.argv[0].empty()) return Status(Code::invalid_argument, "an empty command");
  if (command.directory.empty() || command.directory[0] != '/') {
    return Status(Code::invalid_argument, "the folder of a command must be an absolute path");
  }
  const auto has_nul = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  for (const auto* list : {&command.argv, &command.environment, &command.read_only}) {
    if (std::any_of(list->begin(), list->end(), has_nul))
      return Status(Code::invalid_argument, "a NUL byte in a command");
  }
  if (has_nul(command.directory) || has_nul(command.also_at)) {
    return Status(Code::invalid_argument, "a NUL byte in a folder's path");
  }
  return Status();
}

// Puts the frames of a run together.
class Collector {
 public:
  explicit Collector(const OutputSink& sink) : sink_(sink) {}

  // False once the stream makes no sense.
  bool take(std::string_view bytes) {
    reader_.add(bytes);
    while (auto frame = reader_.next()) {
      if (frame->kind == FrameKind::report) {
        report_ = decode_report(frame->payload);
      } else {
        if (sink_) sink_(frame->payload);
        output_ += frame->payload;
      }
    }
    return !reader_.broken();
  }

  [[nodiscard]] const std::optional<SandboxReport>& report() const { return report_; }

  [[nodiscard]] ProcessResult result() && {
    return {report_->ending,     report_->status,  std::move(output_),
            report_->output_cut, report_->seconds, report_->protection};
  }

 private:
  const OutputSink& sink_;
  FrameReader reader_;
  std::optional<SandboxReport> report_;
  std::string output_;
};

class HelperSandbox final : public Sandbox {
 public:
  HelperSandbox(std::string helper, std::vector<std::string> without)
      : helper_(std::move(helper)), without_(std::move(without)) {}

  Protection protection() override {
    const std::scoped_lock lock(mutex_);
    if (!protection_) protection_ = probe();
    return *protection_;
  }

  Result<ProcessResult> run(const Command& command, const Limits& limits, const OutputSink& sink,
                            const StopConditions& stop) override {
    GRIT_RETURN_IF_ERROR(check_command(command));
    return start({command, limits, without_}, sink, stop);
  }

 private:
  Result<ProcessResult> start(SandboxRequest request, const OutputSink& sink, const StopConditions& stop) const {
    GRIT_RETURN_IF_ERROR(stop.check());
    const auto day = std::chrono::hours(24);
    const double left_s = std::chrono::duration<double>(stop.remaining(day)).count();
    request.limits.wall_s = std::min({request.limits.wall_s, left_s, std::chrono::duration<double>(day).count()});
    port::ProcessOptions options;
    options.argv = {helper_};
    options.input = encode_request(request);
    if (options.input.size() > kMaxRequestBytes) return Status(Code::limit, "the command is longer than 8 MiB");
    options.grace = kHelperGrace;
    // Each piece of output comes in a frame of at least one byte; 16 times is beyond any split that happens.
    options.max_output_bytes = request.limits.output_bytes * 16 + (std::uint64_t{1} << 20);
    StopConditions guard;
    guard.cancel = stop.cancel;
    guard =
        guard.within(kHelperSlack + std::chrono::milliseconds(static_cast<std::int64_t>(request.limits.wall_s * 1000)));
    Collector collector(sink);
    const auto ended = port::run_process(options, [&](std::string_view bytes) { return collector.take(bytes); }, guard);
    if (!ended && ended.error().code() == Code::not_found) return Status(Code::unavailable, ended.error().message());
    if (!collector.report()) return no_report(ended);
    const bool too_low = collector.report()->protection.level < request.command.at_least;
    if (collector.report()->ending == Ending::not_started && !request.command.argv.empty() && !too_low) {
      return Status(Code::unavailable, collector.report()->error);
    }
    return std::move(collector).result();
  }

  static Status no_report(const Result<port::ProcessOutput>& ended) {
    if (!ended) return ended.error().with_context("sandbox helper");
    return Status(Code::internal,
                  "the sandbox helper ended without a report: " +
                      (ended->err.empty() ? "exit status " + std::to_string(ended->exit_status) : ended->err));
  }

  // The real configuration, with nothing to run in it.
  [[nodiscard]] Protection probe() const {
    Protection none;
    std::error_code error;
    const std::string temporary = std::filesystem::temp_directory_path(error).string();
    const auto folder = port::make_temporary_folder(error ? "/tmp" : temporary, "grit-probe-");
    if (!folder) {
      none.gaps = {"cannot try the sandbox: " + folder.error().message()};
      return none;
    }
    SandboxRequest request;
    request.command.directory = *folder;
    request.without = without_;
    const auto result = start(std::move(request), {}, {});
    (void)port::remove_tree(*folder);
    if (result) return result->protection;
    none.gaps = {result.error().message()};
    return none;
  }

  const std::string helper_;
  const std::vector<std::string> without_;
  std::mutex mutex_;
  std::optional<Protection> protection_;
};

}  // namespace

Result<std::unique_ptr<Sandbox>> open_sandbox_without(std::vector<std::string> mechanisms, const std::string& helper) {
  GRIT_ASSIGN_OR_RETURN(std::string path, find_helper(helper));
  return std::unique_ptr<Sandbox>(std::make_unique<HelperSandbox>(std::move(path), std::move(mechanisms)));
}

Result<std::unique_ptr<Sandbox>> open_sandbox(const std::string& helper) { return open_sandbox_without({}, helper); }

}  // namespace grit::verify
