#include "dialect.h"

#include <string>
#include <utility>

#include <base/try.h>

#include "json_path.h"

namespace grit::model {
namespace {

Json messages_of(const Request& request) {
  Json messages = Json::array();
  for (const Message& message : request.messages) {
    messages.push(Json::object({{"role", message.role}, {"content", message.content}}));
  }
  return messages;
}

Json stop_words_of(const Request& request) {
  Json stop = Json::array();
  for (const std::string& word : request.stop) stop.push(word);
  return stop;
}

Result<Json> schema_of(const Dialect& dialect, const Request& request) {
  Result<Json> schema = parse_json(request.json_schema);
  if (!schema) {
    return Status(Code::invalid_argument, "the JSON schema of the request is no JSON: " + schema.error().message());
  }
  if (dialect.schema_type.empty()) return schema;
  Json wrapped = Json::object({{"name", "answer"}, {"strict", true}, {"schema", *std::move(schema)}});
  return Json::object({{"type", dialect.schema_type}, {std::string(dialect.schema_type), std::move(wrapped)}});
}

}  // namespace

Result<Json> chat_body(const Dialect& dialect, std::string_view model, const Request& request,
                       std::string_view grammar) {
  Json body = Json::object({{"model", model}, {"messages", messages_of(request)}});
  GRIT_ASSIGN_OR_RETURN(const Json fixed, parse_json(dialect.fixed));
  for (const Json::Member& member : fixed.members()) body.set(member.first, member.second);
  set_at(body, dialect.max_tokens, request.max_tokens);
  set_at(body, dialect.temperature, request.temperature);
  set_at(body, dialect.seed, request.seed);
  if (!request.stop.empty()) set_at(body, dialect.stop, stop_words_of(request));
  if (!request.grammar.empty() && !grammar.empty()) set_at(body, grammar, request.grammar);
  if (!request.json_schema.empty()) {
    GRIT_ASSIGN_OR_RETURN(Json schema, schema_of(dialect, request));
    set_at(body, dialect.schema, std::move(schema));
  }
  return body;
}

}  // namespace grit::model
