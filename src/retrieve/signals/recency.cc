// recency: files that the last commits changed.
#include "base/try.h"
#include "signals/signals.h"

namespace grit::retrieve {
namespace {

constexpr std::uint32_t kCommits = 10;
constexpr double kScore = 0.5;

std::string reason(std::uint32_t commits_ago) {
  if (commits_ago == 0) return "changed by the newest commit";
  return "last changed " + std::to_string(commits_ago) + (commits_ago == 1 ? " commit" : " commits") +
         " before the newest";
}

class Recency final : public Signal {
 public:
  std::string_view name() const override { return "recency"; }
  double default_weight() const override { return 0.3; }

  Result<std::vector<Evidence>> score(const SignalInput& input) override {
    GRIT_RETURN_IF_ERROR(input.stop.check());
    index::FileQuery recent;
    recent.commits_ago_below = kCommits;
    std::vector<Evidence> evidence;
    GRIT_RETURN_IF_ERROR(input.store.files(recent, [&](const index::FileRecord& file) {
      evidence.push_back({{file.path, ""}, kScore, reason(file.commits_ago.value_or(0))});
      return true;
    }));
    return evidence;
  }
};

}  // namespace

std::unique_ptr<Signal> make_recency() { return std::make_unique<Recency>(); }

}  // namespace grit::retrieve
