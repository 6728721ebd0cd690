// Exact replacement of a text that occurs once.
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <grit/edit.h>

#include "base/text.h"
#include "encoding.h"
#include "findings.h"
#include "monitor/syntax_errors.h"
#include "nearest.h"
#include "shown.h"
#include "splice.h"
#include "syntax/syntax.h"

namespace grit::edit {
namespace {

constexpr std::size_t kMaxLinesListed = 5;

// The file with every CRLF as LF, and where each byte of that stands in the file.
struct Folded {
  std::string text;
  std::vector<std::size_t> removed;  // offsets in `text` of the LFs that were CRLF, sorted

  // The offset in the file of `at`, which is before the CR of a CRLF.
  [[nodiscard]] std::size_t original(std::size_t at) const {
    return at + static_cast<std::size_t>(std::lower_bound(removed.begin(), removed.end(), at) - removed.begin());
  }
};

Folded fold(std::string_view file) {
  Folded out;
  out.text.reserve(file.size());
  for (std::size_t i = 0; i < file.size(); ++i) {
    if (file[i] == '\r' && file.substr(i + 1, 1) == "\n") {
      out.removed.push_back(out.text.size());
      continue;
    }
    out.text += file[i];
  }
  return out;
}

// Every place where `needle` occurs, overlapping ones too, in linear time (Knuth, Morris, Pratt).
std::vector<std::size_t> occurrences(std::string_view text, std::string_view needle) {
  std::vector<std::size_t> border(needle.size() + 1, 0);
  for (std::size_t i = 1, k = 0; i < needle.size(); ++i) {
    while (k > 0 && needle[i] != needle[k]) k = border[k];
    if (needle[i] == needle[k]) ++k;
    border[i + 1] = k;
  }
  std::vector<std::size_t> out;
  for (std::size_t i = 0, k = 0; i < text.size(); ++i) {
    while (k > 0 && text[i] != needle[k]) k = border[k];
    if (text[i] == needle[k]) ++k;
    if (k < needle.size()) continue;
    out.push_back(i + 1 - k);
    k = border[k];
  }
  return out;
}

// Where the old text stands in the file. An old text without CR is also found where the file has CRLF.
std::vector<ByteRange> hits_of(std::string_view file, std::string_view old_text) {
  std::vector<ByteRange> out;
  if (old_text.find('\r') != std::string_view::npos) {
    for (const std::size_t at : occurrences(file, old_text)) out.push_back({at, at + old_text.size()});
    return out;
  }
  const Folded folded = fold(file);
  for (const std::size_t at : occurrences(folded.text, old_text)) {
    out.push_back({folded.original(at), folded.original(at + old_text.size())});
  }
  return out;
}

// The new text with each lone LF as the line end that the old text has at the same place, or has last.
std::string in_line_ends_of(std::string_view new_text, std::string_view file, const ByteRange& hit) {
  std::vector<std::string_view> ends;
  for (const std::string_view line : split_lines(hit.of(file))) {
    const std::string_view end = line.substr(strip_line_end(line).size());
    if (end == "\n" || end == "\r\n") ends.push_back(end);
  }
  if (ends.empty()) ends.push_back(line_end_of(file, hit) == "\r\n" ? "\r\n" : "\n");
  std::string out;
  std::size_t number = 0;
  for (std::size_t i = 0; i < new_text.size(); ++i) {
    const bool lone = new_text[i] == '\n' && (i == 0 || new_text[i - 1] != '\r');
    if (lone)
      out += ends[std::min(number, ends.size() - 1)];
    else
      out += new_text[i];
    number += new_text[i] == '\n' ? 1 : 0;
  }
  return out;
}

Outcome refused(Finding why) {
  Outcome out;
  out.findings.push_back(std::move(why));
  return out;
}

Finding not_unique(std::string_view file, const std::vector<ByteRange>& hits) {
  const LineIndex lines(file);
  std::string list;
  for (std::size_t i = 0; i < hits.size() && i < kMaxLinesListed; ++i) {
    list += (i == 0 ? "" : ", ") + std::to_string(lines.line_of(hits[i].begin));
  }
  if (hits.size() > kMaxLinesListed) list += ", …";
  const std::string count = std::to_string(hits.size());
  return finding("not_unique", 0, "the old text occurs " + count + " times, at lines " + list,
                 "The old text occurs " + count + " times, at lines " + list +
                     ": repeat it with more lines around it, so that it occurs once.");
}

std::vector<Finding> added_errors(std::string_view file, std::string_view path, const Proposal& proposal) {
  const std::string_view language = syntax::language_of(path, file);
  if (language.empty()) return {};
  syntax::Parser parser;
  const auto before = parser.parse(file, language, {}, {.uses = false}, {});
  const auto after = parser.parse(proposal.bytes, language, {}, {.uses = false}, {});
  if (!before) return {};  // too large or too slow to judge before the edit: then no judgement after it either
  if (!after) return {finding("syntax_error", 0, after.error().message(), "Write valid code.")};
  return new_errors(*before, file, proposal.replaced, *after, proposal.bytes, proposal.inserted);
}

}  // namespace

Outcome propose_replace(std::string_view bytes, std::string_view path, std::string_view old_text,
                        std::string_view new_text, const Shown& shown) {
  if (old_text.empty()) {
    return refused(finding("empty_old", 0, "the old text is empty", "Give the text to replace; it must not be empty."));
  }
  if (old_text == new_text) {
    return refused(finding("no_change", 0, "the old and the new text are equal", "The new text must differ."));
  }
  if (auto problem = encoding_problem(bytes, new_text)) return refused(std::move(*problem));
  const std::vector<ByteRange> hits = hits_of(bytes, old_text);
  if (hits.empty()) return refused(nearest_lines(bytes, old_text));
  if (hits.size() > 1) return refused(not_unique(bytes, hits));
  const std::string text = in_line_ends_of(new_text, bytes, hits[0]);
  Outcome out;
  Proposal proposal = splice(bytes, std::string(path), hits[0], text);
  if (proposal.before == proposal.after) {
    return refused(finding("no_change", 0, "the new text is what the file has", "The new text must differ."));
  }
  out.findings = added_errors(bytes, path, proposal);
  if (out.findings.empty()) out.proposal = std::move(proposal);
  return within_shown(std::move(out), bytes, shown);
}

}  // namespace grit::edit
