#include "journal.h"

#include <charconv>

namespace grit::edit {
namespace {

constexpr std::string_view kMagic = "grit-journal ";
constexpr std::string_view kFirstLine = "grit-journal 1\n";
constexpr std::size_t kHashSize = 64;

void add_field(std::string& out, std::string_view bytes) {
  out += std::to_string(bytes.size());
  out += ':';
  out += bytes;
}

Status damaged() { return {Code::corrupt, "the journal of an interrupted edit is damaged"}; }

bool take_field(std::string_view& bytes, std::string& out) {
  std::size_t size = 0;
  const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), size);
  const auto digits = static_cast<std::size_t>(end - bytes.data());
  if (error != std::errc() || digits >= bytes.size() || bytes[digits] != ':') return false;
  bytes.remove_prefix(digits + 1);
  if (size > bytes.size()) return false;
  out = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return true;
}

}  // namespace

std::string write_journal(const std::vector<JournalEntry>& entries) {
  std::string out(kFirstLine);
  for (const JournalEntry& entry : entries) {
    add_field(out, entry.path);
    add_field(out, entry.before ? "file" : "none");
    add_field(out, entry.before ? *entry.before : std::string());
    add_field(out, entry.after.hex());
  }
  return out + ContentHash::of(out).hex();
}

Result<std::vector<JournalEntry>> read_journal(std::string_view bytes) {
  if (bytes.starts_with(kMagic) && !bytes.starts_with(kFirstLine)) {
    return Status(Code::newer_format, "the journal of an interrupted edit was written by a newer version of Grit");
  }
  if (!bytes.starts_with(kFirstLine) || bytes.size() < kFirstLine.size() + kHashSize) return damaged();
  const std::string_view content = bytes.substr(0, bytes.size() - kHashSize);
  if (ContentHash::of(content).hex() != bytes.substr(content.size())) return damaged();
  std::vector<JournalEntry> out;
  for (std::string_view rest = content.substr(kFirstLine.size()); !rest.empty();) {
    JournalEntry entry;
    std::string kind;
    std::string before;
    std::string after;
    if (!take_field(rest, entry.path) || !take_field(rest, kind) || !take_field(rest, before) ||
        !take_field(rest, after)) {
      return damaged();
    }
    const auto hash = ContentHash::from_hex(after);
    if (!hash || (kind != "file" && kind != "none")) return damaged();
    entry.after = *hash;
    if (kind == "file") entry.before = std::move(before);
    out.push_back(std::move(entry));
  }
  return out;
}

}  // namespace grit::edit
