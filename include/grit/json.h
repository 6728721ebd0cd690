// The JSON that the command line prints and the C header hands out. One shape for every host; keys are only ever
// added, and `schema` grows when one changes its meaning. docs/cli.md describes them.
#ifndef GRIT_JSON_H_
#define GRIT_JSON_H_

#include <string>
#include <vector>

#include <grit/index.h>
#include <grit/loop.h>
#include <grit/retrieve.h>

namespace grit {

inline constexpr int kJsonSchema = 1;

// Each is one JSON object on one line, valid UTF-8 whatever the input holds. Pure; callable from any thread.
[[nodiscard]] std::string to_json(const index::IndexReport& report);
[[nodiscard]] std::string to_json(const retrieve::FindResult& result);
[[nodiscard]] std::string to_json(const retrieve::Definitions& definitions);
[[nodiscard]] std::string to_json(const retrieve::References& references);
[[nodiscard]] std::string to_json(const retrieve::Outline& outline);
[[nodiscard]] std::string to_json(const retrieve::SymbolText& text);
[[nodiscard]] std::string to_json(const retrieve::RepoMap& map);
[[nodiscard]] std::string to_json(const loop::FixReport& report);
[[nodiscard]] std::string to_json(const loop::EditReport& report);
[[nodiscard]] std::string to_json(const loop::ReplayReport& report);
[[nodiscard]] std::string to_json(const loop::CheckReport& report);
[[nodiscard]] std::string to_json(const std::vector<loop::RunSummary>& runs);
[[nodiscard]] std::string to_json(const Status& error);

}  // namespace grit

#endif  // GRIT_JSON_H_
