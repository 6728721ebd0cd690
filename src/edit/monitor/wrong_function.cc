#include "findings.h"
#include "monitor/analysis.h"
#include "monitor/gates.h"

namespace grit::edit {
namespace {

class WrongFunction final : public EditGate {
 public:
  std::string_view id() const override { return "wrong_function"; }

  std::vector<Finding> check(const GateInput& input) const override {
    const AnalysisOf analysis(input);
    if (!analysis->by_parts()) {
      const auto errors = [](const Result<syntax::FileSyntax>& file) { return file ? file->errors.size() : 0; };
      const bool broken = errors(analysis->after()) > errors(analysis->before());  // another gate's concern
      if (broken || analysis->new_definition() != nullptr) return {};
      return {finding("wrong_function", 0, "the answer does not define " + input.target.symbol,
                      "Answer with " + input.target.name + " under its own name, complete and valid.")};
    }
    const std::string& wanted = input.target.name;
    const auto& parts = analysis->new_parts();
    const bool was_class = analysis->old_parts() && analysis->old_parts()->contract.is_class;
    if (parts && parts->contract.name == wanted && parts->contract.is_class == was_class) return {};
    const std::string found = parts ? parts->contract.name : "no definition";
    return {finding("wrong_function", parts ? answer_line(input, parts->header_begin()) : 0,
                    "the answer defines " + found + ", not " + wanted,
                    "Answer with " + wanted + " under its own name.")};
  }
};

}  // namespace

std::unique_ptr<EditGate> wrong_function_gate() { return std::make_unique<WrongFunction>(); }

}  // namespace grit::edit
