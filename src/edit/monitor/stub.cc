#include <algorithm>

#include "findings.h"
#include "monitor/analysis.h"
#include "monitor/by_grammar.h"
#include "monitor/gates.h"

namespace grit::edit {
namespace {

bool is_pass(const PythonLine& line) { return line.tokens.size() == 1 && line.starts("pass"); }

class Stub final : public EditGate {
 public:
  std::string_view id() const override { return "stub"; }

  std::vector<Finding> check(const GateInput& input) const override {
    const AnalysisOf analysis(input);
    if (!analysis->by_parts()) return stub_by_grammar(input, *analysis);
    if (!analysis->old_parts() || !analysis->new_parts()) return {};
    const DefinitionParts& now = *analysis->new_parts();
    const std::size_t worked = working_statements(*analysis->old_parts());
    if (worked == 0 || working_statements(now) > 0) return {};
    // "Do nothing" can be the right repair of a function that did one thing; an ellipsis or NotImplementedError never.
    const std::span<const PythonLine> body = now.body();
    const bool passes = !body.empty() && is_pass(body.back());
    if (passes && worked == 1) return {};
    return {finding("stub", answer_line(input, now.header_begin()), "the body does nothing any more",
                    "Write the complete body of the function, not a placeholder.")};
  }
};

}  // namespace

std::unique_ptr<EditGate> stub_gate() { return std::make_unique<Stub>(); }

}  // namespace grit::edit
