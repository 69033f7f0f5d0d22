// What the real-time code needs from C and Swift cannot import: functions the compiler may accept inside
// an `@_noLocks` function only because their declaration says so.
#pragma once

#include <stdint.h>
#include <string.h>
#include <unistd.h>

/// Adds one to the eventfd's counter: wakes its reader. One non-blocking system call, no lock, no allocation.
/// A full counter (2^64 - 2 unread wake-ups) is the only possible failure and means the reader is already awake.
static inline void fermata_eventfd_signal(int descriptor) __attribute__((swift_attr("@_noLocks")));
static inline void fermata_eventfd_signal(int descriptor) {
    uint64_t one = 1;
    ssize_t written = write(descriptor, &one, sizeof one);
    (void)written;
}

/// Copies `count` samples between planes that do not overlap. `UnsafeMutablePointer.update(from:count:)` is generic and
/// does not pass the `@_noLocks` check.
static inline void fermata_copy_samples(float *destination, const float *source, long count)
    __attribute__((swift_attr("@_noLocks")));
static inline void fermata_copy_samples(float *destination, const float *source, long count) {
    memcpy(destination, source, (size_t)count * sizeof(float));
}
