// Tools that a model or another agent may call: the ToolExecutor seam, for hosts that bring their own.
#ifndef GRIT_TOOLS_H_
#define GRIT_TOOLS_H_

#include <string>
#include <string_view>
#include <vector>

#include <grit/status.h>
#include <grit/types.h>

namespace grit::tools {

struct ToolSpec {
  std::string name;         // "find_defs"
  std::string description;  // one sentence for a model
  std::string parameters;   // a JSON schema of an object
  bool writes = false;
};

// What a tool said. A failure that the caller can mend is text with `failed`, not an error.
struct ToolResult {
  std::string text;  // bounded
  bool failed = false;
  bool cut = false;  // something was left out to stay within the bound
};

// Carries out calls.
//
// Thread rule: one call at a time.
class ToolExecutor {
 public:
  virtual ~ToolExecutor() = default;
  [[nodiscard]] virtual std::vector<ToolSpec> tools() const = 0;
  // `arguments` is a JSON object. Errors of the host only; an unknown tool or bad arguments are a failed ToolResult.
  virtual Result<ToolResult> call(std::string_view tool, std::string_view arguments, const StopConditions& stop) = 0;
};

}  // namespace grit::tools

#endif  // GRIT_TOOLS_H_
