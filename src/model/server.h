// A model server: its address, dialect and limits, and the questions that are not about a completion.
#ifndef GRIT_MODEL_SERVER_H_
#define GRIT_MODEL_SERVER_H_

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <grit/model.h>

#include "address.h"
#include "dialect.h"
#include "http.h"

namespace grit::model {

using SteadyClock = std::chrono::steady_clock;

struct Server {
  Curl curl;
  const Dialect& dialect;
  Address address;
  std::string model;
  BackendOptions options;
};

// A duration of the options, bounded so that it can be added to any time.
[[nodiscard]] SteadyClock::duration duration_of(double seconds);

// The request for a path below `base`, which is one of the address's two.
[[nodiscard]] HttpRequest request_to(const Server& server, std::string_view base, std::string_view path);

struct Answer {
  Status status;           // ok: `json` is the body of an HTTP 200
  long http = 0;           // 0: no answer came
  bool transport = false;  // the network failed
  Json json;
};

// Asks for JSON within `limit_s` seconds, of which connecting may take connect_timeout. At most 8 MiB are read.
[[nodiscard]] Answer ask(const Server& server, const HttpRequest& request, double limit_s, const StopConditions& stop);

// What a server says about itself.
struct Models {
  bool known = false;  // it has a list of models
  std::vector<std::string> names;
  bool has_model = false;            // the wanted one is in it, by its name or an alias
  std::string digest;                // of the wanted one
  const ServerKind* kind = nullptr;  // by the owner of the wanted or else the first one
  std::uint64_t window = 0;          // of the wanted one
};
// Code::unavailable when the server cannot be asked. A server that has no such list gives an unknown one.
[[nodiscard]] Result<Models> list_models(const Server& server, double limit_s, const StopConditions& stop);

// The failure of naming a model that is not in the list.
[[nodiscard]] Status missing_model(const Server& server, const Models& models);

// Everything a server tells about itself and the model.
[[nodiscard]] Result<ModelInfo> describe(const Server& server, const StopConditions& stop);

}  // namespace grit::model

#endif  // GRIT_MODEL_SERVER_H_
