#pragma once

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

/// What one transfer is told beside its texts; `curl_easy_setopt` takes it as variable arguments only.
///
/// The fields must live as long as the transfer.
struct CurlShimSettings {
    /// Passed to every callback.
    void *context;
    curl_read_callback read;
    curl_seek_callback seek;
    curl_write_callback header;
    curl_write_callback write;
    curl_opensocket_callback open;
    const struct curl_slist *fields;
    int isHead;
    int hasBody;
    curl_off_t bodySize;
    long connectMilliseconds;
    long totalMilliseconds;
    /// Whether the connection is made for this transfer, and closed after it.
    int isAlone;
};

/// Tells a new handle its settings, of which texts are copied; the first refusal ends it.
///
/// The protocol, "http" or "https", is the only one spoken.
static inline CURLcode curlShimPrepare(
    CURL *easy, const struct CurlShimSettings *settings, const char *protocol, const char *url, const char *method,
    const char *userAgent)
{
    CURLcode result = CURLE_OK;
#define CURL_SHIM_SET(option, value) \
    if (result == CURLE_OK) \
        result = curl_easy_setopt(easy, option, value)
    CURL_SHIM_SET(CURLOPT_PRIVATE, settings->context);
    CURL_SHIM_SET(CURLOPT_READFUNCTION, settings->read);
    CURL_SHIM_SET(CURLOPT_READDATA, settings->context);
    CURL_SHIM_SET(CURLOPT_SEEKFUNCTION, settings->seek);
    CURL_SHIM_SET(CURLOPT_SEEKDATA, settings->context);
    CURL_SHIM_SET(CURLOPT_HEADERFUNCTION, settings->header);
    CURL_SHIM_SET(CURLOPT_HEADERDATA, settings->context);
    CURL_SHIM_SET(CURLOPT_WRITEFUNCTION, settings->write);
    CURL_SHIM_SET(CURLOPT_WRITEDATA, settings->context);
    CURL_SHIM_SET(CURLOPT_OPENSOCKETFUNCTION, settings->open);
    CURL_SHIM_SET(CURLOPT_OPENSOCKETDATA, settings->context);
    // Neither signals nor a wait for a name lookup that goes on when the transfer has ended.
    CURL_SHIM_SET(CURLOPT_NOSIGNAL, 1L);
    CURL_SHIM_SET(CURLOPT_QUICK_EXIT, 1L);
    CURL_SHIM_SET(CURLOPT_NOPROGRESS, 1L);
    // Nothing from the environment stands between: no proxy, no other protocol, no redirect.
    CURL_SHIM_SET(CURLOPT_PROXY, "");
    CURL_SHIM_SET(CURLOPT_NOPROXY, "*");
    CURL_SHIM_SET(CURLOPT_PROTOCOLS_STR, protocol);
    CURL_SHIM_SET(CURLOPT_FOLLOWLOCATION, 0L);
    CURL_SHIM_SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    CURL_SHIM_SET(CURLOPT_HTTP09_ALLOWED, 0L);
    CURL_SHIM_SET(CURLOPT_URL, url);
    CURL_SHIM_SET(CURLOPT_USERAGENT, userAgent);
    CURL_SHIM_SET(CURLOPT_HTTPHEADER, settings->fields);
    if (settings->hasBody) {
        CURL_SHIM_SET(CURLOPT_POST, 1L);
        CURL_SHIM_SET(CURLOPT_POSTFIELDSIZE_LARGE, settings->bodySize);
    } else if (settings->isHead) {
        CURL_SHIM_SET(CURLOPT_NOBODY, 1L);
    } else {
        CURL_SHIM_SET(CURLOPT_HTTPGET, 1L);
    }
    CURL_SHIM_SET(CURLOPT_CUSTOMREQUEST, method);
    CURL_SHIM_SET(CURLOPT_CONNECTTIMEOUT_MS, settings->connectMilliseconds);
    CURL_SHIM_SET(CURLOPT_TIMEOUT_MS, settings->totalMilliseconds);
    CURL_SHIM_SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    CURL_SHIM_SET(CURLOPT_SSL_VERIFYPEER, 1L);
    CURL_SHIM_SET(CURLOPT_SSL_VERIFYHOST, 2L);
    CURL_SHIM_SET(CURLOPT_FRESH_CONNECT, (long)settings->isAlone);
    CURL_SHIM_SET(CURLOPT_FORBID_REUSE, (long)settings->isAlone);
#undef CURL_SHIM_SET
    return result;
}

/// Trusts the certificates of a PEM file in place of the system's.
static inline CURLcode curlShimTrustFile(CURL *easy, const char *path)
{
    // The folder of the system's certificates would be trusted as well.
    CURLcode result = curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    return result == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_CAINFO, path) : result;
}

/// Trusts the certificates of a PEM text, which is copied, in place of the system's.
static inline CURLcode curlShimTrustText(CURL *easy, const void *bytes, size_t size)
{
    struct curl_blob blob = { (void *)bytes, size, CURL_BLOB_COPY };
    CURLcode result = curlShimTrustFile(easy, NULL);
    return result == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_CAINFO_BLOB, &blob) : result;
}

/// Keeps that many idle connections, each for one transfer at a time.
static inline CURLMcode curlShimLimit(CURLM *multi, long connections)
{
    CURLMcode result = curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, connections);
    if (result == CURLM_OK)
        result = curl_multi_setopt(multi, CURLMOPT_PIPELINING, (long)CURLPIPE_NOTHING);
    return result;
}

/// A number about a transfer; 0 when curl does not know it.
static inline long curlShimLong(CURL *easy, CURLINFO info)
{
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

/// A size or a time about a transfer; 0 when curl does not know it.
static inline curl_off_t curlShimOffset(CURL *easy, CURLINFO info)
{
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

/// A text about a transfer, which lives as long as the handle; NULL when curl does not know it.
static inline const char *curlShimText(CURL *easy, CURLINFO info)
{
    char *value = NULL;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

/// Takes one transfer that has ended: its context, and how it ended; NULL when there is none.
static inline void *curlShimEnded(CURLM *multi, CURLcode *result)
{
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left)) != NULL) {
        void *context = NULL;
        if (message->msg != CURLMSG_DONE)
            continue;
        *result = message->data.result;
        if (curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &context) == CURLE_OK && context != NULL)
            return context;
    }
    return NULL;
}

/// Copies the bytes of an address in the order of the network; the count is 4, 16, or 0 for other families.
static inline int curlShimAddress(const struct curl_sockaddr *address, unsigned char *bytes, unsigned short *port)
{
    // The address is as long as it says, longer than the type it is declared with.
    const void *start = &address->addr;
    if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
        struct sockaddr_in name;
        memcpy(&name, start, sizeof name);
        memcpy(bytes, &name.sin_addr, 4);
        *port = ntohs(name.sin_port);
        return 4;
    }
    if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
        struct sockaddr_in6 name;
        memcpy(&name, start, sizeof name);
        memcpy(bytes, &name.sin6_addr, 16);
        *port = ntohs(name.sin6_port);
        return 16;
    }
    return 0;
}
