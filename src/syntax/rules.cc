#include "rules.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "nodes.h"

namespace grit::syntax {
namespace {

constexpr std::pair<std::string_view, Mark> kMarks[] = {
    {"definition.function", Mark::function},
    {"definition.method", Mark::method},
    {"definition.class", Mark::class_},
    {"definition.variable", Mark::variable},
    {"definition.module", Mark::module},
    {"definition.none", Mark::nothing},
    {"extension", Mark::extension},
    {"scope", Mark::scope},
    {"outer", Mark::outer},
    {"name", Mark::name},
    {"parameters", Mark::parameters},
    {"body", Mark::body},
    {"type", Mark::type},
    {"owner", Mark::owner},
    {"self", Mark::self},
    {"async", Mark::async},
    {"hoisted", Mark::hoisted},
    {"decorator", Mark::decorator},
    {"comment", Mark::comment},
    {"reference.call", Mark::call},
    {"reference.attribute", Mark::attribute},
    {"reference.name", Mark::reference},
    {"receiver", Mark::receiver},
    {"skip", Mark::skip},
    {"local", Mark::local},
    {"import", Mark::import},
    {"import.module", Mark::import_module},
    {"import.all", Mark::import_all},
    {"import.name", Mark::import_name},
    {"import.alias", Mark::import_alias},
};

Status wrong(std::string what) { return Status(Code::internal, "a query is wrong: " + std::move(what)); }

const char* kind_of(TSQueryError error) {
  switch (error) {
    case TSQueryErrorSyntax:
      return "syntax";
    case TSQueryErrorNodeType:
      return "no such node type";
    case TSQueryErrorField:
      return "no such field";
    case TSQueryErrorCapture:
      return "no such capture";
    case TSQueryErrorStructure:
      return "no tree has this shape";
    default:
      return "language version";
  }
}

std::string_view capture_name(const TSQuery* query, std::uint32_t id) {
  std::uint32_t size = 0;
  const char* text = ts_query_capture_name_for_id(query, id, &size);
  return {text, size};
}

std::string_view string_value(const TSQuery* query, std::uint32_t id) {
  std::uint32_t size = 0;
  const char* text = ts_query_string_value_for_id(query, id, &size);
  return {text, size};
}

}  // namespace

Result<Rules> Rules::compile(const Language& language) {
  std::string text;
  for (const std::string_view part : language.queries) text += std::string(part) + '\n';
  std::uint32_t offset = 0;
  TSQueryError error = TSQueryErrorNone;
  Rules out;
  out.query_.reset(
      ts_query_new(language.grammar(), text.data(), static_cast<std::uint32_t>(text.size()), &offset, &error));
  if (out.query_ == nullptr) {
    return wrong(std::string(kind_of(error)) + " in " + std::string(language.name) + " at: " + text.substr(offset, 60));
  }
  GRIT_RETURN_IF_ERROR(out.read_captures());
  out.predicates_.resize(ts_query_pattern_count(out.query()));
  for (std::uint32_t pattern = 0; pattern < out.predicates_.size(); ++pattern) {
    GRIT_RETURN_IF_ERROR(out.read_predicates(pattern));
  }
  return out;
}

Status Rules::read_captures() {
  for (std::uint32_t id = 0; id < ts_query_capture_count(query()); ++id) {
    const std::string_view name = capture_name(query(), id);
    const auto found = std::find_if(std::begin(kMarks), std::end(kMarks),
                                    [name](const auto& candidate) { return candidate.first == name; });
    if (found == std::end(kMarks) && !name.starts_with('_')) return wrong("unknown capture @" + std::string(name));
    marks_.push_back(found == std::end(kMarks) ? Mark::none : found->second);
  }
  return {};
}

Status Rules::read_predicates(std::uint32_t pattern) {
  std::uint32_t count = 0;
  const TSQueryPredicateStep* steps = ts_query_predicates_for_pattern(query(), pattern, &count);
  for (std::uint32_t at = 0; at < count; ++at) {  // at a predicate's name; its arguments follow, then Done
    if (steps[at].type != TSQueryPredicateStepTypeString) return wrong("a predicate without a name");
    const std::string_view name = string_value(query(), steps[at].value_id);
    Predicate predicate;
    predicate.negated = name.starts_with("not-");
    if (name != "eq?" && name != "not-eq?" && name != "any-of?" && name != "not-any-of?") {
      return wrong("unknown predicate #" + std::string(name));
    }
    if (++at >= count || steps[at].type != TSQueryPredicateStepTypeCapture) {
      return wrong("#" + std::string(name) + " needs a capture");
    }
    predicate.capture = steps[at].value_id;
    for (++at; at < count && steps[at].type != TSQueryPredicateStepTypeDone; ++at) {
      if (steps[at].type != TSQueryPredicateStepTypeString) return wrong("#" + std::string(name) + " needs texts");
      predicate.texts.emplace_back(string_value(query(), steps[at].value_id));
    }
    predicates_[pattern].push_back(std::move(predicate));
  }
  return {};
}

bool Rules::holds(const TSQueryMatch& match, std::string_view bytes) const {
  for (const Predicate& predicate : predicates_[match.pattern_index]) {
    for (std::uint16_t i = 0; i < match.capture_count; ++i) {
      if (match.captures[i].index != predicate.capture) continue;
      const std::string_view text = text_of(match.captures[i].node, bytes);
      const bool found = std::find(predicate.texts.begin(), predicate.texts.end(), text) != predicate.texts.end();
      if (found == predicate.negated) return false;
    }
  }
  return true;
}

}  // namespace grit::syntax
