// libcurl, loaded when a model server is first spoken to.
//
// It stands on some thirty other libraries: linked to it, every program would spend more of its start on loading and
// initialising them than on all the rest, also one that only indexes and searches.
#ifndef GRIT_MODEL_CURL_H_
#define GRIT_MODEL_CURL_H_

#include <curl/curl.h>

#include <grit/status.h>

namespace grit::model {

// The functions of libcurl that Grit calls, under the names of its manual without "curl_".
//
// Thread rule: immutable once loaded; the functions have libcurl's own rules.
struct Curl {
  decltype(&::curl_free) free = nullptr;
  decltype(&::curl_global_init) global_init = nullptr;
  decltype(&::curl_global_cleanup) global_cleanup = nullptr;
  decltype(&::curl_easy_init) easy_init = nullptr;
  decltype(&::curl_easy_cleanup) easy_cleanup = nullptr;
  decltype(&::curl_easy_setopt) easy_setopt = nullptr;
  decltype(&::curl_easy_getinfo) easy_getinfo = nullptr;
  decltype(&::curl_easy_strerror) easy_strerror = nullptr;
  decltype(&::curl_multi_init) multi_init = nullptr;
  decltype(&::curl_multi_cleanup) multi_cleanup = nullptr;
  decltype(&::curl_multi_add_handle) multi_add_handle = nullptr;
  decltype(&::curl_multi_remove_handle) multi_remove_handle = nullptr;
  decltype(&::curl_multi_perform) multi_perform = nullptr;
  decltype(&::curl_multi_poll) multi_poll = nullptr;
  decltype(&::curl_multi_info_read) multi_info_read = nullptr;
  decltype(&::curl_slist_append) slist_append = nullptr;
  decltype(&::curl_slist_free_all) slist_free_all = nullptr;
  decltype(&::curl_url) url = nullptr;
  decltype(&::curl_url_cleanup) url_cleanup = nullptr;
  decltype(&::curl_url_get) url_get = nullptr;
  decltype(&::curl_url_set) url_set = nullptr;
};

// Loads libcurl, which then stays until the process ends: libraries below it cannot be unloaded while they have
// threads. Code::unavailable where it is not installed or too old.
[[nodiscard]] Result<Curl> load_curl();

}  // namespace grit::model

#endif  // GRIT_MODEL_CURL_H_
