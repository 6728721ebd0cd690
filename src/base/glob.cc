#include "base/glob.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace grit {
namespace {

// One step of a pattern. The matcher below keeps the set of steps that can come next, so that its work is
// bounded by pattern times path whatever the pattern is.
struct Step {
  enum class Kind : std::uint8_t {
    byte,         // exactly `literal`
    any_byte,     // '?': one byte but '/'
    any_class,    // '[…]': one byte but '/'
    star,         // '*': any bytes but '/'
    anything,     // "**" at the end, or beside other characters: any bytes
    any_folders,  // "**/": nothing, or any bytes up to and with a '/'
  };
  Kind kind = Kind::byte;
  char literal = 0;
  std::string_view set;  // the inside of a class
  bool negated = false;
};

bool in_class(std::string_view set, char byte) {
  const auto code = [](char c) { return static_cast<unsigned char>(c); };
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (set[i] == '\\' && i + 1 < set.size()) ++i;
    char last = set[i];
    const char first = last;
    if (i + 2 < set.size() && set[i + 1] == '-') {
      i += 2;
      if (set[i] == '\\' && i + 1 < set.size()) ++i;
      last = set[i];
    }
    if (code(first) <= code(byte) && code(byte) <= code(last)) return true;
  }
  return false;
}

// Where the class that begins at `open` ends; npos where it does not, and '[' stands for itself. A ']' that
// comes first is a member.
std::size_t class_end(std::string_view pattern, std::size_t open) {
  std::size_t i = open + 1;
  if (i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^')) ++i;
  for (const std::size_t first = i; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == ']' && i > first) {
      return i;
    }
  }
  return std::string_view::npos;
}

// Reads the run of stars at `i` and leaves `i` behind it.
Step read_stars(std::string_view pattern, std::size_t& i) {
  const std::size_t begin = i;
  while (i < pattern.size() && pattern[i] == '*') ++i;
  Step step;
  step.kind = Step::Kind::star;
  if (i - begin < 2) return step;
  step.kind = Step::Kind::anything;
  const bool begins_component = begin == 0 || pattern[begin - 1] == '/';
  if (begins_component && i < pattern.size() && pattern[i] == '/') {
    step.kind = Step::Kind::any_folders;
    ++i;
  }
  return step;
}

std::vector<Step> compile(std::string_view pattern) {
  std::vector<Step> steps;
  for (std::size_t i = 0; i < pattern.size();) {
    if (pattern[i] == '*') {
      steps.push_back(read_stars(pattern, i));
      continue;
    }
    Step step;
    step.literal = pattern[i];
    if (pattern[i] == '?') {
      step.kind = Step::Kind::any_byte;
    } else if (const std::size_t end = class_end(pattern, i); pattern[i] == '[' && end != std::string_view::npos) {
      step.kind = Step::Kind::any_class;
      step.negated = pattern[i + 1] == '!' || pattern[i + 1] == '^';
      const std::size_t first = i + (step.negated ? 2 : 1);
      step.set = pattern.substr(first, end - first);
      i = end;
    } else if (pattern[i] == '\\' && i + 1 < pattern.size()) {
      step.literal = pattern[++i];
    }
    steps.push_back(step);
    ++i;
  }
  return steps;
}

// Whether `byte` may be taken by `step`, and whether the step may take more after it.
struct Taken {
  bool stay = false;
  bool advance = false;
};

Taken take(const Step& step, char byte) {
  const bool inside = byte != '/';
  switch (step.kind) {
    case Step::Kind::byte:
      return {false, byte == step.literal};
    case Step::Kind::any_byte:
      return {false, inside};
    case Step::Kind::any_class:
      return {false, inside && in_class(step.set, byte) != step.negated};
    case Step::Kind::star:
      return {inside, false};
    case Step::Kind::anything:
      return {true, false};
    case Step::Kind::any_folders:
      return {true, !inside};
  }
  return {};
}

// The steps that may take the next byte; index steps.size() stands for the end of the pattern.
class Positions {
 public:
  explicit Positions(const std::vector<Step>& steps) : steps_(steps), on_(steps.size() + 1, 0) {}

  // Step `i` may begin here, and so may the steps behind it as long as those between may take nothing.
  void begin(std::size_t i) {
    for (on_[i] = 1; i < steps_.size() && may_be_empty(steps_[i].kind); ++i) on_[i + 1] = 1;
  }
  // Step `i` has taken a byte and may take more. Only stars may also end there: folders end with a '/'.
  void stay(std::size_t i) {
    on_[i] = 1;
    if (steps_[i].kind != Step::Kind::any_folders) begin(i + 1);
  }
  void clear() { std::fill(on_.begin(), on_.end(), char{0}); }
  [[nodiscard]] bool on(std::size_t i) const { return on_[i] != 0; }
  void swap(Positions& other) { on_.swap(other.on_); }

 private:
  static bool may_be_empty(Step::Kind kind) {
    return kind == Step::Kind::star || kind == Step::Kind::anything || kind == Step::Kind::any_folders;
  }

  const std::vector<Step>& steps_;
  std::vector<char> on_;
};

// The steps up to the first that is no plain byte, as text.
template <class Iterator>
std::string literal_run(Iterator step, const Iterator& end) {
  std::string run;
  for (; step != end && step->kind == Step::Kind::byte; ++step) run += step->literal;
  return run;
}

}  // namespace

struct Glob::Program {
  explicit Program(std::string_view text) : pattern(text), steps(compile(pattern)) {
    prefix = literal_run(steps.begin(), steps.end());
    suffix = literal_run(steps.rbegin(), steps.rend());
    std::reverse(suffix.begin(), suffix.end());
  }

  const std::string pattern;  // holds the classes of the steps
  const std::vector<Step> steps;
  std::string prefix;  // what every path that fits begins and ends with: most fail here
  std::string suffix;
};

Glob::Glob(std::string_view pattern) : program_(std::make_unique<const Program>(pattern)) {}
Glob::~Glob() = default;
Glob::Glob(Glob&&) noexcept = default;
Glob& Glob::operator=(Glob&&) noexcept = default;

bool Glob::matches(std::string_view path) const {
  const std::vector<Step>& steps = program_->steps;
  if (!path.starts_with(program_->prefix) || !path.ends_with(program_->suffix)) return false;
  Positions now(steps);
  Positions next(steps);
  now.begin(0);
  for (char byte : path) {
    next.clear();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!now.on(i)) continue;
      const Taken taken = take(steps[i], byte);
      if (taken.stay) next.stay(i);
      if (taken.advance) next.begin(i + 1);
    }
    now.swap(next);
  }
  return now.on(steps.size());
}

bool glob_match(std::string_view pattern, std::string_view path) { return Glob(pattern).matches(path); }

bool glob_match_any(std::span<const std::string> patterns, std::string_view path) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return glob_match(pattern, path); });
}

}  // namespace grit
