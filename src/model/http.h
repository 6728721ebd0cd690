// One HTTP exchange over libcurl, watched from outside: cancelling and every limit are the receiver's and the
// caller's, none is libcurl's.
#ifndef GRIT_MODEL_HTTP_H_
#define GRIT_MODEL_HTTP_H_

#include <string>
#include <string_view>

#include <grit/status.h>
#include <grit/types.h>

#include "curl.h"

namespace grit::model {

// libcurl's process-wide state, counted by libcurl itself, so that a host may own it too.
//
// Thread rule: may be made and destroyed on any thread (libcurl 7.84 and newer lock the count).
class HttpLibrary {
 public:
  explicit HttpLibrary(const Curl& curl) : curl_(curl), ok_(curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {}
  ~HttpLibrary() {
    if (ok_) curl_.global_cleanup();
  }
  HttpLibrary(const HttpLibrary&) = delete;
  HttpLibrary& operator=(const HttpLibrary&) = delete;
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  const Curl curl_;
  const bool ok_;
};

struct HttpRequest {
  std::string url;
  std::string server;     // how messages call the other side
  std::string body;       // JSON, sent by POST; empty: GET
  std::string api_key;    // sent as a bearer token; empty: none
  bool loopback = false;  // proxies of the environment are ignored
};

// What is known before the body.
struct HttpHead {
  long status = 0;
  std::string content_type;
  std::string redirect;      // where a 3xx points to; never followed
  double retry_after_s = 0;  // of the Retry-After header; 0: none
};

enum class Flow { more, enough };

// Gets an answer as it comes. Runs on the caller's thread and outside of libcurl's frames, so it may throw.
class HttpReceiver {
 public:
  virtual ~HttpReceiver() = default;
  // Bytes of the body. Flow::enough ends the exchange with success.
  virtual Result<Flow> on_body(const HttpHead& head, std::string_view bytes) = 0;
  // Called at least every 20 ms: the place for limits of time. `connected`: the server has the connection.
  virtual Result<Flow> on_wait(bool connected) = 0;
};

struct HttpOutcome {
  Status status;  // of the transport, the receiver or `stop`; an HTTP error status is ok here
  HttpHead head;
  bool transport = false;  // `status` is the network's failure: Code::unavailable
};

// Runs one exchange to its end on a connection of its own. Redirects are not followed. Ends within 100 ms of a cancel.
[[nodiscard]] HttpOutcome http_exchange(const Curl& curl, const HttpRequest& request, HttpReceiver& receiver,
                                        const StopConditions& stop);

}  // namespace grit::model

#endif  // GRIT_MODEL_HTTP_H_
