#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "findings.h"
#include "monitor/analysis.h"
#include "monitor/gates.h"
#include "typography.h"

namespace grit::edit {
namespace {

std::set<std::uint32_t> code_points_of(std::string_view text) {
  std::set<std::uint32_t> out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    out.insert(c.value);
    at += c.bytes;
  }
  return out;
}

std::string name_of(std::uint32_t code_point) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "U+%04X", code_point);
  return text.data();
}

// What is wrong with a character that is new in the definition; nothing where it is fine.
std::string_view problem_of(std::uint32_t c, bool in_code) {
  if (is_control(c)) return "control_character";
  if (c == 0xFFFD) return "invisible_character";  // what a wrong decoding leaves behind
  if (is_invisible(c) && (in_code || !is_joiner(c))) return "invisible_character";
  if (in_code && is_odd_blank(c)) return "invisible_character";
  if (in_code && is_typographic_quote(c)) return "typographic_quote";
  return {};
}

std::string_view advice_for(std::string_view code) {
  return code == "typographic_quote" ? " with a plain quote" : " with a plain character";
}

// "&gt;" and the like: an ampersand, a name and a semicolon without blanks between them.
bool is_entity(const std::vector<Token>& tokens, std::size_t at) {
  static constexpr std::array<std::string_view, 7> kNames = {"gt", "lt", "amp", "quot", "apos", "nbsp", "#39"};
  if (at + 2 >= tokens.size() || !tokens[at].is("&") || !tokens[at + 2].is(";")) return false;
  return std::find(kNames.begin(), kNames.end(), tokens[at + 1].text) != kNames.end() &&
         tokens[at].end() == tokens[at + 1].begin && tokens[at + 1].end() == tokens[at + 2].begin;
}

// The tokens of the inserted text.
Tokens tokens_of(const GateInput& input, Analysis& analysis) {
  if (analysis.by_parts()) return python_tokens(input.inserted.of(input.after));
  Tokens out;
  if (!analysis.after()) return out;
  for (const syntax::Leaf& leaf : analysis.after()->leaves) {
    if (!input.inserted.contains(leaf.range)) continue;
    const std::string_view text = leaf.range.of(input.after);
    TokenKind kind = text.size() == 1 ? TokenKind::punctuation : TokenKind::word;
    if (leaf.kind == syntax::LeafKind::literal) kind = TokenKind::string;
    if (leaf.kind == syntax::LeafKind::comment) kind = TokenKind::comment;
    out.list.push_back({kind, static_cast<std::size_t>(leaf.range.begin - input.inserted.begin), text});
  }
  return out;
}

class Characters final : public EditGate {
 public:
  std::string_view id() const override { return "characters"; }

  std::vector<Finding> check(const GateInput& input) const override {
    const AnalysisOf analysis(input);
    const std::string_view text = input.inserted.of(input.after);
    const std::set<std::uint32_t> known = code_points_of(input.target.range.of(input.before));
    std::vector<Finding> out;
    const Tokens tokens = tokens_of(input, *analysis);
    std::size_t next = 0;  // of tokens.list
    for (std::size_t at = 0; at < text.size() && out.empty();) {
      const CodePoint c = code_point_at(text, at);
      while (next < tokens.list.size() && tokens.list[next].end() <= at) ++next;
      const bool in_text =
          next < tokens.list.size() && tokens.list[next].begin <= at &&
          (tokens.list[next].kind == TokenKind::string || tokens.list[next].kind == TokenKind::comment);
      if (c.value >= 0x7F || c.value < 0x20) check_one(input, known, c, at, !in_text, out);
      at += c.bytes;
    }
    for (std::size_t i = 0; i < tokens.list.size() && out.empty(); ++i) {
      if (is_entity(tokens.list, i)) out.push_back(entity(input, tokens.list[i].begin));
    }
    return out;
  }

 private:
  static void check_one(const GateInput& input, const std::set<std::uint32_t>& known, const CodePoint& c,
                        std::size_t at, bool in_code, std::vector<Finding>& out) {
    const std::string_view code = problem_of(c.value, in_code);
    if (code.empty() || (known.contains(c.value) && !in_code)) return;
    const std::uint32_t line = line_at(input.inserted.of(input.after), at);
    out.push_back(finding(code, line, "the answer holds the character " + name_of(c.value),
                          "Replace the character " + name_of(c.value) + " in line " + std::to_string(line) +
                              std::string(advice_for(code)) + "."));
  }

  static Finding entity(const GateInput& input, std::size_t at) {
    const std::uint32_t line = line_at(input.inserted.of(input.after), at);
    return finding("html_entity", line, "the answer holds an HTML entity in code",
                   "Write < > & and quotes themselves in line " + std::to_string(line) + ", not as HTML entities.");
  }
};

}  // namespace

std::unique_ptr<EditGate> characters_gate() { return std::make_unique<Characters>(); }

}  // namespace grit::edit
