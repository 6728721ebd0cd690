#include "findings.h"
#include "monitor/analysis.h"
#include "monitor/gates.h"

namespace grit::edit {
namespace {

class Docstring final : public EditGate {
 public:
  std::string_view id() const override { return "docstring_lost"; }

  std::vector<Finding> check(const GateInput& input) const override {
    const AnalysisOf analysis(input);
    if (!analysis->by_parts()) return {};  // elsewhere it stands before the definition and is not touched
    const auto& old_parts = analysis->old_parts();
    const auto& new_parts = analysis->new_parts();
    if (!old_parts || !new_parts || !old_parts->docstring || new_parts->docstring) return {};
    return {finding("docstring_lost", answer_line(input, new_parts->header_begin()), "the docstring is gone",
                    "Keep the docstring of the function.")};
  }
};

}  // namespace

std::unique_ptr<EditGate> docstring_gate() { return std::make_unique<Docstring>(); }

}  // namespace grit::edit
