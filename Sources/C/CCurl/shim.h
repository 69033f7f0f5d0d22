// libcurl's headers, and its functions as they are found once it is loaded: nothing is linked, so that a daemon that plays no
// stream does not carry it.
#pragma once

#include <curl/curl.h>
#include <netinet/in.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

/// libcurl as it was loaded: the functions that are used, and whose TLS it uses.
struct fermata_curl {
    /// Whether it uses GnuTLS, so that its verdict on a certificate is bits of GnuTLS.
    bool uses_gnutls;
    CURLcode (*global_init)(long);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *);
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    CURLcode (*easy_pause)(CURL *, int);
    const char *(*easy_strerror)(CURLcode);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_cleanup)(CURLM *);
    CURLMcode (*multi_add_handle)(CURLM *, CURL *);
    CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
    CURLMcode (*multi_perform)(CURLM *, int *);
    CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd[], unsigned int, int, int *);
    CURLMsg *(*multi_info_read)(CURLM *, int *);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
};

/// Finds one function; `place` is a function pointer.
static inline bool fermata_curl_find(void *library, const char *name, void *place) {
    void *symbol = dlsym(library, name);
    memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

/// The flavour of Debian that uses GnuTLS, which FFmpeg brings along, and the only one of other distributions.
#define FERMATA_CURL_OF_GNUTLS "libcurl-gnutls.so.4"
#define FERMATA_CURL "libcurl.so.4"

/// The names of libcurl that are tried, with commas between them.
static inline const char *fermata_curl_names(void) { return FERMATA_CURL_OF_GNUTLS ", " FERMATA_CURL; }

/// Loads libcurl. False where it is not installed.
static inline bool fermata_curl_load(struct fermata_curl *curl) {
    void *library = dlopen(FERMATA_CURL_OF_GNUTLS, RTLD_NOW | RTLD_LOCAL);
    curl->uses_gnutls = library != NULL;
    if (!library) library = dlopen(FERMATA_CURL, RTLD_NOW | RTLD_LOCAL);
    return library && fermata_curl_find(library, "curl_global_init", &curl->global_init)
        && fermata_curl_find(library, "curl_easy_init", &curl->easy_init)
        && fermata_curl_find(library, "curl_easy_cleanup", &curl->easy_cleanup)
        && fermata_curl_find(library, "curl_easy_setopt", &curl->easy_setopt)
        && fermata_curl_find(library, "curl_easy_getinfo", &curl->easy_getinfo)
        && fermata_curl_find(library, "curl_easy_pause", &curl->easy_pause)
        && fermata_curl_find(library, "curl_easy_strerror", &curl->easy_strerror)
        && fermata_curl_find(library, "curl_multi_init", &curl->multi_init)
        && fermata_curl_find(library, "curl_multi_cleanup", &curl->multi_cleanup)
        && fermata_curl_find(library, "curl_multi_add_handle", &curl->multi_add_handle)
        && fermata_curl_find(library, "curl_multi_remove_handle", &curl->multi_remove_handle)
        && fermata_curl_find(library, "curl_multi_perform", &curl->multi_perform)
        && fermata_curl_find(library, "curl_multi_poll", &curl->multi_poll)
        && fermata_curl_find(library, "curl_multi_info_read", &curl->multi_info_read)
        && fermata_curl_find(library, "curl_slist_append", &curl->slist_append)
        && fermata_curl_find(library, "curl_slist_free_all", &curl->slist_free_all)
        && curl->global_init(CURL_GLOBAL_ALL) == CURLE_OK;
}

// Swift cannot call functions of variable arguments.
static inline CURLcode fermata_curl_set_long(const struct fermata_curl *curl, CURL *easy, CURLoption option, long value) {
    return curl->easy_setopt(easy, option, value);
}
static inline CURLcode fermata_curl_set_text(const struct fermata_curl *curl, CURL *easy, CURLoption option, const char *text) {
    return curl->easy_setopt(easy, option, text);
}
static inline CURLcode fermata_curl_set_pointer(const struct fermata_curl *curl, CURL *easy, CURLoption option, void *value) {
    return curl->easy_setopt(easy, option, value);
}
/// Sends a copy of `size` bytes with the request.
static inline void fermata_curl_set_content(const struct fermata_curl *curl, CURL *easy, const void *bytes, size_t size) {
    curl->easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)size);
    curl->easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, size ? bytes : "");
}
static inline long fermata_curl_get_long(const struct fermata_curl *curl, CURL *easy, CURLINFO info) {
    long value = 0;
    return curl->easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

/// What curl calls back: for head and content, before each connection, and before the request on it. Each gets `owner`.
static inline void fermata_curl_set_callbacks(
    const struct fermata_curl *curl, CURL *easy, curl_write_callback head, curl_write_callback content,
    curl_opensocket_callback open, curl_prereq_callback request, void *owner) {
    curl->easy_setopt(easy, CURLOPT_HEADERFUNCTION, head);
    curl->easy_setopt(easy, CURLOPT_HEADERDATA, owner);
    curl->easy_setopt(easy, CURLOPT_WRITEFUNCTION, content);
    curl->easy_setopt(easy, CURLOPT_WRITEDATA, owner);
    curl->easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open);
    curl->easy_setopt(easy, CURLOPT_OPENSOCKETDATA, owner);
    curl->easy_setopt(easy, CURLOPT_PREREQFUNCTION, request);
    curl->easy_setopt(easy, CURLOPT_PREREQDATA, owner);
}

/// Whether a transfer has ended, and how.
static inline bool fermata_curl_ended(const struct fermata_curl *curl, CURLM *multi, CURLcode *result) {
    int left;
    for (CURLMsg *message = curl->multi_info_read(multi, &left); message; message = curl->multi_info_read(multi, &left)) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return true;
        }
    }
    return false;
}

/// The address that curl wants to connect to.
static inline struct sockaddr *fermata_curl_address(struct curl_sockaddr *address) { return &address->addr; }

/// How many bytes were read from a socket since it was connected, whatever became of them; -1 if it is not the one with the number
/// `inode` any more, of which `fermata_socket_inode` tells. The kernel has counted them since Linux 4.1; the `struct tcp_info` of the C
/// library ends before that number, whose place is fixed.
static inline uint64_t fermata_socket_inode(int socket) {
    struct stat status;
    return fstat(socket, &status) == 0 && S_ISSOCK(status.st_mode) ? status.st_ino : 0;
}
static inline int64_t fermata_socket_read(int socket, uint64_t inode) {
    enum { tcp_info = 11, received = 128 };
    char info[received + sizeof(uint64_t)];
    socklen_t size = sizeof info;
    uint64_t arrived;
    int unread;
    if (inode == 0 || fermata_socket_inode(socket) != inode) return -1;
    if (getsockopt(socket, IPPROTO_TCP, tcp_info, info, &size) != 0 || size < sizeof info) return -1;
    if (ioctl(socket, FIONREAD, &unread) != 0) return -1;
    memcpy(&arrived, info + received, sizeof arrived);
    return (int64_t)arrived - unread;
}

// What the library of international names does (RFC 5891), loaded with the first such name: UTF-8 in, ASCII out. NULL where the
// name is none or the library is not there; otherwise to be given back with `free`.
static inline char *fermata_ascii_host(const char *name) {
    void *library = dlopen("libidn2.so.0", RTLD_NOW | RTLD_LOCAL);
    int (*lookup)(const unsigned char *, unsigned char **, int) = NULL;
    unsigned char *ascii = NULL;
    // Normalised first (NFC), and without the exceptions of the former standard.
    const int flags = 1 | 8;
    if (!library || !fermata_curl_find(library, "idn2_lookup_u8", &lookup)) return NULL;
    return lookup((const unsigned char *)name, &ascii, flags) == 0 ? (char *)ascii : NULL;
}
