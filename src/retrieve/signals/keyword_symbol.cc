// keyword_symbol: definitions whose name contains a token of the query.
#include "base/try.h"
#include "signals/signals.h"
#include "token_matcher.h"
#include "words.h"

namespace grit::retrieve {
namespace {

class KeywordSymbol final : public Signal {
 public:
  std::string_view name() const override { return "keyword_symbol"; }
  double default_weight() const override { return 0.8; }

  Result<std::vector<Evidence>> score(const SignalInput& input) override {
    GRIT_RETURN_IF_ERROR(input.stop.check());
    const auto& tokens = input.query.tokens;
    const TokenMatcher matcher(tokens);
    std::vector<Evidence> evidence;
    GRIT_RETURN_IF_ERROR(input.store.symbols({}, [&](const index::Symbol& symbol) {
      const auto hits = matcher.find_in(symbol.name);
      if (!hits.empty()) {
        evidence.push_back(
            {{symbol.path, symbol.qualified}, share(hits.size(), tokens.size()), "name contains: " + join_words(hits)});
      }
      return true;
    }));
    return evidence;
  }
};

}  // namespace

std::unique_ptr<Signal> make_keyword_symbol() { return std::make_unique<KeywordSymbol>(); }

}  // namespace grit::retrieve
