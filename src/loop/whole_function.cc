// The strategy that asks for the whole function.
#include <algorithm>
#include <memory>
#include <string>

#include <grit/loop.h>

#include "prompt.h"

namespace grit::loop {
namespace {

constexpr std::string_view kSystem =
    "You repair Python functions. You get a failing call, the function and the ticket that a user wrote. Answer with "
    "the whole repaired function in one ```python fence and nothing else. Keep its name and parameters. Change as "
    "little as possible, but the function must change: as it stands, the failing call gives the wrong result.";

std::string fenced(std::string_view code) { return "```python\n" + std::string(code) + "```"; }

// Room for the function again and a third more; one token is about three bytes of code.
std::uint32_t answer_tokens(std::string_view function) {
  return std::clamp<std::uint32_t>(static_cast<std::uint32_t>(function.size() / 3 * 4 / 3), 256, 8192);
}

class WholeFunction final : public Strategy {
 public:
  std::string_view id() const override { return "whole_function"; }

  std::optional<model::Request> request(const AttemptInput& input) const override {
    const auto mine = std::count_if(input.past.begin(), input.past.end(),
                                    [&](const PastAttempt& past) { return past.strategy == id(); });
    // Small models do not use what they are told of an unchanged answer; one more try pays off after anything else.
    if (mine >= 2 || (mine == 1 && input.past.back().unchanged)) return std::nullopt;
    model::Request request;
    request.max_tokens = answer_tokens(input.function);
    request.messages.push_back({"system", std::string(kSystem)});
    for (const WorkedExample& example : worked_examples()) {
      request.messages.push_back(
          {"user", task_turn(example.failing_call, example.path, example.function, example.ticket, {})});
      request.messages.push_back({"assistant", fenced(example.repaired)});
    }
    request.messages.push_back(
        {"user", task_turn(failing_call(input.failure), input.target.path, dedented(input.function, input.column),
                           input.ticket, input.instructions)});
    if (mine == 1) {
      const PastAttempt& past = input.past.back();
      request.messages.push_back({"assistant", past.reply});
      request.messages.push_back({"user", "That is not right yet. " + failing_call(past.feedback) +
                                              "\n\nAnswer with the whole repaired function again."});
    }
    return request;
  }

  std::string answer(const AttemptInput&, std::string_view reply) const override { return std::string(reply); }
};

}  // namespace

std::unique_ptr<Strategy> whole_function() { return std::make_unique<WholeFunction>(); }

}  // namespace grit::loop
