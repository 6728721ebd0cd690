#include "monitor/gates.h"

namespace grit::edit {

// From free to dear: tokens of the definition first, then its structure, then the grammar over the whole file.
std::vector<std::unique_ptr<EditGate>> default_gates() {
  std::vector<std::unique_ptr<EditGate>> gates;
  gates.push_back(no_change_gate());
  gates.push_back(characters_gate());
  gates.push_back(wrong_function_gate());
  gates.push_back(signature_gate());
  gates.push_back(elided_gate());
  gates.push_back(stub_gate());
  gates.push_back(docstring_gate());
  gates.push_back(language_rules_gate());
  gates.push_back(syntax_gate());
  gates.push_back(shrunk_gate());
  gates.push_back(siblings_gate());
  return gates;
}

}  // namespace grit::edit
