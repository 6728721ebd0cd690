// What the rest of a program relies on when it uses a definition, and where its parts stand.
#ifndef GRIT_EDIT_CONTRACT_H_
#define GRIT_EDIT_CONTRACT_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <grit/edit.h>

#include "python_lines.h"
#include "tokens.h"

namespace grit::edit {

// One entry of a parameter list. Texts are tokens in canonical form, joined by blanks.
struct Parameter {
  std::string kind;  // "", "*", "**"; "/" and "*" stand alone, without a name
  std::string name;
  std::string annotation;
  std::string default_value;
  bool operator==(const Parameter&) const = default;
};

struct Contract {
  bool is_class = false;
  bool is_async = false;
  std::string name;
  std::vector<std::string> decorators;
  std::string type_parameters;
  std::vector<Parameter> parameters;
  std::string returns;
  std::string bases;  // of a class
};

// A definition read from its own text, from its first decorator on.
struct DefinitionParts {
  Tokens tokens;
  std::vector<PythonLine> lines;
  std::size_t header = 0;  // index of the line with the name
  std::size_t colon = 0;   // index in that line of the colon after the header
  std::optional<Token> docstring;
  bool inline_body = false;  // statements follow the colon on its line
  Contract contract;

  [[nodiscard]] const PythonLine& header_line() const { return lines[header]; }
  // Bytes from "def", "async" or "class" to after the colon.
  [[nodiscard]] std::size_t header_begin() const { return header_line().begin(); }
  [[nodiscard]] std::size_t header_end() const { return header_line().tokens[colon].end(); }
  // The lines of the body, without the header's own.
  [[nodiscard]] std::span<const PythonLine> body() const { return std::span(lines).subspan(header + 1); }
};

// Whether a definition is read as above. Those of other languages than Python are read by what their grammar finds.
[[nodiscard]] inline bool is_read_by_parts(const Target& target) { return target.language == "python"; }

// Nothing where `text` does not start with decorators and a definition.
[[nodiscard]] std::optional<DefinitionParts> definition_parts(std::string_view text);

// The entries between the parentheses (or lambda's words) in `tokens`.
[[nodiscard]] std::vector<Parameter> parse_parameters(std::span<const Token> tokens);

// The statements of a body that do something: without docstring, "pass", a bare "..." and raise NotImplementedError.
[[nodiscard]] std::size_t working_statements(const DefinitionParts& parts);

// Tokens in canonical form, joined by blanks.
[[nodiscard]] std::string joined(std::span<const Token> tokens);

}  // namespace grit::edit

#endif  // GRIT_EDIT_CONTRACT_H_
