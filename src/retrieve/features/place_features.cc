// Features of places that the ticket points at: paths, links, frames, lines of code, messages.
#include <algorithm>
#include <cmath>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "base/text.h"
#include "features/features.h"
#include "words.h"

namespace grit::retrieve {
namespace {

// The innermost function whose lines hold `line`.
std::uint32_t innermost(const Corpus& corpus, const CorpusFile& file, std::uint32_t line) {
  std::uint32_t found = Unit::kNone;
  for (std::uint32_t i = file.begin + 1; i < file.end; ++i) {
    const LineRange& lines = corpus.units[i].symbol.lines;
    if (corpus.units[i].kind == Unit::Kind::function && lines.begin <= line && line <= lines.end) found = i;
  }
  return found;
}

std::uint32_t distance(const LineRange& lines, std::uint32_t line) {
  if (line < lines.begin) return lines.begin - line;
  return line > lines.end ? line - lines.end : 0;
}

// The function of a name that is nearest to a line; without a name the one that holds the line.
std::uint32_t function_of(const Corpus& corpus, const CorpusFile& file, const NamedFile& named) {
  const std::uint32_t line = named.lines.begin;
  std::string_view name = named.function;
  if (const std::size_t dot = name.rfind('.'); dot != std::string_view::npos) name.remove_prefix(dot + 1);
  if (name.empty() || name.front() == '<') return innermost(corpus, file, line);
  std::uint32_t best = Unit::kNone;
  for (std::uint32_t i = file.begin + 1; i < file.end; ++i) {
    const Unit& unit = corpus.units[i];
    if (unit.kind != Unit::Kind::function || unit.symbol.name != name) continue;
    if (best == Unit::kNone || distance(unit.symbol.lines, line) < distance(corpus.units[best].symbol.lines, line))
      best = i;
  }
  return best == Unit::kNone && line > 0 ? innermost(corpus, file, line) : best;
}

void raise(float& value, double to) { value = std::max(value, static_cast<float>(to)); }

void add_frame(const FeatureInput& input, const CorpusFile& file, const NamedFile& named, FeatureMatrix& rows) {
  const std::uint32_t unit = function_of(input.corpus, file, named);
  FeatureRow& row = rows[unit == Unit::kNone ? file.module_unit : unit];
  raise(at(row, Feature::frame), 1.0 / (1.0 + named.position));
  if (named.position == 0) at(row, Feature::frame_inner) = 1;
  if (input.ticket.only_frames) raise(at(row, Feature::frame_alone), 1.0 / (1.0 + named.position));
}

// The definitions at the lines of a link; those near by a little, as the tree may have changed since.
void add_link(const FeatureInput& input, const CorpusFile& file, const NamedFile& named, FeatureMatrix& rows) {
  for (std::uint32_t i = file.begin + 1; i < file.end; ++i) {
    const LineRange& lines = input.corpus.units[i].symbol.lines;
    const bool touches = lines.begin <= named.lines.end && named.lines.begin <= lines.end;
    const std::uint32_t away = std::min(distance(lines, named.lines.begin), distance(lines, named.lines.end));
    raise(at(rows[i], Feature::linked), touches ? 1.0 : 0.5 / (1.0 + 0.1 * away));
  }
}

std::string_view folder_of(const FeatureInput& input, std::uint32_t file) {
  const std::string_view path = input.project.files()[file].path;
  const std::size_t slash = path.rfind('/');
  return path.substr(0, slash == std::string_view::npos ? 0 : slash);
}

void add_named(const FeatureInput& input, FeatureMatrix& rows) {
  const Corpus& corpus = input.corpus;
  absl::flat_hash_map<std::uint32_t, std::uint32_t> by_number;
  for (std::uint32_t i = 0; i < corpus.files.size(); ++i) by_number.emplace(corpus.files[i].number, i);
  absl::flat_hash_set<std::string_view> folders;
  for (const NamedFile& named : input.pool.named) {
    if (named.by != NamedFile::By::frame) folders.insert(folder_of(input, named.file));
    const auto known = by_number.find(named.file);
    if (known == by_number.end()) continue;
    const CorpusFile& file = corpus.files[known->second];
    if (named.by == NamedFile::By::frame) add_frame(input, file, named, rows);
    if (named.by == NamedFile::By::link) add_link(input, file, named, rows);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t file = corpus.files[corpus.units[i].file].number;
    if (folders.contains(folder_of(input, file))) at(rows[i], Feature::folder_named) = 1;
  }
}

// Lines of code that the ticket shows, found in the units that hold them.
void add_verbatim(const FeatureInput& input, FeatureMatrix& rows) {
  absl::flat_hash_map<std::string_view, std::vector<std::uint32_t>> wanted;
  for (const std::string& line : input.ticket.code_lines) wanted.try_emplace(line);
  if (wanted.empty()) return;
  const Corpus& corpus = input.corpus;
  for (const CorpusFile& file : corpus.files) {
    std::uint32_t number = 0;
    for (const std::string_view whole : split_lines(*file.bytes)) {
      ++number;
      const std::string_view line = absl::StripAsciiWhitespace(whole);
      if (line.size() < 12) continue;
      const auto found = wanted.find(line);
      if (found == wanted.end()) continue;
      const std::uint32_t unit = innermost(corpus, file, number);
      found->second.push_back(unit == Unit::kNone ? file.module_unit : unit);
    }
  }
  std::vector<double> sums(rows.size());
  for (const std::string& line : input.ticket.code_lines) {
    std::vector<std::uint32_t>& units = wanted[line];
    std::sort(units.begin(), units.end());
    units.erase(std::unique(units.begin(), units.end()), units.end());
    for (const std::uint32_t unit : units) sums[unit] += 1.0 / static_cast<double>(units.size());
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    at(rows[i], Feature::verbatim) = static_cast<float>(sums[i] / (0.5 + sums[i]));
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for_each_word(text, [&](std::string_view word) { words.push_back(folded(word)); });
  return words;
}

// String literals whose pairs of words stand in a message of the ticket.
void add_messages(const FeatureInput& input, FeatureMatrix& rows) {
  absl::flat_hash_set<std::pair<std::string, std::string>> pairs;
  for (const std::string& message : input.ticket.messages) {
    const auto words = words_of(message);
    for (std::size_t i = 1; i < words.size(); ++i) pairs.emplace(words[i - 1], words[i]);
  }
  if (pairs.empty()) return;
  absl::flat_hash_map<const char*, double> known;  // a literal is part of several units
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double best = 0;
    for (const std::string_view literal : input.corpus.units[i].literals) {
      const auto [entry, added] = known.try_emplace(literal.data(), 0.0);
      if (added) {
        const auto words = words_of(literal);
        double hits = 0;
        for (std::size_t w = 1; w < words.size(); ++w) hits += pairs.contains({words[w - 1], words[w]}) ? 1 : 0;
        entry->second = words.size() < 2 ? 0 : hits / static_cast<double>(words.size() - 1) * (hits / (hits + 2));
      }
      best = std::max(best, entry->second);
    }
    at(rows[i], Feature::message) = static_cast<float>(best);
  }
}

}  // namespace

void add_places(const FeatureInput& input, FeatureMatrix& rows) {
  add_named(input, rows);
  add_verbatim(input, rows);
  add_messages(input, rows);
}

namespace {

bool is_special_name(std::string_view name) {
  return name.size() > 4 && absl::StartsWith(name, "__") && absl::EndsWith(name, "__") && name != "__init__" &&
         name != "__new__";
}

bool has_in_title(const Ticket& ticket, std::string_view wanted) {
  return std::any_of(ticket.terms.begin(), ticket.terms.end(), [&](const TicketTerm& term) {
    return term.term == wanted && term.count[static_cast<std::size_t>(View::title)] > 0;
  });
}

// Whether the ticket is about tests, documentation or examples, so that those are what it means.
bool is_about_aside(const Ticket& ticket) {
  constexpr std::string_view kTerms[] = {"test", "documentation", "example", "benchmark", "tutorial"};
  return std::any_of(std::begin(kTerms), std::end(kTerms),
                     [&](std::string_view term) { return has_in_title(ticket, term); });
}

// Whether the first line names the class and says that it is one: "where is the class Session".
bool asks_for_class(const MentionsByName& mentions, const Ticket& ticket, const Unit& unit) {
  const Mention* mention = mentions.find(unit.symbol.name);
  return mention != nullptr && (mention->ways & kInTitle) != 0 && has_in_title(ticket, "class");
}

float up_to_one(double value) { return static_cast<float>(std::min(1.0, value)); }

}  // namespace

void add_shape(const FeatureInput& input, FeatureMatrix& rows) {
  const Corpus& corpus = input.corpus;
  const MentionsByName mentions(input.ticket);
  const float aside = is_about_aside(input.ticket) ? 0.25F : 1.0F;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Unit& unit = corpus.units[i];
    FeatureRow& row = rows[i];
    if (corpus.files[unit.file].aside) at(row, Feature::is_aside) = aside;
    if (unit.kind == Unit::Kind::class_)
      at(row, Feature::is_class) = asks_for_class(mentions, input.ticket, unit) ? 0 : 1;
    at(row, Feature::is_module) = unit.kind == Unit::Kind::module ? 1 : 0;
    if (unit.kind == Unit::Kind::module) continue;
    at(row, Feature::length) = up_to_one(std::log(unit.symbol.lines.end - unit.symbol.lines.begin + 1) / 6);
    at(row, Feature::branches) = up_to_one(std::log1p(unit.branches) / 4);
    if (unit.name != Project::kNone) {
      const auto definitions = static_cast<double>(input.project.definitions(unit.name).size());
      at(row, Feature::common_name) = up_to_one(std::log1p(definitions) / 6);
    }
    if (unit.kind != Unit::Kind::function) continue;
    at(row, Feature::is_special) = is_special_name(unit.symbol.name) ? 1 : 0;
    at(row, Feature::is_method) = corpus.units[unit.parent].kind == Unit::Kind::class_ ? 1 : 0;
  }
}

}  // namespace grit::retrieve
