#include "language.h"

#include <array>

#include <tree_sitter/grammars.h>

#include "base/text.h"
#include "python.h"

namespace grit::syntax {
namespace {

constexpr std::array<std::string_view, 3> kPythonExtensions = {".py", ".pyi", ".pyw"};

constexpr std::array<Language, 1> kLanguages = {{
    {"python", kPythonExtensions, tree_sitter_python, make_python_walker},
}};

}  // namespace

const Language* find_language(std::string_view name) {
  for (const Language& language : kLanguages) {
    if (language.name == name) return &language;
  }
  return nullptr;
}

std::string_view language_of(std::string_view path) {
  const std::string_view file = path.substr(path.rfind('/') + 1);
  const std::size_t dot = file.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string extension = to_lower_ascii(file.substr(dot));
  for (const Language& language : kLanguages) {
    for (const std::string_view candidate : language.extensions) {
      if (candidate == extension) return language.name;
    }
  }
  return {};
}

}  // namespace grit::syntax
