#include "reindent.h"

#include <algorithm>
#include <set>

#include "findings.h"

namespace grit::edit {
namespace {

std::string_view blanks_of(std::string_view line) {
  return line.substr(0, std::min(line.find_first_not_of(" \t\f"), line.size()));
}

// The blanks before `offset` on its line; a byte order mark does not count. Nothing where code stands there.
std::string blanks_before(std::string_view file, std::size_t offset) {
  const std::size_t end = offset == 0 ? std::string_view::npos : file.find_last_of("\r\n", offset - 1);
  std::string_view before = file.substr(end == std::string_view::npos ? 0 : end + 1);
  before = before.substr(0, offset - (end == std::string_view::npos ? 0 : end + 1));
  if (before.starts_with("\xEF\xBB\xBF")) before.remove_prefix(3);
  return std::string(blanks_of(before));
}

std::optional<std::string> step_between(std::string_view outer, std::string_view inner) {
  if (inner.size() <= outer.size() || !inner.starts_with(outer)) return std::nullopt;
  return std::string(inner.substr(outer.size()));
}

// The first level that some block of the file has.
std::optional<std::string> unit_of_file(std::string_view file) {
  const Tokens tokens = python_tokens(file);
  const std::vector<PythonLine> lines = python_lines(file, tokens);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (!lines[i - 1].opens()) continue;
    if (auto step = step_between(lines[i - 1].indent, lines[i].indent)) return step;
  }
  return std::nullopt;
}

std::vector<std::size_t> steps_of(std::span<const PythonLine> lines) {
  std::set<std::size_t> steps;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i - 1].opens() && lines[i].column > lines[i - 1].column) {
      steps.insert(lines[i].column - lines[i - 1].column);
    }
  }
  return {steps.begin(), steps.end()};
}

// A multi-line literal's text without the indentation that all its lines after the first share.
std::string dedented(std::string_view literal) {
  std::size_t common = std::string_view::npos;
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at <= literal.size();) {
    const std::size_t end = std::min(literal.find('\n', at), literal.size());
    lines.push_back(literal.substr(at, end - at));
    at = end + 1;
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t blanks = blanks_of(lines[i]).size();
    if (blanks < lines[i].size()) common = std::min(common, blanks);
  }
  std::string out(lines[0]);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t blanks = blanks_of(lines[i]).size();
    out += '\n';
    if (blanks < lines[i].size()) out += lines[i].substr(common);
  }
  return out;
}

bool is_multi_line(const Token& token) {
  return token.kind == TokenKind::string && token.text.find('\n') != std::string_view::npos;
}

// A string of `at` moved from one indentation to another; lines that have less stay.
std::string moved(std::string_view literal, std::string_view from, std::string_view to) {
  std::string out;
  for (std::size_t at = 0; at < literal.size();) {
    const std::size_t end = std::min(literal.find('\n', at), literal.size() - 1) + 1;
    const std::string_view line = literal.substr(at, end - at);
    const bool blank = blanks_of(line).size() + 1 >= line.size() && line.ends_with('\n');
    if (at > 0 && !blank && line.starts_with(from))
      (out += to) += line.substr(from.size());
    else
      out += line;
    at = end;
  }
  return out;
}

class Reindenter {
 public:
  Reindenter(std::string_view code, const IndentStyle& style, const DefinitionParts& old)
      : code_(code), style_(style), old_(old), tokens_(python_tokens(code)), lines_(python_lines(code, tokens_)) {}

  Reindented run() {
    if (lines_.empty()) return std::move(out_);
    fix_first_line();
    layout_ = layout_of(lines_);
    if (layout_.problem) return refuse_layout();
    steps_ = steps_of(lines_);
    if (!choose_way()) return std::move(out_);
    write_lines();
    settle_literals();
    return std::move(out_);
  }

 private:
  std::size_t base_column() const { return column_after(style_.base); }
  std::size_t unit_column() const {  // the width of one level at the place of the definition
    return style_.unit ? column_after(style_.base + *style_.unit) - base_column() : 0;
  }

  // Models often repeat a method as they saw it quoted: the first line without its blanks, the others in place.
  void fix_first_line() {
    PythonLine& first = lines_[0];
    std::size_t header = 0;
    while (header + 1 < lines_.size() && lines_[header].starts("@")) ++header;
    if (first.column != 0) return;
    if (header > 0) {
      first.column = lines_[header].column;
      first.indent = lines_[header].indent;
    } else if (lines_.size() > 1 && base_column() > 0 && lines_[1].column == base_column() + unit_column()) {
      first.column = base_column();
      first.indent = style_.base;
    }
  }

  Reindented refuse_layout() {
    const PythonLine& line = lines_[layout_.problem->line];
    const std::uint32_t number = line_at(code_, line.begin());
    if (layout_.problem->code == "empty_body") {
      out_.findings.push_back(finding("empty_body", number, "a block has no statements",
                                      "Line " + std::to_string(number) + " needs a block of statements before it."));
    } else {
      out_.findings.push_back(finding("bad_indentation", number, "the indentation matches no block",
                                      "The indentation of line " + std::to_string(number) +
                                          " does not fit any block: indent every level by the same amount."));
    }
    return std::move(out_);
  }

  bool answer_has(char blank) const {
    return std::any_of(lines_.begin(), lines_.end(),
                       [&](const PythonLine& line) { return line.indent.find(blank) != std::string_view::npos; });
  }

  bool refuse(std::string message, std::string for_model) {
    out_.findings.push_back(finding("bad_indentation", 0, std::move(message), std::move(for_model)));
    return false;
  }

  // Whether all lines move alike or every level is mapped; false when neither is safe.
  bool choose_way() {
    const bool answer_tabs = answer_has('\t');
    const bool answer_spaces = answer_has(' ');
    by_level_ = false;
    if (!style_.unit) return true;
    if (answer_tabs && !style_.tabs()) {
      return refuse("the answer indents with tabs, the file with spaces",
                    "Indent with spaces, as the file does, not with tabs.");
    }
    const bool converts = style_.tabs() && answer_spaces && !answer_tabs;
    const auto in_file = [&](std::size_t step) {
      return step == unit_column() || std::find(style_.steps.begin(), style_.steps.end(), step) != style_.steps.end();
    };
    if (!converts && std::all_of(steps_.begin(), steps_.end(), in_file)) return true;
    if (answer_tabs && answer_spaces) {
      return refuse("the answer mixes tabs and spaces", "Indent with tabs only, as the file does.");
    }
    by_level_ = true;
    if (steps_.size() > 1 && !only_outer_differs()) {
      return refuse("the answer's levels are indented by different amounts",
                    "Indent every level by " + std::to_string(unit_column()) + " spaces.");
    }
    out_.normalised = !steps_.empty();
    return true;
  }

  // The body stands too deep or too shallow, and everything inside it has the file's steps.
  bool only_outer_differs() const {
    std::size_t body = 1;
    while (body < lines_.size() && layout_.levels[body] == 0) ++body;
    const std::vector<std::size_t> inner = steps_of(std::span(lines_).subspan(body));
    return inner.size() == 1 && inner[0] == unit_column();
  }

  std::string level_indent(std::size_t level) const {
    std::string out = style_.base;
    for (std::size_t i = 0; i < level; ++i) out += *style_.unit;
    return out;
  }

  std::string shifted(std::string_view blanks) const {
    const std::string_view from = lines_[0].indent;
    std::size_t common = 0;
    while (common < from.size() && common < blanks.size() && from[common] == blanks[common]) ++common;
    return style_.base + std::string(blanks.substr(common));
  }

  // The last line that starts at or before `offset`.
  std::size_t owner_of(std::size_t offset) const {
    const auto after = std::upper_bound(lines_.begin() + 1, lines_.end(), offset,
                                        [](std::size_t at, const PythonLine& line) { return at < line.start; });
    return static_cast<std::size_t>(after - lines_.begin()) - 1;
  }

  // A comment belongs to the statement after it when their columns agree, else to the last one in its own column.
  std::size_t comment_level(std::size_t owner, std::size_t column) const {
    if (owner + 1 < lines_.size() && lines_[owner + 1].column == column) return layout_.levels[owner + 1];
    for (std::size_t i = owner + 1; i > 0; --i) {
      if (lines_[i - 1].column == column) return layout_.levels[i - 1];
    }
    return layout_.levels[std::min(owner + 1, lines_.size() - 1)];
  }

  std::string mapped(std::size_t start, std::string_view blanks, bool comment) const {
    const std::size_t owner = owner_of(start);
    const PythonLine& line = lines_[owner];
    if (line.start == start) return level_indent(layout_.levels[owner]);
    const std::size_t column = column_after(blanks);
    if (comment && start > line.end()) return level_indent(comment_level(owner, column));
    std::string out = level_indent(layout_.levels[owner]);
    std::size_t extra = column > line.column ? column - line.column : 0;
    if (style_.tabs() && !steps_.empty()) {
      out.append(extra / steps_[0], '\t');
      extra %= steps_[0];
    }
    return out.append(extra, ' ');
  }

  bool inside_string(std::size_t start) const {
    const auto after = std::upper_bound(tokens_.list.begin(), tokens_.list.end(), start,
                                        [](std::size_t at, const Token& token) { return at <= token.begin; });
    return after != tokens_.list.begin() && is_multi_line(*std::prev(after)) && start < std::prev(after)->end();
  }

  void write_lines() {
    for (std::size_t at = 0; at < code_.size();) {
      const std::size_t end = std::min(code_.find('\n', at), code_.size() - 1) + 1;
      const std::string_view line = code_.substr(at, end - at);
      const std::string_view blanks = blanks_of(line);
      const std::string_view rest = line.substr(blanks.size());
      if (rest.empty() || rest == "\n" || inside_string(at)) {
        out_.text += line;
      } else {
        const std::string wanted = at <= lines_[0].start ? ""
                                   : by_level_           ? mapped(at, blanks, rest[0] == '#')
                                                         : shifted(blanks);
        changed_ = changed_ || (at > lines_[0].start && wanted != blanks);
        (out_.text += wanted) += rest;
      }
      at = end;
    }
    if (out_.normalised) {
      out_.notes.push_back(finding("indentation_normalised", 0, "the answer's indentation became the file's", ""));
    }
  }

  // Replaces literals by the old ones they stand for. From the last to the first, so that offsets stay true.
  void settle_literals() {
    const Tokens now = python_tokens(out_.text);
    std::vector<std::string> old_texts;
    for (const Token& token : old_.tokens.list) {
      if (is_multi_line(token)) old_texts.push_back(with_lf(token.text));
    }
    std::vector<Token> open;
    for (const Token& token : now.list) {
      if (!is_multi_line(token)) continue;
      const auto same = std::find(old_texts.begin(), old_texts.end(), token.text);
      if (same == old_texts.end())
        open.push_back(token);
      else
        old_texts.erase(same);
    }
    const auto parts = definition_parts(out_.text);
    const std::optional<Token> docstring = parts ? parts->docstring : std::nullopt;
    std::string text = out_.text;
    for (auto token = open.rbegin(); token != open.rend(); ++token) {
      const bool is_docstring = docstring && docstring->begin == token->begin;
      settle(*token, is_docstring, old_texts, text);
    }
    out_.text = std::move(text);
  }

  void settle(const Token& token, bool is_docstring, std::vector<std::string>& old_texts, std::string& text) {
    if (!changed_ && !is_docstring) return;
    const auto same = std::find_if(old_texts.begin(), old_texts.end(),
                                   [&](const std::string& old) { return dedented(old) == dedented(token.text); });
    if (same != old_texts.end()) {
      text.replace(token.begin, token.text.size(), *same);
      old_texts.erase(same);
    } else if (is_docstring) {
      if (changed_) text.replace(token.begin, token.text.size(), moved_docstring(token));
    } else if (!old_texts.empty()) {
      const std::uint32_t number = line_at(out_.text, token.begin);
      out_.findings.push_back(finding("ambiguous_literal", number,
                                      "a text over several lines changed while the code around it moved",
                                      "Write the function with exactly the indentation that the file has, so that "
                                      "the lines of the text at line " +
                                          std::to_string(number) + " stay as you mean them."));
    }
  }

  std::string moved_docstring(const Token& token) const {
    if (!by_level_) return moved(token.text, lines_[0].indent, style_.base);
    const auto line = std::find_if(lines_.begin(), lines_.end(), [](const PythonLine& l) {
      return l.tokens.size() == 1 && l.tokens[0].kind == TokenKind::string;
    });
    return line == lines_.end() ? std::string(token.text) : moved(token.text, line->indent, level_indent(1));
  }

  std::string_view code_;
  const IndentStyle& style_;
  const DefinitionParts& old_;
  Tokens tokens_;
  std::vector<PythonLine> lines_;
  Layout layout_;
  std::vector<std::size_t> steps_;  // the widths of the answer's levels
  bool by_level_ = false;
  bool changed_ = false;  // some line after the first moved
  Reindented out_;
};

}  // namespace

bool IndentStyle::tabs() const {
  return base.find('\t') != std::string::npos || (unit && unit->find('\t') != std::string::npos);
}

IndentStyle indent_style(std::string_view file, const ByteRange& range, const DefinitionParts& old) {
  IndentStyle style;
  style.base = blanks_before(file, static_cast<std::size_t>(range.begin));
  if (!old.body().empty()) style.unit = step_between(style.base, old.body().front().indent);
  if (!style.unit) style.unit = unit_of_file(file);
  style.steps = steps_of(old.body());
  if (!old.body().empty() && old.body().front().column > column_after(style.base)) {
    style.steps.push_back(old.body().front().column - column_after(style.base));
  }
  return style;
}

Reindented reindent(std::string_view code, const IndentStyle& style, const DefinitionParts& old) {
  return Reindenter(code, style, old).run();
}

}  // namespace grit::edit
