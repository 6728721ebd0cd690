#include "sandbox_protocol.h"

#include <charconv>

namespace grit::verify {
namespace {

// Both messages are a list of "key NUL value NUL" that an empty key ends. No value holds a NUL: the kernel could not
// hand it to a program.
constexpr std::string_view kEnd{"\0", 1};

void add(std::string& out, std::string_view key, std::string_view value) {
  out.append(key).push_back('\0');
  out.append(value).push_back('\0');
}

void add(std::string& out, std::string_view key, std::uint64_t value) { add(out, key, std::to_string(value)); }

void add_all(std::string& out, std::string_view key, const std::vector<std::string>& values) {
  for (const std::string& value : values) add(out, key, value);
}

// Calls take(key, value) for each pair; false when the bytes are not a whole list or take() refuses.
template <class Take>
bool for_each_pair(std::string_view bytes, Take take) {
  const auto field = [&bytes]() -> std::optional<std::string_view> {
    const std::size_t end = bytes.find('\0');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view found = bytes.substr(0, end);
    bytes.remove_prefix(end + 1);
    return found;
  };
  while (true) {
    const auto key = field();
    if (!key) return false;
    if (key->empty()) return bytes.empty();
    const auto value = field();
    if (!value || !take(*key, *value)) return false;
  }
}

template <class Number>
bool read_number(std::string_view text, Number& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

constexpr std::uint64_t kMaxMilliseconds = 1'000'000'000'000;  // 31 years: beyond any limit, within any clock

std::uint64_t to_milliseconds(double seconds) {
  if (!(seconds > 0)) return 0;
  const double milliseconds = seconds * 1000;
  return milliseconds < static_cast<double>(kMaxMilliseconds) ? static_cast<std::uint64_t>(milliseconds)
                                                              : kMaxMilliseconds;
}

bool take_limit(Limits& limits, std::string_view key, std::string_view value) {
  if (key == "wall_ms") {
    std::uint64_t ms = 0;
    const bool good = read_number(value, ms);
    limits.wall_s = static_cast<double>(ms) / 1000;
    return good;
  }
  if (key == "cpu_s") return read_number(value, limits.cpu_s);
  if (key == "memory") return read_number(value, limits.memory_bytes);
  if (key == "file") return read_number(value, limits.file_bytes);
  if (key == "scratch") return read_number(value, limits.scratch_bytes);
  if (key == "processes") return read_number(value, limits.processes);
  if (key == "output") return read_number(value, limits.output_bytes);
  return false;
}

bool read_level(std::string_view text, Level& out) {
  int number = 0;
  const bool good = read_number(text, number) && number >= 0 && number <= static_cast<int>(Level::full);
  if (good) out = static_cast<Level>(number);
  return good;
}

bool take_request(SandboxRequest& request, std::string_view key, std::string_view value) {
  Command& command = request.command;
  if (key == "at_least") return read_level(value, command.at_least);
  if (key == "arg")
    command.argv.emplace_back(value);
  else if (key == "env")
    command.environment.emplace_back(value);
  else if (key == "read_only")
    command.read_only.emplace_back(value);
  else if (key == "without")
    request.without.emplace_back(value);
  else if (key == "directory")
    command.directory = value;
  else if (key == "also_at")
    command.also_at = value;
  else
    return take_limit(request.limits, key, value);
  return true;
}

bool take_report(SandboxReport& report, std::string_view key, std::string_view value) {
  std::uint64_t number = 0;
  if (key == "mechanism")
    report.protection.mechanisms.emplace_back(value);
  else if (key == "gap")
    report.protection.gaps.emplace_back(value);
  else if (key == "error")
    report.error = value;
  else if (key == "status")
    return read_number(value, report.status);
  else if (key == "level")
    return read_level(value, report.protection.level);
  else if (!read_number(value, number))
    return false;
  else if (key == "ending" && number <= static_cast<int>(Ending::not_started))
    report.ending = static_cast<Ending>(number);
  else if (key == "cut")
    report.output_cut = number != 0;
  else if (key == "ms")
    report.seconds = static_cast<double>(number) / 1000;
  else
    return false;
  return true;
}

constexpr std::size_t kFrameHeader = 5;  // kind, then the length in four bytes, low byte first
constexpr std::uint32_t kMaxFrame = std::uint32_t{1} << 20;

}  // namespace

std::string encode_request(const SandboxRequest& request) {
  std::string out;
  const Limits& limits = request.limits;
  add_all(out, "arg", request.command.argv);
  add_all(out, "env", request.command.environment);
  add_all(out, "read_only", request.command.read_only);
  add_all(out, "without", request.without);
  add(out, "directory", request.command.directory);
  add(out, "also_at", request.command.also_at);
  add(out, "at_least", static_cast<std::uint64_t>(request.command.at_least));
  add(out, "wall_ms", to_milliseconds(limits.wall_s));
  add(out, "cpu_s", limits.cpu_s);
  add(out, "memory", limits.memory_bytes);
  add(out, "file", limits.file_bytes);
  add(out, "scratch", limits.scratch_bytes);
  add(out, "processes", std::uint64_t{limits.processes});
  add(out, "output", limits.output_bytes);
  return out.append(kEnd);
}

bool is_whole_request(std::string_view bytes) {
  return for_each_pair(bytes, [](std::string_view, std::string_view) { return true; });
}

std::optional<SandboxRequest> decode_request(std::string_view bytes) {
  SandboxRequest request;
  const auto take = [&request](std::string_view key, std::string_view value) {
    return take_request(request, key, value);
  };
  if (!for_each_pair(bytes, take)) return std::nullopt;
  return request;
}

std::string encode_report(const SandboxReport& report) {
  std::string out;
  add_all(out, "mechanism", report.protection.mechanisms);
  add_all(out, "gap", report.protection.gaps);
  add(out, "error", report.error);
  add(out, "status", std::to_string(report.status));
  add(out, "ending", static_cast<std::uint64_t>(report.ending));
  add(out, "level", static_cast<std::uint64_t>(report.protection.level));
  add(out, "cut", std::uint64_t{report.output_cut});
  add(out, "ms", to_milliseconds(report.seconds));
  return out.append(kEnd);
}

std::optional<SandboxReport> decode_report(std::string_view bytes) {
  SandboxReport report;
  const auto take = [&report](std::string_view key, std::string_view value) { return take_report(report, key, value); };
  if (!for_each_pair(bytes, take)) return std::nullopt;
  return report;
}

std::string encode_frame(FrameKind kind, std::string_view payload) {
  std::string out(1, static_cast<char>(kind));
  for (unsigned shift = 0; shift < 32; shift += 8) {
    out.push_back(static_cast<char>(static_cast<unsigned char>(payload.size() >> shift)));
  }
  return out.append(payload);
}

std::optional<FrameReader::Frame> FrameReader::next() {
  if (broken_ || buffer_.size() < kFrameHeader) return std::nullopt;
  const char kind = buffer_[0];
  std::uint32_t size = 0;
  for (unsigned i = 0; i < 4; ++i)
    size |= static_cast<std::uint32_t>(static_cast<unsigned char>(buffer_[1 + i])) << (8 * i);
  if ((kind != 'o' && kind != 'r') || size > kMaxFrame) {
    broken_ = true;
    return std::nullopt;
  }
  if (buffer_.size() < kFrameHeader + size) return std::nullopt;
  Frame frame{static_cast<FrameKind>(kind), buffer_.substr(kFrameHeader, size)};
  buffer_.erase(0, kFrameHeader + size);
  return frame;
}

}  // namespace grit::verify
