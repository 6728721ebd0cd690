// Which names mean the object or class that a Python method belongs to.
#ifndef GRIT_SYNTAX_PYTHON_METHODS_H_
#define GRIT_SYNTAX_PYTHON_METHODS_H_

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/syntax.h"

namespace grit::syntax {

// Thread rule: one thread at a time.
class PythonMethods {
 public:
  PythonMethods(const std::vector<Definition>& definitions, std::string_view bytes)
      : definitions_(definitions), bytes_(bytes) {}

  // Says the first parameter of a method; of other definitions it is empty.
  void set_self(std::uint32_t definition, std::string_view name) {
    if (self_names_.size() <= definition) self_names_.resize(definition + 1);
    self_names_[definition] = name;
  }

  // The method that a definition is or is nested in; kNone at other places.
  [[nodiscard]] std::uint32_t method_around(std::uint32_t definition) const {
    while (definition != kNone && definitions_[definition].kind == DefinitionKind::function) {
      definition = definitions_[definition].parent;
    }
    const bool method = definition != kNone && definitions_[definition].kind == DefinitionKind::method;
    return method ? definition : kNone;
  }

  // The class of the method around; kNone at other places.
  [[nodiscard]] std::uint32_t class_around(std::uint32_t definition) const {
    const std::uint32_t method = method_around(definition);
    return method == kNone ? kNone : definitions_[method].parent;
  }

  // Whether a name is the first parameter of the method around, and that one is no static method.
  [[nodiscard]] bool is_self(std::string_view name, std::uint32_t definition) const {
    if (name.empty()) return false;
    const std::uint32_t method = method_around(definition);
    if (method == kNone || method >= self_names_.size() || self_names_[method] != name) return false;
    return std::none_of(definitions_[method].decorators.begin(), definitions_[method].decorators.end(),
                        [this](const ByteRange& decorator) { return decorator.of(bytes_) == "@staticmethod"; });
  }

 private:
  const std::vector<Definition>& definitions_;
  std::string_view bytes_;
  std::vector<std::string_view> self_names_;  // by definition
};

}  // namespace grit::syntax

#endif  // GRIT_SYNTAX_PYTHON_METHODS_H_
