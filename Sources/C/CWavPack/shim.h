// libwavpack's headers, and its functions as they are found once it is loaded: nothing is linked, since hardly anybody has a file
// that needs it.
#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wavpack/wavpack.h>

/// The functions that are used.
struct fermata_wavpack {
    WavpackContext *(*open_raw)(void *, int32_t, void *, int32_t, int16_t, char *, int, int);
    uint32_t (*unpack)(WavpackContext *, int32_t *, uint32_t);
    int (*mode)(WavpackContext *);
    int (*error_count)(WavpackContext *);
    int (*lossy_blocks)(WavpackContext *);
    int (*channel_count)(WavpackContext *);
    int (*bits)(WavpackContext *);
    int (*bytes)(WavpackContext *);
    uint32_t (*rate)(WavpackContext *);
    int (*channel_mask)(WavpackContext *);
    WavpackContext *(*close)(WavpackContext *);
};

/// Finds one function; `place` is a function pointer.
static inline bool fermata_wavpack_find(void *library, const char *name, void *place) {
    void *symbol = dlsym(library, name);
    memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

/// Loads libwavpack of version 5. False where it is not installed.
static inline bool fermata_wavpack_load(struct fermata_wavpack *wavpack) {
    void *library = dlopen("libwavpack.so.1", RTLD_NOW | RTLD_LOCAL);
    return library && fermata_wavpack_find(library, "WavpackOpenRawDecoder", &wavpack->open_raw)
        && fermata_wavpack_find(library, "WavpackUnpackSamples", &wavpack->unpack)
        && fermata_wavpack_find(library, "WavpackGetMode", &wavpack->mode)
        && fermata_wavpack_find(library, "WavpackGetNumErrors", &wavpack->error_count)
        && fermata_wavpack_find(library, "WavpackLossyBlocks", &wavpack->lossy_blocks)
        && fermata_wavpack_find(library, "WavpackGetNumChannels", &wavpack->channel_count)
        && fermata_wavpack_find(library, "WavpackGetBitsPerSample", &wavpack->bits)
        && fermata_wavpack_find(library, "WavpackGetBytesPerSample", &wavpack->bytes)
        && fermata_wavpack_find(library, "WavpackGetSampleRate", &wavpack->rate)
        && fermata_wavpack_find(library, "WavpackGetChannelMask", &wavpack->channel_mask)
        && fermata_wavpack_find(library, "WavpackCloseFile", &wavpack->close);
}
