// The C library's resolver, for records that `getaddrinfo` does not ask for. It is in the C library itself (from 2.34 on).
#pragma once

#include <netinet/in.h>
#include <resolv.h>
#include <string.h>

/// Asks the name servers of the system for the SRV records of a name, and returns how many bytes their answer has, or -1. It waits for a few
/// seconds at most, and is not for the real-time threads.
static inline int fermata_service_records(const char *name, unsigned char *answer, int room) {
    struct __res_state state;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0) return -1;
    // Seconds for a server, and how often each is asked.
    state.retrans = 3;
    state.retry = 2;
    const int internet_class = 1, service_type = 33;
    const int count = res_nquery(&state, name, internet_class, service_type, answer, room);
    res_nclose(&state);
    return count > room ? -1 : count;
}
