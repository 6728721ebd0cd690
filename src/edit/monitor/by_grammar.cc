#include "monitor/by_grammar.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/text.h"
#include "findings.h"

namespace grit::edit {
namespace {

using syntax::Definition;
using Words = std::vector<std::string_view>;

// As for Python: fewer lost lines are an ordinary repair.
constexpr std::size_t kLostAtLeast = 3;
constexpr std::size_t kKeptPercent = 60;

bool is_word(std::string_view text) {
  const auto c = static_cast<unsigned char>(text.front());
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
}

// What may stand in a body without doing anything.
bool is_frame(std::string_view text) {
  static constexpr std::array<std::string_view, 8> kFrames = {"{", "}", ";", "end", "then", "do", "begin", "pass"};
  return std::find(kFrames.begin(), kFrames.end(), text) != kFrames.end();
}

Words working(const Result<syntax::FileSyntax>& file, std::string_view bytes, const ByteRange& body) {
  Words out;
  for (const syntax::Leaf& leaf : file->leaves) {
    const std::string_view text = leaf.range.of(bytes);
    const bool counts = body.contains(leaf.range) && leaf.kind != syntax::LeafKind::comment && !is_frame(text);
    if (counts) out.push_back(text);
  }
  return out;
}

bool mentions(const Words& words, std::string_view text) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return to_lower_ascii(word).find(text) != std::string::npos; });
}

// "todo!()", "throw new UnsupportedOperationException()", "panic("not implemented")" and nothing else.
bool is_placeholder(const Words& words) {
  if (words.empty()) return true;
  const std::string first = to_lower_ascii(words.front());
  if (first == "todo" || first == "unimplemented") return true;
  if (first == "throw" || first == "raise" || first == "panic") {
    return mentions(words, "implement") || mentions(words, "unsupported") || mentions(words, "todo");
  }
  return words.size() == 1 && first == "return";
}

// The leaves of a body by lines.
std::vector<Words> lines_of(const Result<syntax::FileSyntax>& file, std::string_view bytes, const ByteRange& body) {
  std::vector<Words> out;
  std::uint64_t last = body.begin;
  for (const syntax::Leaf& leaf : file->leaves) {
    const std::string_view text = leaf.range.of(bytes);
    if (!body.contains(leaf.range) || leaf.kind == syntax::LeafKind::comment || is_frame(text)) continue;
    const bool same_line = ByteRange{last, leaf.range.begin}.of(bytes).find('\n') == std::string_view::npos;
    if (out.empty() || !same_line) out.emplace_back();
    out.back().push_back(text);
    last = leaf.range.end;
  }
  return out;
}

bool leaves_function(const Words& line) {
  static constexpr std::array<std::string_view, 4> kWords = {"return", "throw", "raise", "panic"};
  return std::find(kWords.begin(), kWords.end(), line.front()) != kWords.end();
}

bool any_has(const std::vector<Words>& lines, std::string_view word) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const Words& line) { return std::find(line.begin(), line.end(), word) != line.end(); });
}

std::string joined(const Words& words) {
  std::string out;
  for (const std::string_view word : words) out += (out.empty() ? "" : " ") + std::string(word);
  return out;
}

// The decorators and words like "export" before a definition.
std::string prefix_of(const Definition& definition, std::string_view bytes) {
  std::string out;
  bool blank = false;
  for (const char c : ByteRange{definition.range.begin, definition.inner.begin}.of(bytes)) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_blank && blank && !out.empty()) out += ' ';
    if (!is_blank) out += c;
    blank = is_blank;
  }
  return out;
}

}  // namespace

std::vector<Finding> no_change_by_grammar(Analysis& analysis) {
  if (analysis.old_leaves(false) != analysis.new_leaves(false)) return {};
  return {finding("no_change", 0, "the answer is the function as it was",
                  "The answer is the function as it was: change what the ticket is about.")};
}

std::vector<Finding> signature_by_grammar(const GateInput& input, Analysis& analysis) {
  const Definition* old = analysis.old_definition();
  const Definition* now = analysis.new_definition();
  if (old == nullptr || now == nullptr) return {};  // another gate's concern
  const std::string& language = input.target.language;
  const std::string old_header = syntax::signature_of(*old, input.before, language);
  const std::string new_header = syntax::signature_of(*now, input.after, language);
  std::vector<Finding> out;
  if (old_header != new_header) {
    out.push_back(finding("signature_changed", 1, quoted(old_header) + " became " + quoted(new_header),
                          "Keep the header as it was: " + quoted(old_header, 400) + "."));
  }
  const std::string old_prefix = prefix_of(*old, input.before);
  const std::string new_prefix = prefix_of(*now, input.after);
  if (old_prefix != new_prefix) {
    out.push_back(finding("signature_changed", 1,
                          "what stands before the header, " + quoted(old_prefix) + ", became " + quoted(new_prefix),
                          "Keep what stands before the header as it was: " + quoted(old_prefix, 400) + "."));
  }
  return out;
}

std::vector<Finding> elided_by_grammar(Analysis& analysis) {
  const Words old = analysis.old_leaves(true);
  for (const std::string_view comment : analysis.new_leaves(true)) {
    if (std::find(old.begin(), old.end(), comment) != old.end() || !stands_for_code(comment)) continue;
    return {finding("elided", 0, quoted(comment) + " stands for code that was left out",
                    "The comment " + quoted(comment, 40) + " leaves code out: write the whole function.")};
  }
  return {};
}

std::vector<Finding> stub_by_grammar(const GateInput& input, Analysis& analysis) {
  const Definition* old = analysis.old_definition();
  const Definition* now = analysis.new_definition();
  if (old == nullptr || now == nullptr) return {};
  if (is_placeholder(working(analysis.before(), input.before, old->body))) return {};
  if (!is_placeholder(working(analysis.after(), input.after, now->body))) return {};
  return {finding("stub", 1, "the body does nothing any more",
                  "Write the complete body of the function, not a placeholder.")};
}

std::vector<Finding> shrunk_by_grammar(const GateInput& input, Analysis& analysis) {
  const Definition* old = analysis.old_definition();
  const Definition* now = analysis.new_definition();
  if (old == nullptr || now == nullptr) return {};
  const std::vector<Words> before = lines_of(analysis.before(), input.before, old->body);
  const std::vector<Words> after = lines_of(analysis.after(), input.after, now->body);
  if (before.size() < after.size() + kLostAtLeast || after.size() * 100 >= before.size() * kKeptPercent) return {};
  if (!after.empty() && leaves_function(after.back())) return {};
  static const std::set<std::string_view> kKeywords = {"return", "if",   "else", "for",   "while",
                                                       "new",    "this", "self", "true",  "false",
                                                       "null",   "nil",  "None", "await", "break"};
  const bool tail_kept = std::any_of(before.back().begin(), before.back().end(), [&](std::string_view word) {
    return is_word(word) && !kKeywords.contains(word) && any_has(after, word);
  });
  if (tail_kept) return {};
  return {finding("shrunk", 0,
                  std::to_string(before.size()) + " lines of code became " + std::to_string(after.size()) +
                      ", and the end of the function is gone",
                  "Write the whole function to its end, which was: " + quoted(joined(before.back())) + ".")};
}

}  // namespace grit::edit
