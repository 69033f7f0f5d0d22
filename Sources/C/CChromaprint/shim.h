// Chromaprint's header, and its functions as they are found once it is loaded: nothing is linked, since most daemons are never asked for
// a fingerprint.
#pragma once

#include <chromaprint.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/// The functions that are used. Those that return an `int` return 0 where they fail.
struct fermata_chromaprint {
    ChromaprintContext *(*make)(int algorithm);
    void (*end)(ChromaprintContext *);
    int (*start)(ChromaprintContext *, int rate, int channels);
    int (*feed)(ChromaprintContext *, const int16_t *samples, int count);
    int (*finish)(ChromaprintContext *);
    int (*fingerprint)(ChromaprintContext *, char **text);
    void (*release)(void *text);
};

/// Finds one function; `place` is a function pointer.
static inline bool fermata_chromaprint_find(void *library, const char *name, void *place) {
    void *symbol = dlsym(library, name);
    memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

/// Loads Chromaprint. False where it is not installed.
static inline bool fermata_chromaprint_load(struct fermata_chromaprint *functions) {
    void *library = dlopen("libchromaprint.so.1", RTLD_NOW | RTLD_LOCAL);
    return library && fermata_chromaprint_find(library, "chromaprint_new", &functions->make)
        && fermata_chromaprint_find(library, "chromaprint_free", &functions->end)
        && fermata_chromaprint_find(library, "chromaprint_start", &functions->start)
        && fermata_chromaprint_find(library, "chromaprint_feed", &functions->feed)
        && fermata_chromaprint_find(library, "chromaprint_finish", &functions->finish)
        && fermata_chromaprint_find(library, "chromaprint_get_fingerprint", &functions->fingerprint)
        && fermata_chromaprint_find(library, "chromaprint_dealloc", &functions->release);
}
