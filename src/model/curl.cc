#include "curl.h"

#include "base/try.h"
#include "port/loaded_library.h"

namespace grit::model {

Result<Curl> load_curl() {
  auto library = port::LoadedLibrary::load("libcurl.so.4");
  if (!library) return library.error().with_context("libcurl, through which model servers are spoken to");
  Curl curl;
  library->find("curl_free", curl.free)
      .find("curl_global_init", curl.global_init)
      .find("curl_global_cleanup", curl.global_cleanup)
      .find("curl_easy_init", curl.easy_init)
      .find("curl_easy_cleanup", curl.easy_cleanup)
      .find("curl_easy_setopt", curl.easy_setopt)
      .find("curl_easy_getinfo", curl.easy_getinfo)
      .find("curl_easy_strerror", curl.easy_strerror)
      .find("curl_multi_init", curl.multi_init)
      .find("curl_multi_cleanup", curl.multi_cleanup)
      .find("curl_multi_add_handle", curl.multi_add_handle)
      .find("curl_multi_remove_handle", curl.multi_remove_handle)
      .find("curl_multi_perform", curl.multi_perform)
      .find("curl_multi_poll", curl.multi_poll)
      .find("curl_multi_info_read", curl.multi_info_read)
      .find("curl_slist_append", curl.slist_append)
      .find("curl_slist_free_all", curl.slist_free_all)
      .find("curl_url", curl.url)
      .find("curl_url_cleanup", curl.url_cleanup)
      .find("curl_url_get", curl.url_get)
      .find("curl_url_set", curl.url_set);
  GRIT_RETURN_IF_ERROR(library->status());
  return curl;
}

}  // namespace grit::model
