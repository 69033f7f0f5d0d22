// libebur128's header, and its functions as they are found once it is loaded: nothing is linked, since most daemons never measure
// loudness.
#pragma once

#include <dlfcn.h>
#include <ebur128.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/// The functions that are used.
struct fermata_ebur128 {
    ebur128_state *(*make)(unsigned int channels, unsigned long rate, int mode);
    void (*end)(ebur128_state **);
    int (*set_channel)(ebur128_state *, unsigned int channel, int value);
    int (*set_max_history)(ebur128_state *, unsigned long milliseconds);
    int (*add_frames)(ebur128_state *, const float *samples, size_t frames);
    int (*momentary)(ebur128_state *, double *);
    int (*short_term)(ebur128_state *, double *);
    int (*integrated)(ebur128_state *, double *);
    int (*range)(ebur128_state *, double *);
    int (*sample_peak)(ebur128_state *, unsigned int channel, double *);
    int (*true_peak)(ebur128_state *, unsigned int channel, double *);
};

/// Finds one function; `place` is a function pointer.
static inline bool fermata_ebur128_find(void *library, const char *name, void *place) {
    void *symbol = dlsym(library, name);
    memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

/// Loads libebur128. False where it is not installed.
static inline bool fermata_ebur128_load(struct fermata_ebur128 *meter) {
    void *library = dlopen("libebur128.so.1", RTLD_NOW | RTLD_LOCAL);
    return library && fermata_ebur128_find(library, "ebur128_init", &meter->make)
        && fermata_ebur128_find(library, "ebur128_destroy", &meter->end)
        && fermata_ebur128_find(library, "ebur128_set_channel", &meter->set_channel)
        && fermata_ebur128_find(library, "ebur128_set_max_history", &meter->set_max_history)
        && fermata_ebur128_find(library, "ebur128_add_frames_float", &meter->add_frames)
        && fermata_ebur128_find(library, "ebur128_loudness_momentary", &meter->momentary)
        && fermata_ebur128_find(library, "ebur128_loudness_shortterm", &meter->short_term)
        && fermata_ebur128_find(library, "ebur128_loudness_global", &meter->integrated)
        && fermata_ebur128_find(library, "ebur128_loudness_range", &meter->range)
        && fermata_ebur128_find(library, "ebur128_sample_peak", &meter->sample_peak)
        && fermata_ebur128_find(library, "ebur128_true_peak", &meter->true_peak);
}
