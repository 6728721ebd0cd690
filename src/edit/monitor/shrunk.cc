#include <algorithm>
#include <array>

#include "findings.h"
#include "monitor/analysis.h"
#include "monitor/by_grammar.h"
#include "monitor/gates.h"

namespace grit::edit {
namespace {

// Fewer than three lost statements are an ordinary repair; a share of more than 40 % lost together with everything
// that the old end was about is what an answer looks like that stopped early.
constexpr std::size_t kLostAtLeast = 3;
constexpr std::size_t kKeptPercent = 60;

std::span<const PythonLine> statements(const DefinitionParts& parts) {
  const std::span<const PythonLine> body = parts.body();
  return parts.docstring && !parts.inline_body ? body.subspan(1) : body;
}

bool returns_value(const PythonLine& line) {
  const auto at = std::find_if(line.tokens.begin(), line.tokens.end(), [](const Token& t) { return t.is("return"); });
  return at != line.tokens.end() && std::next(at) != line.tokens.end();
}

bool any_value_returned(std::span<const PythonLine> lines) {
  return std::any_of(lines.begin(), lines.end(), returns_value);
}

bool any_word(std::span<const PythonLine> lines, std::string_view word) {
  return std::any_of(lines.begin(), lines.end(), [&](const PythonLine& line) {
    return std::any_of(line.tokens.begin(), line.tokens.end(), [&](const Token& t) { return t.is(word); });
  });
}

// The last statement on the level of the body leaves the function: nothing can have been cut off behind it.
bool ends_by_leaving(std::span<const PythonLine> lines) {
  if (lines.empty() || lines.back().column != lines.front().column) return false;
  return lines.back().starts("return") || lines.back().starts("raise");
}

bool is_keyword(const Token& token) {
  static constexpr std::array<std::string_view, 14> kWords = {
      "return", "raise", "yield", "await", "not", "and", "or", "in", "is", "None", "True", "False", "self", "from"};
  return std::find(kWords.begin(), kWords.end(), token.text) != kWords.end();
}

bool tail_vanished(std::span<const PythonLine> old, std::span<const PythonLine> now) {
  return std::none_of(old.back().tokens.begin(), old.back().tokens.end(), [&](const Token& token) {
    return token.kind == TokenKind::word && !is_keyword(token) && any_word(now, token.text);
  });
}

class Shrunk final : public EditGate {
 public:
  std::string_view id() const override { return "shrunk"; }

  std::vector<Finding> check(const GateInput& input) const override {
    const AnalysisOf analysis(input);
    if (!analysis->by_parts()) return shrunk_by_grammar(input, *analysis);
    if (!analysis->old_parts() || !analysis->new_parts()) return {};
    if (analysis->new_parts()->inline_body) return {};
    const auto old = statements(*analysis->old_parts());
    const auto now = statements(*analysis->new_parts());
    if (now.empty() || now.size() >= old.size() || ends_by_leaving(now)) return {};
    const bool return_lost = any_value_returned(old) && !any_value_returned(now) && !any_word(now, "yield");
    const bool most_lost = old.size() - now.size() >= kLostAtLeast && now.size() * 100 < old.size() * kKeptPercent &&
                           tail_vanished(old, now);
    if (!return_lost && !most_lost) return {};
    return {finding("shrunk", 0,
                    return_lost ? "the function does not return a value any more"
                                : std::to_string(old.size()) + " statements became " + std::to_string(now.size()),
                    "Write the complete function: its end is missing.")};
  }
};

}  // namespace

std::unique_ptr<EditGate> shrunk_gate() { return std::make_unique<Shrunk>(); }

}  // namespace grit::edit
