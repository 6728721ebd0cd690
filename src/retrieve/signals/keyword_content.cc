// keyword_content: definitions and files whose text holds the rarest words of the query.
#include <algorithm>
#include <limits>
#include <string>

#include "absl/container/btree_map.h"
#include "absl/container/flat_hash_set.h"
#include "base/try.h"
#include "definitions.h"
#include "signals/signals.h"
#include "word_search.h"
#include "words.h"

namespace grit::retrieve {
namespace {

constexpr std::size_t kWordsSearched = 3;
constexpr std::size_t kMaxWordsCounted = 1024;  // of a ticket; each is one look-up
constexpr std::size_t kMaxWordBytes = 64;       // longer ones are data
constexpr std::uint64_t kMaxFileBytes = std::uint64_t{64} << 20;

struct Word {
  std::string text;
  std::uint64_t files = 0;  // how many hold it
};

std::vector<std::string> distinct_words(std::string_view text) {
  std::vector<std::string> words;
  absl::flat_hash_set<std::string> seen;
  for_each_script_word(text, [&](std::string_view word) {
    if (word.size() > kMaxWordBytes || words.size() == kMaxWordsCounted) return;
    std::string lower = folded(word);
    if (seen.insert(lower).second) words.push_back(std::move(lower));
  });
  return words;
}

// How many files hold `word`; stops counting above `enough`.
Result<std::uint64_t> count_files(const std::string& word, std::uint64_t enough, index::SymbolStore& store) {
  index::FileQuery query;
  query.word = word;
  std::uint64_t count = 0;
  GRIT_RETURN_IF_ERROR(store.files(query, [&](const index::FileRecord&) { return ++count <= enough; }));
  return count;
}

// The words of the query that occur in the fewest files, of equals the first; words that occur nowhere find nothing.
Result<std::vector<Word>> rarest_words(const SignalInput& input) {
  std::vector<Word> rarest;
  for (std::string& text : distinct_words(input.query.text)) {
    GRIT_RETURN_IF_ERROR(input.stop.check());
    const bool full = rarest.size() == kWordsSearched;
    const std::uint64_t enough = full ? rarest.back().files : std::numeric_limits<std::uint64_t>::max();
    GRIT_ASSIGN_OR_RETURN(const std::uint64_t files, count_files(text, enough, input.store));
    if (files == 0 || (full && files >= enough)) continue;
    if (full) rarest.pop_back();
    const auto rarer = [](std::uint64_t count, const Word& word) { return count < word.files; };
    rarest.insert(std::upper_bound(rarest.begin(), rarest.end(), files, rarer), Word{std::move(text), files});
  }
  return rarest;
}

// A file that holds at least one of the words.
struct Holder {
  std::uint64_t size = 0;  // as indexed
};
using Holders = absl::btree_map<std::string, Holder>;

Result<Holders> find_holders(const std::vector<Word>& words, index::SymbolStore& store) {
  Holders holders;
  for (const Word& word : words) {
    index::FileQuery query;
    query.word = word.text;
    GRIT_RETURN_IF_ERROR(store.files(query, [&](const index::FileRecord& file) {
      holders.try_emplace(file.path, Holder{file.size});
      return true;
    }));
  }
  return holders;
}

// The first line of each word that was found in one place; 0 where it was not.
using FirstLines = std::vector<std::uint32_t>;

class KeywordContent final : public Signal {
 public:
  std::string_view name() const override { return "keyword_content"; }
  double default_weight() const override { return 0.6; }

  Result<std::vector<Evidence>> score(const SignalInput& input) override {
    GRIT_RETURN_IF_ERROR(input.stop.check());
    GRIT_ASSIGN_OR_RETURN(const std::vector<Word> words, rarest_words(input));
    GRIT_ASSIGN_OR_RETURN(const Holders holders, find_holders(words, input.store));
    std::vector<WordSearch> searches;
    for (const Word& word : words) searches.emplace_back(word.text);
    std::vector<Evidence> evidence;
    for (const auto& [path, holder] : holders) {
      GRIT_RETURN_IF_ERROR(input.stop.check());
      GRIT_RETURN_IF_ERROR(search_file(path, holder, searches, input, evidence));
    }
    return evidence;
  }

 private:
  static Status search_file(const std::string& path, const Holder& holder, const std::vector<WordSearch>& searches,
                            const SignalInput& input, std::vector<Evidence>& evidence) {
    const Result<FileContent> content = input.files.read(path, kMaxFileBytes);
    if (!content) {  // gone or closed since it was indexed: it can show no words
      const Code code = content.error().code();
      return code == Code::cancelled || code == Code::timeout ? content.error() : Status();
    }
    FileDefinitions definitions;
    if (content->bytes.size() == holder.size) {  // else the lines of its definitions are not these: the file counts
      GRIT_ASSIGN_OR_RETURN(definitions, FileDefinitions::of(input.store, path));
    }
    absl::btree_map<std::string, FirstLines> by_symbol;
    for (std::size_t i = 0; i < searches.size(); ++i) {
      for (const std::uint32_t line : searches[i].lines_in(content->bytes)) {
        const FileDefinitions::Entry* around = definitions.innermost(line);
        FirstLines& lines = by_symbol[around == nullptr ? "" : around->qualified];
        lines.resize(searches.size(), 0);
        if (lines[i] == 0) lines[i] = line;
      }
    }
    for (const auto& [symbol, lines] : by_symbol) evidence.push_back(make_evidence(path, symbol, lines, searches));
    return {};
  }

  static Evidence make_evidence(const std::string& path, const std::string& symbol, const FirstLines& lines,
                                const std::vector<WordSearch>& searches) {
    std::string reason = "text has: ";
    std::size_t hits = 0;
    for (std::size_t i = 0; i < searches.size(); ++i) {
      if (lines[i] == 0) continue;
      if (hits++ > 0) reason += ", ";
      reason += searches[i].word() + " (line " + std::to_string(lines[i]) + ")";
    }
    return {{path, symbol}, share(hits, searches.size()), reason};
  }
};

}  // namespace

std::unique_ptr<Signal> make_keyword_content() { return std::make_unique<KeywordContent>(); }

}  // namespace grit::retrieve
