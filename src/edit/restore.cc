#include "restore.h"

#include <algorithm>
#include <utility>

#include "findings.h"
#include "typography.h"

namespace grit::edit {
namespace {

bool may_be_dropped(const std::string& now, const std::string& old) { return now.empty() || now == old; }

// The header is the old one with some annotations left out, and nothing else.
bool only_annotations_missing(const Contract& old, const Contract& now) {
  if (old.is_class || old.name != now.name || old.is_async != now.is_async) return false;
  if (old.type_parameters != now.type_parameters || old.parameters.size() != now.parameters.size()) return false;
  bool any = old.returns != now.returns;
  if (!may_be_dropped(now.returns, old.returns)) return false;
  for (std::size_t i = 0; i < old.parameters.size(); ++i) {
    Parameter without = now.parameters[i];
    if (!may_be_dropped(without.annotation, old.parameters[i].annotation)) return false;
    any = any || without.annotation != old.parameters[i].annotation;
    without.annotation = old.parameters[i].annotation;
    if (without != old.parameters[i]) return false;
  }
  return any;
}

void restore_header(const DefinitionParts& old, std::string_view old_text, Restored& out) {
  const auto now = definition_parts(out.text);
  if (!now || !only_annotations_missing(old.contract, now->contract)) return;
  const std::string header = with_lf(old_text.substr(old.header_begin(), old.header_end() - old.header_begin()));
  out.text.replace(now->header_begin(), now->header_end() - now->header_begin(), header);
  out.notes.push_back(finding("annotations_restored", 0, "annotations that the answer left out were kept", ""));
}

// The docstring with the blank lines that follow it.
std::string docstring_of(const DefinitionParts& old, std::string_view old_text) {
  std::string out = with_lf(old.docstring->text);
  std::string_view after = old_text.substr(old.docstring->end());
  const std::size_t code = after.find_first_not_of(" \t\r\n\f");
  if (code == std::string_view::npos) return out;
  after = after.substr(0, code);
  const auto line_ends = static_cast<std::size_t>(std::count(after.begin(), after.end(), '\n'));
  return out.append(line_ends > 1 ? line_ends - 1 : 0, '\n');
}

void restore_docstring(const DefinitionParts& old, std::string_view old_text, Restored& out) {
  const auto now = definition_parts(out.text);
  if (!old.docstring || !now || now->docstring || old.inline_body || now->inline_body || now->body().empty()) return;
  const std::string lines = docstring_of(old, old_text);
  const std::size_t at = now->body().front().start;
  // Comments between the header and the first statement stay in front of that statement.
  const std::size_t header_line_end = std::min(out.text.find('\n', now->header_end()), out.text.size());
  const std::string indent(now->body().front().indent);
  if (at <= header_line_end) return;
  out.docstring_at = line_at(out.text, header_line_end) + 1;
  out.docstring_lines = static_cast<std::uint32_t>(std::count(lines.begin(), lines.end(), '\n')) + 1;
  out.text.insert(header_line_end, "\n" + indent + lines);
  out.notes.push_back(finding("docstring_restored", 0, "the docstring that the answer left out was kept", ""));
}

bool has_typography(const Token& token) { return straightened(token.text) != token.text; }

void restore_typography(const DefinitionParts& old, Restored& out) {
  const Tokens now = python_tokens(out.text);
  const auto in = [](const Tokens& tokens, const Token& wanted) {
    return std::any_of(tokens.list.begin(), tokens.list.end(), [&](const Token& t) {
      return t.kind == wanted.kind && with_lf(t.text) == with_lf(wanted.text);
    });
  };
  std::vector<std::pair<Token, std::string>> changes;
  for (const Token& token : now.list) {
    if (token.kind != TokenKind::comment && token.kind != TokenKind::string) continue;
    if (in(old.tokens, token)) continue;
    const auto source = std::find_if(old.tokens.list.begin(), old.tokens.list.end(), [&](const Token& t) {
      return t.kind == token.kind && has_typography(t) && straightened(with_lf(t.text)) == straightened(token.text) &&
             !in(now, t);
    });
    if (source != old.tokens.list.end()) changes.emplace_back(token, with_lf(source->text));
  }
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    out.text.replace(change->first.begin, change->first.text.size(), change->second);
  }
  if (changes.empty()) return;
  out.notes.push_back(finding("typography_restored", 0, "quotes or dashes that the answer straightened were kept", ""));
}

}  // namespace

Restored restore(std::string text, const DefinitionParts& old, std::string_view old_text) {
  Restored out;
  out.text = std::move(text);
  restore_typography(old, out);
  restore_header(old, old_text, out);
  restore_docstring(old, old_text, out);
  const auto now = definition_parts(out.text);
  if (now && now->header == 0 && old.header > 0 && now->contract.name == old.contract.name) {
    out.keeps_decorators = true;
    out.notes.push_back(finding("decorators_kept", 0, "decorators that the answer left out were kept", ""));
  }
  return out;
}

}  // namespace grit::edit
