// keyword_path: files whose path contains a token of the query.
#include "base/try.h"
#include "signals/signals.h"
#include "token_matcher.h"
#include "words.h"

namespace grit::retrieve {
namespace {

class KeywordPath final : public Signal {
 public:
  std::string_view name() const override { return "keyword_path"; }
  double default_weight() const override { return 0.4; }

  Result<std::vector<Evidence>> score(const SignalInput& input) override {
    GRIT_RETURN_IF_ERROR(input.stop.check());
    const auto& tokens = input.query.tokens;
    const TokenMatcher matcher(tokens);
    std::vector<Evidence> evidence;
    GRIT_RETURN_IF_ERROR(input.store.files({}, [&](const index::FileRecord& file) {
      const auto hits = matcher.find_in(file.path);
      if (!hits.empty()) {
        evidence.push_back({{file.path, ""}, share(hits.size(), tokens.size()), "path contains: " + join_words(hits)});
      }
      return true;
    }));
    return evidence;
  }
};

}  // namespace

std::unique_ptr<Signal> make_keyword_path() { return std::make_unique<KeywordPath>(); }

}  // namespace grit::retrieve
