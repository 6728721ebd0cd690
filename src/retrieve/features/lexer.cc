#include "features/lexer.h"

#include <algorithm>
#include <array>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace grit::retrieve {
namespace {

enum Class : std::uint8_t { kOther, kLetter, kDigit, kQuote, kHash, kSlash };

constexpr std::array<std::uint8_t, 256> kClassOf = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t c = 0; c < 256; ++c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
    if (letter) table[c] = kLetter;
    if (c >= '0' && c <= '9') table[c] = kDigit;
  }
  table['"'] = table['\''] = table['`'] = kQuote;
  table['#'] = kHash;
  table['/'] = kSlash;
  return table;
}();

std::uint8_t class_of(char c) { return kClassOf[static_cast<unsigned char>(c)]; }

struct Style {
  bool hash = false;    // '#' begins a comment
  bool slash = false;   // "//" and "/*" do
  bool triple = false;  // three quotes begin a string over several lines, and letters before a quote belong to it
  bool tick = false;    // '`' is a quote
};

Style style_of(std::string_view language) {
  if (language == "python") return {true, false, true, false};
  if (language == "ruby" || language == "bash") return {true, false, false, false};
  if (language.empty()) return {true, true, false, false};
  return {false, true, false,
          language == "javascript" || language == "typescript" || language == "tsx" || language == "go"};
}

// One pass over a source.
//
// Thread rule: one thread at a time; borrows the source.
class Lexer {
 public:
  Lexer(std::string_view source, const Style& style, absl::FunctionRef<void(const Piece&)> sink)
      : source_(source), style_(style), sink_(sink) {}

  void run() {
    while (at_ < source_.size()) {
      switch (class_of(source_[at_])) {
        case kLetter:
          identifier();
          break;
        case kDigit:
          number();
          break;
        case kQuote:
          quote(at_);
          break;
        case kHash:
          hash();
          break;
        case kSlash:
          slash();
          break;
        default:
          ++at_;
      }
    }
  }

 private:
  void identifier() {
    const std::size_t begin = at_;
    while (at_ < source_.size() && (class_of(source_[at_]) == kLetter || class_of(source_[at_]) == kDigit)) ++at_;
    const bool prefix = style_.triple && at_ - begin <= 2 && at_ < source_.size() && class_of(source_[at_]) == kQuote &&
                        source_[at_] != '`' && is_prefix(source_.substr(begin, at_ - begin));
    if (prefix) return quote(begin);
    sink_({PieceKind::identifier, begin, source_.substr(begin, at_ - begin),
           at_ < source_.size() && source_[at_] == '('});
  }

  static bool is_prefix(std::string_view letters) {
    return std::all_of(letters.begin(), letters.end(), [](char c) { return absl::StrContains("rRbBuUfFtT", c); });
  }

  void number() {
    while (at_ < source_.size() && (class_of(source_[at_]) == kLetter || class_of(source_[at_]) == kDigit)) ++at_;
  }

  void quote(std::size_t begin) {
    const char mark = source_[at_];
    if (mark == '`' && !style_.tick) {
      ++at_;
      return;
    }
    const bool triple =
        style_.triple && source_.size() - at_ >= 3 && source_[at_ + 1] == mark && source_[at_ + 2] == mark;
    const std::size_t marks = triple ? 3 : 1;
    const bool over_lines = triple || mark == '`';
    at_ += marks;
    const std::size_t inside = at_;
    while (at_ < source_.size()) {
      const char c = source_[at_];
      if (c == '\\') {
        at_ = std::min(at_ + 2, source_.size());
      } else if (c == '\n' && !over_lines) {
        break;
      } else if (c == mark &&
                 (!triple || absl::StartsWith(source_.substr(at_ + 1), std::string_view(&mark_pair(mark), 2)))) {
        break;
      } else {
        ++at_;
      }
    }
    sink_({PieceKind::string, begin, source_.substr(inside, at_ - inside), false});
    at_ = std::min(at_ + marks, source_.size());
  }

  // Two of a quotation mark.
  static const char& mark_pair(char mark) { return mark == '"' ? *"\"\"" : *"''"; }

  void comment_line(std::size_t marks) {
    const std::size_t begin = at_;
    const std::size_t end = std::min(source_.find('\n', at_), source_.size());
    sink_({PieceKind::comment, begin, source_.substr(begin + marks, end - begin - marks), false});
    at_ = end;
  }

  void hash() {
    if (!style_.hash) {
      ++at_;
      return;
    }
    comment_line(1);
  }

  void slash() {
    const std::string_view rest = source_.substr(at_);
    if (style_.slash && absl::StartsWith(rest, "//")) return comment_line(2);
    if (!style_.slash || !absl::StartsWith(rest, "/*")) {
      ++at_;
      return;
    }
    const std::size_t close = source_.find("*/", at_ + 2);
    const std::size_t end = std::min(close, source_.size());
    sink_({PieceKind::comment, at_, source_.substr(at_ + 2, end - at_ - 2), false});
    at_ = std::min(end + 2, source_.size());
    if (close == std::string_view::npos) at_ = source_.size();
  }

  std::string_view source_;
  Style style_;
  absl::FunctionRef<void(const Piece&)> sink_;
  std::size_t at_ = 0;
};

}  // namespace

void lex(std::string_view source, std::string_view language, absl::FunctionRef<void(const Piece&)> sink) {
  Lexer(source, style_of(language), sink).run();
}

}  // namespace grit::retrieve
