#include "features/cleaning.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "base/text.h"
#include "words.h"

namespace grit::retrieve {
namespace {

bool is_digit(char c) { return absl::ascii_isdigit(static_cast<unsigned char>(c)); }

// Headings of issue templates; a line that is one of them says nothing.
constexpr std::string_view kTemplateHeadings[] = {
    "description",
    "bug report",
    "bug summary",
    "describe the bug",
    "summary",
    "expected behavior",
    "expected behaviour",
    "actual behavior",
    "actual behaviour",
    "current behavior",
    "expected result",
    "expected results",
    "actual result",
    "actual results",
    "expected outcome",
    "actual outcome",
    "expected output",
    "actual output",
    "expected",
    "actual",
    "steps to reproduce",
    "to reproduce",
    "how to reproduce",
    "reproduce",
    "steps/code to reproduce",
    "code for reproduction",
    "code to reproduce",
    "minimal complete verifiable example",
    "problem description",
    "problem",
    "additional context",
    "additional information",
    "additional info",
    "your project",
    "screenshots",
    "command used",
    "configuration",
    "proposed solution",
    "what happened",
    "what did you expect to happen",
    "what you expected to happen",
    "anything else we need to know",
    "relevant log output",
    "example",
    "question",
    "reproduction steps",
    "code of conduct",
    "is your feature request related to a problem",
    "describe the solution you'd like",
    "describe alternatives you've considered",
};

// Headings of sections that describe a machine: noise up to the next heading.
constexpr std::string_view kMachineHeadings[] = {
    "environment",
    "environment info",
    "versions",
    "version",
    "system details",
    "system information",
    "operating system",
    "os",
    "os / environment",
    "installation",
    "your environment",
    "additional dependencies",
    "platform",
    "dependencies",
    "software versions",
    "output of",
    "additional system details",
    "python",
    "platform information",
    "version information",
    "installed versions",
};

std::string bare_heading(std::string_view line) {
  std::string text = to_lower_ascii(absl::StripAsciiWhitespace(line));
  const auto is_mark = [](char c) { return absl::StrContains("#*_:?!.=-<>/ ()", c); };
  while (!text.empty() && is_mark(text.back())) text.pop_back();
  const std::size_t begin =
      static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_mark) - text.begin());
  return text.substr(begin);
}

bool is_heading(std::string_view line) {
  const std::string_view text = absl::StripAsciiWhitespace(line);
  if (text.empty() || text.size() > 80) return false;
  const std::size_t marks = text.find_first_not_of('#');
  if (marks > 0 && marks <= 6 && marks < text.size() && text[marks] == ' ') return true;
  return absl::StartsWith(text, "**") && (absl::EndsWith(text, "**") || absl::EndsWith(text, "**:"));
}

template <class List>
bool is_one_of(const List& list, std::string_view text) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

// "- [x] I have searched …"
bool is_checklist(std::string_view text) {
  return absl::StartsWith(text, "- [ ]") || absl::StartsWith(text, "- [x]") || absl::StartsWith(text, "- [X]") ||
         absl::StartsWith(text, "* [ ]") || absl::StartsWith(text, "* [x]");
}

// "numpy: 1.14.2", "Python 3.7.1", "pip==18.1", "OS: Linux": a short line that ends in a version.
bool is_version_line(std::string_view text) {
  while (!text.empty() && absl::StrContains("-* >", text.front())) text.remove_prefix(1);
  if (text.size() > 60 || text.empty()) return false;
  const std::size_t digit = text.find_first_of("0123456789");
  if (digit == std::string_view::npos || digit == 0) return false;
  std::size_t at = digit;
  std::size_t dots = 0;
  while (at < text.size() && (is_digit(text[at]) || text[at] == '.')) dots += text[at++] == '.' ? 1 : 0;
  const std::string_view name = absl::StripAsciiWhitespace(text.substr(0, digit));
  const bool few_words = std::count(name.begin(), name.end(), ' ') <= 2;
  const bool plain =
      std::all_of(name.begin(), name.end(), [](char c) { return is_name_char(c) || absl::StrContains(" -:=.()v", c); });
  return dots >= 1 && few_words && plain && text.size() - at <= 24 && !absl::StrContains(name, '(');
}

bool is_banner(std::string_view text) {
  return (absl::StartsWith(text, "Python ") && absl::StrContains(text, "(default")) ||
         absl::StartsWith(text, "[GCC ") || absl::StartsWith(text, "[MSC ") || absl::StartsWith(text, "[Clang ") ||
         absl::StartsWith(text, "Type \"help\"") || absl::StartsWith(text, "Type 'copyright'") ||
         absl::StartsWith(text, "IPython ") || absl::StartsWith(text, "(last modified by ") ||
         absl::StartsWith(text, "platform linux") || absl::StartsWith(text, "platform darwin") ||
         absl::StartsWith(text, "plugins: ") || absl::StartsWith(text, "rootdir: ") ||
         absl::StartsWith(text, "cachedir: ") || absl::StartsWith(text, "INSTALLED VERSIONS") ||
         absl::StartsWith(text, "Successfully installed ") || absl::StartsWith(text, "Collecting ") ||
         absl::StartsWith(text, "Requirement already satisfied");
}

bool is_rule(std::string_view text) {
  return text.size() >= 3 && text.find_first_not_of("=-_~*+# ") == std::string_view::npos;
}

// "ValueError: …", "package.errors.ThemeError: …", "x.py:12: DeprecationWarning: …": the name of a kind of error first.
bool is_message(std::string_view text) {
  if (absl::StartsWith(text, "E ")) text = absl::StripAsciiWhitespace(text.substr(2));
  const std::size_t colon = text.find(": ");
  if (colon > 120) return false;  // npos too
  const std::string_view name = text.substr(0, colon);
  const std::string_view last =
      name.substr(name.find_last_of(".: ") == std::string_view::npos ? 0 : name.find_last_of(".: ") + 1);
  return absl::EndsWith(last, "Error") || absl::EndsWith(last, "Exception") || absl::EndsWith(last, "Warning");
}

bool is_prompt(std::string_view text) {
  if (absl::StartsWith(text, ">>>") || absl::StartsWith(text, "... ") || absl::StartsWith(text, "$ ")) return true;
  return absl::StartsWith(text, "In [") || absl::StartsWith(text, "Out[");
}

// "In [3]: x" → "x".
std::string_view without_prompt(std::string_view text) {
  if (absl::ConsumePrefix(&text, ">>>") || absl::ConsumePrefix(&text, "... ")) return absl::StripAsciiWhitespace(text);
  if (absl::StartsWith(text, "In [") || absl::StartsWith(text, "Out[")) {
    const std::size_t close = text.find("]:");
    if (close != std::string_view::npos) return absl::StripAsciiWhitespace(text.substr(close + 2));
  }
  return text;
}

// Whether a line outside of any fence is a statement.
bool is_statement(std::string_view text) {
  for (const std::string_view word :
       {"def ", "class ", "import ", "return ", "raise ", "@", "print(", "assert ", "async def "}) {
    if (absl::StartsWith(text, word))
      return word != "class " && word != "import " ? true
                                                   : text.size() < 80 && (text.back() == ':' || word == "import ");
  }
  if (absl::StartsWith(text, "from ") && absl::StrContains(text, " import ")) return true;
  const bool opens = text.back() == ':' && (absl::StartsWith(text, "if ") || absl::StartsWith(text, "for ") ||
                                            absl::StartsWith(text, "with ") || absl::StartsWith(text, "while ") ||
                                            absl::StartsWith(text, "try") || absl::StartsWith(text, "except") ||
                                            absl::StartsWith(text, "else"));
  if (opens) return true;
  std::size_t at = 0;
  while (at < text.size() && (is_name_char(text[at]) || absl::StrContains(".[]'\"", text[at]))) ++at;
  if (at == 0 || at == text.size()) return false;
  if (text[at] == '(' && (text.back() == ')' || text.back() == ',' || text.back() == '(')) return true;
  const std::string_view rest = absl::StripLeadingAsciiWhitespace(text.substr(at));
  return absl::StartsWith(rest, "= ") || absl::StartsWith(rest, "=[") ||
         (absl::StartsWith(rest, "=") && text[at] == '=' && !absl::StartsWith(rest, "=="));
}

// Tells lines apart one after the other.
//
// Thread rule: one thread at a time.
class Classifier {
 public:
  LineKind of(std::string_view line) {
    const std::string_view text = absl::StripAsciiWhitespace(line);
    if (text.empty()) return LineKind::noise;
    if (in_comment(text)) return LineKind::noise;
    if (absl::StartsWith(text, "```") || absl::StartsWith(text, "~~~") || absl::StartsWith(text, "{{{") ||
        absl::StartsWith(text, "}}}")) {
      fenced_ = !fenced_;
      tracing_ = false;
      return LineKind::noise;
    }
    if (!fenced_) {
      const std::string bare = bare_heading(text);
      const bool machine = is_one_of(kMachineHeadings, bare) || (is_heading(text) && absl::EndsWith(bare, " version"));
      if (machine || is_heading(text)) machine_ = machine;
      if (machine || is_one_of(kTemplateHeadings, bare)) return LineKind::noise;
    }
    if (machine_ || is_checklist(text) || is_banner(text) || is_rule(text)) return LineKind::noise;
    if (text.substr(0, 5) == "<deta" || text.substr(0, 5) == "</det" || text.substr(0, 5) == "<summ")
      return LineKind::noise;
    if (absl::StrContains(text, "Traceback (most recent call last)")) {
      tracing_ = true;
      return LineKind::noise;
    }
    if (is_trace(line, text)) return LineKind::trace;
    if (is_message(text)) {
      tracing_ = false;
      return LineKind::message;
    }
    if (is_version_line(text)) return LineKind::noise;
    if (!titled_) {
      titled_ = true;
      return LineKind::title;
    }
    return fenced_ || is_prompt(text) || is_statement(text) ? LineKind::code : LineKind::prose;
  }

 private:
  // Lines of an HTML comment; one that begins or ends inside a line takes the line with it.
  bool in_comment(std::string_view text) {
    const bool was = commented_;
    const std::size_t open = text.rfind("<!--");
    const std::size_t close = text.rfind("-->");
    if (open != std::string_view::npos && !fenced_)
      commented_ = close == std::string_view::npos || close < open;
    else if (was && close != std::string_view::npos)
      commented_ = false;
    return was || (open == 0 && !fenced_);
  }

  // A frame, or the source line below one.
  bool is_trace(std::string_view line, std::string_view text) {
    const bool frame = absl::StartsWith(text, "File \"") || absl::StartsWith(text, "---->") ||
                       absl::StartsWith(text, "--->") || absl::StartsWith(text, "-->");
    const bool indented = line.front() == ' ' || line.front() == '\t';
    if (frame) {
      below_frame_ = true;
      return true;
    }
    const bool below = (below_frame_ || tracing_) && indented;
    if (!indented) tracing_ = false;
    below_frame_ = false;
    return below;
  }

  bool fenced_ = false;
  bool commented_ = false;
  bool machine_ = false;
  bool tracing_ = false;
  bool below_frame_ = false;
  bool titled_ = false;
};

}  // namespace

std::vector<TicketLine> clean_ticket(std::string_view text) {
  std::vector<TicketLine> lines;
  Classifier classifier;
  for (const std::string_view whole : split_lines(text)) {
    const std::string_view line = strip_line_end(whole);
    const LineKind kind = classifier.of(line);
    const std::string_view trimmed = absl::StripAsciiWhitespace(line);
    lines.push_back({kind, kind == LineKind::code ? without_prompt(trimmed) : line});
  }
  return lines;
}

}  // namespace grit::retrieve
