#include <algorithm>

#include "findings.h"
#include "monitor/analysis.h"
#include "monitor/gates.h"

namespace grit::edit {
namespace {

struct Sibling {
  syntax::DefinitionKind kind;
  std::string_view qualified;
  ByteRange range;
  bool operator==(const Sibling&) const = default;
};

// The definitions that neither hold the edited range nor lie in it, at the offsets they would have before the edit.
std::vector<Sibling> siblings(const syntax::FileSyntax& file, const ByteRange& edited, std::uint64_t old_end) {
  std::vector<Sibling> out;
  for (const syntax::Definition& definition : file.definitions) {
    ByteRange range = definition.range;
    if (edited.contains(range) || range.contains(edited)) continue;
    if (range.begin >= edited.end) range = {range.begin - edited.end + old_end, range.end - edited.end + old_end};
    out.push_back({definition.kind, definition.qualified, range});
  }
  return out;
}

// What the edited range is nested in, by name: an edit must not move it elsewhere.
std::vector<std::string_view> around(const syntax::FileSyntax& file, const ByteRange& edited) {
  std::vector<std::string_view> out;
  for (const syntax::Definition& definition : file.definitions) {
    if (definition.range.contains(edited) && definition.range != edited) out.push_back(definition.qualified);
  }
  return out;
}

bool rest_is_equal(const GateInput& input) {
  if (input.replaced.begin != input.inserted.begin || input.replaced.end > input.before.size() ||
      input.inserted.end > input.after.size()) {
    return false;
  }
  const auto begin = static_cast<std::size_t>(input.replaced.begin);
  return input.before.substr(0, begin) == input.after.substr(0, begin) &&
         input.before.substr(static_cast<std::size_t>(input.replaced.end)) ==
             input.after.substr(static_cast<std::size_t>(input.inserted.end));
}

class Siblings final : public EditGate {
 public:
  std::string_view id() const override { return "siblings_changed"; }

  std::vector<Finding> check(const GateInput& input) const override {
    if (!rest_is_equal(input)) return {objection("bytes outside of the function changed")};
    const AnalysisOf analysis(input);
    if (!analysis->before() || !analysis->after()) return {objection("the file cannot be parsed")};
    const ByteRange now{std::min(input.target.range.begin, input.inserted.begin), input.inserted.end};
    const syntax::FileSyntax& before = *analysis->before();
    const syntax::FileSyntax& after = *analysis->after();
    const std::uint64_t old_end = input.replaced.end;
    if (siblings(before, {input.target.range.begin, old_end}, old_end) != siblings(after, now, old_end)) {
      return {objection("another definition of the file would change its place or its name")};
    }
    const auto is_new_one = [&](const syntax::Definition& d) {
      return d.range.begin == now.begin && d.qualified == input.target.symbol;
    };
    if (std::none_of(after.definitions.begin(), after.definitions.end(), is_new_one) ||
        around(before, input.target.range) != around(after, now)) {
      return {objection("the function would not be " + input.target.symbol + " any more")};
    }
    return {};
  }

 private:
  static Finding objection(const std::string& what) {
    return finding("siblings_changed", 0, what, "Answer with the one function only, complete and well indented.");
  }
};

}  // namespace

std::unique_ptr<EditGate> siblings_gate() { return std::make_unique<Siblings>(); }

}  // namespace grit::edit
