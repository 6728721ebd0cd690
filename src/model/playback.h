// Giving a recorded exchange as a model would.
#ifndef GRIT_MODEL_PLAYBACK_H_
#define GRIT_MODEL_PLAYBACK_H_

#include <memory>
#include <optional>
#include <string_view>

#include <grit/model.h>

namespace grit::model {

// The code of an Exchange::error; empty for a name that is none, and for "ok".
[[nodiscard]] std::optional<Code> code_of(std::string_view name);

// Waits delay_ms, then hands the reply to `sink` line by line, or fails with the exchange's error. Reasoning, limits
// and counts are treated as those of a server's reply. `options` without a value: no limits but those of `stop`.
[[nodiscard]] Result<Reply> play(const Exchange& exchange, const Request& request,
                                 const std::optional<BackendOptions>& options, const DeltaSink& sink,
                                 const StopConditions& stop);

[[nodiscard]] std::unique_ptr<ModelBackend> make_scripted(Recording recording, std::optional<BackendOptions> options);
[[nodiscard]] std::unique_ptr<ModelBackend> make_replay(Recording recording, std::optional<BackendOptions> options);

// Where `request` (canonical JSON) differs from the recorded exchange that is most like it, for a person. One bounded
// sentence.
[[nodiscard]] std::string describe_difference(const Recording& recording, std::string_view request);

}  // namespace grit::model

#endif  // GRIT_MODEL_PLAYBACK_H_
