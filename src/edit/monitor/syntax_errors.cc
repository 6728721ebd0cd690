#include "monitor/syntax_errors.h"

#include <algorithm>

#include "findings.h"
#include "monitor/analysis.h"
#include "monitor/gates.h"

namespace grit::edit {
namespace {

// An error by its kind and by its text outside of the edit: what makes two errors of two versions the same one.
std::string key_of(const syntax::SyntaxError& error, std::string_view bytes, const ByteRange& edited) {
  const ByteRange& at = error.range;
  const ByteRange left{at.begin, std::max(at.begin, std::min(at.end, edited.begin))};
  const ByteRange right{std::min(at.end, std::max(at.begin, edited.end)), at.end};
  const bool touches = at.begin < edited.end && edited.begin < at.end;
  if (!touches) return error.kind + '\0' + std::string(at.of(bytes));
  return error.kind + '\0' + std::string(left.of(bytes)) + '\0' + std::string(right.of(bytes));
}

class Syntax final : public EditGate {
 public:
  std::string_view id() const override { return "syntax_error"; }

  std::vector<Finding> check(const GateInput& input) const override {
    const AnalysisOf analysis(input);
    if (!analysis->after()) {
      return {finding("syntax_error", 0, analysis->after().error().message(), "Write valid code.")};
    }
    if (!analysis->before()) return {};
    std::vector<Finding> out =
        new_errors(*analysis->before(), input.before, input.replaced, *analysis->after(), input.after, input.inserted);
    // An old error around the function can hide a new one inside of it: then the function is read on its own.
    if (out.empty() && analysis->by_parts() && !analysis->before()->errors.empty())
      out = errors_alone(input, *analysis);
    return out;
  }

 private:
  // Both versions under a line that opens a block, so that their columns do not matter.
  static std::vector<Finding> errors_alone(const GateInput& input, Analysis& analysis) {
    const std::string head = "if 1:\n ";
    const std::string old_text = head + std::string(input.target.range.of(input.before)) + "\n";
    const std::string new_text = head + std::string(analysis.new_text()) + "\n";
    syntax::Parser parser;
    const auto old_syntax = parser.parse(old_text, input.target.language, {}, {.uses = false}, {});
    const auto new_syntax = parser.parse(new_text, input.target.language, {}, {.uses = false}, {});
    if (!old_syntax || !new_syntax || new_syntax->errors.size() <= old_syntax->errors.size()) return {};
    return new_errors(*old_syntax, old_text, {head.size(), old_text.size()}, *new_syntax, new_text,
                      {head.size(), new_text.size()});
  }
};

}  // namespace

std::vector<Finding> new_errors(const syntax::FileSyntax& before, std::string_view before_bytes,
                                const ByteRange& replaced, const syntax::FileSyntax& after,
                                std::string_view after_bytes, const ByteRange& inserted) {
  std::vector<std::string> known;
  for (const syntax::SyntaxError& error : before.errors) known.push_back(key_of(error, before_bytes, replaced));
  std::vector<Finding> out;
  for (const syntax::SyntaxError& error : after.errors) {
    const auto same = std::find(known.begin(), known.end(), key_of(error, after_bytes, inserted));
    if (same != known.end()) {
      known.erase(same);
      continue;
    }
    const std::uint64_t at = std::clamp(error.range.begin, inserted.begin, inserted.end);
    const std::string_view text = inserted.of(after_bytes);
    const std::uint32_t line = line_at(text, static_cast<std::size_t>(at - inserted.begin));
    const std::string_view where = error.range.of(after_bytes);
    out.push_back(finding("syntax_error", line,
                          "a syntax error (" + error.kind + ") at " + quoted(where.substr(0, where.find('\n'))),
                          "Line " + std::to_string(line) + " is not valid code near " +
                              quoted(where.substr(0, where.find('\n')), 40) + ": write it again correctly."));
  }
  return out;
}

std::unique_ptr<EditGate> syntax_gate() { return std::make_unique<Syntax>(); }

}  // namespace grit::edit
