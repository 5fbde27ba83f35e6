#if !__has_include(<curl/curl.h>)
#error "The headers of libcurl are missing. Debian and Ubuntu: apt-get install libcurl4-openssl-dev libsqlite3-dev. Fedora: dnf install libcurl-devel sqlite-devel."
#endif
#include <curl/curl.h>

// Swift can't call functions with a variable number of arguments, so each kind of argument has a function here.

typedef size_t (*swift_curl_receive)(char *bytes, size_t size, size_t count, void *context);
typedef int (*swift_curl_progress)(
  void *context, curl_off_t length, curl_off_t received, curl_off_t uploadLength, curl_off_t sent
);

static inline CURLcode swift_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode swift_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode swift_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode swift_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode swift_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode swift_curl_set_receive(CURL *easy, CURLoption option, swift_curl_receive value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode swift_curl_set_progress(CURL *easy, swift_curl_progress value) {
  curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
  return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, value);
}

static inline CURLMcode swift_curl_set_limit(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline long swift_curl_get_long(CURL *easy, CURLINFO information) {
  long value = 0;
  curl_easy_getinfo(easy, information, &value);
  return value;
}

static inline const char *swift_curl_get_text(CURL *easy, CURLINFO information) {
  char *value = NULL;
  curl_easy_getinfo(easy, information, &value);
  return value;
}

// The result of a message is a member of a C union.
static inline CURLcode swift_curl_result(const CURLMsg *message) { return message->data.result; }

// Allows only http and https. The option's name depends on the version of the library.
static inline CURLcode swift_curl_allow_web_only(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

// Ends a cancelled transfer without waiting for the lookup of its host name. Older libraries wait.
static inline void swift_curl_leave_resolver_behind(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
}
