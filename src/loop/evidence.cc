#include "evidence.h"

#include <array>
#include <cstdio>
#include <ctime>
#include <random>
#include <string>

#include "base/text.h"
#include "base/try.h"

namespace grit::loop {
namespace {

constexpr const char* kFormat = "grit-evidence-1";

// "20260131-120000" or "2026-01-31T12:00:00Z".
std::string time_text(std::int64_t unix_ms, bool compact) {
  const auto seconds = static_cast<std::time_t>(unix_ms / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 64> buffer{};
  const std::size_t size = compact ? std::strftime(buffer.data(), buffer.size(), "%Y%m%d-%H%M%S", &parts)
                                   : std::strftime(buffer.data(), buffer.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return std::string(buffer.data(), size);
}

std::string random_suffix() {
  std::random_device device;
  std::array<char, 16> buffer{};
  const int size = std::snprintf(buffer.data(), buffer.size(), "%06x", device() & 0xFFFFFFU);
  return std::string(buffer.data(), static_cast<std::size_t>(size));
}

// An attachment's name may hold a project's path; it stays below the run's folder whatever it holds.
bool safe_name(std::string_view name) {
  return !name.empty() && name.front() != '/' && name.find('\0') == std::string_view::npos &&
         ("/" + std::string(name) + "/").find("/../") == std::string::npos;
}

bool transient(std::string_view type) { return type == "model.delta" || type == "check.output"; }

std::string line_hash(const Json& line_without_hash) { return ContentHash::of(line_without_hash.dump()).hex(); }

}  // namespace

std::string rfc3339(std::int64_t unix_ms) { return time_text(unix_ms, false); }

Result<std::unique_ptr<Evidence>> Evidence::create(const std::string& runs, std::chrono::system_clock::time_point now) {
  const auto unix_ms = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count();
  std::string id;
  std::string folder;
  do {
    id = time_text(unix_ms, true) + "-" + random_suffix();
    folder = runs + "/" + id;
  } while (port::exists(folder));
  GRIT_RETURN_IF_ERROR(port::make_folders(folder));
  GRIT_ASSIGN_OR_RETURN(auto trace, port::AppendFile::open(folder + "/trace.jsonl"));
  return std::unique_ptr<Evidence>(new Evidence(std::move(folder), std::move(id), std::move(trace)));
}

Status Evidence::on_event(const Event& event) {
  if (transient(event.type)) return {};
  GRIT_ASSIGN_OR_RETURN(const Json data, parse_json(event.data));
  // Files first: a line of the trace never names a file that is not there.
  for (const Attachment& attachment : event.attachments) GRIT_RETURN_IF_ERROR(write_attachment(attachment));
  GRIT_RETURN_IF_ERROR(append_trace(event, data));
  return write_members(data);
}

Status Evidence::write_attachment(const Attachment& attachment) {
  if (!safe_name(attachment.name)) {
    return Status(Code::internal, "an event has an attachment with the unusable name " + attachment.name);
  }
  const std::string path = folder_ + "/" + attachment.name;
  GRIT_RETURN_IF_ERROR(port::make_folders(path.substr(0, path.rfind('/'))));
  return port::write_file(path, attachment.bytes);
}

Status Evidence::append_trace(const Event& event, const Json& data) {
  Json files = Json::object();
  for (const Attachment& attachment : event.attachments) {
    files.set(attachment.name, ContentHash::of(attachment.bytes).hex());
  }
  Json line = Json::object({{"sequence", Json(event.sequence)},
                            {"type", Json(event.type)},
                            {"time", Json(rfc3339(event.unix_ms))},
                            {"unix_ms", Json(event.unix_ms)},
                            {"data", data},
                            {"files", std::move(files)},
                            {"previous", Json(previous_)}});
  previous_ = line_hash(line);
  line.set("hash", Json(previous_));
  return trace_->append(line.dump() + "\n");
}

Status Evidence::write_members(const Json& data) {
  if (data["manifest"].is_object()) {
    manifest_.set("format", Json(kFormat));
    for (const auto& [key, value] : data["manifest"].members()) manifest_.set(key, value);
    GRIT_RETURN_IF_ERROR(port::write_file(folder_ + "/manifest.json", manifest_.dump_pretty() + "\n"));
  }
  if (data["action"].is_object()) {
    actions_.push(data["action"]);
    GRIT_RETURN_IF_ERROR(port::write_file(folder_ + "/actions.json", actions_.dump_pretty() + "\n"));
  }
  if (data["exchange"].is_object()) {
    exchanges_.push(data["exchange"]);
    GRIT_RETURN_IF_ERROR(port::write_file(folder_ + "/model-exchanges.json", exchanges_.dump_pretty() + "\n"));
  }
  if (data["report"].is_object()) {
    GRIT_RETURN_IF_ERROR(port::write_file(folder_ + "/report.json", data["report"].dump_pretty() + "\n"));
    return trace_->sync();
  }
  return {};
}

Status check_trace(std::string_view trace) {
  std::string previous(64, '0');
  std::size_t number = 0;
  for (const std::string_view line : split_lines(trace)) {
    ++number;
    if (line.empty() || line.back() != '\n') break;
    auto parsed = parse_json(strip_line_end(line));
    if (!parsed) return parsed.error().with_context("trace.jsonl line " + std::to_string(number));
    Json bare = Json::object();
    for (const auto& [key, value] : parsed->members()) {
      if (key != "hash") bare.set(key, value);
    }
    const std::string hash = line_hash(bare);
    if ((*parsed)["previous"].as_string() != previous || (*parsed)["hash"].as_string() != hash) {
      return Status(Code::corrupt, "trace.jsonl line " + std::to_string(number) + " was changed after it was written");
    }
    previous = hash;
  }
  return {};
}

}  // namespace grit::loop
