#include "http.h"

#include <exception>
#include <memory>
#include <system_error>
#include <utility>

#include <absl/strings/str_cat.h>

namespace grit::model {
namespace {

// A cancel is noticed after this at the latest; also the grain of every limit of time.
constexpr int kPollMs = 20;
// libcurl's own limit for connecting would be 5 minutes; the receiver has one.
constexpr long kNoLimitMs = 24L * 60 * 60 * 1000;

// One transfer and what it needs for as long as it runs.
class Transfer {
 public:
  Transfer(const Curl& curl, const HttpRequest& request)
      : curl_(curl),
        request_(request),
        headers_(nullptr, curl.slist_free_all),
        multi_(curl.multi_init(), curl.multi_cleanup),
        easy_(curl.easy_init(), curl.easy_cleanup) {}
  ~Transfer() {
    if (added_) curl_.multi_remove_handle(multi_.get(), easy_.get());
  }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  [[nodiscard]] bool start();
  [[nodiscard]] HttpOutcome run(HttpReceiver& receiver, const StopConditions& stop);

 private:
  static std::size_t on_bytes(char* bytes, std::size_t size, std::size_t count, void* self);
  template <class T>
  void set(CURLoption option, T value) {
    ok_ = ok_ && curl_.easy_setopt(easy_.get(), option, value) == CURLE_OK;
  }
  void header(const std::string& line);
  void set_options();
  [[nodiscard]] Result<Flow> deliver(HttpReceiver& receiver);
  [[nodiscard]] HttpHead head() const;
  [[nodiscard]] bool connected() const;
  [[nodiscard]] HttpOutcome failed(CURLcode code) const;

  const Curl& curl_;
  const HttpRequest& request_;
  bool ok_ = true;
  bool added_ = false;
  std::string buffer_;  // bytes of the body that the receiver has not had yet
  std::unique_ptr<curl_slist, decltype(Curl::slist_free_all)> headers_;
  std::unique_ptr<CURLM, decltype(Curl::multi_cleanup)> multi_;
  std::unique_ptr<CURL, decltype(Curl::easy_cleanup)> easy_;  // goes before multi_
};

// Only keeps the bytes: the receiver, which may throw, must not be called from within libcurl.
std::size_t Transfer::on_bytes(char* bytes, std::size_t size, std::size_t count, void* self) {
  try {
    static_cast<Transfer*>(self)->buffer_.append(bytes, size * count);
    return size * count;
  } catch (const std::exception&) {
    return 0;  // out of memory: the transfer fails with CURLE_WRITE_ERROR
  }
}

void Transfer::header(const std::string& line) {
  curl_slist* longer = curl_.slist_append(headers_.get(), line.c_str());
  ok_ = ok_ && longer != nullptr;
  if (longer == nullptr) return;
  (void)headers_.release();
  headers_.reset(longer);
}

void Transfer::set_options() {
  set(CURLOPT_URL, request_.url.c_str());
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_NOSIGNAL, 1L);    // no handler and no mask of the host is touched
  set(CURLOPT_QUICK_EXIT, 1L);  // a cancel does not wait for a name to be resolved
  set(CURLOPT_CONNECTTIMEOUT_MS, kNoLimitMs);
  set(CURLOPT_WRITEFUNCTION, &Transfer::on_bytes);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_USERAGENT, "grit/" GRIT_VERSION);
  if (request_.loopback) set(CURLOPT_PROXY, "");
  if (!request_.body.empty()) {
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
    set(CURLOPT_POSTFIELDS, request_.body.c_str());
    header("Content-Type: application/json");
    header("Expect:");  // no round trip before a long prompt
  }
  header("Accept: application/json, text/event-stream, application/x-ndjson");
  if (!request_.api_key.empty()) header("Authorization: Bearer " + request_.api_key);
  set(CURLOPT_HTTPHEADER, headers_.get());
}

bool Transfer::start() {
  if (!multi_ || !easy_) return false;
  set_options();
  added_ = ok_ && curl_.multi_add_handle(multi_.get(), easy_.get()) == CURLM_OK;
  return added_;
}

HttpHead Transfer::head() const {
  HttpHead head;
  char* text = nullptr;
  curl_off_t seconds = 0;
  curl_.easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &head.status);
  if (curl_.easy_getinfo(easy_.get(), CURLINFO_CONTENT_TYPE, &text) == CURLE_OK && text) head.content_type = text;
  if (curl_.easy_getinfo(easy_.get(), CURLINFO_REDIRECT_URL, &text) == CURLE_OK && text) head.redirect = text;
  if (curl_.easy_getinfo(easy_.get(), CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK) {
    head.retry_after_s = static_cast<double>(seconds);
  }
  return head;
}

bool Transfer::connected() const {
  curl_off_t microseconds = 0;
  return curl_.easy_getinfo(easy_.get(), CURLINFO_PRETRANSFER_TIME_T, &microseconds) == CURLE_OK && microseconds > 0;
}

Result<Flow> Transfer::deliver(HttpReceiver& receiver) {
  if (buffer_.empty()) return Flow::more;
  const std::string bytes = std::exchange(buffer_, {});
  return receiver.on_body(head(), bytes);
}

HttpOutcome Transfer::failed(CURLcode code) const {
  long system = 0;
  curl_.easy_getinfo(easy_.get(), CURLINFO_OS_ERRNO, &system);
  const std::string reason = code == CURLE_COULDNT_CONNECT && system != 0
                                 ? std::generic_category().message(static_cast<int>(system))
                                 : curl_.easy_strerror(code);
  const bool never_there = code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST;
  std::string message = never_there ? absl::StrCat("no model server at ", request_.server, " (", reason,
                                                   "); start one, or name another with --model or HARNESS_MODEL")
                                    : absl::StrCat("the connection to ", request_.server, " failed (", reason, ")");
  return {Status(Code::unavailable, std::move(message)), head(), true};
}

HttpOutcome Transfer::run(HttpReceiver& receiver, const StopConditions& stop) {
  const auto ended = [this](Status status) { return HttpOutcome{std::move(status), head(), false}; };
  while (true) {
    int running = 0;
    if (curl_.multi_perform(multi_.get(), &running) != CURLM_OK) return ended({Code::internal, "libcurl failed"});
    if (Status status = stop.check(); !status.ok()) return ended(status.with_context("waiting for " + request_.server));
    Result<Flow> flow = deliver(receiver);
    if (!flow) return ended(flow.error());
    if (*flow == Flow::enough) return ended({});
    if (running == 0) break;
    flow = receiver.on_wait(connected());
    if (!flow) return ended(flow.error());
    if (*flow == Flow::enough) return ended({});
    const auto wait = stop.remaining(std::chrono::milliseconds(kPollMs));
    if (curl_.multi_poll(multi_.get(), nullptr, 0, static_cast<int>(wait.count()), nullptr) != CURLM_OK) {
      return ended({Code::internal, "libcurl failed"});
    }
  }
  int left = 0;
  const CURLMsg* message = curl_.multi_info_read(multi_.get(), &left);
  if (message == nullptr) return ended({Code::internal, "libcurl lost a transfer"});
  return message->data.result == CURLE_OK ? ended({}) : failed(message->data.result);
}

}  // namespace

HttpOutcome http_exchange(const Curl& curl, const HttpRequest& request, HttpReceiver& receiver,
                          const StopConditions& stop) {
  Transfer transfer(curl, request);
  if (!transfer.start()) return {Status(Code::internal, "libcurl could not be set up"), {}, false};
  return transfer.run(receiver, stop);
}

}  // namespace grit::model
