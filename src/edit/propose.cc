// From a model's answer to the bytes of the new file.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <grit/edit.h>

#include "encoding.h"
#include "extract.h"
#include "findings.h"
#include "monitor/analysis.h"
#include "reindent.h"
#include "restore.h"
#include "shift.h"
#include "shown.h"
#include "splice.h"
#include "syntax/syntax.h"

namespace grit::edit {
namespace {

constexpr std::size_t kMaxAnswerBytes = std::size_t{4} << 20;

using Gates = std::span<const std::unique_ptr<EditGate>>;

Outcome refused(Finding why) {
  Outcome out;
  out.findings.push_back(std::move(why));
  return out;
}

std::string trimmed_end(std::string text) {
  text.resize(text.find_last_not_of(" \t\r\n\f") + 1);
  return text;
}

void append(std::vector<Finding>& to, std::vector<Finding> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Where the code stands: a line of the file that goes on behind the definition must not become part of a comment.
bool swallows_rest(std::string_view text, std::string_view file, std::size_t range_end) {
  const Tokens tokens = python_tokens(text);
  if (tokens.list.empty() || tokens.list.back().kind != TokenKind::comment) return false;
  const std::size_t next = file.find_first_not_of(" \t\f", range_end);
  return next != std::string_view::npos && file[next] != '\n' && file[next] != '\r' && file[next] != '#';
}

// Lines of the inserted text as lines of the answer's code, which lacks the docstring that was put back.
void renumber(std::vector<Finding>& findings, const Restored& restored) {
  for (Finding& one : findings) {
    if (restored.docstring_lines == 0 || one.line < restored.docstring_at) continue;
    const std::uint32_t last = restored.docstring_at + restored.docstring_lines;
    one.line = one.line < last ? 0 : one.line - restored.docstring_lines;
  }
}

// One reading of the answer, made into an edit.
Outcome edit_with(const Selection& selection, const Wanted& wanted, Gates gates) {
  Outcome out;
  const Target& target = wanted.target;
  const std::string_view file = wanted.file;
  const IndentStyle style = indent_style(file, target.range, wanted.old);
  Reindented moved = reindent(selection.code, style, wanted.old);
  if (!moved.findings.empty()) {
    out.findings = std::move(moved.findings);
    return out;
  }
  // An answer that is indented in its own way as well as incomplete was written from memory: nothing is put back.
  Restored restored;
  if (moved.normalised)
    restored.text = std::move(moved.text);
  else
    restored = restore(std::move(moved.text), wanted.old, target.range.of(file));
  const auto range_end = static_cast<std::size_t>(target.range.end);
  std::string text = trimmed_end(without_repeated_comments(trimmed_end(std::move(restored.text)), file, range_end));
  if (auto problem = encoding_problem(file, text)) return refused(std::move(*problem));
  if (swallows_rest(text, file, range_end)) {
    return refused(finding("siblings_changed", 0, "a comment would swallow the code behind the function",
                           "Do not end the function with a comment."));
  }
  ByteRange range = target.range;
  if (restored.keeps_decorators) range.begin = target.inner.begin;
  Proposal proposal = splice(file, target.path, range, with_line_ends(text, line_end_of(file, target.range)));
  GateInput input{file, proposal.bytes, target, proposal.replaced, proposal.inserted, selection.code};
  Analysis analysis(input);
  input.analysis = &analysis;
  for (const auto& gate : gates) {
    out.findings = gate->check(input);
    if (out.findings.empty()) continue;
    renumber(out.findings, restored);
    return out;
  }
  if (!only_range_changed(file, proposal)) return refused(finding("siblings_changed", 0, "bytes outside changed", ""));
  proposal.notes = selection.notes;
  append(proposal.notes, std::move(moved.notes));
  append(proposal.notes, std::move(restored.notes));
  out.proposal = std::move(proposal);
  return out;
}

// The same where indentation means nothing.
Outcome edit_by_grammar(const Selection& selection, const Wanted& wanted, Gates gates) {
  const Target& target = wanted.target;
  const std::string_view file = wanted.file;
  // An answer that begins at its header keeps the decorators, attributes or "export" that stand before it.
  const bool keeps_prefix = selection.prefix == 0 && target.range.begin != target.inner.begin;
  const ByteRange range{keeps_prefix ? target.inner.begin : target.range.begin, target.range.end};
  Shifted moved = shift(selection.code, selection.in_literal, file, range);
  std::string text = trimmed_end(std::move(moved.text));
  const bool lost_semicolon = range.of(file).ends_with(';') && text.ends_with('}');
  if (lost_semicolon) text += ';';
  if (auto problem = encoding_problem(file, text)) return refused(std::move(*problem));
  Proposal proposal = splice(file, target.path, range, with_line_ends(text, line_end_of(file, target.range)));
  GateInput input{file, proposal.bytes, target, proposal.replaced, proposal.inserted, selection.code};
  Analysis analysis(input);
  input.analysis = &analysis;
  Outcome out;
  for (const auto& gate : gates) {
    out.findings = gate->check(input);
    if (!out.findings.empty()) return out;
  }
  if (!only_range_changed(file, proposal)) return refused(finding("siblings_changed", 0, "bytes outside changed", ""));
  proposal.notes = selection.notes;
  append(proposal.notes, std::move(moved.notes));
  if (lost_semicolon) proposal.notes.push_back(finding("semicolon_kept", 0, "kept the semicolon at the end", ""));
  if (keeps_prefix) {
    const std::string_view prefix = ByteRange{target.range.begin, target.inner.begin}.of(file);
    proposal.notes.push_back(finding("decorators_kept", 0, "kept " + quoted(trimmed_end(std::string(prefix))), ""));
  }
  out.proposal = std::move(proposal);
  return out;
}

// One of several clean readings: the only one that passes, or, when more than one does, none.
Outcome choose(const std::vector<Selection>& readings, const Wanted& wanted, Gates gates) {
  std::optional<Outcome> passed;
  std::optional<Outcome> failed;
  for (const Selection& reading : readings) {
    Outcome one =
        is_read_by_parts(wanted.target) ? edit_with(reading, wanted, gates) : edit_by_grammar(reading, wanted, gates);
    if (!one.proposal) {
      failed = std::move(one);
    } else if (!passed) {
      passed = std::move(one);
    } else if (passed->proposal->after != one.proposal->after) {
      return refused(finding("ambiguous_answer", 0, "the answer holds several versions of the function",
                             "Answer with one version of the function only."));
    }
  }
  return passed ? std::move(*passed) : std::move(*failed);
}

Status check_target(std::string_view bytes, const Target& target) {
  if (ContentHash::of(bytes) != target.content) {
    return {Code::changed, target.path + " is not what the target was located in"};
  }
  const ByteRange all{0, bytes.size()};
  if (!all.contains(target.range) || !target.range.contains(target.inner)) {
    return {Code::invalid_argument, "the target's range lies outside of " + target.path};
  }
  if (!syntax::has_grammar(target.language)) {
    return {Code::unsupported, target.path + " is in a language without a grammar; replace text in it"};
  }
  return {};
}

// What the answer is read against. Other languages than Python need the name and the kind only.
std::optional<DefinitionParts> old_parts(std::string_view bytes, const Target& target) {
  if (is_read_by_parts(target)) return definition_parts(target.range.of(bytes));
  DefinitionParts parts;
  parts.contract.name = target.name;
  parts.contract.is_class = target.is_class;
  return parts;
}

}  // namespace

Result<Outcome> propose_function(std::string_view bytes, const Target& target, std::string_view answer,
                                 FinishReason finish, Gates gates, const Shown& shown) {
  if (const Status status = check_target(bytes, target); !status.ok()) return status;
  if (answer.size() > kMaxAnswerBytes) {
    return Status(Code::limit, "the answer has more than " + std::to_string(kMaxAnswerBytes) + " bytes");
  }
  // Whatever it looks like: what a limit has cut is never applied.
  if (finish == FinishReason::length) {
    return refused(finding("truncated", 0, "the model stopped at its token limit",
                           "Answer with the function only, so that it fits."));
  }
  const auto old = old_parts(bytes, target);
  if (!old) return Status(Code::unsupported, target.symbol + " is not a definition that can be replaced as a whole");
  const Wanted wanted{target, bytes, *old};
  const std::vector<Selection> readings = read_answer(answer, wanted, finish);
  if (readings[0].reading != Reading::clean) {
    Outcome out;
    out.findings = readings[0].findings;
    return out;
  }
  return within_shown(choose(readings, wanted, gates), bytes, shown);
}

}  // namespace grit::edit
