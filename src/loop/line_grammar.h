// A grammar (GBNF, as llama.cpp reads it) that lets a model name one line of a function and write another in its place,
// and that has no word for a line which stands in the function already.
#ifndef GRIT_LOOP_LINE_GRAMMAR_H_
#define GRIT_LOOP_LINE_GRAMMAR_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace grit::loop {

// Lines without their indentation and line end.
struct LineChoices {
  std::vector<std::string> offered;    // that may be replaced: below the docstring, no comment, more than one word
  std::vector<std::string> forbidden;  // that may not be written: every line of the body
};

// Of a Python function. `body_offset` is where its statements begin, after the docstring.
[[nodiscard]] LineChoices line_choices(std::string_view function, std::size_t body_offset);

// The grammar of
//   Wrong: {an offered line}
//   Right: {printable ASCII that begins with the same word, ends with ':' exactly if the old line does, has no comment
//           and no double blank, and is none of the forbidden lines}
// Its size grows with the length of all lines together; empty when there is nothing to offer or it would be too large.
[[nodiscard]] std::string line_grammar(const LineChoices& choices);

}  // namespace grit::loop

#endif  // GRIT_LOOP_LINE_GRAMMAR_H_
