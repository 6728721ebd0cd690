#include "address.h"

#include <curl/curl.h>

#include <memory>

#include <absl/strings/match.h>
#include <absl/strings/numbers.h>
#include <absl/strings/str_split.h>
#include <base/try.h>

namespace grit::model {
namespace {

struct UrlDeleter {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, UrlDeleter>;

// A part of the address; empty where it has none.
std::string part_of(const Url& url, CURLUPart part) {
  char* value = nullptr;
  if (curl_url_get(url.get(), part, &value, 0) != CURLUE_OK) return {};
  std::string copy = value;
  curl_free(value);
  return copy;
}

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
  const std::string scheme = part_of(url, CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https")
    return bad("the address of a model server begins with http:// or https://");
  if (!part_of(url, CURLUPART_USER).empty() || !part_of(url, CURLUPART_PASSWORD).empty()) {
    return bad("the address of a model server must hold no user name or password: give a key in the environment");
  }
  if (!part_of(url, CURLUPART_QUERY).empty() || !part_of(url, CURLUPART_FRAGMENT).empty()) {
    return bad("the address of a model server has no query");
  }
  return {};
}

}  // namespace

Result<Address> parse_address(std::string_view text, std::string_view default_path) {
  const Url url(curl_url());
  if (!url) return Status(Code::internal, "out of memory");
  // Control characters would be another parser's business.
  for (const char c : text) {
    if (static_cast<unsigned char>(c) <= ' ' || c == 0x7f)
      return bad("the address of a model server has a blank in it");
  }
  if (curl_url_set(url.get(), CURLUPART_URL, std::string(text).c_str(), 0) != CURLUE_OK) {
    return bad("the address of a model server is written http://HOST:PORT, https://HOST or with a path after it");
  }
  GRIT_RETURN_IF_ERROR(check_parts(url));

  std::string host = part_of(url, CURLUPART_HOST);
  const std::string port = part_of(url, CURLUPART_PORT);
  std::string path = part_of(url, CURLUPART_PATH);
  while (path.ends_with('/')) path.pop_back();
  if (path.empty()) path = default_path;

  Address address;
  address.loopback = is_loopback(host);
  address.root = part_of(url, CURLUPART_SCHEME) + "://" + host + (port.empty() ? "" : ":" + port);
  address.base = address.root + path;
  return address;
}

}  // namespace grit::model
