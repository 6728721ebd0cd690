#include "select.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "findings.h"
#include "reindent.h"
#include "syntax/syntax.h"

namespace grit::edit {
namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

std::string_view trimmed_left(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(" \t\f"), line.size()));
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n\f") == kNowhere; }

// A line that can only be code: a decorator, a definition, an import.
bool looks_like_code(std::string_view line) {
  const std::string_view text = trimmed_left(line);
  if (text.starts_with("@")) return text.size() > 1 && text[1] != ' ';
  if (text.starts_with("from ")) return text.find(" import ") != kNowhere;
  for (const std::string_view word : {"def ", "async def ", "class "}) {
    if (text.starts_with(word)) return text.find_first_of(":(", word.size()) != kNowhere;
  }
  return text.starts_with("import ") && text.find_first_of("!?") == kNowhere && !text.ends_with(".");
}

// Text that the grammar does not accept and that holds no line of code.
bool is_prose(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    if (looks_like_code(strip_line_end(line))) return false;
  }
  syntax::Parser parser;
  const auto parsed = parser.parse(text, "python", {}, {.uses = false}, {});
  return !parsed || !parsed->errors.empty();
}

std::vector<std::string> parents_of(std::string_view symbol) {
  std::vector<std::string> parents;
  while (!symbol.empty()) {
    const std::size_t dot = std::min(symbol.find('.'), symbol.size());
    const std::string_view part = symbol.substr(0, dot);
    if (part != "<locals>") parents.emplace_back(part.substr(0, part.find('#')));
    symbol.remove_prefix(std::min(dot + 1, symbol.size()));
  }
  if (!parents.empty()) parents.pop_back();
  return parents;
}

// A definition in the lines of a text: [first, last), the header with the name, and the lines it is nested in.
struct Item {
  std::size_t first = 0;
  std::size_t header = 0;
  std::size_t last = 0;
  std::size_t column = 0;               // lines that are indented more belong to it
  std::vector<std::size_t> containers;  // innermost first
};

class Selector {
 public:
  Selector(std::string_view text, const Wanted& wanted, bool fenced) : text_(text), wanted_(wanted), fenced_(fenced) {}

  Selection run() {
    const std::size_t start = fenced_ ? 0 : code_start();
    if (start == kNowhere) return std::move(out_);
    head_ = text_.substr(0, start);
    body_ = text_.substr(start);
    tokens_ = python_tokens(body_);
    lines_ = python_lines(body_, tokens_);
    std::vector<Item> items = find_items();
    if (items.empty()) return report_others();
    const Item item = choose(items);
    take(item);
    if (out_.reading == Reading::incomplete) return std::move(out_);
    judge_rest(item);
    const bool clean = out_.findings.empty();
    out_.reading = clean ? Reading::clean : Reading::with_extra;
    return std::move(out_);
  }

 private:
  std::size_t code_start() const {
    std::size_t at = 0;
    for (const std::string_view line : split_lines(text_)) {
      if (looks_like_code(strip_line_end(line))) return at;
      at += line.size();
    }
    return kNowhere;
  }

  std::uint32_t line_number(std::size_t body_offset) const { return line_at(text_, head_.size() + body_offset); }

  Item item_at(std::size_t header) const {
    Item item{header, header, header + 1, lines_[header].column, {}};
    while (item.first > 0 && lines_[item.first - 1].starts("@") && lines_[item.first - 1].column <= item.column) {
      --item.first;
    }
    const IndentStyle style = indent_style(wanted_.file, wanted_.target.range, wanted_.old);
    const std::size_t base = column_after(style.base);
    const std::size_t body = style.unit ? column_after(style.base + *style.unit) : base;
    // The first line without its blanks, the others in place.
    if (item.first == header && item.column == 0 && base > 0 && item.last < lines_.size() &&
        lines_[item.last].column == body) {
      item.column = base;
    }
    while (item.last < lines_.size() && lines_[item.last].column > item.column) ++item.last;
    std::size_t column = lines_[header].column;
    for (std::size_t i = item.first; i > 0 && column > 0; --i) {
      if (lines_[i - 1].column >= column) continue;
      if (!lines_[i - 1].opens()) break;
      item.containers.push_back(i - 1);
      column = lines_[i - 1].column;
    }
    return item;
  }

  bool nested_where_wanted(const Item& item) const {
    std::vector<std::string> parents = parents_of(wanted_.target.symbol);
    for (const std::size_t container : item.containers) {
      const auto name = definition_name(lines_[container]);
      if (!name) continue;
      if (parents.empty() || parents.back() != lines_[container].tokens[*name].text) return false;
      parents.pop_back();
    }
    return true;
  }

  std::vector<Item> find_items() const {
    std::vector<Item> items;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const auto name = definition_name(lines_[i]);
      if (!name || lines_[i].tokens[*name].text != wanted_.old.contract.name) continue;
      if (lines_[i].starts("class") != wanted_.old.contract.is_class) continue;
      const Item item = item_at(i);
      const bool inside_last = !items.empty() && i < items.back().last;
      if (!inside_last && nested_where_wanted(item)) items.push_back(item);
    }
    return items;
  }

  std::vector<std::string> decorators_of(const Item& item) const {
    std::vector<std::string> out;
    for (std::size_t i = item.first; i < item.header; ++i)
      out.push_back(joined(std::span(lines_[i].tokens).subspan(1)));
    return out;
  }

  // Of several definitions with the name, the one with the old one's decorators.
  const Item& choose(const std::vector<Item>& items) {
    const auto fits = [&](const Item& item) { return decorators_of(item) == wanted_.old.contract.decorators; };
    const auto count = std::count_if(items.begin(), items.end(), fits);
    if (items.size() > 1 && count != 1) {
      out_.findings.push_back(finding("ambiguous_answer", line_number(lines_[items[1].header].begin()),
                                      "the answer defines " + wanted_.old.contract.name + " more than once",
                                      "Write the function " + wanted_.old.contract.name + " once only."));
    }
    return count == 1 ? *std::find_if(items.begin(), items.end(), fits) : items.front();
  }

  Selection report_others() {
    std::set<std::string> names;
    for (const PythonLine& line : lines_) {
      const auto name = definition_name(line);
      if (name && names.size() < 3) names.insert(std::string(line.tokens[*name].text));
    }
    if (names.empty()) return std::move(out_);
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    out_.reading = Reading::other;
    out_.findings.push_back(
        finding("wrong_function", 0, "the answer defines " + list + ", not " + wanted_.target.symbol,
                "Answer with the function " + wanted_.old.contract.name + " under its own name, and nothing else."));
    return std::move(out_);
  }

  std::size_t end_of_line(std::size_t offset) const { return std::min(body_.find('\n', offset), body_.size()); }

  // After the item's last line: the comments that are indented like its body.
  std::size_t with_comments(std::size_t end, const Item& item) const {
    std::size_t at = std::min(end + 1, body_.size());
    while (at < body_.size()) {
      const std::size_t line_end = end_of_line(at);
      const std::string_view line = body_.substr(at, line_end - at);
      const std::string_view rest = trimmed_left(line);
      const std::size_t column = column_after(line.substr(0, line.size() - rest.size()));
      if (!rest.empty() && (rest[0] != '#' || column <= item.column)) break;
      if (!rest.empty()) end = line_end;
      at = line_end + 1;
    }
    return end;
  }

  void take(const Item& item) {
    const std::size_t begin = lines_[item.first].start;
    item_end_ = with_comments(end_of_line(lines_[item.last - 1].end() - 1), item);
    out_.code = body_.substr(begin, item_end_ - begin);
    out_.reading = Reading::with_extra;
    if (!tokens_.trouble.empty() && tokens_.trouble_at < item_end_ && tokens_.trouble_at >= begin) {
      const std::uint32_t line = line_at(out_.code, tokens_.trouble_at - begin);
      out_.reading = Reading::incomplete;
      out_.findings.push_back(
          finding("syntax_error", line, "the code holds " + tokens_.trouble,
                  "Line " + std::to_string(line) + " holds " + tokens_.trouble + ": write the complete function."));
    } else if (item.last == item.header + 1 && lines_[item.header].opens()) {
      const std::uint32_t line = line_at(out_.code, lines_[item.header].begin() - begin);
      out_.reading = Reading::incomplete;
      out_.findings.push_back(finding("empty_body", line, "the function has no body",
                                      "Write the body of the function, indented under its header."));
    }
  }

  void judge_rest(const Item& item) {
    judge_head();
    for (const std::size_t container : item.containers) {
      if (!in_file(container, container + 1, false)) extra(container);
    }
    for (std::size_t i = 0; i < item.first;) {
      const bool container = std::find(item.containers.begin(), item.containers.end(), i) != item.containers.end();
      const std::size_t end = container ? i + 1 : std::min(statement_end(lines_, i), item.first);
      if (!container) judge_statement(i, end);
      i = end;
    }
    if (fenced_)
      judge_lines_after(item);
    else
      judge_paragraphs_after(item);
  }

  void judge_lines_after(const Item& item) {
    for (std::size_t i = item.last; i < lines_.size();) {
      const std::size_t end = statement_end(lines_, i);
      judge_statement(i, end);
      i = end;
    }
  }

  // Outside of a fence, paragraphs of prose may follow the code, and code may follow those.
  void judge_paragraphs_after(const Item& item) {
    std::size_t at = item_end_;
    std::size_t line = item.last;
    while (at < body_.size()) {
      const std::size_t gap = body_.find("\n\n", at + 1);
      const std::size_t end = std::min(gap, body_.size());
      const std::string_view paragraph = body_.substr(at, end - at);
      if (!is_blank(paragraph)) {
        const std::size_t first = line;
        while (line < lines_.size() && lines_[line].begin() < end) ++line;
        if (is_prose(paragraph))
          drop_prose();
        else
          for (std::size_t i = first; i < line;) {
            const std::size_t after = std::min(statement_end(lines_, i), line);
            judge_statement(i, after);
            i = after;
          }
      }
      at = end;
    }
  }

  void judge_head() {
    const Tokens tokens = python_tokens(head_);
    if (python_lines(head_, tokens).empty()) return;  // comments only
    if (is_prose(head_)) return drop_prose();
    out_.findings.push_back(extra_finding(1, head_));
  }

  void drop_prose() {
    if (prose_noted_) return;
    prose_noted_ = true;
    out_.notes.push_back(finding("prose_dropped", 0, "text outside of the code was left out", ""));
  }

  // Lines that the file has already change nothing; nor does an import that the definition does not use.
  void judge_statement(std::size_t first, std::size_t last) {
    if (in_file(first, last, true) || is_unused_import(lines_[first])) {
      out_.notes.push_back(finding("extra_code_dropped", line_number(lines_[first].begin()),
                                   "left out " + quoted(joined(lines_[first].tokens)), ""));
    } else {
      extra(first);
    }
  }

  void extra(std::size_t line) {
    out_.findings.push_back(extra_finding(line_number(lines_[line].begin()), joined(lines_[line].tokens)));
  }

  Finding extra_finding(std::uint32_t line, std::string_view code) const {
    return finding("extra_code", line, "the answer holds more than the function: " + quoted(code),
                   "Answer with the function " + wanted_.old.contract.name + " only, without " + quoted(code, 40) +
                       "; what it needs goes inside of it.");
  }

  // Whether lines [first, last) stand in the file, as a whole statement when `whole`.
  bool in_file(std::size_t first, std::size_t last, bool whole) {
    if (file_lines_.empty()) {
      file_ = with_lf(wanted_.file);
      if (file_.starts_with("\xEF\xBB\xBF")) file_.erase(0, 3);
      file_tokens_ = python_tokens(file_);
      file_lines_ = python_lines(file_, file_tokens_);
    }
    const std::size_t count = last - first;
    for (std::size_t j = 0; j + count <= file_lines_.size(); ++j) {
      std::size_t same = 0;
      while (same < count && same_tokens(lines_[first + same], file_lines_[j + same])) ++same;
      if (same == count && (!whole || statement_end(file_lines_, j) == j + count)) return true;
    }
    return false;
  }

  bool is_unused_import(const PythonLine& line) const {
    if (!line.starts("import") && !line.starts("from")) return false;
    if (line.tokens.size() > 1 && line.tokens[1].is("__future__")) return false;
    const Tokens code = python_tokens(out_.code);
    const bool star = line.tokens.back().is("*");
    return !star && std::none_of(line.tokens.begin() + 1, line.tokens.end(), [&](const Token& bound) {
      return bound.kind == TokenKind::word && std::any_of(code.list.begin(), code.list.end(),
                                                          [&](const Token& used) { return used.text == bound.text; });
    });
  }

  std::string_view text_;
  const Wanted& wanted_;
  bool fenced_;
  std::string_view head_;
  std::string_view body_;
  Tokens tokens_;
  std::vector<PythonLine> lines_;
  std::size_t item_end_ = 0;  // in body_
  bool prose_noted_ = false;
  std::string file_;
  Tokens file_tokens_;
  std::vector<PythonLine> file_lines_;
  Selection out_;
};

}  // namespace

Selection select_definition(std::string_view text, const Wanted& wanted, bool fenced) {
  return Selector(text, wanted, fenced).run();
}

}  // namespace grit::edit
