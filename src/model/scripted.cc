// The backends that answer out of a recording.
#include <map>
#include <utility>
#include <vector>

#include <absl/strings/str_cat.h>
#include <base/try.h>
#include <grit/model.h>

#include "playback.h"

namespace grit::model {
namespace {

ModelInfo info_of(const Recording& recording, std::string_view backend) {
  ModelInfo info = recording.model;
  info.backend = backend;
  if (info.name.empty()) info.name = backend;
  return info;
}

// Thread rule: that of ModelBackend.
class ScriptedBackend final : public ModelBackend {
 public:
  ScriptedBackend(Recording recording, std::optional<BackendOptions> options)
      : recording_(std::move(recording)), options_(std::move(options)) {}

  Result<ModelInfo> info(const StopConditions& stop) override {
    GRIT_RETURN_IF_ERROR(stop.check());
    return info_of(recording_, "scripted");
  }

  Result<Reply> complete(const Request& request, const DeltaSink& sink, const StopConditions& stop) override {
    GRIT_RETURN_IF_ERROR(stop.check());
    if (next_ == recording_.exchanges.size()) {
      return Status(Code::unavailable,
                    absl::StrCat("the scripted model has given all its ", recording_.exchanges.size(), " answers"));
    }
    return play(recording_.exchanges[next_++], request, options_, sink, stop);
  }

 private:
  Recording recording_;
  std::optional<BackendOptions> options_;
  std::size_t next_ = 0;
};

// Equal requests get their answers in the order of the recording; after the last of them, the last again. Exchanges
// without a hash answer what nothing else does, once each.
//
// Thread rule: that of ModelBackend.
class ReplayBackend final : public ModelBackend {
 public:
  ReplayBackend(Recording recording, std::optional<BackendOptions> options)
      : recording_(std::move(recording)), options_(std::move(options)) {
    for (std::size_t i = 0; i < recording_.exchanges.size(); ++i) {
      const std::optional<ContentHash>& hash = recording_.exchanges[i].request;
      (hash ? by_hash_[*hash] : any_).places.push_back(i);
    }
  }

  Result<ModelInfo> info(const StopConditions& stop) override {
    GRIT_RETURN_IF_ERROR(stop.check());
    return info_of(recording_, "replay");
  }

  Result<Reply> complete(const Request& request, const DeltaSink& sink, const StopConditions& stop) override {
    GRIT_RETURN_IF_ERROR(stop.check());
    const std::string canonical = canonical_json(request);
    const ContentHash hash = ContentHash::of(canonical);
    if (const auto found = by_hash_.find(hash); found != by_hash_.end()) {
      Places& places = found->second;
      const std::size_t place = places.places[places.next];
      if (places.next + 1 < places.places.size()) ++places.next;
      return play(recording_.exchanges[place], request, options_, sink, stop);
    }
    if (any_.next < any_.places.size()) {
      return play(recording_.exchanges[any_.places[any_.next++]], request, options_, sink, stop);
    }
    return Status(Code::unavailable, absl::StrCat("the recording has no answer to this request (sha256 ", hash.hex(),
                                                  "): ", describe_difference(recording_, canonical)));
  }

 private:
  struct Places {
    std::vector<std::size_t> places;
    std::size_t next = 0;
  };

  Recording recording_;
  std::optional<BackendOptions> options_;
  std::map<ContentHash, Places> by_hash_;
  Places any_;
};

}  // namespace

std::unique_ptr<ModelBackend> make_scripted(Recording recording, std::optional<BackendOptions> options) {
  return std::make_unique<ScriptedBackend>(std::move(recording), std::move(options));
}

std::unique_ptr<ModelBackend> make_replay(Recording recording, std::optional<BackendOptions> options) {
  return std::make_unique<ReplayBackend>(std::move(recording), std::move(options));
}

std::unique_ptr<ModelBackend> scripted_backend(Recording recording) {
  return make_scripted(std::move(recording), std::nullopt);
}

std::unique_ptr<ModelBackend> replay_backend(Recording recording) {
  return make_replay(std::move(recording), std::nullopt);
}

}  // namespace grit::model
