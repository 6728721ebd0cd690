#include "address.h"

#include <memory>

#include <absl/strings/match.h>
#include <absl/strings/numbers.h>
#include <absl/strings/str_split.h>
#include <base/try.h>

#include "curl.h"

namespace grit::model {
namespace {

// libcurl's parser, so that what is judged here is what will be connected to.
class Url {
 public:
  explicit Url(const Curl& curl) : curl_(curl), url_(curl.url(), curl.url_cleanup) {}
  [[nodiscard]] bool valid() const { return url_ != nullptr; }
  [[nodiscard]] bool parse(const std::string& text) {
    return curl_.url_set(url_.get(), CURLUPART_URL, text.c_str(), 0) == CURLUE_OK;
  }
  // Empty where it has none.
  [[nodiscard]] std::string part(CURLUPart part) const {
    char* value = nullptr;
    if (curl_.url_get(url_.get(), part, &value, 0) != CURLUE_OK) return {};
    std::string copy = value;
    curl_.free(value);
    return copy;
  }

 private:
  const Curl& curl_;
  std::unique_ptr<CURLU, decltype(Curl::url_cleanup)> url_;
};

// A dotted quad in 127.0.0.0/8. The parser has rewritten other spellings of the same numbers to this one.
bool is_loopback_ipv4(std::string_view host) {
  const std::vector<std::string_view> octets = absl::StrSplit(host, '.');
  if (octets.size() != 4 || octets[0] != "127") return false;
  for (const std::string_view octet : octets) {
    int value = -1;
    if (octet.empty() || octet.size() > 3 || octet.find_first_not_of("0123456789") != std::string_view::npos ||
        !absl::SimpleAtoi(octet, &value) || value > 255) {
      return false;
    }
  }
  return true;
}

bool is_loopback(std::string_view host) {
  return absl::EqualsIgnoreCase(host, "localhost") || host == "[::1]" || is_loopback_ipv4(host);
}

Status bad(std::string_view reason) { return {Code::configuration, std::string(reason)}; }

Status check_parts(const Url& url) {
  const std::string scheme = url.part(CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https")
    return bad("the address of a model server begins with http:// or https://");
  if (!url.part(CURLUPART_USER).empty() || !url.part(CURLUPART_PASSWORD).empty()) {
    return bad("the address of a model server must hold no user name or password: give a key in the environment");
  }
  if (!url.part(CURLUPART_QUERY).empty() || !url.part(CURLUPART_FRAGMENT).empty()) {
    return bad("the address of a model server has no query");
  }
  return {};
}

}  // namespace

Result<Address> parse_address(std::string_view text, std::string_view default_path) {
  GRIT_ASSIGN_OR_RETURN(const Curl curl, load_curl());
  Url url(curl);
  if (!url.valid()) return Status(Code::internal, "out of memory");
  // Control characters would be another parser's business.
  for (const char c : text) {
    if (static_cast<unsigned char>(c) <= ' ' || c == 0x7f)
      return bad("the address of a model server has a blank in it");
  }
  if (!url.parse(std::string(text))) {
    return bad("the address of a model server is written http://HOST:PORT, https://HOST or with a path after it");
  }
  GRIT_RETURN_IF_ERROR(check_parts(url));

  std::string host = url.part(CURLUPART_HOST);
  const std::string port = url.part(CURLUPART_PORT);
  std::string path = url.part(CURLUPART_PATH);
  while (path.ends_with('/')) path.pop_back();
  if (path.empty()) path = default_path;

  Address address;
  address.loopback = is_loopback(host);
  address.root = url.part(CURLUPART_SCHEME) + "://" + host + (port.empty() ? "" : ":" + port);
  address.base = address.root + path;
  return address;
}

}  // namespace grit::model
