#include <algorithm>

#include "findings.h"
#include "monitor/analysis.h"
#include "monitor/by_grammar.h"
#include "monitor/gates.h"

namespace grit::edit {
namespace {

std::string shown(const Parameter& parameter) {
  std::string out = parameter.kind + parameter.name;
  if (!parameter.annotation.empty()) out += ": " + parameter.annotation;
  if (!parameter.default_value.empty()) out += " = " + parameter.default_value;
  return out;
}

const Parameter* find_named(const std::vector<Parameter>& list, const Parameter& wanted) {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const Parameter& p) { return p.name == wanted.name && p.kind == wanted.kind; });
  return found == list.end() ? nullptr : &*found;
}

// What differs, each as the words of one objection.
std::vector<std::string> parameter_differences(const Contract& old, const Contract& now) {
  std::vector<std::string> out;
  for (const Parameter& parameter : old.parameters) {
    const Parameter* other = find_named(now.parameters, parameter);
    if (other == nullptr)
      out.push_back("the parameter `" + shown(parameter) + "` is gone");
    else if (!(*other == parameter)) {
      out.push_back("the parameter `" + shown(parameter) + "` became `" + shown(*other) + "`");
    }
  }
  for (const Parameter& parameter : now.parameters) {
    if (find_named(old.parameters, parameter) == nullptr) {
      out.push_back("the parameter `" + shown(parameter) + "` is new");
    }
  }
  if (out.empty() && !(old.parameters == now.parameters)) out.push_back("the parameters have another order");
  return out;
}

void compare(std::vector<std::string>& out, const std::string& what, const std::string& old, const std::string& now) {
  if (old == now) return;
  out.push_back(what + (old.empty()   ? " `" + now + "` is new"
                        : now.empty() ? " `" + old + "` is gone"
                                      : " `" + old + "` became `" + now + "`"));
}

std::string listed(const std::vector<std::string>& decorators) {
  std::string out;
  for (const std::string& one : decorators) out += (out.empty() ? "@" : " @") + one;
  return out;
}

std::vector<std::string> differences(const Contract& old, const Contract& now) {
  std::vector<std::string> out = parameter_differences(old, now);
  compare(out, "the return annotation", old.returns, now.returns);
  compare(out, "the decorators", listed(old.decorators), listed(now.decorators));
  compare(out, "the type parameters", old.type_parameters, now.type_parameters);
  compare(out, "the base classes", old.bases, now.bases);
  if (old.is_async != now.is_async) out.push_back(now.is_async ? "`async` is new" : "`async` is gone");
  return out;
}

class Signature final : public EditGate {
 public:
  std::string_view id() const override { return "signature_changed"; }

  std::vector<Finding> check(const GateInput& input) const override {
    const AnalysisOf analysis(input);
    if (!analysis->by_parts()) return signature_by_grammar(input, *analysis);
    if (!analysis->old_parts() || !analysis->new_parts()) return {};
    const std::uint32_t line = answer_line(input, analysis->new_parts()->header_begin());
    const std::string_view old_text = input.target.range.of(input.before);
    const DefinitionParts& old_parts = *analysis->old_parts();
    const std::string header =
        quoted(old_text.substr(old_parts.header_begin(), old_parts.header_end() - old_parts.header_begin()), 400);
    std::vector<Finding> out;
    for (const std::string& what : differences(old_parts.contract, analysis->new_parts()->contract)) {
      out.push_back(finding("signature_changed", line, what,
                            "Keep the decorators and the header as they were, " + header + ": " + what + "."));
    }
    return out;
  }
};

}  // namespace

std::unique_ptr<EditGate> signature_gate() { return std::make_unique<Signature>(); }

}  // namespace grit::edit
