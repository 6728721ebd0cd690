// Features of names that code finds by rules: methods that a dispatcher or the language itself calls.
#include <algorithm>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "features/features.h"
#include "words.h"

namespace grit::retrieve {
namespace {

constexpr std::size_t kMinDispatch = 8;  // names that must share a beginning to make it one of a dispatch

// A name cut behind an underscore, where the ticket has what follows: "_print_" of "_print_Foo".
struct Cut {
  std::uint32_t unit;
  std::string_view beginning;
};

absl::flat_hash_set<std::string> endings_of(const Ticket& ticket) {
  constexpr std::uint32_t kCode = kQuoted | kCalled | kDotted | kInner | kInCode | kCodeLike | kInTrace;
  absl::flat_hash_set<std::string> endings;
  for (const Mention& mention : ticket.mentions) {
    if ((mention.ways & kCode) != 0 && mention.name.size() > 2) endings.insert(folded(mention.name));
  }
  return endings;
}

std::vector<Cut> cuts_of(const FeatureInput& input) {
  const auto endings = endings_of(input.ticket);
  std::vector<Cut> cuts;
  for (std::uint32_t i = 0; i < input.corpus.units.size(); ++i) {
    const Unit& unit = input.corpus.units[i];
    if (unit.kind != Unit::Kind::function || unit.name == Project::kNone) continue;
    const std::string_view name = input.project.name(unit.name);
    for (std::size_t mark = name.find('_', 1); mark != std::string_view::npos; mark = name.find('_', mark + 1)) {
      if (endings.contains(folded(name.substr(mark + 1)))) cuts.push_back({i, name.substr(0, mark + 1)});
    }
  }
  return cuts;
}

// "_print_Foo", "visit_foo": a beginning that many names of the project share, and an ending that the ticket names.
void add_affixes(const FeatureInput& input, FeatureMatrix& rows) {
  const std::vector<Cut> cuts = cuts_of(input);
  if (cuts.empty()) return;
  absl::flat_hash_map<std::string_view, std::size_t> names;  // that have a beginning
  for (const Cut& cut : cuts) names.try_emplace(cut.beginning, 0);
  for (std::uint32_t number = 0; number < input.project.names(); ++number) {
    const std::string_view name = input.project.name(number);
    for (std::size_t mark = name.find('_', 1); mark != std::string_view::npos; mark = name.find('_', mark + 1)) {
      const auto found = names.find(name.substr(0, mark + 1));
      if (found != names.end()) ++found->second;
    }
  }
  for (const Cut& cut : cuts) {
    if (names[cut.beginning] < kMinDispatch) continue;
    at(rows[cut.unit], Feature::affix) =
        static_cast<float>(rarity_of_name(input.project, input.corpus.units[cut.unit].name));
  }
}

struct SpecialMethod {
  std::string_view trigger;  // a term of the ticket, or an operator as it stands in code
  std::string_view method;
};
// clang-format off
constexpr SpecialMethod kSpecialMethods[] = {
    {"==", "__eq__"}, {"equal", "__eq__"}, {"equality", "__eq__"}, {"!=", "__ne__"}, {"hash", "__hash__"},
    {"hashabl", "__hash__"}, {"hash", "__eq__"}, {"equal", "__hash__"}, {"pickl", "__reduce__"},
    {"pickl", "__getstate__"}, {"pickl", "__setstate__"}, {"pickl", "__reduce_ex__"}, {"pickl", "__getnewargs__"},
    {"repr", "__repr__"}, {"representat", "__repr__"}, {"print", "__str__"}, {"str(", "__str__"}, {"len(", "__len__"},
    {"length", "__len__"}, {"iterat", "__iter__"}, {"iterabl", "__iter__"}, {"iterat", "__next__"},
    {"unpack", "__iter__"}, {"index", "__getitem__"}, {"slic", "__getitem__"}, {"subscript", "__getitem__"},
    {"assign", "__setitem__"}, {"bool(", "__bool__"}, {"truth", "__bool__"}, {"copy", "__copy__"},
    {"deepcopy", "__deepcopy__"}, {"+", "__add__"}, {"add", "__add__"}, {"addit", "__add__"}, {"sum", "__add__"},
    {"+", "__radd__"}, {"-", "__sub__"}, {"subtract", "__sub__"}, {"*", "__mul__"}, {"multiply", "__mul__"},
    {"multiplicat", "__mul__"}, {"product", "__mul__"}, {"*", "__rmul__"}, {"/", "__truediv__"},
    {"divid", "__truediv__"}, {"division", "__truediv__"}, {"divis", "__truediv__"}, {"//", "__floordiv__"},
    {"%", "__mod__"}, {"mod", "__mod__"}, {"modulo", "__mod__"}, {"**", "__pow__"}, {"power", "__pow__"},
    {"exponent", "__pow__"}, {"@", "__matmul__"}, {"neg", "__neg__"}, {"abs", "__abs__"}, {"|", "__or__"},
    {"&", "__and__"}, {"combin", "__or__"}, {"~", "__invert__"}, {"<", "__lt__"}, {">", "__gt__"},
    {"compar", "__lt__"}, {"comparison", "__lt__"}, {"compar", "__eq__"}, {"order", "__lt__"}, {"sort", "__lt__"},
    {"callabl", "__call__"}, {"call", "__call__"}, {"contain", "__contains__"}, {"membership", "__contains__"},
    {"int(", "__int__"}, {"float(", "__float__"}, {"format", "__format__"}, {"getattr", "__getattr__"},
    {"setattr", "__setattr__"}, {"attribut", "__getattr__"}, {"context", "__enter__"}, {"context", "__exit__"},
    {"delet", "__delitem__"}, {"subclass", "__init_subclass__"}, {"instanc", "__instancecheck__"},
    {"dir(", "__dir__"}, {"class", "__class_getitem__"}, {"round", "__round__"}, {"await", "__await__"},
    {"revers", "__reversed__"},
};
// clang-format on

bool is_operator(std::string_view trigger) { return trigger.find_first_of("=+-*/%<>|&~@!(") != std::string_view::npos; }

bool stands_in_code(const Ticket& ticket, std::string_view trigger) {
  const bool call = absl::StrContains(trigger, '(');
  const std::string wanted = call ? std::string(trigger) : " " + std::string(trigger) + " ";
  return std::any_of(ticket.code_lines.begin(), ticket.code_lines.end(),
                     [&](const std::string& line) { return absl::StrContains(line, wanted); });
}

// The special methods that the ticket's words and operators stand for.
absl::flat_hash_set<std::string_view> methods_meant(const Ticket& ticket) {
  absl::flat_hash_set<std::string_view> terms;
  for (const TicketTerm& term : ticket.terms) {
    if (term.count[static_cast<std::size_t>(View::all)] > 0) terms.insert(term.term);
  }
  absl::flat_hash_set<std::string_view> methods;
  for (const SpecialMethod& each : kSpecialMethods) {
    const bool said = is_operator(each.trigger) ? stands_in_code(ticket, each.trigger) : terms.contains(each.trigger);
    if (said) methods.insert(each.method);
  }
  return methods;
}

// As strong as the ticket speaks of the class.
void add_special_methods(const FeatureInput& input, FeatureMatrix& rows) {
  constexpr std::uint32_t kNamed = kQuoted | kCalled | kDotted | kInCode | kCodeLike;
  const auto methods = methods_meant(input.ticket);
  const MentionsByName mentions(input.ticket);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Unit& unit = input.corpus.units[i];
    if (unit.kind != Unit::Kind::function || unit.class_unit == Unit::kNone) continue;
    if (!methods.contains(unit.symbol.name)) continue;
    const Unit& owner = input.corpus.units[unit.class_unit];
    const Mention* mention = mentions.find(owner.symbol.name);
    const bool named = mention != nullptr && (mention->ways & kNamed) != 0;
    const double own = named ? rarity_of_name(input.project, owner.name) : 0.1;
    const double alike = 0.5 * static_cast<double>(at(rows[i], Feature::class_share));
    at(rows[i], Feature::special_method) = static_cast<float>(std::max(own, alike));
  }
}

}  // namespace

void add_dispatch(const FeatureInput& input, FeatureMatrix& rows) {
  add_affixes(input, rows);
  add_special_methods(input, rows);
}

}  // namespace grit::retrieve
