#include "features/reasons.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "words.h"

namespace grit::retrieve {
namespace {

constexpr std::size_t kMaxShown = 8;

// What is said of a feature whose value no words explain.
std::string_view plain_reason(Feature feature) {
  switch (feature) {
    case Feature::class_phrase:
      return "the words of its class follow one another in the ticket";
    case Feature::name_plain:
      return "its name is a word of the ticket";
    case Feature::name_in_title:
      return "its name is in the first line";
    case Feature::qualified:
      return "the ticket names it together with its class or module";
    case Feature::class_called:
      return "the ticket calls its class";
    case Feature::class_in_title:
      return "its class is in the first line";
    case Feature::class_plain:
      return "its class is a word of the ticket";
    case Feature::frame:
      return "a frame of a traceback stands in it";
    case Feature::frame_inner:
      return "the innermost frame of a traceback stands in it";
    case Feature::frame_alone:
      return "the ticket is a traceback with a frame in it";
    case Feature::linked:
      return "a link of the ticket points at its lines, or near";
    case Feature::folder_named:
      return "the ticket names a file or module of its folder";
    case Feature::verbatim:
      return "it has lines of code that the ticket shows";
    case Feature::message:
      return "a string in it is a message of the ticket";
    case Feature::callee:
      return "what the ticket names calls it";
    case Feature::text_callee:
      return "functions with the ticket's words call it";
    case Feature::similar_rank:
      return "it uses the same names as the functions with most of the ticket's words";
    case Feature::affix:
      return "one of a family of methods, for a name of the ticket";
    case Feature::special_method:
      return "a word or operator of the ticket stands for this method";
    case Feature::is_method:
      return "a method";
    case Feature::is_special:
      return "a method that the language calls";
    case Feature::is_class:
      return "a class, where a function is expected";
    case Feature::is_module:
      return "a whole file, where a function is expected";
    case Feature::is_aside:
      return "a test, example or part of the documentation";
    default:
      return "";
  }
}

std::string numbered(std::size_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

}  // namespace

Reasons::Reasons(const FeatureInput& input) : input_(input), holders_(input.ticket.terms.size()) {
  for (const Unit& unit : input.corpus.units) {
    for (const Occurrences& term : unit.terms) ++holders_[term.term];
  }
}

std::string Reasons::words(std::uint32_t unit, View view, const Fields& fields) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;  // holders, term: the rarest first
  for (const Occurrences& term : input_.corpus.units[unit].terms) {
    const bool asked = input_.ticket.terms[term.term].count[static_cast<std::size_t>(view)] > 0;
    const bool has = std::any_of(fields.begin(), fields.end(),
                                 [&](Field field) { return term.count[static_cast<std::size_t>(field)] > 0; });
    if (asked && has) found.emplace_back(holders_[term.term], term.term);
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string_view> shown;
  for (const auto& [holders, term] : found) shown.emplace_back(input_.ticket.terms[term].term);
  return join_words(shown, kMaxShown);
}

std::string Reasons::file_words(std::uint32_t unit, View view) const {
  const auto& counts = input_.corpus.files[input_.corpus.units[unit].file].terms;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  for (std::uint32_t term = 0; term < counts.size(); ++term) {
    const bool asked = input_.ticket.terms[term].count[static_cast<std::size_t>(view)] > 0;
    if (asked && counts[term] > 0) found.emplace_back(holders_[term], term);
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string_view> shown;
  for (const auto& [holders, term] : found) shown.emplace_back(input_.ticket.terms[term].term);
  return join_words(shown, kMaxShown);
}

std::string Reasons::names(std::uint32_t unit) const {
  std::vector<std::string_view> shown;
  for (const auto& [word, count] : input_.corpus.units[unit].words) {
    if (input_.corpus.words[word].mention != Project::kNone) shown.push_back(input_.corpus.words[word].text);
  }
  std::sort(shown.begin(), shown.end());
  return join_words(shown, kMaxShown);
}

std::string Reasons::of(Feature feature, std::uint32_t number) const {
  const Unit& unit = input_.corpus.units[number];
  const Fields all = {Field::name,      Field::scope,  Field::path,    Field::signature,
                      Field::docstring, Field::string, Field::comment, Field::code};
  switch (feature) {
    case Feature::text:
      return "words: " + words(number, View::all, all);
    case Feature::text_rank:
      return "by these words among the best functions";
    case Feature::raw:
      return "words of the ticket as it came: " + words(number, View::raw, all);
    case Feature::title:
      return "words of the first line: " + words(number, View::title, all);
    case Feature::code_rank:
      return "words of the ticket's code: " + words(number, View::code, all);
    case Feature::docstring_rank:
      return "words in its docstring: " + words(number, View::all, {Field::docstring});
    case Feature::comments_rank:
      return "words in its comments: " + words(number, View::all, {Field::comment});
    case Feature::strings_rank:
      return "words in its strings: " + words(number, View::all, {Field::string});
    case Feature::name_share:
      return "words in its name: " + words(number, View::all, {Field::name});
    case Feature::name_title_share:
      return "words of the first line in its name: " + words(number, View::title, {Field::name});
    case Feature::class_share:
      return "words in its class: " + words(number, View::all, {Field::scope});
    case Feature::path_share:
      return "words in its path: " + words(number, View::all, {Field::path});
    case Feature::file_text:
      return "words in its file: " + file_words(number, View::all);
    case Feature::file_title_rank:
      return "words of the first line in its file: " + file_words(number, View::title);
    case Feature::names_used:
      return "uses names of the ticket: " + names(number);
    case Feature::branches:
      return numbered(unit.branches, "branch word");
    case Feature::length:
      return numbered(unit.symbol.lines.end - unit.symbol.lines.begin + 1, "line");
    case Feature::common_name:
      return numbered(input_.project.definitions(unit.name).size(), "definition") + " of that name";
    default:
      return std::string(plain_reason(feature));
  }
}

}  // namespace grit::retrieve
