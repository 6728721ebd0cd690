#include "features/terms.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "words.h"

namespace grit::retrieve {
namespace {

// Sorted.
constexpr std::string_view kStopWords[] = {
    "a",      "about",  "above",     "actually", "after",   "again",  "all",   "already", "also",   "although",
    "am",     "an",     "and",       "another",  "any",     "are",    "as",    "at",      "be",     "because",
    "been",   "before", "being",     "below",    "both",    "but",    "by",    "can",     "cannot", "could",
    "did",    "do",     "does",      "doesn",    "doing",   "don",    "due",   "during",  "each",   "either",
    "even",   "every",  "for",       "from",     "further", "get",    "gets",  "getting", "give",   "gives",
    "go",     "got",    "had",       "has",      "have",    "having", "he",    "here",    "how",    "however",
    "i",      "if",     "in",        "instead",  "into",    "is",     "isn",   "it",      "its",    "just",
    "know",   "like",   "make",      "makes",    "may",     "maybe",  "me",    "might",   "more",   "most",
    "much",   "my",     "need",      "no",       "nor",     "not",    "now",   "of",      "off",    "on",
    "once",   "one",    "only",      "or",       "other",   "our",    "out",   "over",    "own",    "please",
    "rather", "really", "s",         "same",     "see",     "seem",   "seems", "she",     "should", "since",
    "so",     "some",   "something", "still",    "such",    "sure",   "t",     "than",    "thanks", "that",
    "the",    "their",  "them",      "then",     "there",   "these",  "they",  "thing",   "think",  "this",
    "those",  "though", "through",   "to",       "too",     "under",  "until", "up",      "us",     "use",
    "used",   "using",  "very",      "want",     "was",     "way",    "we",    "well",    "were",   "what",
    "when",   "where",  "whether",   "which",    "while",   "who",    "why",   "will",    "with",   "without",
    "would",  "you",    "your",
};

bool is_vowel(char c) { return absl::StrContains("aeiouy", c); }

bool has_vowel(std::string_view text) { return std::any_of(text.begin(), text.end(), is_vowel); }

// Takes `ending` off if what stays has at least `kept` letters and a vowel.
bool drop(std::string& word, std::string_view ending, std::size_t kept) {
  if (word.size() < ending.size() + kept || !absl::EndsWith(word, ending)) return false;
  const std::string_view rest = std::string_view(word).substr(0, word.size() - ending.size());
  if (!has_vowel(rest)) return false;
  word.resize(rest.size());
  return true;
}

void undouble(std::string& word) {
  const std::size_t n = word.size();
  if (n > 3 && word[n - 1] == word[n - 2] && !absl::StrContains("aeiouls", word[n - 1])) word.pop_back();
}

void drop_plural(std::string& word) {
  if (absl::EndsWith(word, "ies") && word.size() > 4) {
    word.replace(word.size() - 3, 3, "y");
  } else if (absl::EndsWith(word, "sses") || absl::EndsWith(word, "xes") || absl::EndsWith(word, "ches") ||
             absl::EndsWith(word, "shes")) {
    word.resize(word.size() - 2);
  } else if (word.size() > 3 && word.back() == 's' && !absl::StrContains("siu", word[word.size() - 2])) {
    word.pop_back();
  }
}

}  // namespace

bool is_stop_word(std::string_view folded) {
  return std::binary_search(std::begin(kStopWords), std::end(kStopWords), folded);
}

std::string term_of(std::string_view token) {
  std::string word = folded(token);
  const bool plain = word.size() > 3 && std::all_of(word.begin(), word.end(), [](char c) {
                       return absl::ascii_islower(static_cast<unsigned char>(c));
                     });
  if (!plain) return word;
  drop_plural(word);
  if (drop(word, "ing", 3) || drop(word, "ed", 3)) undouble(word);
  if (absl::EndsWith(word, "tion") || absl::EndsWith(word, "sion") || absl::EndsWith(word, "ator")) {
    drop(word, absl::EndsWith(word, "or") ? "or" : "ion", 4);
  } else {
    drop(word, "er", 5);
  }
  if (word.size() > 4 && word.back() == 'e') word.pop_back();
  return word;
}

}  // namespace grit::retrieve
