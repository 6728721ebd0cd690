#include "common.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <sstream>

#include <grit/json.h>

namespace cli {
namespace {

constexpr std::size_t kMaxTicketBytes = std::size_t{1} << 20;

// All of an open file, which may be a terminal or a pipe. `what` is how messages call it.
grit::Result<std::string> read_all(int file, const std::string& what, std::size_t max_bytes,
                                   const grit::StopConditions& stop) {
  constexpr int kLookMs = 100;  // how soon a Ctrl-C is seen
  std::string text;
  std::array<char, 65'536> part{};
  for (;;) {
    pollfd ready{file, POLLIN, 0};
    const int polled = ::poll(&ready, 1, kLookMs);
    if (grit::Status status = stop.check(); !status.ok()) return status;
    if (polled == 0 || (polled < 0 && errno == EINTR)) continue;
    const ssize_t bytes = ::read(file, part.data(), part.size());
    if (bytes < 0) return grit::Status(grit::Code::io, "cannot read " + what);
    if (bytes == 0) return text;
    text.append(part.data(), static_cast<std::size_t>(bytes));
    if (text.size() > max_bytes) {
      return grit::Status(grit::Code::limit, what + " is larger than " + std::to_string(max_bytes >> 20) + " MiB");
    }
  }
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

}  // namespace

grit::Result<std::string> read_input(const std::string& file, const std::string& what, std::size_t max_bytes,
                                     const grit::StopConditions& stop) {
  if (file == "-") return read_all(STDIN_FILENO, what + " in standard input", max_bytes, stop);
  const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) return grit::Status(grit::Code::invalid_argument, "cannot open " + what + " " + file);
  auto text = read_all(opened, what + " in " + file, max_bytes, stop);
  ::close(opened);
  return text;
}

void Context::print(std::string_view text) const {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void Context::print_line(std::string_view text) const { print(std::string(text) + "\n"); }

void Context::note(std::string_view text) const {
  if (!quiet) std::cerr << text << "\n";
}

void Context::detail(std::string_view text) const {
  if (verbose) std::cerr << text << "\n";
}

int Context::fail(const grit::Status& error) const {
  if (json) print_line(grit::to_json(error));
  std::cerr << "grit: " << error.message() << "\n";
  return exit_for(error);
}

int exit_for(const grit::Status& error) {
  switch (error.code()) {
    case grit::Code::ok:
      return kDone;
    case grit::Code::invalid_argument:
    case grit::Code::configuration:
      return kUsage;
    case grit::Code::already_exists:
    case grit::Code::fenced:
    case grit::Code::permission_denied:
    case grit::Code::refused:
      return kRefused;
    case grit::Code::not_found:
      return kNothingFound;
    case grit::Code::changed:
      return kTreeChanged;
    case grit::Code::cancelled:
      return kCancelled;
    case grit::Code::internal:
      return kInternal;
    default:
      return kNoResult;
  }
}

grit::Result<std::unique_ptr<grit::loop::Project>> Context::open() const {
  auto project = grit::loop::Project::open(directory, {});
  if (!project) {
    const grit::Status& error = project.error();
    // A folder that is not there is a slip in the command line, not a search without a result.
    if (error.code() != grit::Code::not_found) return error;
    return grit::Status(grit::Code::invalid_argument, error.message());
  }
  for (const std::string& path : (*project)->recovered()) note("an interrupted edit of " + path + " was taken back");
  return project;
}

grit::ProgressSink Context::progress() const {
  if (quiet || isatty(STDERR_FILENO) == 0) return {};
  const auto begun = std::chrono::steady_clock::now();
  return [begun](const grit::Progress& at) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    std::string line = "\r\x1b[K" + std::string(at.stage) + "  " + with_commas(at.files_done);
    if (at.files_total != 0) line += " of " + with_commas(at.files_total);
    line += " files, " + as_size(at.bytes_done);
    if (seconds > 0.2)
      line += ", " + as_size(static_cast<std::uint64_t>(static_cast<double>(at.bytes_done) / seconds)) + "/s";
    const bool last = at.stage == "done";
    std::cerr << (last ? "\r\x1b[K" : line) << std::flush;
  };
}

void TicketOptions::add_to(CLI::App& command) {
  command.add_option("words", words, "The ticket, as words")->type_name("WORD");
  command.add_option("--ticket", file, "Read the ticket from FILE, or from standard input for -")->type_name("FILE");
}

grit::Result<std::string> TicketOptions::read(const grit::StopConditions& stop) const {
  if (!file.empty() && !words.empty()) {
    return grit::Status(grit::Code::invalid_argument, "give the ticket as words or with --ticket, not both");
  }
  std::string text;
  if (!file.empty()) {
    auto read = read_input(file, "the ticket", kMaxTicketBytes, stop);
    if (!read) return read.error();
    text = std::move(*read);
  } else {
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  }
  if (is_blank(text)) {
    return grit::Status(grit::Code::invalid_argument,
                        "there is no ticket: give its words, or --ticket FILE, or --ticket - for standard input");
  }
  return text;
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string fixed(double value, int digits) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out.setf(std::ios::fixed);
  out.precision(digits);
  out << value;
  return out.str();
}

std::string as_size(std::uint64_t bytes) {
  if (bytes < 1000) return std::to_string(bytes) + " B";
  if (bytes < 1000000) return fixed(static_cast<double>(bytes) / 1e3, 1) + " kB";
  return fixed(static_cast<double>(bytes) / 1e6, 1) + " MB";
}

std::string numbered(std::string_view text, std::uint32_t first) {
  std::string out;
  std::size_t at = 0;
  for (std::uint32_t line = first; at < text.size(); ++line) {
    std::size_t end = text.find('\n', at);
    end = end == std::string_view::npos ? text.size() : end;
    const std::string number = std::to_string(line);
    out += std::string(number.size() < 6 ? 6 - number.size() : 0, ' ') + number + "  ";
    out += std::string(text.substr(at, end - at)) + "\n";
    at = end + 1;
  }
  return out;
}

}  // namespace cli
