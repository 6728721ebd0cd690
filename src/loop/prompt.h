// The words that a model is given. Worked examples come first and never change, so that a server can keep them in its
// prompt cache; the ticket at hand comes last.
#ifndef GRIT_LOOP_PROMPT_H_
#define GRIT_LOOP_PROMPT_H_

#include <string>
#include <string_view>
#include <vector>

#include <grit/loop.h>

namespace grit::loop {

// One worked example: a task and the two forms of its answer.
struct WorkedExample {
  std::string_view failing_call;
  std::string_view path;
  std::string_view function;
  std::string_view ticket;
  std::string_view repaired;  // the whole function
  std::string_view wrong_line;
  std::string_view right_line;
};
[[nodiscard]] const std::vector<WorkedExample>& worked_examples();

// The first failing call with what came out and what should have, from a check's output:
//   FAIL delivery_cost(5000)
//     got:      499
//     expected: 0
// Where the output has no such block: its last lines, at most `max_bytes`.
[[nodiscard]] std::string failing_call(std::string_view output, std::size_t max_bytes = 1200);

// The call of the first such block alone ("delivery_cost(5000)"); empty where the output has none. It names what fails
// more plainly than most tickets do.
[[nodiscard]] std::string failing_expression(std::string_view output);

// `text` without `column` blanks before every line but the first. As it stands where some line has fewer.
[[nodiscard]] std::string dedented(std::string_view text, std::uint32_t column);

// The turn that asks for one repair. `instructions` and `failing` may be empty.
[[nodiscard]] std::string task_turn(std::string_view failing, std::string_view path, std::string_view function,
                                    std::string_view ticket, std::string_view instructions);

}  // namespace grit::loop

#endif  // GRIT_LOOP_PROMPT_H_
