// The strategy that asks for one line, held by a grammar to one that differs.
#include <algorithm>
#include <memory>
#include <string>

#include <grit/loop.h>

#include "base/text.h"
#include "line_grammar.h"
#include "prompt.h"

namespace grit::loop {
namespace {

constexpr std::string_view kSystem =
    "You repair Python functions. You get a failing call, the function and the ticket that a user wrote. One line of "
    "the function is wrong. Answer with that line as it stands, then with the line that replaces it, and nothing else.";

constexpr std::uint32_t kMaxTokens = 120;
constexpr std::ptrdiff_t kMaxAttempts = 7;

std::string two_lines(std::string_view wrong, std::string_view right) {
  return "Wrong: " + std::string(wrong) + "\nRight: " + std::string(right);
}

// Where the statements after a docstring begin, given where the body begins.
std::size_t after_docstring(std::string_view function, std::size_t body) {
  const std::size_t quote = function.find_first_not_of("rRuU", body);
  if (quote == std::string_view::npos || (function[quote] != '"' && function[quote] != '\'')) return body;
  const std::string three(3, function[quote]);
  const bool triple = function.substr(quote).starts_with(three);
  const std::size_t end = triple ? function.find(three, quote + 3) : quote;
  const std::size_t line_end = end == std::string_view::npos ? end : function.find('\n', end);
  return line_end == std::string_view::npos ? function.size() : line_end + 1;
}

struct Named {
  std::string_view wrong;
  std::string_view right;
};

std::optional<Named> parse(std::string_view reply) {
  const auto lines = split_lines(reply);
  if (lines.size() != 2 || !lines[0].starts_with("Wrong: ") || !lines[1].starts_with("Right: ")) return std::nullopt;
  return Named{strip_line_end(lines[0]).substr(7), strip_line_end(lines[1]).substr(7)};
}

class ChangedLine final : public Strategy {
 public:
  std::string_view id() const override { return "changed_line"; }

  std::optional<model::Request> request(const AttemptInput& input) const override {
    const auto mine = std::count_if(input.past.begin(), input.past.end(),
                                    [&](const PastAttempt& past) { return past.strategy == id(); });
    if (mine >= kMaxAttempts || input.target.language != "python") return std::nullopt;
    LineChoices choices = line_choices(input.function, body_offset(input));
    leave_out_tried(input, choices);
    model::Request request;
    request.grammar = line_grammar(choices);
    if (request.grammar.empty()) return std::nullopt;
    request.max_tokens = kMaxTokens;
    request.messages.push_back({"system", std::string(kSystem)});
    for (const WorkedExample& example : worked_examples()) {
      request.messages.push_back(
          {"user", task_turn(example.failing_call, example.path, example.function, example.ticket, {})});
      request.messages.push_back({"assistant", two_lines(example.wrong_line, example.right_line)});
    }
    request.messages.push_back(
        {"user", task_turn(failing_call(input.failure), input.target.path, dedented(input.function, input.column),
                           input.ticket, input.instructions)});
    return request;
  }

  // The function with the first line that reads like the named one replaced; the reply itself where it names none, for
  // the gates to refuse.
  std::string answer(const AttemptInput& input, std::string_view reply) const override {
    const auto named = parse(reply);
    if (!named) return std::string(reply);
    std::string out(input.function.substr(0, body_offset(input)));
    bool replaced = false;
    for (const std::string_view line : split_lines(input.function.substr(body_offset(input)))) {
      const std::string_view content = strip_line_end(line);
      const std::size_t indent = std::min(content.find_first_not_of(" \t"), content.size());
      if (replaced || content.substr(indent) != named->wrong) {
        out += line;
        continue;
      }
      replaced = true;
      out +=
          std::string(content.substr(0, indent)) + std::string(named->right) + std::string(line.substr(content.size()));
    }
    return replaced ? out : std::string(reply);
  }

 private:
  static std::size_t body_offset(const AttemptInput& input) {
    const std::uint64_t body = std::max(input.target.body.begin, input.target.range.begin) - input.target.range.begin;
    return after_docstring(input.function, std::min(static_cast<std::size_t>(body), input.function.size()));
  }

  // A line that was named and did not repair the function is not offered again, so that at temperature 0 the next
  // likeliest one comes. Measured: this repairs more than another wording of the same line does.
  void leave_out_tried(const AttemptInput& input, LineChoices& choices) const {
    for (const PastAttempt& past : input.past) {
      if (past.strategy != id()) continue;
      if (const auto named = parse(past.reply)) std::erase(choices.offered, named->wrong);
    }
  }
};

}  // namespace

std::unique_ptr<Strategy> changed_line() { return std::make_unique<ChangedLine>(); }

}  // namespace grit::loop
