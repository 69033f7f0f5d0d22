// GnuTLS's headers, and its functions as they are found once it is loaded: nothing is linked, so that a daemon without TLS does not
// carry it.
#pragma once

#include <dlfcn.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The functions that are used.
#define FERMATA_GNUTLS_FUNCTIONS(ITEM)                                                                                      \
    ITEM(gnutls_strerror)                                                                                                   \
    ITEM(gnutls_error_is_fatal)                                                                                             \
    ITEM(gnutls_init)                                                                                                       \
    ITEM(gnutls_deinit)                                                                                                     \
    ITEM(gnutls_priority_init)                                                                                              \
    ITEM(gnutls_priority_set)                                                                                               \
    ITEM(gnutls_credentials_set)                                                                                            \
    ITEM(gnutls_alpn_set_protocols)                                                                                         \
    ITEM(gnutls_handshake_set_max_packet_length)                                                                            \
    ITEM(gnutls_transport_set_ptr)                                                                                          \
    ITEM(gnutls_transport_set_push_function)                                                                                \
    ITEM(gnutls_transport_set_pull_function)                                                                                \
    ITEM(gnutls_transport_set_pull_timeout_function)                                                                        \
    ITEM(gnutls_transport_set_errno)                                                                                        \
    ITEM(gnutls_handshake)                                                                                                  \
    ITEM(gnutls_record_recv)                                                                                                \
    ITEM(gnutls_record_send)                                                                                                \
    ITEM(gnutls_bye)                                                                                                        \
    ITEM(gnutls_alert_get)                                                                                                  \
    ITEM(gnutls_alert_get_name)                                                                                             \
    ITEM(gnutls_alert_send_appropriate)                                                                                     \
    ITEM(gnutls_certificate_allocate_credentials)                                                                           \
    ITEM(gnutls_certificate_free_credentials)                                                                               \
    ITEM(gnutls_certificate_set_x509_key_mem)                                                                               \
    ITEM(gnutls_x509_privkey_init)                                                                                          \
    ITEM(gnutls_x509_privkey_deinit)                                                                                        \
    ITEM(gnutls_x509_privkey_generate)                                                                                      \
    ITEM(gnutls_x509_privkey_import)                                                                                        \
    ITEM(gnutls_x509_privkey_export)                                                                                        \
    ITEM(gnutls_x509_crt_init)                                                                                              \
    ITEM(gnutls_x509_crt_deinit)                                                                                            \
    ITEM(gnutls_x509_crt_import)                                                                                            \
    ITEM(gnutls_x509_crt_export)                                                                                            \
    ITEM(gnutls_x509_crt_get_fingerprint)                                                                                   \
    ITEM(gnutls_x509_crt_get_expiration_time)                                                                               \
    ITEM(gnutls_x509_crt_get_subject_alt_name)                                                                              \
    ITEM(gnutls_x509_crt_set_version)                                                                                       \
    ITEM(gnutls_x509_crt_set_serial)                                                                                        \
    ITEM(gnutls_x509_crt_set_activation_time)                                                                               \
    ITEM(gnutls_x509_crt_set_expiration_time)                                                                               \
    ITEM(gnutls_x509_crt_set_dn_by_oid)                                                                                     \
    ITEM(gnutls_x509_crt_set_key)                                                                                           \
    ITEM(gnutls_x509_crt_set_subject_alt_name)                                                                              \
    ITEM(gnutls_x509_crt_set_basic_constraints)                                                                             \
    ITEM(gnutls_x509_crt_set_key_usage)                                                                                     \
    ITEM(gnutls_x509_crt_set_key_purpose_oid)                                                                               \
    ITEM(gnutls_x509_crt_sign2)

/// GnuTLS as it was loaded.
struct fermata_gnutls {
#define FERMATA_GNUTLS_MEMBER(name) __typeof__(&name) name;
    FERMATA_GNUTLS_FUNCTIONS(FERMATA_GNUTLS_MEMBER)
#undef FERMATA_GNUTLS_MEMBER
};

/// Finds one function; `place` is a function pointer.
static inline bool fermata_gnutls_find(void *library, const char *name, void *place) {
    void *symbol = dlsym(library, name);
    memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

/// Loads GnuTLS. False where it is not installed.
static inline bool fermata_gnutls_load(struct fermata_gnutls *tls) {
    void *library = dlopen("libgnutls.so.30", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
#define FERMATA_GNUTLS_FIND(name) \
    if (!fermata_gnutls_find(library, #name, &tls->name)) return false;
    FERMATA_GNUTLS_FUNCTIONS(FERMATA_GNUTLS_FIND)
#undef FERMATA_GNUTLS_FIND
    return true;
}

/// What is spoken: TLS 1.2 and 1.3, with keys that nobody can use afterwards, and ciphers that authenticate what they hide.
static inline int fermata_gnutls_prepare(const struct fermata_gnutls *tls, gnutls_priority_t *priority) {
    return tls->gnutls_priority_init(priority, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-DHE-RSA:-SHA1", NULL);
}

/// Makes the server's side of a connection, which is not begun. Nothing is kept for those who come back, and no message of a handshake
/// may be longer than 16 KiB.
static inline int fermata_gnutls_begin(
    const struct fermata_gnutls *tls, gnutls_session_t *session, gnutls_certificate_credentials_t credentials,
    gnutls_priority_t priority, void *owner, gnutls_push_func push, gnutls_pull_func pull, gnutls_pull_timeout_func wait) {
    static unsigned char http[] = "http/1.1";
    const gnutls_datum_t protocol = {http, sizeof http - 1};
    int result = tls->gnutls_init(session, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_TICKETS);
    if (result != GNUTLS_E_SUCCESS) return result;
    result = tls->gnutls_priority_set(*session, priority);
    if (result == GNUTLS_E_SUCCESS) result = tls->gnutls_credentials_set(*session, GNUTLS_CRD_CERTIFICATE, credentials);
    if (result == GNUTLS_E_SUCCESS) result = tls->gnutls_alpn_set_protocols(*session, &protocol, 1, 0);
    if (result != GNUTLS_E_SUCCESS) {
        tls->gnutls_deinit(*session);
        return result;
    }
    tls->gnutls_handshake_set_max_packet_length(*session, 16 << 10);
    tls->gnutls_transport_set_ptr(*session, owner);
    tls->gnutls_transport_set_push_function(*session, push);
    tls->gnutls_transport_set_pull_function(*session, pull);
    tls->gnutls_transport_set_pull_timeout_function(*session, wait);
    return GNUTLS_E_SUCCESS;
}

/// Tells GnuTLS that nothing more has come yet.
static inline void fermata_gnutls_await(const struct fermata_gnutls *tls, gnutls_session_t session) {
    tls->gnutls_transport_set_errno(session, EAGAIN);
}

/// Says to the other side that nothing more is sent.
static inline int fermata_gnutls_bye(const struct fermata_gnutls *tls, gnutls_session_t session) {
    return tls->gnutls_bye(session, GNUTLS_SHUT_WR);
}

/// Makes a key on the curve P-256.
static inline int fermata_gnutls_make_key(const struct fermata_gnutls *tls, gnutls_x509_privkey_t key) {
    return tls->gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
}

/// Adds to a certificate a name, or an address of 4 or 16 bytes.
static inline int fermata_gnutls_add_name(
    const struct fermata_gnutls *tls, gnutls_x509_crt_t made, bool is_address, const void *bytes, unsigned int count) {
    const gnutls_x509_subject_alt_name_t type = is_address ? GNUTLS_SAN_IPADDRESS : GNUTLS_SAN_DNSNAME;
    return tls->gnutls_x509_crt_set_subject_alt_name(made, type, bytes, count, GNUTLS_FSAN_APPEND);
}

/// Makes the rest of a certificate for a server, of which nobody can make further ones, and signs it with its own key.
static inline int fermata_gnutls_sign_certificate(
    const struct fermata_gnutls *tls, gnutls_x509_crt_t made, gnutls_x509_privkey_t key, const char *name, const void *serial,
    size_t serial_size, int64_t from, int64_t until) {
    int result = tls->gnutls_x509_crt_set_version(made, 3);
    if (result >= 0) result = tls->gnutls_x509_crt_set_serial(made, serial, serial_size);
    if (result >= 0) result = tls->gnutls_x509_crt_set_activation_time(made, (time_t)from);
    if (result >= 0) result = tls->gnutls_x509_crt_set_expiration_time(made, (time_t)until);
    if (result >= 0)
        result = tls->gnutls_x509_crt_set_dn_by_oid(
            made, GNUTLS_OID_X520_COMMON_NAME, 0, name, (unsigned int)strlen(name));
    if (result >= 0) result = tls->gnutls_x509_crt_set_key(made, key);
    if (result >= 0) result = tls->gnutls_x509_crt_set_basic_constraints(made, 0, -1);
    if (result >= 0) result = tls->gnutls_x509_crt_set_key_usage(made, GNUTLS_KEY_DIGITAL_SIGNATURE);
    if (result >= 0) result = tls->gnutls_x509_crt_set_key_purpose_oid(made, GNUTLS_KP_TLS_WWW_SERVER, 0);
    if (result >= 0) result = tls->gnutls_x509_crt_sign2(made, made, key, GNUTLS_DIG_SHA256, 0);
    return result;
}

/// The name at a place in a certificate: its bytes are put into `bytes`. 1 for a name, 2 for an address, 0 for anything else, and -1
/// behind the last one.
static inline int fermata_gnutls_name(
    const struct fermata_gnutls *tls, gnutls_x509_crt_t certificate, unsigned int place, void *bytes, size_t *count) {
    const int type = tls->gnutls_x509_crt_get_subject_alt_name(certificate, place, bytes, count, NULL);
    if (type == GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE) return -1;
    return type == GNUTLS_SAN_DNSNAME ? 1 : type == GNUTLS_SAN_IPADDRESS ? 2 : 0;
}

/// The fingerprint of a certificate (SHA-256), of 32 bytes.
static inline int fermata_gnutls_fingerprint(
    const struct fermata_gnutls *tls, gnutls_x509_crt_t certificate, unsigned char bytes[32]) {
    size_t size = 32;
    return tls->gnutls_x509_crt_get_fingerprint(certificate, GNUTLS_DIG_SHA256, bytes, &size);
}

/// What the other side gave as the reason to end; NULL if it gave none.
static inline const char *fermata_gnutls_reason(const struct fermata_gnutls *tls, gnutls_session_t session, int result) {
    if (result != GNUTLS_E_FATAL_ALERT_RECEIVED && result != GNUTLS_E_WARNING_ALERT_RECEIVED) return NULL;
    return tls->gnutls_alert_get_name(tls->gnutls_alert_get(session));
}
