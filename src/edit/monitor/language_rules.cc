#include <algorithm>
#include <set>

#include "findings.h"
#include "monitor/analysis.h"
#include "monitor/gates.h"
#include "monitor/python_rules.h"

namespace grit::edit {
namespace {

class LanguageRules final : public EditGate {
 public:
  std::string_view id() const override { return "language_rules"; }

  std::vector<Finding> check(const GateInput& input) const override {
    const AnalysisOf analysis(input);
    if (!analysis->by_parts() || !analysis->new_parts()) return {};
    const bool nested = input.target.symbol.find("<locals>") != std::string::npos;
    std::set<std::string> known;
    if (analysis->old_parts()) {
      for (RuleProblem& problem : python_problems(*analysis->old_parts(), nested)) known.insert(problem.rule);
    }
    std::vector<Finding> out;
    for (const RuleProblem& problem : python_problems(*analysis->new_parts(), nested)) {
      if (!known.insert(problem.rule).second) continue;  // as before, or said already
      const std::uint32_t line = answer_line(input, problem.at);
      out.push_back(finding(problem.code, line, problem.rule,
                            "Line " + std::to_string(line) + " is not valid Python: " + problem.rule + "."));
    }
    return out;
  }
};

}  // namespace

std::unique_ptr<EditGate> language_rules_gate() { return std::make_unique<LanguageRules>(); }

}  // namespace grit::edit
