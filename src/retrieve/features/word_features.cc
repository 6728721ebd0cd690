// Features of words: BM25 over fields, for several parts of the ticket.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "features/features.h"

namespace grit::retrieve {
namespace {

// Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009): k1 of BM25, and b for whole files.
constexpr double kSaturation = 1.5;
constexpr double kLengthShare = 0.75;
// What a token of a name is worth that the ticket has not: about as much as one that few units have.
constexpr double kUnseenRarity = 5.0;

struct FieldWeight {
  double weight = 0;
  double length_share = 0;  // b of BM25F
};
using FieldWeights = std::array<FieldWeight, kFields>;

// In the order of Field: name, scope, path, signature, docstring, string, comment, code.
constexpr FieldWeights kAllFields = {
    {{5, 0.3}, {2, 0.3}, {1.5, 0.3}, {1, 0.5}, {2, 0.75}, {2, 0.75}, {1, 0.75}, {1, 0.75}}};

constexpr FieldWeights only(Field field) {
  FieldWeights weights{};
  weights[static_cast<std::size_t>(field)] = {1, kLengthShare};
  return weights;
}

// What a term is worth in a query: the more often it is said the more, less and less.
double query_weight(std::uint32_t count) { return count == 0 ? 0.0 : 1 + std::log(static_cast<double>(count)); }

// Weights by term.
using TermWeights = std::vector<double>;

TermWeights weights_of(const Ticket& ticket, View view) {
  TermWeights weights;
  for (const TicketTerm& term : ticket.terms) {
    weights.push_back(query_weight(term.count[static_cast<std::size_t>(view)]));
  }
  return weights;
}

// How rare the terms are in the pool, and how long its fields.
//
// Thread rule: immutable once built; borrows the corpus.
class Statistics {
 public:
  Statistics(const Corpus& corpus, std::size_t terms) : corpus_(corpus), rarity_(terms), file_rarity_(terms) {
    count_units();
    count_files();
  }

  double rarity_of(std::uint32_t term) const { return rarity_[term]; }

  // BM25F of each unit.
  std::vector<double> units(const TermWeights& query, const FieldWeights& fields) const {
    std::vector<double> scores;
    scores.reserve(corpus_.units.size());
    for (const Unit& unit : corpus_.units) scores.push_back(score_of(unit, query, fields));
    return scores;
  }

  // BM25 of each unit's file.
  std::vector<double> files(const TermWeights& query) const {
    std::vector<double> by_file;
    for (const CorpusFile& file : corpus_.files) {
      const double norm = kSaturation * (1 - kLengthShare + kLengthShare * file.length / mean_file_);
      double score = 0;
      for (std::size_t i = 0; i < query.size(); ++i) {
        const double n = file.terms[i];
        if (query[i] > 0 && n > 0) score += query[i] * file_rarity_[i] * n * (kSaturation + 1) / (n + norm);
      }
      by_file.push_back(score);
    }
    std::vector<double> scores;
    scores.reserve(corpus_.units.size());
    for (const Unit& unit : corpus_.units) scores.push_back(by_file[unit.file]);
    return scores;
  }

 private:
  void count_units() {
    std::vector<double> holders(rarity_.size());
    std::array<double, kFields> total{};
    double functions = 0;
    for (const Unit& unit : corpus_.units) {
      if (!unit.counted) continue;
      ++functions;
      for (std::size_t f = 0; f < kFields; ++f) total[f] += unit.length[f];
      for (const Occurrences& term : unit.terms) {
        const auto in = [&](Field field) { return term.count[static_cast<std::size_t>(field)]; };
        const int others = in(Field::scope) + in(Field::path);  // all units of a file or class share these
        const int all = std::accumulate(term.count.begin(), term.count.end(), 0);
        if (all > others) ++holders[term.term];
      }
    }
    for (std::size_t i = 0; i < rarity_.size(); ++i) rarity_[i] = rarity(holders[i], functions);
    for (std::size_t f = 0; f < kFields; ++f) mean_[f] = std::max(1.0, total[f] / std::max(1.0, functions));
  }

  void count_files() {
    std::vector<double> holders(file_rarity_.size());
    double counted = 0;
    double total = 0;
    for (const CorpusFile& file : corpus_.files) {
      if (file.aside) continue;
      ++counted;
      total += file.length;
      for (std::size_t i = 0; i < holders.size(); ++i) holders[i] += file.terms[i] > 0 ? 1 : 0;
    }
    mean_file_ = std::max(1.0, total / std::max(1.0, counted));
    for (std::size_t i = 0; i < holders.size(); ++i) file_rarity_[i] = rarity(holders[i], counted);
  }

  double score_of(const Unit& unit, const TermWeights& query, const FieldWeights& fields) const {
    std::array<double, kFields> factor{};
    for (std::size_t f = 0; f < kFields; ++f) {
      const double b = fields[f].length_share;
      factor[f] = fields[f].weight / (1 - b + b * unit.length[f] / mean_[f]);
    }
    double score = 0;
    for (const Occurrences& term : unit.terms) {
      if (query[term.term] == 0) continue;
      double n = 0;
      for (std::size_t f = 0; f < kFields; ++f) n += factor[f] * term.count[f];
      score += query[term.term] * rarity_[term.term] * n / (kSaturation + n);
    }
    return score;
  }

  const Corpus& corpus_;
  std::vector<double> rarity_;
  std::vector<double> file_rarity_;
  std::array<double, kFields> mean_{};
  double mean_file_ = 1;
};

// What share of a field's tokens the ticket has, weighed by rarity.
std::vector<double> shares(const Corpus& corpus, const Statistics& statistics, Field field, const TermWeights& query) {
  const auto f = static_cast<std::size_t>(field);
  std::vector<double> out;
  for (const Unit& unit : corpus.units) {
    double hit = 0;
    double known = 0;
    for (const Occurrences& term : unit.terms) {
      known += term.count[f];
      if (query[term.term] > 0) hit += term.count[f] * statistics.rarity_of(term.term);
    }
    const double missing = std::max(0.0, unit.length[f] - known);
    out.push_back(hit == 0 ? 0.0 : hit / (hit + kUnseenRarity * missing));
  }
  return out;
}

// Whether the tokens of a name of two or more follow one another in a line of the ticket.
//
// Thread rule: immutable once built; borrows the input.
class Phrases {
 public:
  explicit Phrases(const FeatureInput& input) {
    for (const auto& line : input.ticket.lines) {
      for (std::size_t i = 1; i < line.size(); ++i) pairs_.insert({line[i - 1], line[i]});
    }
    for (const CorpusWord& word : input.corpus.words) by_text_.emplace(word.text, &word);
  }

  bool hold(std::string_view name) const {
    const auto found = by_text_.find(name);
    if (found == by_text_.end()) return false;
    const CorpusWord& word = *found->second;
    if (word.tokens < 2 || word.terms.size() != word.tokens) return false;
    for (std::size_t i = 1; i < word.terms.size(); ++i) {
      if (!pairs_.contains({word.terms[i - 1], word.terms[i]})) return false;
    }
    return true;
  }

 private:
  absl::flat_hash_set<std::pair<std::uint32_t, std::uint32_t>> pairs_;
  absl::flat_hash_map<std::string_view, const CorpusWord*> by_text_;
};

void add_phrases(const FeatureInput& input, FeatureMatrix& rows) {
  const Phrases phrases(input);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint32_t owner = input.corpus.units[i].class_unit;
    if (owner == Unit::kNone) continue;
    if (phrases.hold(input.corpus.units[owner].symbol.name)) at(rows[i], Feature::class_phrase) = 1;
  }
}

}  // namespace

void add_words(const FeatureInput& input, FeatureMatrix& rows) {
  const Corpus& corpus = input.corpus;
  const Statistics statistics(corpus, input.ticket.terms.size());
  const TermWeights all = weights_of(input.ticket, View::all);
  const TermWeights title = weights_of(input.ticket, View::title);
  const auto text = statistics.units(all, kAllFields);
  put_shares(corpus, text, Feature::text, rows);
  put_ranks(corpus, text, Feature::text_rank, rows);
  put_shares(corpus, statistics.units(weights_of(input.ticket, View::raw), kAllFields), Feature::raw, rows);
  put_shares(corpus, statistics.units(title, kAllFields), Feature::title, rows);
  put_ranks(corpus, statistics.units(weights_of(input.ticket, View::code), kAllFields), Feature::code_rank, rows);
  put_ranks(corpus, statistics.units(all, only(Field::docstring)), Feature::docstring_rank, rows);
  put_ranks(corpus, statistics.units(all, only(Field::comment)), Feature::comments_rank, rows);
  put_ranks(corpus, statistics.units(all, only(Field::string)), Feature::strings_rank, rows);
  put(shares(corpus, statistics, Field::name, all), Feature::name_share, rows);
  put(shares(corpus, statistics, Field::name, title), Feature::name_title_share, rows);
  put(shares(corpus, statistics, Field::scope, all), Feature::class_share, rows);
  put(shares(corpus, statistics, Field::path, all), Feature::path_share, rows);
  put_shares(corpus, statistics.files(all), Feature::file_text, rows);
  put_ranks(corpus, statistics.files(title), Feature::file_title_rank, rows);
  add_phrases(input, rows);
}

}  // namespace grit::retrieve
