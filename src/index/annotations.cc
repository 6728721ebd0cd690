#include "annotations.h"

#include <algorithm>

namespace grit::index {
namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool is_dotted_name(std::string_view text) {
  if (text.empty() || text.front() == '.' || (text.front() >= '0' && text.front() <= '9')) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c == '_' || c == '.' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c < 0;
  });
}

// Takes the text up to the next `separator` that no bracket holds, and that separator, off `text`.
std::string_view take_part(std::string_view& text, char separator) {
  int depth = 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (depth == 0 && c == separator) break;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && --depth < 0) break;
  }
  const std::string_view part = text.substr(0, end);
  const bool more = end < text.size() && text[end] == separator;
  text = more ? text.substr(end + 1) : std::string_view();
  return trim(part);
}

// What stands before brackets; empty without them.
std::string_view before_brackets(std::string_view text) {
  const std::size_t bracket = text.find('[');
  return bracket == std::string_view::npos ? std::string_view() : trim(text.substr(0, bracket));
}

std::string_view last_component(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

// The classes that an annotation names: "A", "'A'", "A | None", "Optional[A]", "Union[A, B]".
void add_classes(std::string_view text, std::vector<std::string_view>& out) {
  while (!text.empty()) {
    std::string_view part = take_part(text, '|');
    if (part.size() > 2 && (part.front() == '"' || part.front() == '\'')) part = trim(part.substr(1, part.size() - 2));
    if (is_dotted_name(part)) {
      if (part != "None") out.push_back(part);
      continue;
    }
    const std::string_view generic = before_brackets(part);
    const std::string_view kind = last_component(generic);
    if (kind == "Optional" || kind == "Union") {
      std::string_view inside = part.substr(part.find('[') + 1);
      while (!inside.empty()) {
        const std::string_view each = take_part(inside, ',');
        if (is_dotted_name(each) && each != "None") out.push_back(each);
      }
    } else if (is_dotted_name(generic) && kind != "Type" && kind != "type") {
      out.push_back(generic);
    }
  }
}

}  // namespace

std::vector<std::string_view> base_names(const SymbolRow& class_) {
  std::vector<std::string_view> out;
  const std::string_view signature = class_.signature;
  const std::size_t open = signature.find('(');
  if (open == std::string_view::npos) return out;
  std::string_view list = signature.substr(open + 1);
  while (!list.empty()) {
    const std::string_view part = take_part(list, ',');
    if (part.empty() || part.find('=') != std::string_view::npos) continue;  // "metaclass=…" is no base
    const std::string_view generic = before_brackets(part);
    const std::string_view name = generic.empty() ? part : generic;
    out.push_back(is_dotted_name(name) ? name : std::string_view());
  }
  return out;
}

std::vector<std::string_view> returned_names(const SymbolRow& function) {
  std::vector<std::string_view> out;
  const std::string_view signature = function.signature;
  const std::size_t arrow = signature.rfind("->");
  if (arrow != std::string_view::npos) add_classes(trim(signature.substr(arrow + 2)), out);
  return out;
}

}  // namespace grit::index
