#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <absl/strings/ascii.h>

#include "base/text.h"
#include "findings.h"
#include "select.h"
#include "syntax/syntax.h"

namespace grit::edit {
namespace {

using syntax::Definition;
using syntax::Leaf;
using syntax::LeafKind;

// How many places are tried where code can begin in prose, and where it can end: each costs a parse of the file.
constexpr std::size_t kMaxBegins = 4;
constexpr std::size_t kMaxEnds = 6;

std::string_view without_ordinal(std::string_view qualified) {
  const std::size_t mark = qualified.rfind('#');
  const bool ordinal = mark != std::string_view::npos && mark + 1 < qualified.size() &&
                       qualified.find_first_not_of("0123456789", mark + 1) == std::string_view::npos;
  return ordinal ? qualified.substr(0, mark) : qualified;
}

// The text, read somewhere.
struct Reader {
  std::string bytes;   // what is parsed
  std::size_t at = 0;  // where the text begins in it
  syntax::FileSyntax syntax;
  std::vector<const Definition*> found;   // those that were asked for
  std::vector<const Definition*> others;  // the outermost ones of other names
};

class GrammarSelector {
 public:
  GrammarSelector(std::string_view text, const Wanted& wanted, bool fenced)
      : text_(text), wanted_(wanted), fenced_(fenced) {}

  Selection run() {
    const auto begin = static_cast<std::size_t>(wanted_.target.range.begin);
    const auto end = static_cast<std::size_t>(wanted_.target.range.end);
    const std::string line_end = "\n";  // what follows the text must not become part of a comment at its end
    Reader in_place{std::string(wanted_.file.substr(0, begin)) + std::string(text_) + line_end +
                        std::string(wanted_.file.substr(end)),
                    begin,
                    {},
                    {},
                    {}};
    if (!read(in_place)) return report_unreadable();
    if (!in_place.found.empty()) return select(in_place);
    Reader alone{std::string(text_) + line_end, 0, {}, {}, {}};
    if (!read(alone)) return report_unreadable();
    return alone.found.empty() ? report_missing(in_place, alone) : select(alone);
  }

 private:
  Selection select(const Reader& reader) {
    const Definition* definition = choose(reader);
    take(reader, *definition);
    judge_rest(reader);
    out_.reading = out_.findings.empty() ? Reading::clean : Reading::with_extra;
    return std::move(out_);
  }

  bool read(Reader& reader) const {
    syntax::Parser parser;
    auto parsed = parser.parse(reader.bytes, wanted_.target.language, {}, {.uses = false, .leaves = true}, {});
    if (!parsed) return false;
    reader.syntax = std::move(*parsed);
    const ByteRange text{reader.at, reader.at + text_.size()};
    const Definition* outermost = nullptr;
    for (const Definition& definition : reader.syntax.definitions) {
      if (!text.contains(definition.range)) continue;
      const bool inner = outermost != nullptr && outermost->range.contains(definition.range);
      const bool same_kind = (definition.kind == syntax::DefinitionKind::class_) == wanted_.old.contract.is_class;
      if (same_kind && without_ordinal(definition.qualified) == without_ordinal(wanted_.target.symbol)) {
        reader.found.push_back(&definition);
      } else if (!inner) {
        reader.others.push_back(&definition);
      }
      if (!inner) outermost = &definition;
    }
    return true;
  }

  Selection report_unreadable() {
    out_.findings.push_back(finding("syntax_error", 0, "the code cannot be parsed", "Write valid code."));
    return std::move(out_);
  }

  Selection report_missing(const Reader& in_place, const Reader& alone) {
    const std::string& name = wanted_.target.name;
    const bool begun = text_.find(name) != std::string_view::npos && text_.find('(') != std::string_view::npos;
    const std::vector<const Definition*>& others = alone.others.empty() ? in_place.others : alone.others;
    if (!others.empty() && (fenced_ || !begun)) {
      std::string list;
      for (std::size_t i = 0; i < others.size() && i < 3; ++i) {
        list += (i == 0 ? "" : ", ") + std::string(others[i]->name);
      }
      out_.reading = Reading::other;
      out_.findings.push_back(finding("wrong_function", 0,
                                      "the answer defines " + list + ", not " + wanted_.target.symbol,
                                      "Answer with the function " + name + " under its own name, and nothing else."));
    } else if (begun && (fenced_ || !alone.syntax.errors.empty())) {
      out_.reading = fenced_ ? Reading::incomplete : Reading::nothing;
      if (fenced_) {
        out_.findings.push_back(finding("syntax_error", 0, "the code of " + name + " is not complete or not valid",
                                        "Write the complete function " + name + "."));
      }
    }
    return std::move(out_);
  }

  std::string header_of(const Definition& definition, std::string_view bytes) const {
    return syntax::signature_of(definition, bytes, wanted_.target.language);
  }

  // Of several (overloads, or two versions) the one with the old header.
  const Definition* choose(const Reader& reader) {
    if (reader.found.size() == 1) return reader.found.front();
    const auto fits = [&](const Definition* one) { return header_of(*one, reader.bytes) == wanted_.target.signature; };
    const auto count = std::count_if(reader.found.begin(), reader.found.end(), fits);
    if (count == 1) return *std::find_if(reader.found.begin(), reader.found.end(), fits);
    out_.findings.push_back(finding("ambiguous_answer", 0,
                                    "the answer defines " + wanted_.target.name + " more than once",
                                    "Write the function " + wanted_.target.name + " once only."));
    return reader.found.front();
  }

  // Cuts the definition out, from the begin of its first line.
  void take(const Reader& reader, const Definition& definition) {
    const auto begin = static_cast<std::size_t>(definition.range.begin) - reader.at;
    const auto end = static_cast<std::size_t>(definition.range.end) - reader.at;
    const std::size_t line = begin == 0 ? 0 : text_.rfind('\n', begin - 1) + 1;  // npos + 1 is 0
    const bool blank = absl::StripAsciiWhitespace(text_.substr(line, begin - line)).empty();
    code_begin_ = blank ? line : begin;
    code_end_ = end;
    out_.code = text_.substr(code_begin_, code_end_ - code_begin_);
    out_.prefix = static_cast<std::size_t>(definition.inner.begin - definition.range.begin);
    std::size_t at = reader.at + code_begin_;
    for (const std::string_view each : split_lines(out_.code)) {
      out_.in_literal.push_back(is_inside(reader, LeafKind::literal, at));
      at += each.size();
    }
  }

  static bool is_inside(const Reader& reader, LeafKind kind, std::size_t offset) {
    const auto& leaves = reader.syntax.leaves;
    auto leaf = std::upper_bound(leaves.begin(), leaves.end(), offset,
                                 [](std::size_t at, const Leaf& each) { return at < each.range.begin; });
    if (leaf == leaves.begin()) return false;
    --leaf;
    return leaf->kind == kind && leaf->range.begin < offset && offset < leaf->range.end;
  }

  // Lines around the definition: comments go, what the file has already changes nothing, other code is too much.
  void judge_rest(const Reader& reader) {
    bool prose = false;
    std::size_t at = 0;
    for (const std::string_view line : split_lines(text_)) {
      const std::size_t begin = std::exchange(at, at + line.size());
      if (begin < code_end_ && begin + line.size() > code_begin_) {
        judge_ends(line, begin);
      } else {
        judge_line(reader, absl::StripAsciiWhitespace(line), prose);
      }
    }
    if (prose) out_.notes.push_back(finding("prose_dropped", 0, "text outside of the code was left out", ""));
  }

  // What stands on the first and last line beside the definition.
  void judge_ends(std::string_view line, std::size_t begin) {
    const std::size_t before = std::max(code_begin_, begin) - begin;
    const std::size_t after = std::min(code_end_, begin + line.size()) - begin;
    for (const std::string_view rest :
         {absl::StripAsciiWhitespace(line.substr(0, before)), absl::StripAsciiWhitespace(line.substr(after))}) {
      const bool harmless = rest.empty() || rest == ";" || rest == "," || rest.starts_with("//") || stands_beside(rest);
      if (!harmless) extra(begin, rest);
    }
  }

  // Whether the old definition has the same beside it on its first or last line.
  bool stands_beside(std::string_view rest) const {
    const std::string_view before =
        absl::StripAsciiWhitespace(wanted_.file.substr(0, static_cast<std::size_t>(wanted_.target.range.begin)));
    const std::string_view after =
        absl::StripAsciiWhitespace(wanted_.file.substr(static_cast<std::size_t>(wanted_.target.range.end)));
    return before.ends_with(rest) || after.starts_with(rest);
  }

  void judge_line(const Reader& reader, std::string_view line, bool& prose) {
    if (line.empty() || line == ";") return;
    const auto begin = static_cast<std::size_t>(line.data() - text_.data());
    const std::size_t offset = reader.at + begin;
    const auto& leaves = reader.syntax.leaves;
    const auto leaf = std::find_if(leaves.begin(), leaves.end(), [&](const Leaf& each) {
      return each.range.begin <= offset && offset < each.range.end;
    });
    if (leaf != leaves.end() && leaf->kind == LeafKind::comment) return;
    if (in_file(line)) {
      out_.notes.push_back(finding("extra_code_dropped", line_at(text_, begin), "left out " + quoted(line), ""));
    } else if (!fenced_ && !ends_like_code(line)) {
      prose = true;
    } else {
      extra(begin, line);
    }
  }

  static bool ends_like_code(std::string_view line) {
    return line.ends_with('{') || line.ends_with('}') || line.ends_with(';') || line.ends_with(");");
  }

  bool in_file(std::string_view line) const {
    for (const std::string_view each : split_lines(wanted_.file)) {
      if (absl::StripAsciiWhitespace(each) == line) return true;
    }
    return false;
  }

  void extra(std::size_t begin, std::string_view code) {
    if (!out_.findings.empty()) return;  // one is enough
    out_.findings.push_back(finding("extra_code", line_at(text_, begin),
                                    "the answer holds more than the function: " + quoted(code),
                                    "Answer with the function " + wanted_.target.name + " only, without " +
                                        quoted(code, 40) + "; what it needs goes inside of it."));
  }

  std::string_view text_;
  const Wanted& wanted_;
  bool fenced_;
  std::size_t code_begin_ = 0;  // in text_
  std::size_t code_end_ = 0;
  Selection out_;
};

// Lines at which the code can begin: those that name the definition, with what decorates it above them.
std::vector<std::size_t> begins_of(std::string_view text, std::string_view name) {
  std::vector<std::size_t> out;
  std::optional<std::size_t> decorated;
  for (const std::string_view line : split_lines(text)) {
    const auto at = static_cast<std::size_t>(line.data() - text.data());
    const std::string_view code = absl::StripAsciiWhitespace(line);
    const bool decorates = code.starts_with('@') || code.starts_with("#[");
    if (line.find(name) != std::string_view::npos && out.size() < kMaxBegins) out.push_back(decorated.value_or(at));
    decorated = decorates ? decorated.value_or(at) : std::optional<std::size_t>();
  }
  return out;
}

// Ends of the paragraphs behind `begin`, the last one first.
std::vector<std::size_t> paragraph_ends(std::string_view text, std::size_t begin) {
  std::vector<std::size_t> out = {text.size()};
  for (std::size_t at = text.find("\n\n", begin); at != std::string_view::npos; at = text.find("\n\n", at + 2)) {
    out.push_back(at + 1);
  }
  std::reverse(out.begin() + 1, out.end());
  if (out.size() > kMaxEnds) out.resize(kMaxEnds);
  return out;
}

}  // namespace

Selection select_by_grammar(std::string_view text, const Wanted& wanted, bool fenced) {
  Selection whole = GrammarSelector(text, wanted, fenced).run();
  if (fenced || whole.reading == Reading::clean) return whole;
  // Prose before and behind the code: it begins at a line that names the definition and ends with a paragraph.
  for (const std::size_t begin : begins_of(text, wanted.target.name)) {
    for (const std::size_t end : paragraph_ends(text, begin)) {
      Selection part = GrammarSelector(text.substr(begin, end - begin), wanted, true).run();
      if (part.reading != Reading::clean) continue;
      part.notes.push_back(finding("prose_dropped", 0, "text outside of the code was left out", ""));
      return part;
    }
  }
  return whole;
}

}  // namespace grit::edit
