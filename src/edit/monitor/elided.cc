#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/text.h"
#include "findings.h"
#include "monitor/analysis.h"
#include "monitor/by_grammar.h"
#include "monitor/gates.h"

namespace grit::edit {
namespace {

// Phrases by which models say that they left code out; compared with a comment in lower case, folded to words and
// single blanks.
constexpr std::array<std::string_view, 20> kPhrases = {
    "rest of the code",   "rest of code",     "rest of the function", "rest of function",
    "rest of the method", "rest of the body", "rest of the logic",    "rest of the implementation",
    "rest of the class",  "rest of your",     "rest remains",         "rest is unchanged",
    "rest unchanged",     "remaining code",   "code unchanged",       "for brevity",
    "sake of brevity",    "your code here",   "code goes here",       "implementation here"};
// Those that also stand in honest comments: only where they are the whole comment.
constexpr std::array<std::string_view, 11> kWholeComments = {
    "existing code", "existing logic", "existing implementation", "previous code", "original code",
    "unchanged",     "same as before", "same as above",           "omitted",       "no changes",
    "code here"};
// Words that make an ellipsis in a comment stand for code.
constexpr std::array<std::string_view, 10> kWithDots = {"code",     "rest", "unchanged", "existing", "remaining",
                                                        "previous", "same", "omitted",   "original", "etc"};

// Lower-case words with single blanks around each.
std::string folded(std::string_view comment) {
  std::string out = " ";
  for (const char c : to_lower_ascii(comment)) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (letter)
      out += c;
    else if (out.back() != ' ')
      out += ' ';
  }
  return out.back() == ' ' ? out : out + ' ';
}

template <class List>
bool holds_any(const std::string& words, const List& list) {
  return std::any_of(list.begin(), list.end(), [&](std::string_view phrase) {
    return words.find(" " + std::string(phrase) + " ") != std::string::npos;
  });
}

bool has_dots(std::string_view comment) {
  return comment.find("...") != std::string_view::npos || comment.find("\xE2\x80\xA6") != std::string_view::npos;
}

}  // namespace

bool stands_for_code(std::string_view comment) {
  const std::string words = folded(comment);
  if (holds_any(words, kPhrases)) return true;
  const auto whole = [&](std::string_view phrase) { return words == " " + std::string(phrase) + " "; };
  if (std::any_of(kWholeComments.begin(), kWholeComments.end(), whole)) return true;
  const bool only_dots = comment.find_first_not_of("#/* .\t") == std::string_view::npos;
  return has_dots(comment) && (only_dots || holds_any(words, kWithDots));
}

namespace {

bool is_ellipsis(const PythonLine& line) {
  return line.tokens.size() == 3 &&
         std::all_of(line.tokens.begin(), line.tokens.end(), [](const Token& t) { return t.is("."); });
}

class Elided final : public EditGate {
 public:
  std::string_view id() const override { return "elided"; }

  std::vector<Finding> check(const GateInput& input) const override {
    const AnalysisOf analysis(input);
    if (!analysis->by_parts()) return elided_by_grammar(*analysis);
    if (!analysis->old_parts() || !analysis->new_parts()) return {};
    const DefinitionParts& old = *analysis->old_parts();
    const DefinitionParts& now = *analysis->new_parts();
    std::set<std::string> known;
    for (const Token& token : old.tokens.list) {
      if (token.kind == TokenKind::comment) known.insert(folded(token.text));
    }
    std::vector<Finding> out;
    for (const Token& token : now.tokens.list) {
      if (token.kind != TokenKind::comment || known.contains(folded(token.text))) continue;
      if (stands_for_code(token.text)) out.push_back(objection(input, token.begin, token.text));
    }
    const auto old_dots = std::count_if(old.body().begin(), old.body().end(), is_ellipsis);
    const auto new_dots = std::count_if(now.body().begin(), now.body().end(), is_ellipsis);
    if (out.empty() && new_dots > old_dots && working_statements(now) > 0) {
      const auto line = std::find_if(now.body().begin(), now.body().end(), is_ellipsis);
      out.push_back(objection(input, line->begin(), "..."));
    }
    return out;
  }

 private:
  static Finding objection(const GateInput& input, std::size_t offset, std::string_view text) {
    const std::uint32_t line = answer_line(input, offset);
    return finding("elided", line, quoted(text) + " stands for code that was left out",
                   "Line " + std::to_string(line) + " leaves code out: write the whole function.");
  }
};

}  // namespace

std::unique_ptr<EditGate> elided_gate() { return std::make_unique<Elided>(); }

}  // namespace grit::edit
