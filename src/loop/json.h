// JSON values of the types that evidence and reports are made of.
#ifndef GRIT_LOOP_JSON_H_
#define GRIT_LOOP_JSON_H_

#include <grit/loop.h>

#include "base/json.h"

namespace grit::loop {

[[nodiscard]] Json json_of(const edit::Finding& finding);
[[nodiscard]] Json json_of(const verify::Verdict& verdict);
[[nodiscard]] Json json_of(const StepReport& step);
[[nodiscard]] Json json_of(const verify::Check& check);
[[nodiscard]] Json json_of(const Config& config);
[[nodiscard]] Json json_of(const model::Usage& usage);
[[nodiscard]] Json json_of(const model::ModelInfo& info);
[[nodiscard]] Json json_of(const FixReport& report);
[[nodiscard]] Json json_of(const std::vector<std::string>& texts);

}  // namespace grit::loop

#endif  // GRIT_LOOP_JSON_H_
