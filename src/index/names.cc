// The stable names of the enumerations in grit/index.h.
#include <grit/index.h>

namespace grit::index {

const char* kind_name(SymbolKind kind) noexcept {
  switch (kind) {
    case SymbolKind::function:
      return "function";
    case SymbolKind::method:
      return "method";
    case SymbolKind::class_:
      return "class";
    case SymbolKind::variable:
      return "variable";
    case SymbolKind::module:
      return "module";
  }
  return "function";
}

const char* kind_name(ReferenceKind kind) noexcept {
  switch (kind) {
    case ReferenceKind::call:
      return "call";
    case ReferenceKind::attribute:
      return "attribute";
    case ReferenceKind::name:
      return "name";
    case ReferenceKind::import:
      return "import";
  }
  return "name";
}

const char* resolution_name(Resolution resolution) noexcept {
  switch (resolution) {
    case Resolution::same_file:
      return "same_file";
    case Resolution::same_class:
      return "same_class";
    case Resolution::import:
      return "import";
    case Resolution::name_only:
      return "name_only";
    case Resolution::unresolved:
      return "unresolved";
    case Resolution::inherited:
      return "inherited";
    case Resolution::inferred:
      return "inferred";
  }
  return "unresolved";
}

}  // namespace grit::index
