#include "ignore.h"

#include <algorithm>
#include <optional>

namespace grit::index {
namespace {

// An ignore file is read to the end, but not without end.
constexpr std::size_t kMaxRules = 100'000;

bool in_class(std::string_view name, unsigned char c) {
  const bool lower = c >= 'a' && c <= 'z';
  const bool upper = c >= 'A' && c <= 'Z';
  const bool digit = c >= '0' && c <= '9';
  const bool graph = c > 0x20 && c < 0x7F;
  if (name == "alnum") return lower || upper || digit;
  if (name == "alpha") return lower || upper;
  if (name == "blank") return c == ' ' || c == '\t';
  if (name == "cntrl") return c < 0x20 || c == 0x7F;
  if (name == "digit") return digit;
  if (name == "graph") return graph;
  if (name == "lower") return lower;
  if (name == "print") return graph || c == ' ';
  if (name == "punct") return graph && !lower && !upper && !digit;
  if (name == "space") return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  if (name == "upper") return upper;
  return digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');  // xdigit
}

bool is_class(std::string_view name) {
  constexpr std::string_view kNames[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                         "lower", "print", "punct", "space", "upper", "xdigit"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// Reads the inside of "[…]", as git's matcher does.
class SetReader {
 public:
  SetReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  // Nothing where the set is not closed or names an unknown class.
  std::optional<std::bitset<256>> read() {
    const bool negated = peek() == '!' || peek() == '^';
    if (negated) ++at_;
    do {
      if (at_ >= text_.size() || !read_item()) return std::nullopt;
    } while (at_ >= text_.size() || text_[at_] != ']');
    ++at_;
    return negated ? ~set_ : set_;
  }
  [[nodiscard]] std::size_t end() const { return at_; }

 private:
  [[nodiscard]] int peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? static_cast<unsigned char>(text_[at_ + ahead]) : -1;
  }

  bool read_item() {
    if (peek() == '-' && previous_ >= 0 && peek(1) >= 0 && peek(1) != ']') return read_range();
    if (peek() == '[' && peek(1) == ':') return read_class();
    if (peek() == '\\') ++at_;
    if (peek() < 0) return false;
    add(peek());
    return true;
  }

  bool read_range() {
    ++at_;
    if (peek() == '\\') ++at_;
    if (peek() < 0) return false;
    for (int c = previous_; c <= peek(); ++c) set_.set(static_cast<std::size_t>(c));
    ++at_;
    previous_ = -1;
    return true;
  }

  bool read_class() {
    const std::size_t close = text_.find(']', at_ + 2);
    if (close == std::string_view::npos) return false;
    if (close == at_ + 2 || text_[close - 1] != ':') {
      add('[');
      return true;
    }
    const std::string_view name = text_.substr(at_ + 2, close - at_ - 3);
    if (!is_class(name)) return false;
    for (int c = 0; c < 256; ++c) {
      if (in_class(name, static_cast<unsigned char>(c))) set_.set(static_cast<std::size_t>(c));
    }
    at_ = close + 1;
    previous_ = -1;
    return true;
  }

  void add(int c) {
    set_.set(static_cast<std::size_t>(c));
    previous_ = c;
    ++at_;
  }

  std::string_view text_;
  std::size_t at_;
  std::bitset<256> set_;
  int previous_ = -1;  // what a '-' would begin a range with
};

// A line without its line end, and without blanks at its end that are not escaped; empty where it holds no rule.
std::string_view rule_of(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.starts_with('#')) return {};
  std::size_t blanks = line.size();  // where those at the end begin
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == ' ') {
      blanks = std::min(blanks, at);
      continue;
    }
    if (line[at] == '\\' && ++at == line.size()) return line;
    blanks = line.size();
  }
  return line.substr(0, blanks);
}

}  // namespace

IgnorePattern::IgnorePattern(std::string_view text) {
  if (text.ends_with('/')) {
    folder_only_ = true;
    text.remove_suffix(1);
  }
  anchored_ = text.find('/') != std::string_view::npos;
  if (text.starts_with('/')) text.remove_prefix(1);
  valid_ = !text.empty();
  read(text);
}

void IgnorePattern::read(std::string_view text) {
  components_.emplace_back();
  for (std::size_t at = 0; at < text.size() && valid_;) {
    const char c = text[at];
    if (c == '/') {
      valid_ = !components_.back().empty();  // nothing has an empty name
      components_.emplace_back();
      ++at;
    } else if (c == '*') {
      components_.back().push_back({Kind::star, '*', 0});
      ++at;
    } else if (c == '?') {
      components_.back().push_back({Kind::any, '?', 0});
      ++at;
    } else if (c == '[') {
      at = read_set(text, at + 1);
      valid_ = at != 0;
    } else {
      if (c == '\\') ++at;
      valid_ = at < text.size();
      if (valid_) components_.back().push_back({Kind::literal, text[at++], 0});
    }
  }
  valid_ = valid_ && !components_.back().empty();
  const auto is_star = [](const Token& token) { return token.kind == Kind::star; };
  for (Component& component : components_) {
    const bool spans = anchored_ && component.size() >= 2 && std::all_of(component.begin(), component.end(), is_star);
    if (spans) component.clear();
  }
}

std::size_t IgnorePattern::read_set(std::string_view text, std::size_t at) {
  SetReader reader(text, at);
  const auto set = reader.read();
  if (!set) return 0;
  components_.back().push_back({Kind::set, '[', static_cast<std::uint32_t>(sets_.size())});
  sets_.push_back(*set);
  return reader.end();
}

bool IgnorePattern::matches_token(const Token& token, char c) const {
  switch (token.kind) {
    case Kind::literal:
      return token.literal == c;
    case Kind::set:
      return sets_[token.set][static_cast<unsigned char>(c)];
    case Kind::any:
    case Kind::star:
      return true;
  }
  return false;
}

// The star that was seen last takes one character more each time the rest does not fit.
bool IgnorePattern::matches_component(const Component& component, std::string_view name) const {
  std::size_t token = 0;
  std::size_t at = 0;
  std::size_t star = component.size();
  std::size_t star_at = 0;
  while (at < name.size()) {
    if (token < component.size() && component[token].kind == Kind::star) {
      star = token++;
      star_at = at;
    } else if (token < component.size() && matches_token(component[token], name[at])) {
      ++token;
      ++at;
    } else if (star < component.size()) {
      token = star + 1;
      at = ++star_at;
    } else {
      return false;
    }
  }
  while (token < component.size() && component[token].kind == Kind::star) ++token;
  return token == component.size();
}

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> out;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    out.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

// The same by components, where "**" takes one component more each time the rest does not fit. At the end of a pattern
// it takes at least one.
bool IgnorePattern::matches_path(std::string_view path) const {
  const std::vector<std::string_view> names = split(path);
  std::size_t component = 0;
  std::size_t at = 0;
  std::size_t spans = components_.size();
  std::size_t spans_at = 0;
  while (at < names.size()) {
    if (component < components_.size() && components_[component].empty()) {
      if (component + 1 == components_.size()) return true;
      spans = component++;
      spans_at = at;
    } else if (component < components_.size() && matches_component(components_[component], names[at])) {
      ++component;
      ++at;
    } else if (spans < components_.size()) {
      component = spans + 1;
      at = ++spans_at;
    } else {
      return false;
    }
  }
  return component == components_.size();
}

bool IgnorePattern::matches(std::string_view path, bool is_folder) const {
  if (!valid_ || (folder_only_ && !is_folder)) return false;
  if (anchored_) return matches_path(path);
  return matches_component(components_.front(), path.substr(path.rfind('/') + 1));
}

IgnoreRules::IgnoreRules(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty() && rules_.size() < kMaxRules) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view rule = rule_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool negated = rule.starts_with('!');
    if (negated) rule.remove_prefix(1);
    IgnorePattern pattern(rule);
    if (pattern.valid()) rules_.push_back({std::move(pattern), negated});
  }
}

Verdict IgnoreRules::verdict(std::string_view path, bool is_folder) const {
  for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule) {
    if (rule->pattern.matches(path, is_folder)) return rule->negated ? Verdict::wanted : Verdict::ignored;
  }
  return Verdict::none;
}

}  // namespace grit::index
