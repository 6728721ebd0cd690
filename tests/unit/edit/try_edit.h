// One line per case: what becomes of an answer.
#ifndef GRIT_TESTS_UNIT_EDIT_TRY_EDIT_H_
#define GRIT_TESTS_UNIT_EDIT_TRY_EDIT_H_

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include <grit/edit.h>

namespace grit::test {

inline edit::Outcome outcome_of(std::string_view file, std::string_view symbol, std::string_view answer,
                                edit::FinishReason finish = edit::FinishReason::stop, std::string_view path = "x.py") {
  const auto target = edit::locate(file, path, symbol);
  REQUIRE_MESSAGE(target.has_value(), (target ? std::string() : target.error().message()));
  const auto gates = edit::default_gates();
  auto outcome = edit::propose_function(file, *target, answer, finish, gates);
  REQUIRE(outcome.has_value());
  return std::move(*outcome);
}

inline std::string codes_of(const std::vector<edit::Finding>& findings) {
  std::string out;
  for (const edit::Finding& one : findings) out += (out.empty() ? "" : " ") + one.code;
  return out;
}

// The new file, or "refused: " and the codes.
inline std::string edited(std::string_view file, std::string_view symbol, std::string_view answer,
                          edit::FinishReason finish = edit::FinishReason::stop) {
  const edit::Outcome outcome = outcome_of(file, symbol, answer, finish);
  return outcome.proposal ? outcome.proposal->bytes : "refused: " + codes_of(outcome.findings);
}

// The same in a file of another language.
inline std::string edited_in(std::string_view path, std::string_view file, std::string_view symbol,
                             std::string_view answer) {
  const edit::Outcome outcome = outcome_of(file, symbol, answer, edit::FinishReason::stop, path);
  return outcome.proposal ? outcome.proposal->bytes : "refused: " + codes_of(outcome.findings);
}

// The codes of what was mended.
inline std::string notes_of(std::string_view file, std::string_view symbol, std::string_view answer) {
  const edit::Outcome outcome = outcome_of(file, symbol, answer);
  return outcome.proposal ? codes_of(outcome.proposal->notes) : "refused: " + codes_of(outcome.findings);
}

// The new file of an exact replacement, or "refused: " and the codes.
inline std::string replaced(std::string_view file, std::string_view old_text, std::string_view new_text,
                            std::string_view path = "x.txt") {
  const edit::Outcome outcome = edit::propose_replace(file, path, old_text, new_text);
  return outcome.proposal ? outcome.proposal->bytes : "refused: " + codes_of(outcome.findings);
}

}  // namespace grit::test

#endif  // GRIT_TESTS_UNIT_EDIT_TRY_EDIT_H_
