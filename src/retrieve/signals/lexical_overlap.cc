// lexical_overlap: how many of the query's tokens are tokens of a place's path and of its symbol.
#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_replace.h"
#include "base/try.h"
#include "signals/signals.h"
#include "words.h"

namespace grit::retrieve {
namespace {

constexpr double kPathShare = 0.7;
constexpr double kSymbolShare = 0.3;

using Hits = std::vector<std::string_view>;

// The query's tokens by their text.
//
// Thread rule: one thread at a time; borrows the tokens.
class TokenSet {
 public:
  explicit TokenSet(const std::vector<std::string>& tokens) : tokens_(tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i) by_text_.emplace(tokens[i], i);
  }

  std::size_t size() const { return tokens_.size(); }

  // The tokens of the query that are tokens of `text`: distinct, in the order of the query.
  Hits find_in(std::string_view text) const {
    std::vector<std::size_t> found;
    for_each_token(text, [&](std::string_view token) {
      const auto at = by_text_.find(folded(token));
      if (at != by_text_.end()) found.push_back(at->second);
    });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    Hits hits;
    hits.reserve(found.size());
    for (const std::size_t i : found) hits.emplace_back(tokens_[i]);
    return hits;
  }

 private:
  const std::vector<std::string>& tokens_;
  absl::flat_hash_map<std::string_view, std::size_t> by_text_;
};

// A qualified name without what nobody wrote: "outer.<locals>.inner#2" is "outer.inner".
std::string written_name(std::string_view qualified) {
  if (qualified.find_first_of("<#") == std::string_view::npos) return std::string(qualified);
  std::string name = absl::StrReplaceAll(qualified, {{".<locals>", ""}});
  for (std::size_t mark = name.find('#'); mark != std::string::npos; mark = name.find('#', mark)) {
    name.erase(mark, std::min(name.find('.', mark), name.size()) - mark);
  }
  return name;
}

std::string reason(const Hits& path, const Hits& symbol) {
  std::string text;
  if (!path.empty()) text = "words of the path: " + join_words(path);
  if (!symbol.empty()) text += (text.empty() ? "" : "; ") + ("words of the name: " + join_words(symbol));
  return text;
}

// The path's share and the symbol's are two statements: no compiler may fuse them into one rounding.
double overlap(const Hits& path, const Hits& symbol, std::size_t tokens) {
  const double from_path = kPathShare * share(path.size(), tokens);
  const double from_symbol = kSymbolShare * share(symbol.size(), tokens);
  return from_path + from_symbol;
}

class LexicalOverlap final : public Signal {
 public:
  std::string_view name() const override { return "lexical_overlap"; }
  double default_weight() const override { return 0.9; }

  Result<std::vector<Evidence>> score(const SignalInput& input) override {
    GRIT_RETURN_IF_ERROR(input.stop.check());
    const TokenSet tokens(input.query.tokens);
    std::vector<Evidence> evidence;
    absl::flat_hash_map<std::string, Hits> by_path;
    const auto add = [&](const std::string& path, const std::string& symbol, const Hits& from_path,
                         const Hits& from_symbol) {
      if (from_path.empty() && from_symbol.empty()) return;
      evidence.push_back(
          {{path, symbol}, overlap(from_path, from_symbol, tokens.size()), reason(from_path, from_symbol)});
    };
    GRIT_RETURN_IF_ERROR(input.store.files({}, [&](const index::FileRecord& file) {
      Hits hits = tokens.find_in(file.path);
      add(file.path, "", hits, {});
      if (!hits.empty()) by_path.emplace(file.path, std::move(hits));
      return true;
    }));
    GRIT_RETURN_IF_ERROR(input.store.symbols({}, [&](const index::Symbol& symbol) {
      const auto path = by_path.find(symbol.path);
      add(symbol.path, symbol.qualified, path == by_path.end() ? Hits{} : path->second,
          tokens.find_in(written_name(symbol.qualified)));
      return true;
    }));
    return evidence;
  }
};

}  // namespace

std::unique_ptr<Signal> make_lexical_overlap() { return std::make_unique<LexicalOverlap>(); }

}  // namespace grit::retrieve
