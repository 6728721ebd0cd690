// The canonical form of a request.
#include <base/json.h>
#include <grit/model.h>

namespace grit::model {

// Members that are empty are left out, and members that come in later versions will be: a recording that was made
// before them keeps its hashes.
std::string canonical_json(const Request& request) {
  Json messages = Json::array();
  for (const Message& message : request.messages) {
    messages.push(Json::object({{"role", message.role}, {"content", message.content}}));
  }
  Json json = Json::object({{"messages", std::move(messages)},
                            {"max_tokens", request.max_tokens},
                            {"temperature", request.temperature},
                            {"seed", request.seed}});
  if (!request.stop.empty()) {
    Json stop = Json::array();
    for (const std::string& word : request.stop) stop.push(word);
    json.set("stop", std::move(stop));
  }
  if (!request.grammar.empty()) json.set("grammar", request.grammar);
  if (!request.json_schema.empty()) json.set("json_schema", request.json_schema);
  return json.dump();
}

ContentHash request_hash(const Request& request) { return ContentHash::of(canonical_json(request)); }

}  // namespace grit::model
