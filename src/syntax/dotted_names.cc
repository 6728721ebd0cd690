#include "dotted_names.h"

#include <algorithm>

namespace grit::syntax {
namespace {

bool is_name_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         c == '_' || c == '$' || c == '#' || c == '@';
}

bool opens(char c) { return c == '<' || c == '[' || c == '('; }
bool closes(char c) { return c == '>' || c == ']' || c == ')'; }

// The size of the separator at `at`; 0 where there is none.
std::size_t separator_at(std::string_view path, std::size_t at, Texts separators) {
  for (const std::string_view separator : separators) {
    if (path.substr(at).starts_with(separator)) return separator.size();
  }
  return 0;
}

}  // namespace

std::size_t last_component(std::string_view path, Texts separators) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at < path.size(); ++at) {
    if (opens(path[at])) ++depth;
    if (closes(path[at])) --depth;
    if (path.substr(begin).starts_with("operator ")) break;  // what follows is a type: "operator std::string"
    const std::size_t size = depth > 0 ? 0 : separator_at(path, at, separators);
    if (size == 0) continue;
    const std::size_t next = std::min(path.find_first_not_of(" \t\r\n", at + size), path.size());
    const std::string_view rest = path.substr(next);
    if (!rest.empty() && (is_name_byte(rest[0]) || rest[0] == '~')) begin = next;  // not that of "operator->"
    at += size - 1;
  }
  return begin;
}

std::string dotted_path(std::string_view path, const Language& language) {
  std::string out;
  std::string name;
  int depth = 0;
  const auto end_name = [&] {
    const bool left_out =
        std::find(language.no_owners.begin(), language.no_owners.end(), name) != language.no_owners.end();
    if (!name.empty() && !left_out) out += (out.empty() ? "" : ".") + name;
    name.clear();
  };
  for (std::size_t at = 0; at < path.size(); ++at) {
    if (opens(path[at])) ++depth;
    const std::size_t size = depth > 0 ? 0 : separator_at(path, at, language.separators);
    if (size > 0) {
      end_name();
      at += size - 1;
    } else if (depth == 0 && is_name_byte(path[at])) {
      name += path[at];
    } else if (depth == 0 && !name.empty()) {
      name.clear();  // "const Box", "&mut Box": what stands before a blank is no name of the path
    }
    if (closes(path[at]) && depth > 0) --depth;
  }
  end_name();
  return out;
}

std::string_view first_name(std::string_view path, Texts separators) {
  std::size_t end = path.size();
  for (std::size_t at = 0; at < path.size(); ++at) {
    if (is_name_byte(path[at])) continue;
    const std::size_t size = at == 0 ? 0 : separator_at(path, at, separators);
    if (size == 0) return {};
    end = std::min(end, at);
    at += size - 1;
  }
  return path.substr(0, end);
}

}  // namespace grit::syntax
